"""Votes of neighbours by a subset and each of some further columns."""

import numpy as np

from learners.sklearn.neighbors.centres import come_to, distances_of
from learners.sklearn.neighbors.nearest_added import (
    GROUP,
    N_BUCKETS,
    PLACES,
    find_added,
    order_rows,
)
from learners.sklearn.neighbors.nearest_rows import (
    CLOSE,
    EPSILON,
    measure_again,
)
from learners.sklearn.neighbors.votes import tally, tally_lanes
from wrapsel.compiled import inner

TINY = 1e-300
OF_PLACES = 4 * (PLACES + 1) * EPSILON  # a sum, and bits that hold a place


@inner
def vote_by_added(fold, rules, plan, known, slack, out, is_done):
    """Set `out` for masks of one added column, but where rounding could matter.

    Parameters
    ----------
    fold, rules, plan : Fold, Rules and Plan
    known : Centre
    slack : ndarray of shape (n_subsets,)
        By how much distances have to differ at least.
    out : ndarray of shape (n_subsets, n_test, n_outputs)
    is_done : ndarray of shape (n_test, n_subsets)
        Set to True where `out` is.
    """
    n_train, n_added, k = len(fold.targets), len(plan.added), rules.n_neighbors
    last = min(k, n_train - 1)
    nearest = np.empty(((last // GROUP + 1) * GROUP, n_added))
    a, b = np.empty(n_added), np.empty(n_added)
    keys, order = np.empty(n_train, np.int64), np.empty(n_train, np.uint32)
    counts, lanes = np.empty(N_BUCKETS + 1, np.int32), np.empty(n_added, np.uint32)
    rows, certain = np.empty((k, n_added), np.int64), np.ones(n_added, np.bool_)
    train = fold.train[plan.added].T.copy()
    for i in range(len(fold.test)):
        point = fold.test[i]
        if len(known.distances) == 1:
            come_to(fold, rules, plan.centre, known, i)
        distances, error = distances_of(known, i), known.errors[i]
        order_rows(distances, keys, counts, order)
        n_open = find_added(
            point[plan.added], train, rules.squared, distances, order, keys, last,
            lanes, a, b, nearest,
        )  # fmt: skip
        if last == k:
            wanted = slack[plan.masks_of[lanes]]
            are_certain(nearest[k - 1], nearest[k], error, wanted, certain)
            if rules.weighted:
                are_apart(nearest[0], error, wanted, certain)
        certain[:n_open] = False
        take_rows(order, nearest.view(np.int64), rows)
        if rules.weighted:
            vote_weighted(fold, rules, plan, i, lanes, certain, rows, out)
        else:
            vote_lanes(fold, rules, plan, i, lanes, certain, rows, out)
        for c in range(n_added):
            is_done[i, plan.masks_of[lanes[c]]] = certain[c]


@inner
def are_certain(neighbours, others, of_centre, slack, certain):
    """Set for which lanes rounding could not exchange the last neighbour."""
    for c in range(len(certain)):
        error = of_centre + OF_PLACES * others[c] + TINY
        certain[c] = others[c] - neighbours[c] > 2 * error + slack[c]


@inner
def are_apart(nearest, of_centre, slack, certain):
    """Take lanes back whose nearest row may be at no distance for the learner."""
    for c in range(len(certain)):
        error = of_centre + OF_PLACES * nearest[c] + TINY
        certain[c] &= slack[c] == 0 or nearest[c] > 2 * error + CLOSE * slack[c]


@inner
def take_rows(order, places, rows):
    """Set rows to those whose places in the order the last bits hold."""
    for place in range(len(rows)):
        for c in range(rows.shape[1]):
            rows[place, c] = order[places[place, c] & PLACES]


@inner
def vote_lanes(fold, rules, plan, i, lanes, certain, rows, out):
    """Set the sums for one test row, of equal weights."""
    sums = np.empty((fold.targets.shape[1], len(lanes)))
    tally_lanes(rules, fold.targets, rows, sums)
    for c in range(len(lanes)):
        if certain[c]:
            for o in range(len(sums)):
                out[plan.masks_of[lanes[c]], i, o] = sums[o, c]


@inner
def vote_weighted(fold, rules, plan, i, lanes, certain, rows, out):
    """Set the sums for one test row, weighted by distances to the last bit."""
    point, k = fold.test[i], rules.n_neighbors
    values, weights, spare = np.empty(k), np.empty(k), np.empty(k, np.int64)
    for c in range(len(lanes)):
        if certain[c]:
            r, found = plan.masks_of[lanes[c]], rows[:, c]
            mask = plan.masks[r]
            measure_again(point, fold.train, mask, rules.squared, found, values, spare)
            tally(rules, fold.targets, values, spare, weights, spare, out[r, i])
