"""Sums of squares and of ranks of classes, for many columns at once, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner
from wrapsel.filters.angles.powers import LARGE, WIDTH

DEPTH = 64  # columns that are turned into rows at once, to be sorted


@compiled(error_model="numpy")
def class_squares(X: Any, rows: Any, ends: Any, between: Any, within: Any) -> None:
    """Write the sums of squares between and within classes; NaN if out of range.

    `rows` are those of the first class, then those of the second, to `ends`.
    """
    n_classes = len(ends) - 1
    shifts = np.zeros((n_classes, WIDTH), np.float64)
    sums = np.zeros((n_classes, WIDTH), np.float64)
    squares = np.empty((n_classes, WIDTH), np.float64)
    for start in range(0, X.shape[1], WIDTH):
        stop = min(start + WIDTH, X.shape[1])
        sums[:], squares[:] = 0.0, 0.0
        for c in range(n_classes):
            own = rows[ends[c] : ends[c + 1]]
            _set_mean_of_first(X, own, start, stop, shifts[c])
            for r in own:
                _add(X[r, start:stop], shifts[c], sums[c], squares[c])
        for j in range(stop - start):
            least, most = _squares(ends, shifts[:, j], sums[:, j], squares[:, j])
            is_in_range = 1 / LARGE < least + most < LARGE
            within[start + j] = least if is_in_range else np.nan
            between[start + j] = most if is_in_range else np.nan


@inner(error_model="numpy")
def _set_mean_of_first(X: Any, rows: Any, start: int, stop: int, means: Any) -> None:
    # As of correlations: sums about it lose few digits, and none in a constant class.
    n = 8 if len(rows) >= 8 else 1
    values = np.zeros((n, WIDTH), np.float64)
    for r in range(n):
        row = X[rows[r], start:stop]
        for j in range(len(row)):
            values[r, j] = row[j]
    while n > 1:
        n //= 2
        for r in range(n):
            for j in range(WIDTH):
                values[r, j] = 0.5 * values[r, j] + 0.5 * values[r + n, j]
    # A slice would compile a second longer, for the message if its shape is wrong.
    for j in range(WIDTH):
        means[j] = values[0, j]


@inner(error_model="numpy")
def _add(row: Any, shifts: Any, sums: Any, squares: Any) -> None:
    for j in range(len(row)):
        d = row[j] - shifts[j]
        sums[j] += d
        squares[j] += d * d


@inner(error_model="numpy")
def _squares(ends: Any, shifts: Any, sums: Any, squares: Any) -> Any:
    """Return the sums of squares within and between classes, of one column."""
    within, total, between = 0.0, 0.0, 0.0
    for c in range(len(sums)):
        n = ends[c + 1] - ends[c]
        within += max(squares[c] - sums[c] * sums[c] / n, 0.0)
        # Means about the first shift: no digits are lost to one far from 0.
        total += n * (shifts[c] - shifts[0]) + sums[c]
    mean = total / ends[-1]
    for c in range(len(sums)):
        n = ends[c + 1] - ends[c]
        between += n * ((shifts[c] - shifts[0]) + sums[c] / n - mean) ** 2
    return within, between


@compiled(error_model="numpy")
def twice_rank_sums(X: Any, codes: Any, sums: Any) -> None:
    """Write twice the sum of the mid-ranks of each class; -1 of a column not finite."""
    n, n_columns = X.shape
    columns = np.empty((DEPTH, n), np.float64)
    for start in range(0, n_columns, DEPTH):
        width = min(DEPTH, n_columns - start)
        for r in range(n):
            row = X[r, start : start + width]
            for j in range(width):
                columns[j, r] = row[j]
        for j in range(width):
            if np.isfinite(columns[j]).all():
                _add_ranks(columns[j], codes, sums[start + j])
            else:
                sums[start + j] = -1


@inner(error_model="numpy")
def _add_ranks(column: Any, codes: Any, sums: Any) -> None:
    order = np.argsort(column)
    first, n = 0, len(order)
    while first < n:
        last = first
        while last + 1 < n and column[order[last + 1]] == column[order[first]]:
            last += 1
        for k in range(first, last + 1):
            sums[codes[order[k]]] += first + last + 2  # ranks begin at 1
        first = last + 1
