"""Nearest rows by single columns, in windows of their sorted values."""

import numpy as np

from learners.sklearn.neighbors.nearest_rows import measure_again
from learners.sklearn.neighbors.votes import tally
from wrapsel.compiled import compiled, inner


@inner
def vote_by_one(fold, rules, plan, slack, order, out, is_done):
    """Set `out` for masks of one column each, but where equal distances matter.

    Parameters
    ----------
    fold, rules, plan : Fold, Rules and Plan
        The centre is empty.
    slack : ndarray of shape (n_subsets,)
        Masks with some are left out.
    order : ndarray of shape (n_added, n_train)
        The rows by ascending values of each added column.
    out : ndarray of shape (n_subsets, n_test, n_outputs)
    is_done : ndarray of shape (n_test, n_subsets)
        Set to True where `out` is.
    """
    k, weights = rules.n_neighbors, np.ones(rules.n_neighbors)
    size = min(k + 1, len(fold.targets))
    values, rows, spare = np.empty(k), np.empty(k, np.int64), np.empty(k, np.int64)
    for a in range(len(plan.added)):
        c, r = plan.added[a], plan.masks_of[a]
        if slack[r] > 0:
            continue
        ascending, start = fold.train[c][order[a]], 0
        for i in np.argsort(fold.test[:, c]):
            value = fold.test[i, c]
            start = next_window(value, ascending, start, size)
            first, is_done[i, r] = start, True
            if size > k:
                first, is_done[i, r] = trim_window(
                    value, ascending, start, size, rules.squared
                )
            if not is_done[i, r]:
                continue
            for place in range(k):  # a slice would compile a second longer
                rows[place] = order[a, first + place]
            if rules.weighted:
                for place in range(k):
                    spare[place] = rows[place]
                point, mask = fold.test[i], plan.masks[r]
                measure_again(
                    point, fold.train, mask, rules.squared, spare, values, rows
                )
            tally(rules, fold.targets, values, rows, weights, spare, out[r, i])


@compiled
def next_window(value, values, start, size):
    """Return where the window of the nearest ascending values starts.

    It starts no earlier than that of a smaller value.
    """
    end = start + size
    while end < len(values) and value - values[start] > values[end] - value:
        start += 1
        end += 1
    return start


@compiled
def trim_window(value, values, start, size, squared):
    """Leave out the furthest of a window of two values or more.

    Returns the new start, and whether the furthest is further than all others.
    """
    first = gap_of(value, values[start], squared)
    final = gap_of(value, values[start + size - 1], squared)
    if first > final:
        return start + 1, gap_of(value, values[start + 1], squared) < first
    before = gap_of(value, values[start + size - 2], squared)
    return start, first < final and before < final


@inner
def gap_of(value, other, squared):
    """Return a distance by one column, with the bits of a sum of one."""
    gap = value - other
    return gap * gap if squared else abs(gap)
