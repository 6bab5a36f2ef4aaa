"""Exact squared errors of a base with one variable more."""

import numpy as np

from learners.sklearn.linear.adding.growing import add_row
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
    n, nothing = len(order), 0.0
    for target in targets:
        nothing += LEAST * target * target
    columns, share = np.empty(n + 1, np.int64), np.empty(n + 1)
    root, gram = np.zeros((n + 1, n + 1)), np.empty((n + 1, n + 1))
    rows, rest = np.empty((n + 1, len(targets))), np.empty(len(targets))
    for i in range(n):
        columns[i], share[i] = order[i], of_base[0, i]
        for k in range(i + 1):
            root[i, k] = base_root[i, k]
    for i in range(n):
        gather_row(columns, i, products, gram)
        centre_row(columns, i, test, rows)
    found = np.empty(len(places))
    for r in range(len(places)):
        place = places[r]
        columns[n], share[n] = others[place], sums[1, place] / np.sqrt(sums[0, place])
        gather_last(columns, products, diagonal, gram)
        centre_row(columns, n, test, rows)
        shared = transposed_times(base_root, projected[:n, place].copy())
        add_row(root, shared, np.sqrt(sums[0, place]))
        weights = scaled(transposed_times(root, share), columns, sides[0])
        left = left_over(gram, chosen(right, columns), weights)
        left = lower_times(root, scaled(left, columns, sides[0]))
        more = scaled(transposed_times(root, left), columns, sides[0])
        errors = residuals(rows, targets, weights, more, rest)
        error = sum_of_squares(errors, rest)
        found[r] = error if error > nothing else np.nan
    return found


@inner
def chosen(numbers, columns):
    """Return the numbers of some columns."""
    out = np.empty(len(columns))
    for i in range(len(columns)):
        out[i] = numbers[columns[i]]
    return out


@inner
def scaled(numbers, columns, units):
    """Scale the numbers of some columns, in place."""
    for i in range(len(columns)):
        numbers[i] *= units[columns[i]]
    return numbers


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
def gather_row(columns, i, products, gram):
    """Set the products of a column of the base with all of it."""
    known, _, slots = products
    row = known[slots[columns[i]]]
    for k in range(len(columns) - 1):
        gram[i, k] = row[columns[k]]


@inner
def centre_row(columns, i, test, rows):
    """Set the test rows of a column."""
    table, first, means = test
    values, mean = table[columns[i]], means[columns[i]]
    for k in range(rows.shape[1]):
        rows[i, k] = values[first + k] - mean
