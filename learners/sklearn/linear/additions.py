"""Squared errors of a base with one variable more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtri

from learners.sklearn.linear.bounds import state_of, traces
from learners.sklearn.linear.change_kernels import weigh_added


@dataclass(frozen=True, slots=True)
class Base:
    """A solved subset, in columns scaled to products of one with themselves."""

    columns: np.ndarray  # (n,), ascending
    root: np.ndarray  # (n, n); root' root is the inverse of their products
    of_each: np.ndarray  # (2, n), weights, and products with residuals on test rows
    state: tuple[float, ...]  # as of `state_of`


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

    def errors(self, columns, added):
        """Return errors with each of `added`, and bounds of what rounding did to them.

        A bound is infinite where equations may be too close to singular ones.

        Parameters
        ----------
        columns : ndarray of int
            The base, ascending, whose products are at hand.
        added : ndarray of int
            Others.
        """
        errors, bounds = np.zeros(len(added)), np.full(len(added), np.inf)
        base, system = self._solved(columns), self._system
        if base is not None:
            known, fold = system.products, system.fold
            products = known.gram[fold], known.tested[fold], known.slots, self._sides
            of_base = base.columns, base.root, (base.of_each, base.state)
            weigh_added(*products, *of_base, added, system.limits, errors, bounds)
        return errors, bounds

    def _solved(self, columns):
        """Return the base of some columns; None if it is not to be trusted."""
        system, units = self._system, self._sides[0, columns]
        root = inverse_root(system, columns, units)
        if root is None:
            return None
        # Solved twice by the root, which loses less than the inverse itself does.
        weights = (root @ self._sides[1, columns]) @ root
        test = system.tested(columns) * units[:, np.newaxis]
        residuals = self._targets - weights @ test
        along = test @ residuals
        slopes, reach = (root @ along) @ root, root.T @ (root @ test)
        of_inverse = traces(np.einsum("ij,ij->j", root, root), units)
        parts = weights, slopes, reach, self._sides[2, columns]
        state = state_of(residuals @ residuals, *parts, self._sizes, of_inverse)
        return Base(columns, root, np.array([weights, along]), state)


def inverse_root(system, columns, units):
    """Return the inverse of the Cholesky factor of products of scaled columns.

    None if they have none, or there are hardly fewer of them than training rows.

    Parameters
    ----------
    system : System
        With the products of the columns at hand.
    columns : ndarray of int
    units : ndarray of shape (n_columns,)
        What to scale them by; 0 for a column not to be trusted.
    """
    if not (units > 0).all() or len(units) + 1 >= system.n_train:
        return None
    gram = system.products.between(system.fold, columns) * np.outer(units, units)
    if not len(columns):
        return gram
    factor, failed = dpotrf(gram, lower=1)
    return None if failed else np.ascontiguousarray(dtrtri(factor, lower=1)[0])
