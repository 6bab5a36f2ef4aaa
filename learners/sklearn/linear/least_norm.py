"""The smallest weights of as many variables as training rows, or more."""

from __future__ import annotations

import numpy as np
from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

LEAST_CONDITION = 1e-7  # of the equations, its reciprocal; each unit in 1e16 costs it


class LeastNorm:
    """Outputs of the weights of least norm, of those that fit the training rows.

    Parameters
    ----------
    products : Products
        Without a penalty.
    targets : ndarray of shape (n_rows,)
        Of the rows of their table.
    centred : bool
        Whether there is an intercept.
    tol : float
        Directions thinner than this part of the thickest are left out by the learner.

    Notes
    -----
    There are as many equations as training rows: products of rows, of which all folds
    share those before the training mean is taken away.
    """

    def __init__(self, products, targets, centred, tol):
        self._products, self._targets, self._centred = products, targets, centred
        self._least = max(LEAST_CONDITION, 100 * tol**2)
        self._last = self._gram = None

    def outputs(self, columns, fold):
        """Return outputs (n_test,) of a subset, less the constant.

        None if there are not enough variables, or equations too close to singular ones.
        """
        train, test = self._rows(fold)
        if len(columns) < len(train):
            return None
        gram, targets = self._products_of_rows(columns), self._targets[train]
        # Rows first, then columns: a quarter of the time of both at once.
        inner, outer = gram[train][:, train], gram[test][:, train]
        if self._centred:
            targets = targets - targets.mean()
            means = inner.mean(axis=0)
            outer -= means
            inner -= means
            inner -= inner.mean(axis=1, keepdims=True)
            # Ones are in no equation: any thickness along them will do.
            inner += np.trace(inner) / len(inner) ** 2
        solution = _solved(inner, targets, self._least)
        return None if solution is None else outer @ solution

    def _rows(self, fold):
        """Return the training rows and the test rows of a fold in the table."""
        known = self._products
        parts = np.repeat(np.arange(len(known.ends) - 1), np.diff(known.ends))
        trains = known.trains[fold][parts]
        return np.flatnonzero(trains), np.flatnonzero(parts == known.tests[fold])

    def _products_of_rows(self, columns):
        key = columns.tobytes()
        if self._last != key:
            some = self._products.table[columns]
            self._last, self._gram = key, some.T @ some
        return self._gram


def _solved(matrix, right, least_condition):
    """Return the solution, or None if the matrix is too close to a singular one."""
    norm = np.abs(matrix).sum(axis=0).max()
    factor, failed = dpotrf(matrix, lower=1)
    if failed or dpocon(factor, norm, uplo="L")[0] < least_condition:
        return None
    return dpotrs(factor, right, lower=1)[0]
