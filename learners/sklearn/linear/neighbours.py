"""Squared errors of subsets that differ in one variable from the same base."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg.lapack import dpotrf, dtrtri

from learners.sklearn.linear.neighbour_kernels import (
    is_sound,
    weigh_added,
    weigh_removed,
)


@dataclass(frozen=True, slots=True)
class Base:
    """A solved subset, in columns scaled to products of one with themselves."""

    columns: np.ndarray  # (n,), ascending
    root: np.ndarray  # (n, n), the inverse of the products is its square root' root
    weights: np.ndarray  # (n,)
    along: np.ndarray  # (n,), products of test columns with residuals
    slopes: np.ndarray  # (n,), the inverse times these: what the right sides do
    reach: np.ndarray  # (n, n_test), the inverse times the test columns
    error: float


class Neighbours:
    """The squared errors of a base with one more variable, or one less, on a fold.

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
    With the base's inverse products, a variable that is added costs what it has in
    common with the base, on training and test rows [1]_; one that is removed costs its
    row of the inverse. Each error comes with a bound of what rounding may have done to
    it: to first order, products that are off by E change the error by twice
    slopes' E weights. E is taken for independent roundings, of which `CERTAIN` times
    the standard deviation is allowed.

    References
    ----------
    .. [1] J. H. Goodnight, "A tutorial on the SWEEP operator", The American
       Statistician 33, 1979.
    """

    def __init__(self, system, targets, size):
        self._system, self._targets, self._size = system, targets, size
        self._last = self._base = None

    def errors(self, columns, added, removed):
        """Return errors with each of `added`, then without each of `removed`; bounds.

        A bound is infinite where equations may be too close to singular ones.

        Parameters
        ----------
        columns, added, removed : ndarrays of int
            The base, ascending; others; and some of the base.
        """
        base, n_added, n = self._solved(columns), len(added), len(added) + len(removed)
        errors, bounds = np.zeros(n), np.full(n, np.inf)
        if base is None:
            return errors, bounds
        state = self._state(base)
        if n_added:
            known, fold = self._system.products, self._system.fold
            of_base = np.array([base.weights, base.along]), state
            products = known.gram[fold], known.tested[fold], known.slots
            base_of = self._sides, base.columns, base.root, of_base
            found = errors[:n_added], bounds[:n_added]
            weigh_added(*products, *base_of, added, self._system.limits, *found)
        if len(removed) and is_sound(state, self._system.limits):
            places = np.searchsorted(columns, removed)
            of_base = base.root.T @ base.root, base.weights, base.slopes, base.reach
            weigh_removed(*of_base, places, state, errors[n_added:], bounds[n_added:])
        return errors, bounds

    def _solved(self, columns):
        """Return the base of some columns; None if it is not to be trusted."""
        key = columns.tobytes()
        if self._last != key:
            self._last, self._base = key, self._made(columns)
        return self._base

    def _made(self, columns):
        system, units = self._system, self._sides[0, columns]
        if not (units > 0).all() or len(units) + 1 >= system.n_train:
            return None
        known = system.products
        gram = known.gram[system.fold][known.slots[columns][:, np.newaxis], columns]
        root = inverse_root(gram * np.outer(units, units))
        if root is None:
            return None
        # Solved twice by the root, which loses less than the inverse itself does.
        weights = (root @ self._sides[1, columns]) @ root
        test = system.tested(columns) * units[:, np.newaxis]
        residuals = self._targets - weights @ test
        along, error = test @ residuals, residuals @ residuals
        slopes, reach = (root @ along) @ root, root.T @ (root @ test)
        return Base(columns, root, weights, along, slopes, reach, error)

    def _state(self, base):
        """Return what `bound` needs to know of a base."""
        units, heights = self._sides[0, base.columns], self._sides[2, base.columns]
        diagonal = np.einsum("ij,ij->j", base.root, base.root)
        return (
            base.error,
            np.linalg.norm(base.weights),
            np.linalg.norm(base.slopes),
            diagonal.sum(),
            (1 / units**2).sum(),
            diagonal @ units**2,
            np.linalg.norm(base.reach),
            heights.max(initial=0.0),
            self._size,
            np.linalg.norm(self._targets),
        )

    @cached_property
    def _sides(self):
        """Of each column what `weigh_added` calls the sides."""
        system, every = self._system, slice(None)
        scales = system.scales
        units = np.divide(1.0, scales, out=np.zeros_like(scales), where=scales > 0)
        test = system.tested(every)
        heights = np.einsum("ij,ij->i", test, test) * units**2
        with_tested = test @ self._targets * units
        return np.array([units, system.right[:, 0] * units, heights, with_tested])


def inverse_root(matrix):
    """Return the inverse of a matrix's Cholesky factor; None if it has none."""
    if not len(matrix):
        return matrix
    factor, failed = dpotrf(matrix, lower=1)
    return None if failed else np.ascontiguousarray(dtrtri(factor, lower=1)[0])
