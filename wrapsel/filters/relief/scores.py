"""Weighted differences of rows to their neighbours, by column."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.relief.gaps import Gaps
from wrapsel.filters.relief.table import WIDTH, Table


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The neighbours of row i: `neighbours[starts[i] : starts[i + 1]]`, weighted."""

    starts: IntArray
    neighbours: IntArray
    weights: FloatArray


def check_count(name: str, value: Any) -> None:
    """Refuse what is no integer from 1."""
    if not (isinstance(value, int | np.integer) and value >= 1):
        raise ValueError(f"{name} must be an integer from 1, got {value}")


def check_n_jobs(value: Any) -> None:
    """Refuse what counts no threads."""
    if not (isinstance(value, int | np.integer) and (value >= 1 or value == -1)):
        raise ValueError(f"n_jobs must be an integer from 1, or -1, got {value}")


def n_threads(n_jobs: int) -> int:
    """Return how many threads `n_jobs` means; -1 is one a processor."""
    return (os.cpu_count() or 1) if n_jobs == -1 else n_jobs


def spread(run: Callable[[Any], object], parts: Any, n_jobs: int) -> None:
    """Run on each part; parts write to different places."""
    if n_threads(n_jobs) == 1:
        for part in parts:
            run(part)
        return
    with ThreadPoolExecutor(n_threads(n_jobs)) as pool:
        list(pool.map(run, parts))


def score(table: Table, gaps: list[Gaps], edges: Edges, n_jobs: int = 1) -> FloatArray:
    """Return for each column the weighted sum of its differences over the edges."""
    from wrapsel.filters.relief import differences as kernels

    given = edges.starts, edges.neighbours, edges.weights
    scores = np.zeros(table.n_columns)
    scores[table.numeric] = _by_blocks(table.block, len(table.numeric), edges, n_jobs)
    part = np.zeros(len(table.nominal))
    kernels.add_code_differences(table.codes, *given, part)
    scores[table.nominal] = part
    rows = np.repeat(np.arange(table.n_rows), np.diff(edges.starts))
    for gap in gaps:
        differences = gap.differences(rows, edges.neighbours)
        scores[gap.place] = (edges.weights * differences).sum()
    return scores


def score_columns(Z: FloatArray, edges: Edges, n_jobs: int) -> FloatArray:
    """Return the same of an array as it is."""

    def block(start: int) -> FloatArray:
        return np.ascontiguousarray(Z[:, start : start + WIDTH])

    return _by_blocks(block, Z.shape[1], edges, n_jobs)


def _by_blocks(
    block: Callable[[int], FloatArray], n_columns: int, edges: Edges, n_jobs: int
) -> FloatArray:
    from wrapsel.filters.relief.differences import add_differences

    scores = np.zeros(n_columns)

    def add(start: int) -> None:
        # Rows of a column, and edges in one order: threads change nothing.
        add_differences(
            block(start), edges.starts, edges.neighbours, edges.weights,
            scores[start : start + WIDTH],
        )  # fmt: skip

    spread(add, range(0, n_columns, WIDTH), n_jobs)
    return scores
