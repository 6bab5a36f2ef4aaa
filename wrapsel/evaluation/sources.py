"""Which of its columns each column is made of that a step of a pipeline makes."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from wrapsel.evaluation.shuffling import shuffled
from wrapsel.evaluation.table import take_rows
from wrapsel.protocol import FloatArray

N_TRIED = 50  # rows, to find out what steps do that do not say
_TOKEN = re.compile("\ue000([0-9]+)\ue001")  # of a private area: in no name


class CannotSay(Exception):
    """A step has no names for the columns that it makes."""


def transformers_and_last(fitted: Any) -> tuple[list[Any], Any]:
    """Return the steps before the last, also of a pipeline that is the last, and it.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> steps, last = transformers_and_last(make_pipeline("passthrough", "drop"))
    >>> steps, last
    ([], 'drop')
    """
    before: list[Any] = []
    while hasattr(fitted, "steps"):
        *first, fitted = [step for _, step in fitted.steps]
        before += [step for step in first if not _is_nothing(step)]
    return before, fitted


def sources(steps: Iterable[Any], n_columns: int) -> list[int] | None:
    """Return, for each column that fitted steps make, the one it is made of.

    None if one is made of several, as by principal components.

    Parameters
    ----------
    steps : iterable of transformer
        One after the other.
    n_columns : int
        That the first one takes.

    Raises
    ------
    CannotSay
        If a step does not name what it makes.

    Examples
    --------
    >>> from sklearn.preprocessing import OneHotEncoder
    >>> encoder = OneHotEncoder().fit([["a", 1], ["b", 1], ["c", 1]])
    >>> sources([encoder], 2)
    [0, 0, 0, 1]
    """
    found = list(range(n_columns))
    for step in steps:
        made = _of_step(step, len(found))
        if made is None:
            return None
        found = [found[place] for place in made]
    return found


def found_sources(steps: list[Any], X: Any, n_made: int) -> list[int] | None:
    """Return which column of X each of the ones made is of; None if not of one alone.

    Steps that do not name what they make are tried out on rows of X.
    """
    n_columns = X.shape[1]
    try:
        return sources(steps, n_columns)
    except CannotSay:
        each = list(range(n_columns))
        # With another number, the importances are refused for that.
        return each if n_made != n_columns or _is_columnwise(steps, X) else None


def transformed(steps: Iterable[Any], X: Any) -> Any:
    """Return what fitted steps make of X."""
    for step in steps:
        X = step.transform(X)
    return X


def _of_step(step: Any, n_columns: int) -> list[int] | None:
    if hasattr(step, "steps"):
        inner = [each for _, each in step.steps if not _is_nothing(each)]
        return sources(inner, n_columns)
    if hasattr(step, "output_indices_"):
        return _of_parts(step)
    if hasattr(step, "transformer_list"):
        parts = [each for _, each in step.transformer_list if each != "drop"]
        made = [sources([] if _is_nothing(p) else [p], n_columns) for p in parts]
        return None if None in made else [i for each in made for i in each or ()]
    return _by_tokens(step, n_columns)


def _of_parts(step: Any) -> list[int] | None:
    """Return the sources of a `ColumnTransformer`."""
    found: dict[int, int] = {}
    for name, part, _ in step.transformers_:
        places = range(*step.output_indices_[name].indices(np.iinfo(np.intp).max))
        if part == "drop" or not len(places):
            continue
        taken = list(step._transformer_to_input_indices[name])
        made = sources([] if _is_nothing(part) else [part], len(taken))
        if made is None or len(made) != len(places):
            return None
        found |= {place: taken[i] for place, i in zip(places, made, strict=True)}
    return [found[place] for place in range(len(found))]


def _by_tokens(step: Any, n_columns: int) -> list[int] | None:
    """Give the columns names that occur in no other, and look for them in the new."""
    nameless = copy.copy(step)
    if hasattr(nameless, "feature_names_in_"):
        del nameless.feature_names_in_  # names that it was fitted with bind it
    tokens = np.array([f"\ue000{i}\ue001" for i in range(n_columns)], dtype=object)
    try:
        names: Sequence[str] = list(nameless.get_feature_names_out(tokens))
    except (AttributeError, ValueError, TypeError) as cause:
        raise CannotSay(f"{step!r} does not name its columns") from cause
    found = [{int(place) for place in _TOKEN.findall(str(name))} for name in names]
    if any(len(places) != 1 for places in found):
        return None
    return [place for places in found for place in places]


def _is_nothing(step: Any) -> bool:
    return step is None or isinstance(step, str)


def _is_columnwise(steps: list[Any], X: Any) -> bool:
    """Whether each column depends on that in its place alone, by shuffling others.

    Two places differ in some bit of their numbers, so that among the columns with that
    bit, or among those without, one is shuffled and the other is not.
    """
    X = take_rows(X, np.unique(np.linspace(0, X.shape[0] - 1, N_TRIED, dtype=int)))
    order = np.roll(np.arange(X.shape[0]), 1)
    places, before = np.arange(X.shape[1]), _dense(transformed(steps, X))
    for bit in range(int(X.shape[1]).bit_length()):
        for chosen in ((places >> bit) % 2 == 0, (places >> bit) % 2 == 1):
            other = shuffled(X, np.flatnonzero(chosen).tolist(), order)
            after = _dense(transformed(steps, other))
            if not np.array_equal(before[:, ~chosen], after[:, ~chosen]):
                return False
    return True


def _dense(X: Any) -> FloatArray:
    return np.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
