"""The fast correlation-based filter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.levels import check_discretization
from wrapsel.filters.information.entropies import Entropies
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class FCBF(WithParameters):
    """Rank by symmetric uncertainty, and remove what a better variable tells [1]_.

    From the best on, each variable i that is left removes the worse ones j whose
    uncertainty with i is at least that with y, which are classes.

    Parameters
    ----------
    delta : float, default=0.0
        Least symmetric uncertainty with y of a relevant variable, in [0, 1]. One of 0
        is never relevant.
    discretize, n_bins
        As of `InformationGain`.

    Raises
    ------
    ValueError
        If a parameter is out of range, X is sparse or has an infinite value, or y one
        class.

    Notes
    -----
    `scores` are symmetric uncertainties with y, by which those kept are ordered, and
    after them those below `delta`, which neither remove nor are removed. `redundant`
    are in order of removal. It selects those kept, but not those below `delta`. Ties go
    to the smaller variable. A constant column scores 0. Levels, missing values and
    rounding are as in `InformationGain`.

    References
    ----------
    .. [1] L. Yu, H. Liu, "Efficient feature selection via analysis of relevance and
       redundancy", JMLR 5, 2004, figure 2.

    Examples
    --------
    >>> X = [["a", "p", 1], ["a", "p", 2], ["b", "q", 1], ["b", "p", 2]]
    >>> ranking = FCBF()(X, ["no", "no", "yes", "yes"])
    >>> ranking.order.tolist(), ranking.redundant.tolist()
    ([0, 2, 1], [1])
    """

    delta: float = 0.0
    discretize: str = "equal_frequency"
    n_bins: int = 5

    def __post_init__(self) -> None:
        check_kinds(self)
        if not 0 <= self.delta <= 1:
            raise ValueError(f"delta must be in [0, 1], got {self.delta}")
        check_discretization(self.discretize, self.n_bins)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        return _ranking(Entropies.of(X, y, self.discretize, self.n_bins), self.delta)


def _ranking(entropies: Entropies, delta: float) -> Ranking:
    every = np.arange(len(entropies.own) - 1)
    scores = entropies.uncertainty(len(every), every)
    relevant = np.flatnonzero((scores >= delta) & (scores > 0))
    left = relevant[np.argsort(-scores[relevant], kind="stable")]
    redundant: list[int] = []
    while len(left) > 1:
        best, left = left[0], left[1:]
        goes = entropies.uncertainty(best, left) >= scores[left]
        redundant += left[goes].tolist()
        left = left[~goes]
    return Ranking.by_scores(scores, redundant, len(relevant) - len(redundant))
