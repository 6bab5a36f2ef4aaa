"""Rankers by their names on the command line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Literal

from wrapsel import plugins
from wrapsel.cli.parameters import check_parameters
from wrapsel.filters import Ranker
from wrapsel.plugins import find

RANKERS = {
    "anova-f": "AnovaF",
    "auc": "MannWhitney",
    "bagged-linear": "BaggedLinear",
    "cfs": "CFS",
    "chi-square": "ChiSquare",
    "correlation": "Correlation",
    "cosine": "Cosine",
    "dm": "DM",
    "ensemble": "Ensemble",
    "fcbf": "FCBF",
    "gain-ratio": "GainRatio",
    "gs-relief-k": "GSReliefK",
    "information-gain": "InformationGain",
    "l1": "L1",
    "lp-weights": "LPWeights",
    "mrmr": "MRMR",
    "multisurf": "MultiSURF",
    "mutual-information": "MutualInformation",
    "r2w2": "R2W2",
    "relief-k": "ReliefK",
    "relieff": "ReliefF",
    "rm": "RM",
    "roger": "ROGER",
    "rrelieff": "RReliefF",
    "sm": "StoppigliaRanker",
    "spe": "SPERanker",
    "svm-rfe": "SVMRFE",
    "symmetric-uncertainty": "SymmetricUncertainty",
}


def make_ranker(name: str, params: Mapping[str, Any]) -> Ranker:
    """Make a ranker by its name; a parameter that is a ranker is given by its name.

    Raises
    ------
    ValueError
        If there is no such ranker, or a parameter is unknown, missing or wrong.

    Examples
    --------
    >>> make_ranker("ensemble", {"ranker": "l1", "n": 3}).ranker
    L1(C=1.0, epsilon=0.01)
    """
    cls = ranker_class(name)
    if inspect.isfunction(cls) and not params:
        return cls  # of X and y itself
    known = inspect.signature(cls).parameters
    values = check_parameters(name, params, known)
    for param, detail in known.items():
        if detail.default is detail.empty and param not in values:
            raise ValueError(f"ranker {name!r} needs --set {param}=VALUE")
        if "Ranker" in str(detail.annotation) and param in values:
            values[param] = make_ranker(str(values[param]), {})
    ranker: Ranker = cls(**values)
    if not callable(ranker):
        raise ValueError(f"ranker {name!r} must be a class of functions of X and y")
    return ranker


def ranker_class(name: str) -> Any:
    """Return the class of a ranker: ours, of an entry point, or of a dotted path.

    Raises
    ------
    ValueError
        If there is none.
    """
    import wrapsel.filters

    ours = {n: getattr(wrapsel.filters, cls) for n, cls in RANKERS.items()}
    return find("ranker", name, ours, plugins.RANKERS)


def preselection(
    spec: str | None,
) -> tuple[Ranker | None, int | Literal["auto"] | None]:
    """Return the ranker and the number of NAME:N or "auto"; of NAME alone, the ranker.

    Raises
    ------
    ValueError
        If there is no such ranker, or N is neither a whole number above 0 nor auto.
    """
    if spec is None:
        return None, None
    name, colon, number = spec.partition(":")
    ranker = make_ranker(name, {})
    if not colon:
        return ranker, None
    if number == "auto":
        return ranker, "auto"
    if not (number.isdecimal() and int(number)):
        raise ValueError(
            f"--preselect must be RANKER:N with N at least 1, or auto, got {spec!r}"
        )
    return ranker, int(number)
