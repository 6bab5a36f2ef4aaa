"""Relief_k: distances to near samples of other classes over those of the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import class_codes, numeric_table
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.relief.neighbours import Nearest, Search
from wrapsel.filters.relief.scores import check_count, check_n_jobs, score_columns
from wrapsel.filters.relief.table import CELLS
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class ReliefK(WithParameters):
    """Rank by the mean distance to near misses over that to near hits [1]_.

    The score of a variable is the mean over all samples of its distance |a - b| to the
    k nearest samples of other classes, over that to the k nearest of the same class;
    nearest by the Euclidean distance of all variables, standardised.

    Parameters
    ----------
    k : int, default=30
        Neighbours of a sample, in its class (at most its size less one) and outside.
    n_jobs : int, default=1
        Threads for the distances |a - b|; -1 is one a processor. The ranking is the
        same for any.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, y fewer than
        two classes, or no class two samples.

    Notes
    -----
    y is of classes; with more than two, all others are misses alike. A sample alone in
    its class has no hits, and does not count among them. Ties in distance go to the
    smaller row; squares of differences are rounded, such that their sums are exact and
    neighbours do not depend on the order of the variables: to about 1e-9 for a million
    cells. A score is above 1 where misses are farther; infinite where only hits are at
    distance 0. A constant column has 0, and so comes last: it says nothing.

    Time and memory grow with n_samples^2, memory to at most 256 MB and a copy of X.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007, section 2.2, after K. Kira, L. A. Rendell,
       "A practical approach to feature selection", ICML, 1992.

    Examples
    --------
    >>> X, y = [[0, 1], [1, 0], [9, 1], [10, 0]], [0, 0, 1, 1]
    >>> ReliefK(k=1)(X, y).scores.round(9).tolist()  # 9 over 1, and 0 over 2
    [9.0, 0.0]
    """

    k: int = 30
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_count("k", self.k)
        check_n_jobs(self.n_jobs)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for classes y."""
        Z, classes = standardised_table(X, y)
        return Ranking.by_scores(ratios(Z, nearest_of(Z, classes, self.k), self.n_jobs))


def standardised_table(X: Any, y: Any) -> tuple[FloatArray, IntArray]:
    """Return columns of mean 0 and standard deviation 1, constant ones 0; classes."""
    from wrapsel.filters.relief.differences import standardise

    table = numeric_table(X)
    _, classes = class_codes(y, len(table))
    if np.bincount(classes).max() < 2:
        raise ValueError("y must have a class of two samples at least")
    low, high = table.min(axis=0), table.max(axis=0)
    exponents = np.frexp(np.maximum(np.abs(low), np.abs(high)))[1]
    # By a power of two, which is exact, so that no square overflows.
    factors = np.ldexp(1.0, np.clip(-exponents, -1000, 1000))
    Z = np.empty(table.shape)
    standardise(np.ascontiguousarray(table), factors, Z)
    Z[:, low == high] = 0.0  # not what rounding leaves
    return Z, classes


def nearest_of(Z: FloatArray, classes: IntArray, k: int) -> Nearest:
    """Find the nearest misses (group 0) and hits (group 1) of each row."""
    norms, rough = np.einsum("ij,ij->i", Z, Z), Z.astype(np.float32)
    n_rows, search = max(1, CELLS // len(Z)), Search.of(classes, k, own=True)
    # What rounding a scalar product of n terms does to a distance, at most.
    error = (Z.shape[1] + 8) * float(np.finfo(np.float32).eps)
    for first in range(0, len(Z), n_rows):
        products = (rough[first : first + n_rows] @ rough.T).astype(np.float64)
        take_products(search, Z, products, norms, first, error)
    return search.found()


def take_products(
    search: Search, Z: FloatArray, products: FloatArray, norms: FloatArray, first: int,
    error: float,
) -> None:  # fmt: skip
    """Search the rows from `first` on, by scalar products with a relative error."""
    from wrapsel.filters.relief.differences import pair_squares

    D = products
    D *= -2.0
    D += norms
    D += norms[first : first + len(D), None]
    slack = error * (norms + norms.max())
    # Squares of a column are at most 2 n_samples, and 53 bits hold their sum.
    unit = float(2.0 ** (51 - (2 * Z.size).bit_length()))

    def exact(i: IntArray, j: IntArray) -> FloatArray:
        distances = np.empty(len(i))
        pair_squares(Z, i, j, unit, distances)
        return distances

    search.take(D, first, slack, exact)


def ratios(Z: FloatArray, near: Nearest, n_jobs: int) -> FloatArray:
    """Return the mean distances to misses over those to hits."""
    misses = _mean_distances(Z, near, 0, n_jobs)
    hits = _mean_distances(Z, near, 1, n_jobs)
    scores = np.where(misses > 0, np.inf, 0.0)
    return np.divide(misses, hits, out=scores, where=hits > 0)


def _mean_distances(
    Z: FloatArray, near: Nearest, group: int, n_jobs: int
) -> FloatArray:
    limits = near.limits[:, group]
    weights = 1.0 / (np.maximum(limits, 1) * np.count_nonzero(limits))
    edges = near.edges_of(group, weights)
    return score_columns(Z, edges, n_jobs)
