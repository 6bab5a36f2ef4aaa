"""Relief_k with Gram-Schmidt orthogonalisation during the ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.relief.relief_k import nearest_of, ratios, standardised_table
from wrapsel.filters.relief.scores import check_count, check_n_jobs
from wrapsel.parameters import WithParameters, check_kinds

EXHAUSTED = 1e-8  # of its norm is all that is left of a variable: rounding


@dataclass(frozen=True, slots=True)
class GSReliefK(WithParameters):
    """Rank by Relief_k, each time in what the variables before do not explain [1]_.

    Takes the variable of the highest `ReliefK` score, projects all others onto the
    complement of its column, and goes on with these projections.

    Parameters
    ----------
    k, n_jobs
        As of `ReliefK`.
    n_features_to_select : int, optional
        After so many variables the rest follow by their scores in the projections then;
        by default all are taken one by one.

    Raises
    ------
    ValueError
        As `ReliefK`.

    Notes
    -----
    y is of classes, two or more; they are names, and are not projected. Variables are
    standardised once, at the start: what is left of one that is nearly explained then
    hardly counts among the distances, where neighbours are searched anew in the
    projections of the variables not taken yet. When 1e-8 of its norm is left, it counts
    as constant, with score 0. `scores` are those of the turn of each variable, so they
    need not fall along `order`. Ties go to the smaller variable.

    Time grows with n_samples^2 n_variables for each variable taken.

    References
    ----------
    .. [1] I. Guyon, H.-M. Bitter, Z. Ahmed, M. Brown, J. Heller, "Multivariate
       non-linear feature selection with kernel multiplicative updates and Gram-Schmidt
       relief", BISC FLINT-CIBI workshop, 2003, as described by J. R. Quevedo,
       A. Bahamonde, O. Luaces, Computational Statistics & Data Analysis 52, 2007,
       section 2.2.

    Examples
    --------
    >>> X = [[0, 1, 0], [1, 0, 1], [9, 1, 9], [10, 0, 10]]  # the last is the first
    >>> ranking = GSReliefK(k=1)(X, [0, 0, 1, 1])
    >>> ranking.order.tolist(), ranking.scores.round(3).tolist()
    ([0, 1, 2], [9.0, 0.111, 0.0])
    """

    k: int = 30
    n_features_to_select: int | None = None
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_count("k", self.k)
        check_n_jobs(self.n_jobs)
        if self.n_features_to_select is not None:
            check_count("n_features_to_select", self.n_features_to_select)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for classes y."""
        Z, classes = standardised_table(X, y)
        n = Z.shape[1]
        order: list[int] = []
        scores, rest = np.zeros(n), np.arange(n)
        n_turns = (
            n
            if self.n_features_to_select is None
            else min(self.n_features_to_select, n)
        )
        while len(order) < n_turns and Z.any():
            scores[rest] = self._scores(Z, classes)
            best = int(np.argmax(scores[rest]))
            order.append(int(rest[best]))
            rest, Z = np.delete(rest, best), _without(Z, best)
        if len(rest):
            scores[rest] = self._scores(Z, classes)
            order.extend(rest[np.argsort(-scores[rest], kind="stable")].tolist())
        return Ranking.by_order(order, scores)

    def _scores(self, Z: FloatArray, classes: IntArray) -> FloatArray:
        if not Z.any():
            return np.zeros(Z.shape[1])
        return ratios(Z, nearest_of(Z, classes, self.k), self.n_jobs)


def _without(Z: FloatArray, column: int) -> FloatArray:
    """Project the other columns onto the complement of one, each by itself."""
    from wrapsel.filters.relief.differences import project

    taken, others = Z[:, column], np.delete(Z, column, axis=1)
    norm = float(np.sqrt(np.square(taken).sum()))
    if norm > 0:
        project(others, taken / norm, EXHAUSTED**2 * len(Z))
    return others
