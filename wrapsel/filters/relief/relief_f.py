"""ReliefF for classes and RReliefF for numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import class_codes, numeric_targets
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.relief.gaps import Gaps
from wrapsel.filters.relief.neighbours import exact_distances, nearest, row_blocks
from wrapsel.filters.relief.scores import Edges, check_count, check_n_jobs, score
from wrapsel.filters.relief.table import Table, read_table
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class ReliefF(WithParameters):
    """Rank by how much near samples of other classes differ, and of the same do not.

    The score of a variable is the mean of its difference between a sample and its k
    nearest of every other class, weighted by the shares of the classes, less that to
    its k nearest of the same class [1]_, [2]_. All samples count.

    Parameters
    ----------
    k : int, default=10
        Neighbours of a class; all of it, if there are fewer.
    nominal : sequence of int or str, default=()
        Columns whose numbers are names; those of a DataFrame that are of categories or
        hold text are taken for nominal anyway. Values differ by 1 or not at all.
    n_jobs : int, default=1
        Threads; -1 is one a processor. The ranking is the same for any.

    Raises
    ------
    ValueError
        If a parameter is out of range, X holds infinite numbers or, outside nominal
        columns, text, or y fewer than two classes.

    Notes
    -----
    y is of classes, two or more. Numbers differ by |a - b| over the range of the
    variable, rounded to a multiple of 2^-40 (2^-b with 52 - b bits left for the count
    of variables, from 4,096 of them on): sums of differences are then exact, and the
    neighbours do not depend on the order of the variables. Samples are neighbours by
    the sum of differences; ties go to the smaller row. Scores lie in [-1, 1]; a
    constant column has 0.

    Where a value is missing, the difference is the mean one to the known values of the
    class of its sample; of nominal values, 1 - P(value | class) as in [2]_. A sparse X
    is made dense 512 columns at a time, and must be of numbers, none missing. Memory
    beyond X: at most 256 MB of distances, n_samples times 512 numbers, and the
    neighbours. Time grows with n_samples^2 for each variable.

    References
    ----------
    .. [1] I. Kononenko, "Estimating Attributes: Analysis and Extensions of RELIEF",
       ECML, 1994.
    .. [2] M. Robnik-Sikonja, I. Kononenko, "Theoretical and Empirical Analysis of
       ReliefF and RReliefF", Machine Learning 53, 2003, Figure 2.

    Examples
    --------
    >>> X, y = [[0, 1], [1, 0], [9, 1], [10, 0]], [0, 0, 1, 1]
    >>> ReliefF(k=1)(X, y).scores.round(9).tolist()  # 0.9 - 0.1 and 0 - 1
    [0.8, -1.0]
    """

    k: int = 10
    nominal: Sequence[int | str] = ()
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_count("k", self.k)
        check_n_jobs(self.n_jobs)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for classes y."""
        table = read_table(X, self.nominal)
        _, classes = class_codes(y, table.n_rows)
        gaps = Gaps.of(table, classes)
        found = nearest(table, gaps, classes, self.k, self.n_jobs)
        edges = found.edges(class_weights(classes) / np.maximum(found.limits, 1))
        return Ranking.by_scores(score(table, gaps, edges, self.n_jobs))


@dataclass(frozen=True, slots=True)
class RReliefF(WithParameters):
    """Rank by how differences of a variable go with differences of y, nearby [1]_.

    The score estimates P(variable differs | near, y differs) - P(variable differs |
    near, y is alike), both as probabilities of a difference that is a number.

    Parameters
    ----------
    k : int, default=70
        Neighbours of a sample, at most all others.
    sigma : float, default=20
        The neighbour of rank r counts in proportion to exp(-(r / sigma)^2); infinity
        counts them alike.
    nominal, n_jobs
        As of `ReliefF`.

    Raises
    ------
    ValueError
        If a parameter is out of range, X holds infinite numbers or, outside nominal
        columns, text, or y is not of finite numbers or has only one value.

    Notes
    -----
    y is of numbers; it differs by |a - b| over its range. Differences of variables,
    missing values (of all samples: there are no classes), sparse X and ties as in
    `ReliefF`. A constant column has 0.

    References
    ----------
    .. [1] M. Robnik-Sikonja, I. Kononenko, "Theoretical and Empirical Analysis of
       ReliefF and RReliefF", Machine Learning 53, 2003, Figure 3.

    Examples
    --------
    >>> X, y = [[0, 1], [0, 0], [1, 1], [1, 0]], [0.0, 0.0, 2.5, 2.5]
    >>> RReliefF(sigma=float("inf"))(X, y).scores.round(9).tolist()
    [1.0, -0.5]
    """

    k: int = 70
    sigma: float = 20.0
    nominal: Sequence[int | str] = ()
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_count("k", self.k)
        check_n_jobs(self.n_jobs)
        if not self.sigma > 0:
            raise ValueError(f"sigma must be above 0, got {self.sigma}")

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for numbers y."""
        table = read_table(X, self.nominal)
        targets = _scaled(numeric_targets(y, table.n_rows))
        gaps = Gaps.of(table, np.zeros(table.n_rows, np.intp))
        neighbours = _in_order(table, gaps, self.k, self.n_jobs)
        edges = _weighted(neighbours, targets, self.sigma)
        return Ranking.by_scores(score(table, gaps, edges, self.n_jobs))


def class_weights(classes: IntArray) -> FloatArray:
    """Return what a mean difference to a class counts, (n_samples, n_classes)."""
    shares = np.bincount(classes) / len(classes)
    own = classes[:, None] == np.arange(len(shares))
    others = shares / (1.0 - shares[classes])[:, None]
    weights: FloatArray = np.where(own, -1.0, others) / len(classes)
    return weights


def _scaled(y: FloatArray) -> FloatArray:
    y = 0.5 * y  # the range may overflow
    if y.min() == y.max():
        raise ValueError("y must have at least two values, got one")
    scaled: FloatArray = (y - y.min()) / (y.max() - y.min())
    return scaled


def _in_order(table: Table, gaps: list[Gaps], k: int, n_jobs: int) -> IntArray:
    """Return the nearest k rows of each, the nearest first, ties by row."""
    k = min(k, table.n_rows - 1)
    neighbours = np.empty((table.n_rows, k), np.intp)
    for first, last in row_blocks(table):
        D = exact_distances(table, gaps, first, last, n_jobs)
        for i, row in enumerate(D, first):
            row[i] = np.inf
            neighbours[i] = np.argsort(row, kind="stable")[:k]
    return neighbours


def _weighted(neighbours: IntArray, y: FloatArray, sigma: float) -> Edges:
    """Weight each difference by its part in the score, lines 4 to 10 of Figure 3."""
    n, k = neighbours.shape
    nearness = np.exp(-((np.arange(1, k + 1) / sigma) ** 2))
    nearness /= nearness.sum()
    differ = np.abs(y[:, None] - y[neighbours])
    all_differ = (nearness * differ).sum()
    alike = n - all_differ
    weights = np.zeros(neighbours.shape)
    if all_differ > 0:
        weights += nearness * differ / all_differ
    if alike > 0:
        weights -= nearness * (1.0 - differ) / alike
    return Edges(np.arange(n + 1) * k, neighbours.ravel(), weights.ravel())
