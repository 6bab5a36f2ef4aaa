"""Squared errors of a base without one of its variables, from its inverse products."""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dtrmm
from scipy.linalg.lapack import dlauum

from learners.sklearn.linear.bounds import is_near_none, traces
from learners.sklearn.linear.exact import (
    NOTHING,
    exact_error,
    left_over,
    residuals,
    sum_of_squares,
)
from learners.sklearn.linear.removal_kernels import (
    multiply_triangle,
    take_from_reach,
    take_out,
    weigh_removed,
)
from learners.sklearn.linear.rounding import rounded, settled

MOST_REMOVED = 24  # from an inverse of few, or of little use, before it's made anew
MOST_AT_ONCE = 4  # variables
ROUNDINGS = 64  # variances of its last product's rounding, for those of an inverse


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
    and inverses made anew when half of the variables are gone. Those that are left
    stand at the front of all arrays, in no order.
    """

    def __init__(self, system, targets, sides, sizes):
        self._system, self._targets = system, targets
        self._sides, self._nothing = sides, NOTHING * (targets @ targets)
        self._forget()

    def errors(self, columns, removed):
        """Return errors without each of some columns; NaN where they are not known.

        Parameters
        ----------
        columns, removed : ndarray of int
            The base, ascending, and some of it.
        """
        found, is_open = settled(*self.bounded(columns, removed), 2 * self._nothing)
        self._is_vague = 2 * np.count_nonzero(np.isnan(found)) > len(removed)
        for row in is_open:
            found[row] = rounded(self._exact(self._places[removed[row]]))[0]
        return found

    def alone(self, columns):
        """Return the error of a base (1,); NaN if it is not known."""
        if not self._reach(columns):
            return np.array([np.nan])
        return np.array([self._error if self._error > self._nothing else 0.0])

    def bounded(self, columns, removed):
        """Return errors and bounds of what rounding did, infinite if unknown."""
        errors, bounds = np.zeros(len(removed)), np.full(len(removed), np.inf)
        if self._reach(columns):
            of_base = self._inverse, self._each, self._slopes, self._heights
            places = self._places[removed]
            weigh_removed(*of_base, self._most, self._error, places, errors, bounds)
        return errors, bounds

    def _reach(self, columns):
        """Come to a base; return whether it is to be trusted."""
        if self._remove_to(columns) or self._begin(columns):
            return True
        self._forget()  # what follows would inherit its errors
        return False

    def _forget(self):
        self._places = np.full(self._sides.shape[1], -1)
        self._columns, self._n, self._is_vague = np.empty(0, np.intp), 0, False

    def _remove_to(self, columns):
        """Come to a base from the last one; return whether that was possible."""
        places, n_left = self._places[columns], len(columns)
        if not 0 <= self._n - n_left <= MOST_AT_ONCE or not n_left:
            return False
        most = MOST_REMOVED if self._is_vague else max(MOST_REMOVED, n_left)
        if len(self._columns) - n_left > most or places.min() < 0:
            return False
        if self._n > n_left:
            gone = np.ones(self._n, np.bool_)
            gone[places] = False
            for place in np.flatnonzero(gone)[::-1]:
                self._remove(place)
        return True

    def _remove(self, place):
        columns, more = self._columns, (self._inverse, self._gram, self._test)
        factors = take_out(place, self._n, *more, self._each)
        self._n -= 1
        columns[place], gone = columns[self._n], columns[place]
        self._places[columns[place]], self._places[gone] = place, -1
        self._solve()
        arrays = self._reached, self._residuals, self._slopes, self._heights
        sizes = take_from_reach(place, factors, *arrays)
        self._most = np.maximum(self._most, sizes)

    def _begin(self, columns):
        """Make the inverse of a base anew; return whether it is to be trusted."""
        system, units = self._system, self._sides[0, columns]
        root = system.inverse_root(columns, units)
        if root is None or not len(columns):
            return False
        self._forget()
        self._gram = system.products.between(system.fold, columns)
        self._columns, self._n = columns.copy(), len(columns)
        self._places[columns] = np.arange(len(columns))
        self._test = system.tested(columns)
        scaled = self._test * units[:, np.newaxis]
        self._inverse, self._reached = inverse_and_reach(root, scaled)
        squares, right = root**2, system.right[columns, 0]
        fars, noise = symmetric_sums(self._inverse**2), squares.sum(axis=1) @ squares
        scaled = np.empty(len(columns))
        multiply_triangle(self._inverse, units * right, scaled)
        self._each = np.array([scaled, fars, ROUNDINGS * noise, units, right])
        self._solve()
        self._slopes = self._reached @ self._residuals
        self._heights = np.einsum("ij,ij->i", self._reached, self._reached)
        self._most = np.sqrt([self._slopes @ self._slopes, self._heights.sum()])
        of_inverse = traces(np.diag(self._inverse), units)
        return is_near_none(system.limits, *of_inverse)

    def _solve(self):
        """Solve the base exactly, but for one rounding."""
        scaled, _, _, units, right = self._each[:, : self._n]
        weights, rest = units * scaled, np.empty_like(self._targets)
        more = self._times_inverse(left_over(self._gram, right, weights))
        outputs = self._test, self._targets, weights, more
        self._residuals = residuals(*outputs, rest)
        scaled[:] = (weights + more) / units
        self._error = sum_of_squares(self._residuals, rest)

    def _times_inverse(self, right):
        units, found = self._each[3, : self._n], np.empty(self._n)
        multiply_triangle(self._inverse, units * right, found)
        return units * found

    def _exact(self, place):
        """Return the exact error without one of the columns."""
        scaled, _, _, units, right = self._each[:, : self._n]
        parts = self._inverse[place, :place], self._inverse[place : self._n, place]
        row = units * np.concatenate(parts)
        pivot = row[place]

        def without(found):
            found = found - row * (found[place] / pivot)
            found[place] = 0.0
            return found

        given = self._gram, right, self._test, self._targets
        weights = without(units * scaled)
        return exact_error(*given, weights, lambda r: without(self._times_inverse(r)))


def inverse_and_reach(root, test):
    """Return the lower triangle of root' root, and root' root test.

    Parameters
    ----------
    root : ndarray of shape (n, n)
        A lower triangle; what is above it is zero.
    test : ndarray of shape (n, n_test)
    """
    inverse = dlauum(root.T)[0].T
    half = dtrmm(1.0, root.T, test.T, side=1)
    return inverse, dtrmm(1.0, root.T, half, side=1, trans_a=1).T


def symmetric_sums(triangle):
    """Return the sums of rows of a symmetric matrix from its lower triangle.

    What is above it is zero.
    """
    return triangle.sum(axis=0) + triangle.sum(axis=1) - np.diag(triangle)
