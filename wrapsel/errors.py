"""The errors a caller can act on, and the wording for unknown names.

WrapselError
├── LearnerError   a learner could not be loaded, raised, or gave no number
├── SearchError    a strategy asked for something impossible
└── StoreError     a store cannot be read or written

DataWarning        something about the data that is probably not meant
CacheWarning       what is compiled cannot be kept on disk
SeedWarning        a learner draws from what cannot be seeded
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from numbers import Integral

from wrapsel.subset import Subset


class WrapselError(Exception):
    """Base of all errors that are not a wrong argument."""


class LearnerError(WrapselError):
    """A learner could not be loaded, raised an error, or gave no number.

    Parameters
    ----------
    message : str
    subset : Subset, optional
        With which variables, if it is known to be these.
    """

    def __init__(self, message: str, subset: Subset | None = None) -> None:
        super().__init__(message)
        self.subset = subset


class SearchError(WrapselError):
    """A strategy asked for something impossible."""


class StoreError(WrapselError):
    """A store cannot be read or written."""


class DataWarning(UserWarning):
    """Something about the data is probably not meant, such as a constant column.

    Silence it by ``warnings.simplefilter("ignore", DataWarning)``.
    """


class CacheWarning(RuntimeWarning):
    """What is compiled cannot be kept on disk, and is compiled in each process anew.

    Silence it by ``warnings.simplefilter("ignore", CacheWarning)``.
    """


class SeedWarning(UserWarning):
    """A learner draws from what cannot be seeded; see `SearchResult.repeatable`.

    Silence it by ``warnings.simplefilter("ignore", SeedWarning)``.
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
    more = f" and {len(allowed) - 30} more" if len(allowed) > 30 else ""
    listed = cut(", ".join(allowed[:30]), 250)
    hint = f"there are: {listed}{more}" if allowed else "there are none"
    if near := get_close_matches(name, allowed, n=1):
        hint = f"did you mean {near[0]!r}?"
    return f"no {kind} named {shortened(name)}; {hint}"


def shortened(value: object, n_characters: int = 100) -> str:
    """Return the representation of a value in one line, cut where it is long.

    Examples
    --------
    >>> shortened("short"), shortened(list(range(1000)), 20)
    ("'short'", '[0, 1, 2, 3, 4, 5, 6... (4890 characters)')
    """
    return cut(repr(value), n_characters)


def class_for_value(cls: type) -> str:
    """Return what is said of a class that stands where a value of it should.

    Examples
    --------
    >>> class_for_value(dict)
    'the class dict; did you mean dict()?'
    """
    return f"the class {cls.__name__}; did you mean {cls.__name__}()?"


def cut(text: str, n_characters: int = 300) -> str:
    r"""Return a text in one line, cut where it is long.

    Examples
    --------
    >>> cut("one\n two"), cut("four and five", 4)
    ('one two', 'four... (13 characters)')
    """
    text = " ".join(text.split())
    if len(text) <= n_characters:
        return text
    return f"{text[:n_characters]}... ({len(text)} characters)"


def check_whole(name: str, value: object, least: int) -> None:
    """Raise unless a value is a whole number from `least`.

    Examples
    --------
    >>> check_whole("seed", 0, least=0)
    >>> check_whole("seed", 1.5, least=0)
    Traceback (most recent call last):
    TypeError: seed must be a whole number, got 1.5
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name} must be a whole number, got {shortened(value)}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
