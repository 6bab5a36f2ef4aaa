"""Linear predictions of many subsets from one matrix of products of all columns."""

import numpy as np

from wrapsel.compiled import compiled, inner

TILE = 4  # rows that are taken away in one pass


@inner
def columns_in(mask, columns):
    """Write the columns of a mask, ascending, to the front of `columns`; count them."""
    size = 0
    for j in range(len(mask)):
        if mask[j]:
            columns[size] = j
            size += 1
    return size


@inner
def gather(gram, slots, scales, right, columns, R, Z, V):
    """Set R and Z to the system of some columns, scaled to a diagonal of ones.

    Two columns have the same product in the row of either; one column may have no row.
    """
    for i in range(len(R)):
        a = columns[i]
        R[i, i] = 1.0
        for j in range(i + 1, len(R)):
            b = columns[j]
            product = gram[slots[a], b] if slots[a] >= 0 else gram[slots[b], a]
            R[i, j] = product / (scales[a] * scales[b])
        for o in range(Z.shape[1]):
            Z[i, o] = right[a, o] / scales[a]
        for j in range(len(R)):
            V[i, j] = 0.0
        V[i, i] = 1.0


@inner(error_model="numpy")
def eliminate(R, Z, V):
    """With R = L L', set Z to L^-1 Z and V to L^-1; return whether R allows it.

    Rows are taken from the rows below them, so that the inner loops need no sum: a few
    at a time, one after the other.
    """
    n = len(R)
    for first in range(0, n, TILE):
        end = min(first + TILE, n)
        for i in range(first, end):
            if not R[i, i] > 0:
                return False
            root = 1 / np.sqrt(R[i, i])
            scale(R[i], i, n, root)
            scale(Z[i], 0, Z.shape[1], root)
            scale(V[i], 0, i + 1, root)
            for j in range(i + 1, end):
                factor = R[i, j]
                take(R[j], R[i], j, n, factor)
                take(Z[j], Z[i], 0, Z.shape[1], factor)
                take(V[j], V[i], 0, i + 1, factor)
        for j in range(end, n):
            factors = R[first, j], R[first + 1, j], R[first + 2, j], R[first + 3, j]
            take_tile(R, first, j, j, n, factors)
            take_tile(Z, first, j, 0, Z.shape[1], factors)
            take_tile(V, first, j, 0, end, factors)
    return True


@inner
def scale(row, start, end, factor):
    """Multiply a part of a row."""
    for j in range(start, end):
        row[j] *= factor


@inner
def take(row, other, start, end, factor):
    """Take a multiple of a part of another row away."""
    for j in range(start, end):
        row[j] -= factor * other[j]


@inner
def take_tile(rows, first, last, start, end, factors):
    """Take multiples of a part of a tile of rows away from the last one."""
    row, (a, b, c, d) = rows[last], factors
    r0, r1, r2, r3 = rows[first], rows[first + 1], rows[first + 2], rows[first + 3]
    for j in range(start, end):
        row[j] = row[j] - a * r0[j] - b * r1[j] - c * r2[j] - d * r3[j]


@inner(error_model="numpy")
def is_sound(scales, columns, V, most_inflation, most_spread):
    """Return whether the system is far enough from a singular one.

    The inflation is the trace of the inverse, scaled to a diagonal of ones; the spread
    is the trace times that of the inverse, both unscaled, and bounds the condition.
    """
    inflation = trace = of_inverse = 0.0
    for j in range(len(V)):
        total = 0.0
        for i in range(j, len(V)):
            total += V[i, j] * V[i, j]
        a = columns[j]
        inflation += total
        trace += scales[a] * scales[a]
        of_inverse += total / (scales[a] * scales[a])
    # Neither is true of NaN.
    return inflation <= most_inflation and trace * of_inverse <= most_spread


@inner(error_model="numpy")
def add_outputs(scales, columns, Z, V, table, first, means, out):
    """Add the outputs for the test rows, one variable after the other.

    They are those of the table (n_columns, n_rows) from the first on.
    """
    for o in range(Z.shape[1]):
        total = out[o]
        for j in range(len(V)):
            weight = 0.0
            for i in range(j, len(V)):
                weight += V[i, j] * Z[i, o]
            weight /= scales[columns[j]]
            mean = means[columns[j]]
            values = table[columns[j], first : first + len(total)]
            for i in range(len(total)):
                total[i] += weight * (values[i] - mean)


@inner
def fill_squares(Z, out):
    """Set `out` to Z'Z."""
    for o in range(Z.shape[1]):
        for p in range(Z.shape[1]):
            total = 0.0
            for i in range(len(Z)):
                total += Z[i, o] * Z[i, p]
            out[o, p] = total


@inner
def solve_subset(gram, slots, scales, right, test, columns, limits, out, products):
    """Add to `out` the outputs of one subset; return whether they can be trusted."""
    for a in columns:
        if not scales[a] > 0:
            return False
    size = len(columns)
    R, V = np.empty((size, size)), np.empty((size, size))
    Z = np.empty((size, right.shape[1]))
    gather(gram, slots, scales, right, columns, R, Z, V)
    if not eliminate(R, Z, V):
        return False
    if not is_sound(scales, columns, V, limits[0], limits[1]):
        return False
    table, first, means = test
    add_outputs(scales, columns, Z, V, table, first, means, out)
    if len(products):
        fill_squares(Z, products)
    return True


@compiled
def solve_subsets(
    gram, slots, scales, right, test, masks, asked, limits, out, products, sound
):
    """Add to `out` (n_subsets, n_outputs, n_test) the outputs of the masks asked for.

    Each subset is solved alone: gram[S, S] W = right[S], then W' test[S] is added.
    `sound` says of which subsets to trust them. `products`, if not empty, are set to
    right[S]' W, of shape (n_subsets, n_outputs, n_outputs).

    Parameters
    ----------
    gram : ndarray of shape (n_known, n_columns)
    slots : ndarray of shape (n_columns,)
        Where it has the products of a column with all.
    scales : ndarray of shape (n_columns,)
        Square roots of products of columns with themselves; zero for a column not to be
        trusted.
    right : ndarray of shape (n_columns, n_outputs)
    test : (ndarray of shape (n_columns, n_rows), int, ndarray of shape (n_columns,))
        The table, in which row test rows begin, and what to take from them.
    asked : ndarray of int
        Places of masks, all columns of which have a slot, but for one.
    limits : (float, float)
        Largest inflation and spread, as of `is_sound`.
    """
    columns = np.empty(masks.shape[1], np.int64)
    nothing = np.empty((0, 0))
    for r in asked:
        size = columns_in(masks[r], columns)
        some, of = columns[:size], products[r] if len(products) else nothing
        sound[r] = solve_subset(
            gram, slots, scales, right, test, some, limits, out[r], of
        )
