"""Labels of subsets that differ in one variable from the same base, on one fold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from learners.sklearn.linear.bounds import CERTAIN, EPSILON, NEAR, traces
from wrapsel.compiled import compiled


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved base, in columns scaled to products of one with themselves."""

    columns: np.ndarray  # (n,), ascending
    units: np.ndarray  # (n,), what they are scaled by
    inverse: np.ndarray  # (n, n), of their products
    right: np.ndarray  # (n, n_outputs)
    weights: np.ndarray  # (n, n_outputs)
    test: np.ndarray  # (n, n_test)
    outputs: np.ndarray  # (n_outputs, n_test)
    products: np.ndarray  # (n_outputs, n_outputs), of right sides and weights


class Labels:
    """The labels of a base with one variable more or less, where they are certain.

    Parameters
    ----------
    system : System

    Notes
    -----
    Rounding may do to outputs what it likes as long as their order stays. Bounds are
    wide, since few outputs are almost equal.
    """

    def __init__(self, system):
        self._system = system
        scales = system.scales
        self._units = np.divide(
            1.0, scales, out=np.zeros_like(scales), where=scales > 0
        )
        self._size = np.abs(system.right * self._units[:, np.newaxis]).max(initial=0.0)

    def codes(self, moved):
        """Return codes (n_moves, n_test), and which moves have certain ones.

        Parameters
        ----------
        moved : Moves
            With products of the base at hand.
        """
        base = self._solved(moved.base)
        if base is None:
            unknown = len(moved.places), self._system.n_test
            return np.empty(unknown, np.intp), np.zeros(unknown[0], np.bool_)
        parts = self._with_each(base, moved.added), self._without(base, moved.removed)
        changes = [np.concatenate(part) for part in zip(*parts, strict=True)]
        return decided(base.outputs, *changes)

    def _solved(self, columns):
        """Return the base of some columns; None if it is not to be trusted."""
        system, units = self._system, self._units[columns]
        root = system.inverse_root(columns, units)
        if root is None:
            return None
        right, inverse = system.right[columns] * units[:, np.newaxis], root.T @ root
        weights = root.T @ (root @ right)
        test = system.tested(columns) * units[:, np.newaxis]
        outputs = system.constants[:, np.newaxis] + weights.T @ test
        of_base = columns, units, inverse, right, weights, test, outputs
        return Solved(*of_base, right.T @ weights)

    def _with_each(self, base, added):
        """Return what each column changes: weights, test rows, offsets; and bounds."""
        system, units = self._system, self._units[added]
        rows = system.products.slots[base.columns]
        gram = system.products.gram[system.fold][rows[:, np.newaxis], added]
        both = gram * np.outer(base.units, units)
        shared = base.inverse @ both
        pivots = 1 - np.einsum("ij,ij->j", both, shared)
        pivots[(units == 0) | (pivots <= EPSILON)] = np.nan
        right = system.right[added] * units[:, np.newaxis] - shared.T @ base.right
        weights = right / pivots[:, np.newaxis]
        columns = system.tested(added) * units[:, np.newaxis]
        test = columns - shared.T @ base.test
        products = right[:, :, np.newaxis] * weights[:, np.newaxis]
        inflation, trace, spread = traces(np.diag(base.inverse), base.units)
        far = 1 + np.einsum("ij,ij->j", shared, shared)
        unscaled = units**2 + base.units**2 @ shared**2
        inflation, spread = inflation + far / pivots, spread + unscaled / pivots
        trace = trace + system.scales[added] ** 2
        changes = np.abs(weights).max(axis=1, initial=0.0) * np.sqrt(far)
        sizes = np.square(columns).max(axis=1, initial=0.0)
        sound = self._sound(inflation, trace * spread)
        bounds = self._bounds(base, inflation, changes, sizes)
        bounds = np.where(sound, bounds, np.inf)
        return weights, test, *self._offsets(base, 1, products, bounds)

    def _without(self, base, removed):
        """Return the same of columns to remove."""
        places = np.searchsorted(base.columns, removed)
        diagonal, rows = np.diag(base.inverse), base.inverse[places]
        pivots, weights = diagonal[places], base.weights[places]
        change, reach = weights / pivots[:, np.newaxis], rows @ base.test
        products = -weights[:, :, np.newaxis] * change[:, np.newaxis]
        inflation, trace, spread = traces(diagonal, base.units)
        far = np.sqrt(np.square(rows).sum(axis=1))
        changes = np.abs(change).max(axis=1, initial=0.0) * far
        bounds = self._bounds(base, inflation, changes, np.zeros(len(places)))
        sound = self._sound(inflation, trace * spread)
        bounds = np.where(sound, bounds, np.inf)
        return -change, reach, *self._offsets(base, -1, products, bounds)

    def _sound(self, inflation, spread):
        limits = self._system.limits
        return (inflation <= NEAR * limits[0]) & (spread <= NEAR * limits[1])

    def _bounds(self, base, inflation, changes, sizes):
        """Return how far outputs may be off, of shape (n_moves,)."""
        weights = np.sqrt(np.square(base.weights).sum(axis=0).max()) + changes
        rows = np.square(base.test).sum(axis=0).max(initial=0.0) + sizes
        n = len(base.columns) + 8
        lost = inflation * (self._size * np.sqrt(n) + weights)
        constants = np.abs(self._system.constants).max()
        return CERTAIN * EPSILON * n * (np.sqrt(rows) * lost + constants)

    def _offsets(self, base, more, products, bounds):
        """Return what is quadratic in outputs, and bounds, infinite for thin centres.

        Of shape (n_moves, n_outputs), and (n_moves,).
        """
        system = self._system
        if not system.is_quadratic:
            return np.zeros(products.shape[:2]), bounds
        products = base.products + products
        squares = np.einsum("soo->so", products)
        bounds = bounds * (1 + np.abs(squares).max(axis=1, initial=0.0))
        sizes = np.full(len(bounds), len(base.columns) + more)
        spans = system.spans_all(products, sizes, np.isfinite(bounds), margin=1e-7)
        return -0.5 * squares, np.where(spans, bounds, np.inf)


def codes_of(outputs):
    """Return codes (n_subsets, n_test) of outputs (n_subsets, n_outputs, n_test).

    One output is that of the second class of two.

    Examples
    --------
    >>> codes_of(np.array([[[0.5, -0.5]]]))
    array([[1, 0]])
    """
    if outputs.shape[1] == 1:
        return (outputs[:, 0] > 0).astype(int)
    return outputs.argmax(axis=1)


@compiled
def decided(outputs, weights, test, offsets, bounds):
    """Return codes (n_moves, n_test) of moves, and which are certain.

    The outputs of a move are `outputs` + weight * test row + offset.

    Parameters
    ----------
    outputs : ndarray of shape (n_outputs, n_test)
    weights, offsets : ndarray of shape (n_moves, n_outputs)
    test : ndarray of shape (n_moves, n_test)
    bounds : ndarray of shape (n_moves,)
        How far outputs may be off.

    Examples
    --------
    >>> weights, offsets = np.array([[1.0], [1.0]]), np.zeros((2, 1))
    >>> test = np.array([[0.5, -0.5], [0.5, 1e-9]])
    >>> decided(np.zeros((1, 2)), weights, test, offsets, np.array([1e-6, 1e-6]))
    (array([[1, 0],
           [1, 1]]), array([ True, False]))
    """
    n_outputs, n_test = outputs.shape
    codes = np.zeros((len(test), n_test), np.int64)
    clear = np.ones(len(test), np.bool_)
    for r in range(len(test)):
        for i in range(n_test):
            best = outputs[0, i] + weights[r, 0] * test[r, i] + offsets[r, 0]
            second = -best if n_outputs == 1 else -np.inf
            codes[r, i] = n_outputs == 1 and best > 0
            for o in range(1, n_outputs):
                output = outputs[o, i] + weights[r, o] * test[r, i] + offsets[r, o]
                if output > best:
                    best, second, codes[r, i] = output, best, o
                else:
                    second = max(second, output)
            # Neither is true of NaN.
            clear[r] &= abs(best - second) > 2 * bounds[r]
    return codes, clear
