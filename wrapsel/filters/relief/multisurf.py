"""MultiSURF: Relief with as many neighbours as a sample has nearby."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import class_codes
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.relief.gaps import Gaps
from wrapsel.filters.relief.neighbours import exact_distances, row_blocks
from wrapsel.filters.relief.relief_f import class_weights
from wrapsel.filters.relief.scores import Edges, check_n_jobs, score
from wrapsel.filters.relief.table import Table, read_table
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class MultiSURF(WithParameters):
    """Rank as ReliefF does, by all samples nearer than a threshold of each sample [1]_.

    The threshold is the mean of the distances to all others, less half their standard
    deviation; there is no k to choose.

    Parameters
    ----------
    nominal, n_jobs
        As of `ReliefF`.

    Raises
    ------
    ValueError
        If a parameter is out of range, X holds infinite numbers or, outside nominal
        columns, text, or y fewer than two classes.

    Notes
    -----
    y is of classes, two or more; the mean differences to those of other classes count
    by the shares of their classes, as in `ReliefF`, and a class with nobody near counts
    nothing. Differences, missing values and sparse X as in `ReliefF`. A constant column
    has 0.

    References
    ----------
    .. [1] R. J. Urbanowicz, R. S. Olson, P. Schmitt, M. Meeker, J. H. Moore,
       "Benchmarking relief-based feature selection methods for bioinformatics data
       mining", Journal of Biomedical Informatics 85, 2018, section 2.

    Examples
    --------
    >>> X, y = [[0, 1], [1, 0], [9, 1], [10, 0]], [0, 0, 1, 1]
    >>> MultiSURF()(X, y).scores.round(9).tolist()  # only misses are near
    [0.9, 0.0]
    """

    nominal: Sequence[int | str] = ()
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        check_n_jobs(self.n_jobs)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for classes y."""
        table = read_table(X, self.nominal)
        _, classes = class_codes(y, table.n_rows)
        gaps = Gaps.of(table, classes)
        edges = _near(table, gaps, classes, self.n_jobs)
        return Ranking.by_scores(score(table, gaps, edges, self.n_jobs))


def _near(table: Table, gaps: list[Gaps], classes: IntArray, n_jobs: int) -> Edges:
    weights = class_weights(classes)
    counts, neighbours, each = [np.zeros(1, np.intp)], [], []
    for first, last in row_blocks(table):
        D = exact_distances(table, gaps, first, last, n_jobs)
        for i, row in enumerate(D, first):
            near = _below_threshold(row, i)
            members = np.bincount(classes[near], minlength=weights.shape[1])
            counts.append(np.array([len(near)]))
            neighbours.append(near)
            each.append((weights[i] / np.maximum(members, 1))[classes[near]])
    starts = np.cumsum(np.concatenate(counts))
    return Edges(starts, np.concatenate(neighbours), np.concatenate(each))


def _below_threshold(distances: FloatArray, i: int) -> IntArray:
    others = np.delete(distances, i)
    if others.min() == others.max():
        return np.empty(0, np.intp)  # not what rounding makes of a mean
    near = distances < others.mean() - 0.5 * others.std()
    near[i] = False
    return np.flatnonzero(near)
