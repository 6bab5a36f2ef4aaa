"""Training by either rule, one subset of the variables at a time."""

import numpy as np

from learners.perceptron.pocket_rule import pocket
from learners.perceptron.sums import INPUT_BITS, copy, taken
from learners.perceptron.thermal_rule import anneal
from wrapsel.compiled import compiled

MOST_PRODUCTS = 2**24  # of pairs of rows in memory


@compiled
def train(codes, rows, columns, signs, start, seed, epochs, in_pocket):
    """Return the weights of units (n_units, n_used + 1), and the epochs of each.

    Signs have shape (n_units, n_rows), the start that of the weights; the bias is last.
    """
    inputs = taken(codes, rows, columns)
    n_rows = len(rows)
    # Inputs of training rows are from -1 to 1.
    has_room = (len(columns) + 1) << 2 * INPUT_BITS < 2**31
    kept = not in_pocket and has_room and n_rows * n_rows <= MOST_PRODUCTS
    products = np.empty((n_rows if kept else 0, n_rows), np.int32)
    known = np.zeros(n_rows, np.bool_)
    n_run = np.zeros(len(signs), np.int64)
    trained = np.empty(start.shape, np.int64)
    for unit in range(len(signs)):
        weights = np.zeros(inputs.shape[1], np.int64)
        copy(start[unit], weights)
        if in_pocket:
            n_run[unit] = pocket(inputs, signs[unit], weights, seed, epochs.shape[1])
        else:
            n_run[unit] = anneal(
                inputs, signs[unit], weights, seed, epochs, products, known
            )
        copy(weights, trained[unit])
    return trained, n_run


@compiled
def fill_sums(codes, rows, columns, weights, out):
    """Set `out` (n_units, n_rows) to the weighted sums of some rows and columns."""
    for i in range(len(rows)):
        row = codes[rows[i]]
        for unit in range(len(weights)):
            total = weights[unit, -1] << INPUT_BITS
            for j in range(len(columns)):
                total += row[columns[j]] * weights[unit, j]
            out[unit, i] = total


@compiled
def fill_sums_of_subsets(
    codes, train_rows, test_rows, masks, signs, seed, epochs, in_pocket, out
):
    """Set `out` (n_subsets, n_units, n_rows) to the sums after a training on each."""
    for subset in range(len(masks)):
        columns = np.flatnonzero(masks[subset])
        start = np.zeros((len(signs), len(columns) + 1), np.int64)
        weights, _ = train(
            codes, train_rows, columns, signs, start, seed, epochs, in_pocket
        )
        fill_sums(codes, test_rows, columns, weights, out[subset])
