"""Rankers by their names on the command line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from wrapsel.cli.parameters import check_parameters
from wrapsel.errors import unknown
from wrapsel.filters import Ranker

RANKERS = {
    "bagged-linear": "BaggedLinear",
    "dm": "DM",
    "l1": "L1",
    "lp-weights": "LPWeights",
    "rm": "RM",
    "svm-rfe": "SVMRFE",
}


def make_ranker(name: str, params: Mapping[str, Any]) -> Ranker:
    """Make a ranker by its name.

    Raises
    ------
    ValueError
        If there is no such ranker, or a parameter is unknown or wrong.
    """
    import wrapsel.filters

    if name not in RANKERS:
        raise ValueError(unknown("ranker", name, RANKERS))
    cls = getattr(wrapsel.filters, RANKERS[name])
    known = inspect.signature(cls).parameters
    ranker: Ranker = cls(**check_parameters(name, params, known))
    return ranker


def preselection(spec: str | None) -> tuple[Ranker | None, int | None]:
    """Return the ranker and the number of NAME:N; of NAME alone, the ranker.

    Raises
    ------
    ValueError
        If there is no such ranker, or N is not a whole number above 0.
    """
    if spec is None:
        return None, None
    name, colon, number = spec.partition(":")
    ranker = make_ranker(name, {})
    if not colon:
        return ranker, None
    if not (number.isdecimal() and int(number)):
        raise ValueError(
            f"--preselect must be RANKER:N with N at least 1, got {spec!r}"
        )
    return ranker, int(number)
