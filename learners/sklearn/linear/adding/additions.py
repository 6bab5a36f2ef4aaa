"""Squared errors of a base with one variable more, on one fold."""

from __future__ import annotations

import numpy as np

from learners.sklearn.linear.adding.bases import solved
from learners.sklearn.linear.adding.exactly import errors_exactly
from learners.sklearn.linear.adding.growing import grow, weigh_added
from learners.sklearn.linear.rounding import rounded, settled

SHARE = 8  # of a base's other columns, such a part of which is worth sums of all


class Additions:
    """The squared errors of a base with one variable more, on one fold.

    Parameters
    ----------
    system, targets
        As of `SquaredErrors`.
    sides : ndarray of shape (4, n_columns)
        From `sides`.
    sizes : (float, float)
        Roots of the sums of squares of training targets and of test targets.

    Notes
    -----
    A variable costs what it has in common with the base, on training and test rows: the
    operations of a sweep [1]_, of all variables at once. Each error comes with a bound
    of what rounding may have done to it: to first order, products that are off by E
    change the error by twice slopes' E weights. E is taken for independent roundings,
    of which `CERTAIN` times the standard deviation is allowed.

    References
    ----------
    .. [1] J. H. Goodnight, "A tutorial on the SWEEP operator", The American
       Statistician 33, 1979.
    """

    def __init__(self, system, targets, sides, sizes):
        self._system, self._targets = system, targets
        self._sides, self._sizes = sides, sizes
        self._base = None

    def errors(self, columns, added):
        """Return the errors with each of `added`, but for one rounding to 31 bits.

        NaN where equations may be too close to singular ones.

        Parameters
        ----------
        columns : ndarray of int
            The base, ascending, whose products are at hand.
        added : ndarray of int
            Others.
        """
        found, is_open = settled(*self.bounded(columns, added), 0.0)
        if len(is_open):
            found[is_open] = rounded(self._exact(added[is_open]))
        return found

    def bounded(self, columns, added):
        """Return errors and bounds of what rounding did, infinite if unknown."""
        errors, bounds = np.zeros(len(added)), np.full(len(added), np.inf)
        base, limits = self._reach(columns, added), self._system.limits
        if base is not None:
            known = base.sums, base.places[added], self._sides[0, added]
            weigh_added(*known, base.n, base.state, limits, errors, bounds)
        return errors, bounds

    def _exact(self, added):
        system, base = self._system, self._base
        more = system.products.diagonal[system.fold], system.right[:, 0]
        arrays = *self._given, base.others, base.arrays, *more
        return errors_exactly(base.places[added], *arrays)

    @property
    def _given(self):
        """What kernels take: products, test rows, test targets, sides."""
        known, fold = self._system.products, self._system.fold
        products = known.gram[fold], known.tested[fold], known.slots
        test = known.table, known.test_rows(fold).start, known.means[fold]
        return products, test, self._targets, self._sides

    def _reach(self, columns, added):
        """Come to a base; None if it is not to be trusted."""
        base = self._base
        more = None if base is None else base.lacking(columns, added)
        if more is None:
            base = self._base = self._begin(columns, self._others(columns, added))
            return base
        return base if all([self._grow(base, column) for column in more]) else None

    def _grow(self, base, column):
        """Take a column into the base; return whether that was possible."""
        place = base.places[column]
        sound = base.sums[0, place] > 0 and self._sides[0, column] > 0
        if not sound or base.n + 2 >= self._system.n_train:
            return False
        grow(place, *self._given, base.others, base.with_another(column))
        return True

    def _others(self, columns, added):
        """Return the columns to keep sums of."""
        if len(columns) and SHARE * len(added) < self._sides.shape[1]:
            return added
        outside = np.ones(self._sides.shape[1], np.bool_)
        outside[columns] = False
        return np.flatnonzero(outside)

    def _begin(self, columns, others):
        """Return a base solved anew; None if it is not to be trusted."""
        root = self._system.inverse_root(columns, self._sides[0, columns])
        if root is None:
            return None
        given = self._system, self._targets, self._sides, self._sizes
        return solved(*given, columns, others, root)
