"""The answer of a search, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

MAX_NAMES = 12  # in a sentence that is to be read

Versus = Literal["better", "as well", "worse"]


def answer(
    selected: Sequence[Any], n_variables: int, versus: Versus, beats_constant: bool
) -> str:
    """Say how many variables predict how well, and which.

    Parameters
    ----------
    selected : sequence of names
    n_variables : int
        How many there are.
    versus : {"better", "as well", "worse"}
        How the selected ones predict, compared with all.
    beats_constant : bool
        Whether they are shown to predict better than the best constant.

    Examples
    --------
    >>> answer(["age", "dose"], 240, "as well", True)
    '2 of 240 variables predict as well as all: age, dose.'
    >>> answer(["age"], 1, "as well", True)
    'All 1 variable selected: no fewer were found to predict as well.'
    >>> answer([], 9, "better", False)
    'None of 9 variables is shown to predict better than the best constant.'
    """
    every = f"{n_variables} variable{'s' if n_variables != 1 else ''}"
    if not selected:
        return f"None of {every} is shown to predict better than the best constant."
    if len(selected) == n_variables:
        said = f"All {every} selected: no fewer were found to predict as well"
        return said + ("." if beats_constant else f"{_DOUBT}.")
    than = {"better": "better than", "as well": "as well as", "worse": "worse than"}
    verb = "predicts" if len(selected) == 1 else "predict"
    said = f"{len(selected)} of {every} {verb} {than[versus]} all"
    return f"{said}{'' if beats_constant else _DOUBT}: {listed(selected)}."


_DOUBT = ", but not shown to be better than the best constant"


def listed(names: Sequence[Any], at_most: int = MAX_NAMES) -> str:
    """Return names with commas between them, the last ones counted if too many.

    Examples
    --------
    >>> listed(["a", "b", "c"], at_most=2)
    'a, b and 1 more'
    """
    shown = ", ".join(str(name) for name in names[:at_most])
    more = len(names) - at_most
    return f"{shown} and {more} more" if more > 0 else shown
