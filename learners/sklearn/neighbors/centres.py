"""Distances by a subset that others differ from in a few variables."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from learners.sklearn.neighbors.nearest_rows import EPSILON, add_gaps
from wrapsel.compiled import inner

MOST_BYTES = 2**28  # of distances that are kept from one call to the next
MOST_MOVES = 64  # variables that come and go before distances are summed anew

# distances (n_test, n_train) by the last centre, or room for those of one test row; in
# which columns the next centre differs, those that leave first: from the last one, or
# from none at all if it is new; errors and largest (n_test,): bounds of what rounding
# did, and the largest distances of each test row.
Centre = namedtuple("Centre", "distances flips is_new errors largest")


class Centres:
    """The distances by the last centre, of each fold.

    They move on to the next one by the columns in which it differs. Each takes its
    rounding along, which is told.

    Parameters
    ----------
    tables : sequence of Fold
    """

    def __init__(self, tables):
        self._sizes = [(len(t.test), len(t.targets)) for t in tables]
        self._keeps = 8 * sum(map(np.prod, self._sizes)) <= MOST_BYTES
        self._last = {}

    def towards(self, fold, centre):
        """Return what leads to the distances by a centre, for `come_to`.

        Parameters
        ----------
        fold : int
        centre : ndarray of bool, shape (n_columns,)
        """
        # Taken away until it is left, so that no two threads move the same.
        last, arrays, n_moves = self._last.pop(fold, (~centre, None, 0))
        flips = np.concatenate(
            [np.flatnonzero(last & ~centre), np.flatnonzero(centre & ~last)]
        )
        n_moves += len(flips)
        if arrays is None:
            n_test, n_train = self._sizes[fold]
            distances = np.empty((n_test if self._keeps else 1, n_train))
            arrays = distances, np.zeros(n_test), np.zeros(n_test)
        many = n_moves > MOST_MOVES or 2 * len(flips) > np.count_nonzero(centre)
        is_new = bool(many or not self._keeps)
        if is_new:
            flips, n_moves = np.flatnonzero(centre), 0
        distances, *sides = arrays
        return Centre(distances, flips, is_new, *sides), n_moves

    def leave(self, fold, centre, known, n_moves):
        """Keep the distances, which are by this centre now."""
        if self._keeps:
            arrays = known.distances, known.errors, known.largest
            self._last[fold] = centre, arrays, n_moves


@inner
def come_to(fold, rules, centre, known, i):
    """Bring the distances of a test row to the centre.

    Parameters
    ----------
    fold, rules : Fold and Rules
    centre : ndarray of bool, shape (n_columns,)
    known : Centre
    i : int
        The test row.
    """
    point, out = fold.test[i], distances_of(known, i)
    if known.is_new:
        known.errors[i] = known.largest[i] = 0.0
        for j in range(len(out)):
            out[j] = 0.0
    for c in known.flips:
        sign = 1.0 if centre[c] else -1.0
        add_gaps(point[c], fold.train[c], rules.squared, sign, out)
    # Between two centres distances only fall, and then only grow.
    for j in range(len(out)):
        out[j] = max(out[j], 0.0)
    before, most = known.largest[i], largest_of(out)
    known.largest[i] = most
    known.errors[i] += 4 * len(known.flips) * EPSILON * max(before, most)


@inner
def distances_of(known, i):
    """Return where the distances of a test row are."""
    return known.distances[i if len(known.distances) > 1 else 0]


@inner
def largest_of(distances):
    """Return the largest distance."""
    most = 0.0
    for distance in distances:
        most = max(most, distance)
    return most
