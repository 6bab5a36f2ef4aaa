"""Squared errors of a base without one of its variables, from its inverse products."""

from __future__ import annotations

import numpy as np

from learners.sklearn.linear.adding.additions import inverse_root
from learners.sklearn.linear.bounds import is_near_none, traces
from learners.sklearn.linear.exact import (
    NOTHING,
    exact_error,
    left_over,
    residuals,
    sum_of_squares,
)
from learners.sklearn.linear.removal_kernels import weigh_removed
from learners.sklearn.linear.rounding import certain, rounded
from wrapsel.compiled import compiled

MOST_REMOVED = 24  # from an inverse, before the next is made anew


@compiled(error_model="numpy")
def remove(inverse, reach, place):
    """Take a variable out of an inverse and what it makes of test columns.

    Its rows and its column become zero.
    """
    row, test, pivot = inverse[place].copy(), reach[place].copy(), inverse[place, place]
    for i in range(len(row)):
        factor = row[i] / pivot
        if factor != 0:
            for j in range(len(row)):
                inverse[i, j] -= factor * row[j]
            for j in range(len(test)):
                reach[i, j] -= factor * test[j]
    inverse[place], inverse[:, place], reach[place] = 0.0, 0.0, 0.0


class Removals:
    """The squared errors of a base without one of its variables, on one fold.

    Parameters
    ----------
    system, targets, sides, sizes
        As of `Additions`.

    Notes
    -----
    As long as a base lacks few variables of the last one, its inverse comes from that
    one's. It loses digits on the way; but weights are refined by what they leave over,
    and inverses made anew now and then.
    """

    def __init__(self, system, targets, sides, sizes):
        self._system, self._targets = system, targets
        self._sides, self._sizes = sides, sizes
        self._columns = np.empty(0, np.intp)

    def errors(self, columns, removed):
        """Return errors without each of some columns; NaN where they are not known.

        Parameters
        ----------
        columns, removed : ndarray of int
            The base, ascending, and some of it.
        """
        errors, bounds = self.bounded(columns, removed)
        nothing = NOTHING * (self._targets @ self._targets)
        clear = certain(errors, bounds) & (errors > 2 * nothing)
        errors = np.where(np.isinf(bounds), np.nan, rounded(errors))
        for row in np.flatnonzero(~clear & np.isfinite(bounds)):
            place = np.searchsorted(self._columns, removed[row])
            errors[row] = rounded(self._exact(place))[0]
        return errors

    def bounded(self, columns, removed):
        """Return errors and bounds of what rounding did, infinite if unknown."""
        errors, bounds = np.zeros(len(removed)), np.full(len(removed), np.inf)
        if self._reach(columns):
            places = np.searchsorted(self._columns, removed)
            arrays = self._inverse, self._weights, self._slopes, self._reached
            arrays = *arrays, self._noise, self._error, places
            weigh_removed(*arrays, errors, bounds)
            bounds *= 1 + (len(self._columns) - len(columns)) / 4
        return errors, bounds

    def _reach(self, columns):
        """Come to a base; return whether it is to be trusted."""
        if self._remove_to(columns) or (self._begin(columns) and self._is_sound):
            return True
        self._columns = np.empty(0, np.intp)  # what follows would inherit its errors
        return False

    def _remove_to(self, columns):
        """Come to a base from the last one; return whether that was possible."""
        alive = self._columns[self._alive] if len(self._columns) else self._columns
        gone = np.setdiff1d(alive, columns, assume_unique=True)
        if not len(columns) or len(alive) - len(gone) != len(columns):
            return False
        n_removed = len(self._columns) - len(columns)
        if len(gone) > 4 or n_removed > min(MOST_REMOVED, len(columns)):
            return False
        for place in np.searchsorted(self._columns, gone):
            remove(self._inverse, self._reached, place)
            self._alive[place] = False
        if len(gone):
            self._solve()
        return True

    def _begin(self, columns):
        """Make the inverse of a base anew; return whether there is one."""
        system, units = self._system, self._sides[0, columns]
        root = inverse_root(system, columns, units)
        if root is None or not len(columns):
            return False
        self._gram = system.products.between(system.fold, columns)
        self._columns, self._alive = columns, np.ones(len(columns), np.bool_)
        self._units, self._test = units, system.tested(columns)
        scaled = self._test * units[:, np.newaxis]
        self._inverse, self._reached = root.T @ root, root.T @ (root @ scaled)
        diagonal = np.diag(self._inverse)
        self._noise = np.sqrt(diagonal * diagonal.sum())
        self._solve()
        return True

    def _solve(self):
        """Solve the base exactly, but for one rounding."""
        units, right = self._units, self._system.right[self._columns, 0]
        weights = units * (self._inverse @ (units * right))
        left = left_over(self._gram, right, weights)
        more, rest = (
            units * (self._inverse @ (units * left)),
            np.empty_like(self._targets),
        )
        outputs = self._test, self._targets, weights, more
        errors = residuals(*outputs, rest)
        self._weights, self._slopes = (weights + more) / units, self._reached @ errors
        self._error = sum_of_squares(errors, rest)
        diagonal = np.diag(self._inverse)[self._alive]
        of_inverse = traces(diagonal, units[self._alive])
        self._is_sound = is_near_none(self._system.limits, *of_inverse)

    def _exact(self, place):
        """Return the exact error without one of the columns."""
        units, row = self._units, self._inverse[place]
        pivot = row[place]

        def solve(right):
            found = self._inverse @ (units * right)
            return kept(found - row * (found[place] / pivot))

        def kept(found):
            found[place] = 0.0  # as are those that were removed before
            return units * found

        weights = kept(self._weights - row * (self._weights[place] / pivot))
        right = self._system.right[self._columns, 0]
        gram, test = self._gram, self._test
        return exact_error(gram, right, test, self._targets, weights, solve)
