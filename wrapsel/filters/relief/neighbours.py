"""The nearest rows of each row, whatever the order of the columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.relief.gaps import Gaps
from wrapsel.filters.relief.scores import Edges, n_threads, spread
from wrapsel.filters.relief.table import CELLS, Table

PAIRS = 2**22  # of rows with ties, settled at once
STEPS = 2.0**15  # to the range of a variable, in the coarse distances

Exact = Callable[[IntArray, IntArray], FloatArray]


@dataclass(frozen=True, slots=True, eq=False)
class Nearest:
    """The nearest rows of each row in each group.

    Those of row i in group g are the `limits[i, g]` from `starts[i, g]` on of
    `neighbours`, ascending. Ties in distance went to the smaller row.
    """

    starts: IntArray
    limits: IntArray
    neighbours: IntArray

    def edges(self, weights: FloatArray) -> Edges:
        """Weight each neighbour by row and group: `weights` is of that shape."""
        starts = np.append(self.starts[:, 0], len(self.neighbours))
        repeated = np.repeat(weights.ravel(), self.limits.ravel())
        return Edges(starts, self.neighbours, repeated)

    def edges_of(self, group: int, weights: FloatArray) -> Edges:
        """Weight the neighbours of one group by row."""
        limits = self.limits[:, group]
        places = np.arange(limits.sum()) + np.repeat(
            self.starts[:, group] - np.append(0, np.cumsum(limits)[:-1]), limits
        )
        starts = np.append(0, np.cumsum(limits))
        return Edges(starts, self.neighbours[places], np.repeat(weights, limits))


def row_blocks(table: Table) -> Iterator[tuple[int, int]]:
    """Yield the rows, in fours, of which all distances are held at once."""
    n_rows = max(4, CELLS // table.n_padded // 4 * 4)
    for first in range(0, table.n_padded, n_rows):
        yield first, min(first + n_rows, table.n_padded)


def exact_distances(
    table: Table, gaps: list[Gaps], first: int, last: int, n_jobs: int
) -> FloatArray:
    """Return the distances of some rows to all, without the padding."""
    D = np.zeros((last - first, table.n_padded))
    for start in table.starts:
        _add(table.block(start), first, last, D, n_jobs)
    _add_codes(table, first, last, D, 1.0, n_jobs)
    D = D[: table.n_rows - first, : table.n_rows]
    for gap in gaps:
        gap.correct(D, first)
    return D


def nearest(
    table: Table, gaps: list[Gaps], groups: IntArray, k: int, n_jobs: int
) -> Nearest:
    """Find the k rows of each group with the smallest sum of differences.

    Distances in steps of 2^-15 settle nearly all; the others are reckoned exactly.
    """
    from wrapsel.filters.relief import differences as kernels

    def exact(i: IntArray, j: IntArray) -> FloatArray:
        distances = np.zeros(len(i))
        for start in table.starts:
            kernels.add_pair_distances(table.block(start), i, j, distances)
        kernels.add_pair_mismatches(table.codes, i, j, distances)
        return distances

    search, slack = Search.of(groups, k, own=False), np.zeros(table.n_padded)
    for first, last in row_blocks(table):
        if gaps:
            D = exact_distances(table, gaps, first, last, n_jobs)
        else:
            D, slack = _coarse_distances(table, first, last, n_jobs)
        search.take(D, first, slack, exact)
    return search.found()


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """What is found of the nearest rows, block by block of rows."""

    groups: IntArray
    k: int
    own: bool
    limits: IntArray
    starts: IntArray
    filled: IntArray
    neighbours: IntArray

    @classmethod
    def of(cls, groups: IntArray, k: int, own: bool) -> Search:
        """Begin; with `own`, group 1 is that of the row, and group 0 the others."""
        sizes = np.bincount(groups)
        same = groups[:, None] == np.arange(len(sizes))
        each = sizes - same
        if own:
            hits = sizes[groups] - 1
            each = np.column_stack([len(groups) - 1 - hits, hits])
        limits = np.minimum(k, each).astype(np.intp)
        starts = np.cumsum(limits.ravel()) - limits.ravel()
        k = int(limits.max())
        filled, neighbours = np.zeros_like(limits), np.zeros(limits.sum(), np.intp)
        return cls(
            groups, k, own, limits, starts.reshape(limits.shape), filled, neighbours
        )

    def take(self, D: FloatArray, first: int, slack: FloatArray, exact: Exact) -> None:
        """Find the neighbours of rows first, … from distances right up to a slack.

        `exact` is asked for the distances of pairs of rows, if some slack is not 0.
        """
        D = D[: len(self.groups) - first]
        n_rows = max(1, PAIRS // len(self.groups))
        for start in range(0, len(D), n_rows):
            self._take(D[start : start + n_rows], first + start, slack, exact)

    def _take(self, D: FloatArray, first: int, slack: FloatArray, exact: Exact) -> None:
        from wrapsel.filters.relief import nearest as kernels

        given = D, first, self.groups, self.own, self.k, slack
        free = self.starts, self.filled, self.neighbours
        i, j = np.empty((2, 4 * len(D)), np.intp)
        n = kernels.take_near(*given, *free, i, j)
        if n > len(i):  # many ties
            i, j = np.empty((2, n), np.intp)
            kernels.take_near(*given, *free, i, j)
        if n:
            i, j = i[:n], j[:n]
            order = np.lexsort((j, exact(i, j), i))
            kernels.settle(
                i, j, order, self.groups, self.own, self.starts, self.filled,
                self.limits, self.neighbours,
            )  # fmt: skip

    def found(self) -> Nearest:
        """Return what was found."""
        return Nearest(self.starts, self.limits, self.neighbours)


def _coarse_distances(
    table: Table, first: int, last: int, n_jobs: int
) -> tuple[FloatArray, FloatArray]:
    """Return distances in steps of 2^-15, and by how much those of a row may be off."""
    from wrapsel.filters.relief.differences import coarsen

    D, lost = np.zeros((last - first, table.n_padded)), np.zeros(table.n_padded)
    for start in table.starts:
        block = table.block(start)
        coarse = np.empty(block.shape, np.float32)
        coarsen(block, coarse, lost)
        _add(coarse, first, last, D, n_jobs)
    _add_codes(table, first, last, D, STEPS, n_jobs)
    # A thousandth of a step is far more than the rounding of the bounds.
    slack = lost + lost.max() + 1e-3 if lost.any() else lost
    return D, slack


def _add(block: Any, first: int, last: int, D: FloatArray, n_jobs: int) -> None:
    from wrapsel.filters.relief.differences import add_distances

    half = last - first == len(D[0])
    few = 64 if n_threads(n_jobs) > 1 else last - first

    def run(start: int) -> None:
        add_distances(block, start, min(start + few, last), first, D, half)

    spread(run, range(first, last, few), n_jobs)


def _add_codes(
    table: Table, first: int, last: int, D: FloatArray, unit: float, n_jobs: int
) -> None:
    from wrapsel.filters.relief.differences import add_mismatches

    if not len(table.nominal):
        return

    def run(start: int) -> None:
        stop = min(start + 64, last, table.n_rows)
        add_mismatches(table.codes, start, stop, first, D, unit)

    spread(run, range(first, last, 64), n_jobs)
