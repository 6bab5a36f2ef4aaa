"""The errors a caller can act on, and the wording for unknown names.

WrapselError
├── LearnerError   a learner could not be loaded, raised, or gave no number
├── SearchError    a strategy asked for something impossible
└── StoreError     a store cannot be read or written

DataWarning        something about the data that is probably not meant
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class WrapselError(Exception):
    """Base of all errors that are not a wrong argument."""


class LearnerError(WrapselError):
    """A learner could not be loaded, raised an error, or gave no number."""


class SearchError(WrapselError):
    """A strategy asked for something impossible."""


class StoreError(WrapselError):
    """A store cannot be read or written."""


class DataWarning(UserWarning):
    """Something about the data is probably not meant, such as a constant column.

    Silence it by ``warnings.simplefilter("ignore", DataWarning)``.
    """


def unknown(kind: str, name: str, allowed: Iterable[str]) -> str:
    """Say that a name is not known, and which one was probably meant.

    Examples
    --------
    >>> unknown("learner", "lsvr", ["lssvr", "naive-bayes"])
    "no learner named 'lsvr'; did you mean 'lssvr'?"
    >>> unknown("search", "xyz", ["rve", "rvers"])
    "no search named 'xyz'; there are: rve, rvers"
    """
    allowed = sorted(allowed)
    near = get_close_matches(name, allowed, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(allowed)}"
    return f"no {kind} named {name!r}; {hint}"


def shortened(value: object, n_characters: int = 100) -> str:
    """Return the representation of a value in one line, cut where it is long.

    Examples
    --------
    >>> shortened("short"), shortened(list(range(1000)), 20)
    ("'short'", '[0, 1, 2, 3, 4, 5, 6... (4890 characters)')
    """
    text = " ".join(repr(value).split())
    if len(text) <= n_characters:
        return text
    return f"{text[:n_characters]}... ({len(text)} characters)"
