"""Votes of the nearest neighbours of the same rows, by many subsets of the columns."""

import numpy as np

from learners.sklearn.neighbors.centres import come_to, distances_of
from learners.sklearn.neighbors.equal_distances import is_tied, matters
from learners.sklearn.neighbors.nearest_by_one import vote_by_one
from learners.sklearn.neighbors.nearest_rows import (
    CLOSE,
    EPSILON,
    add_gaps,
    find_nearest,
    measure_again,
    sum_gaps,
)
from learners.sklearn.neighbors.votes import tally
from learners.sklearn.neighbors.votes_added import vote_by_added
from wrapsel.compiled import compiled, inner

MOST_OPEN = 8  # test rows of a mask, beyond which all are left to the learner


@compiled
def vote(fold, rules, plan, known, slack, order, out, is_open):
    """Set `out` to the sums of the nearest rows' targets, for each mask and test row.

    Distances of a mask are those of the centre plus and minus the columns in which it
    differs. If the last neighbour and the next are so close that rounding could
    exchange them, distances are summed anew in ascending order of the columns. So
    neighbours are always those by such sums, whatever the centre.

    Parameters
    ----------
    fold, rules, plan : Fold, Rules and Plan
    known : Centre
        Those of the last centre, which become those of this one.
    slack : ndarray of shape (n_subsets,)
        Up to which difference distances are equal for the learner.
    order : ndarray of shape (n_added, n_train)
        The rows by ascending values of each added column; for an empty centre only.
    out : ndarray of shape (n_subsets, n_test, n_outputs)
    is_open : ndarray of shape (n_subsets, n_test)
        Set to True where the learner's choice among equal distances matters, and in all
        rows of a mask if there are many.
    """
    is_done = np.zeros((len(fold.test), len(plan.masks)), np.bool_)
    if len(known.distances) > 1:
        for i in range(len(fold.test)):
            come_to(fold, rules, plan.centre, known, i)
    if not plan.centre.any():
        vote_by_one(fold, rules, plan, slack, order, out, is_done)
    elif len(plan.added):
        vote_by_added(fold, rules, plan, known, slack, out, is_done)
    vote_by_all(fold, rules, plan, known, slack, out, is_done, is_open)


@inner
def vote_by_all(fold, rules, plan, known, slack, out, is_done, is_open):
    """Set `out` where it is not done yet, by the distances of all rows."""
    n_train, k = len(fold.targets), rules.n_neighbors
    distances = np.empty(n_train)
    values, weights = np.empty(min(k + 1, n_train)), np.ones(k)
    rows, spare = np.empty(len(values), np.int64), np.empty(k, np.int64)
    n_open = np.zeros(len(plan.masks), np.int64)
    for i in range(len(fold.test)):
        point = fold.test[i]
        if len(known.distances) == 1 and not is_done[i].all():
            come_to(fold, rules, plan.centre, known, i)
        for r in range(len(plan.masks)):
            if is_done[i, r] or n_open[r] > MOST_OPEN:
                continue
            mask, changed = plan.masks[r], changes(plan, r)
            is_moved = look_at_all(
                fold, rules, i, mask, plan.sizes[r], changed, known, slack[r],
                distances, values, rows,
            )  # fmt: skip
            if is_tied(values, rules, slack[r]):
                is_open[r, i] = matters(
                    rules, fold.targets, distances, values, slack[r]
                )
                n_open[r] += is_open[r, i]
            if is_moved and rules.weighted:
                for place in range(k):  # a slice would compile a second longer
                    spare[place] = rows[place]
                measure_again(
                    point, fold.train, mask, rules.squared, spare, values, rows
                )
            tally(rules, fold.targets, values, rows, weights, spare, out[r, i])
    is_open[n_open > MOST_OPEN] = True


@inner
def changes(plan, r):
    """Return the columns in which a mask differs from the centre."""
    return plan.flips[plan.bounds[r] : plan.bounds[r + 1]]


@inner
def look_at_all(
    fold, rules, i, mask, size, changed, known, slack, distances, values, rows
):  # fmt: skip
    """Find the nearest among all rows, by the centre if that makes no difference.

    Returns whether it was by the centre, so that values are not to the last bit.
    """
    point, last, of_centre = fold.test[i], len(values) - 1, distances_of(known, i)
    if len(changed) == 0 and known.is_new:
        move(point, fold.train, mask, changed, rules.squared, of_centre, distances)
        find_nearest(distances, values, rows)
        return False
    # A single addition has been tried, and was too close.
    is_hopeful = rules.exact or len(changed) != 1 or not mask[changed[0]]
    if is_hopeful and 2 * len(changed) <= size:
        move(point, fold.train, mask, changed, rules.squared, of_centre, distances)
        find_nearest(distances, values, rows)
        moved = 4 * len(changed) * EPSILON * (values[last] + 2 * known.largest[i])
        error = known.errors[i] + moved
        is_certain = rules.exact or last < rules.n_neighbors
        if is_certain and slack == 0:
            return True
        is_apart = slack == 0 or values[0] > 2 * error + CLOSE * slack
        is_apart |= not rules.weighted
        if is_apart and values[last] - values[last - 1] > 2 * error + slack:
            return True
    sum_gaps(point, fold.train, mask, rules.squared, distances)
    find_nearest(distances, values, rows)
    return False


@inner
def move(point, train, mask, changed, squared, of_centre, out):
    """Set `out` to the distances by a mask, from those by the centre."""
    for j in range(len(out)):
        out[j] = of_centre[j]
    for c in changed:
        add_gaps(point[c], train[c], squared, 1.0 if mask[c] else -1.0, out)
