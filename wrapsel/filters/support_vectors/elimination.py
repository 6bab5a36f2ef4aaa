"""Recursive elimination: who leaves next, while the inner products follow."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.support_vectors.leaving import (
    least_bound,
    near,
    take_away,
    without,
)
from wrapsel.filters.support_vectors.lightest import Weights
from wrapsel.filters.support_vectors.machines import Machine
from wrapsel.filters.support_vectors.smo import weight_norms
from wrapsel.filters.support_vectors.turns import leave_in_turn, side_by_side

Worst = Callable[[IntArray, IntArray, int], IntArray]


def eliminate(n_variables: int, step: float, worst: Worst) -> Ranking:
    """Rank by turns: the last one left is the best.

    Parameters
    ----------
    n_variables : int
    step : int or float
        How many leave at once; below 1, which part of those left, but at least one.
    worst : callable
        Gets the variables left, ascending, those that left last, and how many should
        leave now, and returns the places of these among the left, the worst first.
    """
    left, gone = np.arange(n_variables), [np.arange(0)]
    while len(left) > 1:
        n_out = int(step * len(left)) if step < 1 else int(step)
        places = worst(left, gone[-1], min(max(n_out, 1), len(left) - 1))
        gone.append(left[places])
        left = without(left, places)
    return in_order(n_variables, gone, left)


def in_order(n_variables: int, gone: list[IntArray], left: IntArray) -> Ranking:
    """Rank those who have gone, the first last."""
    order = np.concatenate([*gone, left])[::-1]
    scores = np.empty(n_variables)
    scores[order] = np.arange(n_variables)[::-1]
    return Ranking.by_order(order, scores)


class Products:
    """Inner products of samples over the variables left.

    Parameters
    ----------
    columns : ndarray of shape (n_variables, n_samples)
    """

    def __init__(self, columns: FloatArray) -> None:
        self.columns = columns
        self._matrix: FloatArray = columns.T @ columns
        self._largest_trace = self._trace()

    def over(self, left: IntArray, gone: IntArray) -> FloatArray:
        """Return the products (n_samples, n_samples), once `gone` has gone."""
        if len(gone) < len(left):
            take_away(self._matrix, self.columns, gone)
        # Rounding errors stay as large as the products once were.
        if len(gone) >= len(left) or self.room() < 0:
            part = self.columns[left]
            self._matrix = part.T @ part
            self._largest_trace = self._trace()
        return self._matrix

    def room(self) -> float:
        """Return by how much the trace may fall until they are reckoned afresh."""
        return self._trace() - self._largest_trace / 4

    def _trace(self) -> float:
        return float(self._matrix.trace())


class LeastWeights:
    """Finds the least weights of linear machines, most often without the others.

    A weight moves by no more than its variable's norm times the dual variables' move.
    So those far from the least at the last full reckoning need not be reckoned again.

    Parameters
    ----------
    columns : ndarray of shape (n_variables, n_samples)
        Centred, which changes no weight.
    machines : list of Machine
    tol : float
    """

    def __init__(
        self, columns: FloatArray, machines: list[Machine], tol: float
    ) -> None:
        self.columns, self.machines, self.tol = columns, machines, tol
        self._products = Products(columns)
        self._sizes = np.sqrt((columns**2).sum(axis=1))
        self._norms = np.zeros(len(columns))
        self._duals = np.zeros((len(machines), columns.shape[1]))
        self._n_reckoned = 0

    def __call__(self, left: IntArray, gone: IntArray, n_out: int) -> IntArray:
        """Train, and return the places of the least weights, ties to the first."""
        duals = self._trained(left, gone)
        if self._n_reckoned == 0 or self._n_reckoned > len(left):
            self._norms[left] = weight_norms(self.columns, left, duals)
            self._duals, self._n_reckoned = duals, 1
        # Rounding included, which is far below 1e-12.
        farthest = _length(duals - self._duals) + 1e-12 * _length(duals)
        limit = self._limit(left, farthest, n_out)
        places = near(self._norms, self._sizes, left, farthest, limit)
        self._n_reckoned += len(places)
        exact = weight_norms(self.columns, left[places], duals)
        # A sort takes longer than all the rest, where but the first is asked.
        first = [exact.argmin()] if n_out == 1 else exact.argsort(kind="stable")[:n_out]
        least: IntArray = places[first]
        return least

    def _trained(self, left: IntArray, gone: IntArray) -> FloatArray:
        K = self._products.over(left, gone)
        for machine in self.machines:
            machine.train(K, self.tol)
        return np.array([machine.by_row(len(K)) for machine in self.machines])

    def _limit(self, left: IntArray, farthest: float, n_out: int) -> float:
        """Return what the n-th least norm may have become at most."""
        if n_out == 1:
            return least_bound(self._norms, self._sizes, left, farthest)
        bounds = self._norms[left] + self._sizes[left] * farthest
        return float(np.partition(bounds, n_out - 1)[n_out - 1])


def eliminate_singly(
    columns: FloatArray, machines: list[Machine], tol: float
) -> Ranking:
    """Rank by turns in each of which the least weight's variable leaves.

    As by `LeastWeights`, whose parameters these are.
    """
    left, gone, products = np.arange(len(columns)), [np.arange(0)], Products(columns)
    machines, flat = side_by_side(machines, columns.shape[1])
    weights = Weights.of(columns, len(machines))
    while len(left) > 1:
        K = products.over(left, gone[0])
        for machine in machines:
            machine.train(K, tol)
        gone.append(leave_in_turn(K, weights, flat, left, tol, products.room()))
        left = np.setdiff1d(left, gone[-1], assume_unique=True)
    return in_order(len(columns), gone, left)


def _length(values: FloatArray) -> float:
    return math.sqrt(np.vdot(values, values))
