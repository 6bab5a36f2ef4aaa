"""Exact squared errors of a base with one variable more."""

import numpy as np

from learners.sklearn.linear.exact import left_over, residuals, sum_of_squares
from learners.sklearn.linear.square_kernels import lower_times, transposed_times
from wrapsel.compiled import compiled, inner

LEAST = 1e-16  # of the squares of targets, below which one refinement is too little


@compiled
def errors_exactly(
    places, products, test, targets, sides, others, base, diagonal, right
):
    """Return the errors of a base with each of some columns, but for one rounding.

    NaN where they are next to nothing.

    Parameters
    ----------
    places : ndarray of int
        Of the columns, in `others`.
    products, test, targets, sides, others
        As of `grow`.
    base : tuple of ndarrays
        Those of `Base`.
    diagonal, right : ndarrays of shape (n_columns,)
        Products of training columns with themselves, and with the training targets.
    """
    order, base_root, _, of_base, projected, sums, _ = base
    n, found = len(order), np.full(len(places), np.nan)
    columns, root = np.empty(n + 1, np.intp), np.zeros((n + 1, n + 1))
    columns[:n], root[:n, :n] = order, base_root[:n, :n]
    least, rest = LEAST * (targets * targets).sum(), targets.copy()
    gram, rows = np.empty((n + 1, n + 1)), np.empty((n + 1, len(targets)))
    for i in range(n):
        gather_row(i, n, columns, products, gram)
        centre_row(i, columns, test, rows)
    for r in range(len(places)):
        place = places[r]
        columns[n] = others[place]
        gather_last(columns, products, diagonal, gram)
        centre_row(n, columns, test, rows)
        size, units = np.sqrt(sums[0, place]), sides[0][columns]
        root[n, :n] = transposed_times(base_root, projected[:n, place].copy()) / -size
        root[n, n] = 1 / size
        share = np.append(of_base[0, :n], sums[1, place] / size)
        weights = units * transposed_times(root, share)
        left = units * left_over(gram, right[columns], weights)
        more = units * transposed_times(root, lower_times(root, left))
        errors = residuals(rows, targets, weights, more, rest)
        error = sum_of_squares(errors, rest)
        if error > least:
            found[r] = error
    return found


@inner
def gather_last(columns, products, diagonal, gram):
    """Set the products of base columns, and of all with the last one."""
    known, _, slots = products
    n = len(columns) - 1
    for i in range(n):
        row = known[slots[columns[i]]]
        gram[i, n] = gram[n, i] = row[columns[n]]
    gram[n, n] = diagonal[columns[n]]


@inner
def gather_row(i, n, columns, products, gram):
    """Set the products of a column of the base with the others of it."""
    known, _, slots = products
    row = known[slots[columns[i]]]
    for k in range(n):
        gram[i, k] = row[columns[k]]


@inner
def centre_row(i, columns, test, rows):
    """Set the test rows of a column."""
    table, first, means = test
    values, mean = table[columns[i]], means[columns[i]]
    for k in range(rows.shape[1]):
        rows[i, k] = values[first + k] - mean
