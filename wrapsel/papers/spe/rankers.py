"""The rankers of the figures, as they were used there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wrapsel.filters import (
    DM,
    FCBF,
    R2W2,
    RM,
    GSReliefK,
    ReliefK,
    SPERanker,
    StoppigliaRanker,
)
from wrapsel.papers.spe.claims import RANKERS

Ranker = Callable[[Any, Any], Any]
PENALTIES = (1e-2, 1.0, 1e2, 1e5)  # of an error; the best counts, at each point
LARGE = 30.0  # times all inputs: beside 900 a.b a constant of 1 is nothing


def rankers_of(degree: int, standardize: bool) -> dict[str, list[Ranker]]:
    """Return the variants of each ranker for a problem of this degree.

    The polynomial kernel of RM and DM has no constant (LIBSVM's own default): an even
    degree then cannot tell x from -x, so that they are worse at even degrees, as the
    paper has it.

    Examples
    --------
    >>> len(rankers_of(1, standardize=False)["RM"])
    4
    """
    # From degree 2 on, the kernel is so large that the margin is hard by C = 1.
    penalties = PENALTIES if degree == 1 else PENALTIES[:2]
    machines: list[list[Ranker]] = [
        [_machine(kind, C, degree, standardize) for C in penalties] for kind in (RM, DM)
    ]
    kernel = "linear" if degree == 1 else "poly"
    rankers: list[list[Ranker]] = [
        [SPERanker(degree)],
        [SPERanker(degree, remove_redundant=False)],
        [StoppigliaRanker(degree, probe="none")],
        [ReliefK()],
        [GSReliefK()],
        [FCBF()],
        *machines,
        [R2W2(kernel, degree=degree, standardize=False)],
    ]
    return dict(zip(RANKERS, rankers, strict=True))


def _machine(kind: Any, C: float, degree: int, standardize: bool) -> Ranker:
    if degree == 1:
        ranker: Ranker = kind("linear", C=C, standardize=standardize)
        return ranker
    plain = kind("poly", C=C / LARGE ** (2 * degree), degree=degree, standardize=False)
    if not standardize:
        return lambda X, y: plain(LARGE * X, y)
    from sklearn.preprocessing import scale

    return lambda X, y: plain(LARGE * scale(X), y)
