"""Squared errors of subsets on one fold, each rounded from its exact value."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from learners.sklearn.linear.adding.additions import Additions
from learners.sklearn.linear.exact import exact_error
from learners.sklearn.linear.removals import Removals
from learners.sklearn.linear.rounding import rounded, settled
from learners.sklearn.linear.square_kernels import solve_squares

MANY = 100  # columns that LAPACK solves sooner than a kernel does


class SquaredErrors:
    """The squared errors of subsets on one fold.

    Parameters
    ----------
    system : System
        Of one output.
    targets : ndarray of shape (n_test,)
        Less the system's constant.
    size : float
        Root of the sum of squares of the training targets, less the constant.

    Notes
    -----
    What is returned is the error of the exact solution of the system, rounded to 31
    bits. A double is enough to know that unless a boundary between two roundings is
    within its bound: then some more digits are counted. So subsets solved alone, from
    others and in any order have the same bits.
    """

    def __init__(self, system, targets, size):
        self._system, self._targets = system, targets
        self._sides = sides(system, targets)
        self._sizes = size, float(np.linalg.norm(targets))
        given = system, targets, self._sides, self._sizes
        self._additions, self._removals = Additions(*given), Removals(*given)

    def errors(self, masks, moved):
        """Return errors (n_subsets,), NaN where the equations may be singular.

        Parameters
        ----------
        masks : ndarray of bool, shape (n_subsets, n_columns)
        moved : Moves or None
            What they have in common.
        """
        found = np.full(len(masks), np.nan)
        if moved is not None and self._system.products.reaches(moved.base):
            self._move(moved, found)
        elif len(masks) == 1:
            self._reach(masks[0], found)
        left = np.flatnonzero(np.isnan(found))
        if len(left):
            self._solve(masks, left, found)
        return found

    def _move(self, moved, found):
        """Set the errors of masks that move a base."""
        n_added = len(moved.added)
        if n_added:
            errors = self._additions.errors(moved.base, moved.added)
            found[moved.places[:n_added]] = errors
        if n_added < len(moved.places):
            errors = self._removals.errors(moved.base, moved.removed)
            found[moved.places[n_added:]] = errors

    def _reach(self, mask, found):
        """Set the error of one mask of many columns, which is likely the next base."""
        columns, system = np.flatnonzero(mask), self._system
        is_base = MANY <= len(columns) < system.n_train - 1
        if is_base and system.products.reaches(columns):
            found[:] = rounded(self._removals.alone(columns))

    def _solve(self, masks, places, found):
        """Set the errors of masks that are solved alone."""
        system, known = self._system, self._system.products
        sizes = np.count_nonzero(masks[places], axis=1)
        first = known.test_rows(system.fold).start
        test = known.table, first, known.means[system.fold]
        sides = system.scales, system.right, test, self._targets, self._sizes
        for some in known.within_reach(masks, places[sizes < system.n_train]):
            errors, bounds = np.zeros(len(some)), np.full(len(some), np.nan)
            gram = known.gram[system.fold], known.slots
            solve_squares(*gram, *sides, masks, some, system.limits, errors, bounds)
            found[some], is_open = settled(errors, bounds, 0.0)
            for place in some[is_open]:
                found[place] = rounded(self._exact(np.flatnonzero(masks[place])))[0]

    def _exact(self, columns):
        if not len(columns):
            return self._targets @ self._targets
        system, units = self._system, self._sides[0, columns]
        gram = system.products.between(system.fold, columns)
        right, test = system.right[columns, 0], system.tested(columns)
        factor, _ = dpotrf(gram * np.outer(units, units), lower=1)

        def solve(right):
            return units * dpotrs(factor, units * right, lower=1)[0]

        return exact_error(gram, right, test, self._targets, solve(right), solve)


def sides(system, targets):
    """Return each column's unit and its scaled products, of shape (4, n_columns).

    These are that with the training targets, its squared size on test rows, and its
    product with the test targets. The unit of a column not to be trusted is 0.
    """
    scales, test = system.scales, system.tested(slice(None))
    units = np.divide(1.0, scales, out=np.zeros_like(scales), where=scales > 0)
    heights = np.einsum("ij,ij->i", test, test) * units**2
    return np.array(
        [units, system.right[:, 0] * units, heights, test @ targets * units]
    )
