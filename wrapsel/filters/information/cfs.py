"""Correlation-based selection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import IntArray
from wrapsel.columns.levels import check_discretization
from wrapsel.filters.information.entropies import Entropies
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class CFS(WithParameters):
    """Add the variable of greatest merit of the whole, while it rises [1]_.

    The merit of k variables is the sum of their symmetric uncertainties with y, by the
    root of k plus twice the sum of those of their pairs. y are classes.

    Parameters
    ----------
    discretize : {"mdl", "equal_frequency", "equal_width", "none"}, default="mdl"
        How numeric columns are cut; "none" takes each distinct value for a level.
    n_bins : int, default=5
        As of `InformationGain`.

    Raises
    ------
    ValueError
        If a parameter is out of range, X is sparse or has an infinite value, or y one
        class.

    Notes
    -----
    `order` is that of adding, then, once the merit no longer rises, the rest by
    symmetric uncertainty with y, which `scores` are. It selects those added. Ties go to
    the smaller variable. A constant column scores 0. Levels, missing values, rounding
    are as in `InformationGain`.

    References
    ----------
    .. [1] M. A. Hall, "Correlation-based feature selection for discrete and numeric
       class machine learning", ICML, 2000, eq. 1.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]]
    >>> CFS("none")(X, [0, 0, 1, 1]).order.tolist()
    [1, 0, 2]
    """

    discretize: str = "mdl"
    n_bins: int = 5

    def __post_init__(self) -> None:
        check_kinds(self)
        check_discretization(self.discretize, self.n_bins)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        entropies = Entropies.of(X, y, self.discretize, self.n_bins)
        n_variables = len(entropies.own) - 1
        scores = entropies.uncertainty(n_variables, np.arange(n_variables))
        added = _added(entropies, scores)
        rest = np.setdiff1d(np.arange(n_variables), added)
        rest = rest[np.argsort(-scores[rest], kind="stable")]
        order = np.concatenate([added, rest])
        return Ranking.by_order(order, scores, n_selected=len(added))


def _added(entropies: Entropies, scores: Any) -> IntArray:
    """Return the variables that raise the merit, in the order of adding."""
    left, added = np.arange(len(scores)), np.zeros(0, dtype=np.intp)
    with_added = np.zeros(len(scores))  # sums of uncertainties with those added
    relevance = redundancy = merit = 0.0
    while len(left):
        size = len(added) + 1 + 2 * (redundancy + with_added[left])
        merits = (relevance + scores[left]) / np.sqrt(size)  # eq. 1
        place = int(np.argmax(merits))
        if merits[place] <= merit:
            break
        best, merit = left[place], merits[place]
        relevance += scores[best]
        redundancy += with_added[best]
        left, added = np.delete(left, place), np.append(added, best)
        with_added[left] += entropies.uncertainty(best, left)
    return added
