"""What neighbours vote on, by which rules, and their votes."""

from collections import namedtuple

import numpy as np

from learners.sklearn.neighbors.nearest_rows import sort_rows
from wrapsel.compiled import inner

# any_order: sums of targets are free of rounding; exact: those of distances are;
# by_votes: only the class with the most votes is asked for.
Rules = namedtuple("Rules", "n_neighbors squared weighted any_order exact by_votes")
# test (n_test, n_columns), train (n_columns, n_train), targets (n_train, n_outputs)
Fold = namedtuple("Fold", "test train targets")
# Mask r has sizes[r] columns, and differs from the centre in
# flips[bounds[r]:bounds[r + 1]]; the mask masks_of[a] only by the column added[a],
# which the centre lacks.
Plan = namedtuple("Plan", "masks centre sizes bounds flips added masks_of")


@inner(error_model="numpy")
def weigh(values, squared, weights):
    """Set weights to inverse distances; rows at no distance leave none to others."""
    n_infinite = 0
    for j in range(len(weights)):
        weights[j] = 1 / (np.sqrt(values[j]) if squared else values[j])
        n_infinite += np.isinf(weights[j])
    if n_infinite:
        for j in range(len(weights)):
            weights[j] = 1.0 if np.isinf(weights[j]) else 0.0


@inner
def tally(rules, targets, values, rows, weights, spare, out):
    """Set `out` to the sums of the rows' targets, weighted by the distances."""
    if rules.weighted:
        weigh(values, rules.squared, weights)
    elif not rules.any_order:
        sort_rows(rows, rules.n_neighbors, spare)
    for o in range(len(out)):
        total = 0.0
        for j in range(rules.n_neighbors):
            total += weights[j] * targets[rows[j], o]
        out[o] = total


@inner
def tally_lanes(rules, targets, rows, sums):
    """Set sums (n_outputs, n_lanes) by rows (n_neighbors, n_lanes) of equal weight."""
    if not rules.any_order:
        sort_lanes(rows)
    sums[:] = 0.0
    for o in range(len(sums)):
        for place in range(len(rows)):
            for c in range(rows.shape[1]):
                sums[o, c] += targets[rows[place, c], o]


@inner
def sort_lanes(rows):
    """Sort each column of rows, by exchanges in all columns at once."""
    for end in range(len(rows) - 1, 0, -1):
        for place in range(end):
            exchange_rows(rows[place], rows[place + 1])


@inner
def exchange_rows(first, second):
    """Leave the smaller ones in the first."""
    for c in range(len(first)):
        a, b = first[c], second[c]
        first[c] = min(a, b)
        second[c] = max(a, b)
