"""Elimination of rows from symmetric systems."""

import numpy as np
from numba import njit

from wrapsel.compiled import compiled, inner

TILE = 4  # rows that change together, and pivots taken from them at once
BLOCK = 64  # pivots taken from all rows at once, which stay in the second cache
SPARE = TILE - 1  # rows and columns behind a system, which a last tile may use
VECTOR = 8  # numbers in the longest vector of a processor


@compiled(error_model="numpy")
def eliminate(system, first, end, last):
    """Eliminate rows `first` to `end` from the system of rows `first` to `last`.

    Only its upper triangle counts, in which row by row becomes that of the Cholesky
    factor, and what is left of the other rows. Returns whether it is positive definite.
    """
    for block in range(first, end, BLOCK):
        known = min(block + BLOCK, end)
        for i in range(block, last, TILE):
            # Four rows stay in the nearest cache while pivots pass by.
            for p in range(block, min(i, known), TILE):
                take_pivots(system, p, known, i, last)
            if i < known and not finish_tile(system, i, min(i + TILE, known)):
                return False
    return True


@inner(fastmath={"contract"})
def take_pivots(system, p, known, i, last):
    """Take the pivots from p on, as far as they are known, from the rows from i on.

    All the columns are those of whole vectors, of which none counts before i.
    """
    begin, end = i // VECTOR * VECTOR, -(-last // VECTOR) * VECTOR
    p0, p1 = system[p, begin:end], system[p + 1, begin:end]
    p2, p3 = system[p + 2, begin:end], system[p + 3, begin:end]
    i0, i1 = system[i, begin:end], system[i + 1, begin:end]
    i2, i3 = system[i + 2, begin:end], system[i + 3, begin:end]
    f00, f01, f02, f03 = factors(system, p, known, i)
    f10, f11, f12, f13 = factors(system, p + 1, known, i)
    f20, f21, f22, f23 = factors(system, p + 2, known, i)
    f30, f31, f32, f33 = factors(system, p + 3, known, i)
    for j in range(len(p0)):
        x0, x1, x2, x3 = p0[j], p1[j], p2[j], p3[j]
        i0[j] = i0[j] - f00 * x0 - f10 * x1 - f20 * x2 - f30 * x3
        i1[j] = i1[j] - f01 * x0 - f11 * x1 - f21 * x2 - f31 * x3
        i2[j] = i2[j] - f02 * x0 - f12 * x1 - f22 * x2 - f32 * x3
        i3[j] = i3[j] - f03 * x0 - f13 * x1 - f23 * x2 - f33 * x3


@njit(inline="always")  # as compiled alone, it would be called, at half the speed
def factors(system, p, known, i):
    """Return how much of pivot p each of four rows holds."""
    if p >= known:
        return 0.0, 0.0, 0.0, 0.0
    row = system[p]
    return row[i], row[i + 1], row[i + 2], row[i + 3]


@inner(error_model="numpy", fastmath={"contract"})
def finish_tile(system, first, end):
    """Make pivots of rows that all before them have been taken from."""
    for p in range(first, end):
        if not system[p, p] > 0:
            return False
        pivot = system[p, p:]
        scale = 1 / np.sqrt(pivot[0])
        for j in range(len(pivot)):
            pivot[j] *= scale
        for i in range(p + 1, first + TILE):
            take_pivot(system[i, i:], pivot[i - p :])
    return True


@inner(fastmath={"contract"})
def take_pivot(row, pivot):
    """Take a pivot, of which the row holds its first value times, from a row."""
    factor = pivot[0]
    for j in range(len(row)):
        row[j] -= factor * pivot[j]


@compiled(error_model="numpy")
def substitute_back(system, end, last):
    """Return the solution for the right sides between `end` and `last`, one a row."""
    solved = np.empty((last - end, end))
    for p in range(end - 1, -1, -1):
        for k in range(last - end):
            known = product(system[p, p + 1 : end], solved[k, p + 1 :])
            solved[k, p] = (system[p, end + k] - known) / system[p, p]
    return solved


@inner(fastmath={"contract", "reassoc"})
def product(a, b):
    """Return the inner product, summed in vectors."""
    total = 0.0
    for j in range(len(a)):
        total += a[j] * b[j]
    return total


@compiled
def put_tail_first(system, first, cut, last, end, out):
    """Set `out` to the system with rows `cut` to `last` before all others.

    It begins at row `first`, and its border, from `last` to `end`, stays the border.
    """
    n_tail, n_rows, n_all = last - cut, last - first, end - first
    copy_rows(system[cut:last, cut:], out[:n_tail], n_tail)
    copy_rows(system[first:cut, first:], out[n_tail:n_rows, n_tail:], cut - first)
    for i in range(n_tail):
        out[i, n_rows:n_all] = system[cut + i, last:end]
    for i in range(first, cut):
        out[n_tail + i - first, n_rows:n_all] = system[i, last:end]
    transpose(system[first:cut, cut:last], out[:n_tail, n_tail:n_rows])
    copy_rows(system[last:end, last:], out[n_rows:, n_rows:], end - last)


@inner
def copy_rows(rows, out, n_columns):
    """Copy what is not below the diagonal."""
    for i in range(len(rows)):
        out[i, i:n_columns] = rows[i, i:n_columns]


@inner
def transpose(rows, out):
    """Turn rows into the columns of `out`, a vector of rows at a time."""
    for first in range(0, len(rows), VECTOR):
        for j in range(len(out)):
            for i in range(first, min(first + VECTOR, len(rows))):
                out[j, i] = rows[i, j]
