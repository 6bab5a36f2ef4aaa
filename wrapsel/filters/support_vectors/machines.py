"""The support vector machines that one target needs, and their training."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.support_vectors.smo import solve


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """One dual problem, and its solution so far.

    Parameters
    ----------
    rows : ndarray of shape (n_duals,)
        Whose kernel each dual variable takes; all in order, if as many as samples.
    targets, low, high : ndarray of shape (n_duals,)
        What the output should be, and the bounds of the dual variables, signs included.
    dual : ndarray of shape (n_duals,)
        Where the next training begins and where it puts its solution.
    """

    rows: IntArray
    targets: FloatArray
    low: FloatArray
    high: FloatArray
    dual: FloatArray

    def train(self, K: FloatArray, tol: float) -> None:
        """Solve for the kernel of all rows, of shape (n_samples, n_samples)."""
        if len(self.rows) != len(K):
            K = K[np.ix_(self.rows, self.rows)]
        gap, allowed = solve(K, self.targets, self.low, self.high, tol, self.dual)
        # NaN as well, of variables so large that the kernel overflows.
        if not gap <= allowed:
            raise ValueError(
                f"tol must be reachable, got {tol}, where training ended at "
                f"{gap:.1e}; scale the variables or lower C"
            )

    def by_row(self, n_samples: int) -> FloatArray:
        """Return the dual variables of shape (n_samples,), those of a row added up."""
        if len(self.rows) == n_samples:
            return self.dual.copy()
        duals = np.zeros(n_samples)
        np.add.at(duals, self.rows, self.dual)
        return duals


def one_against_one(codes: IntArray, C: float) -> list[Machine]:
    """Return a machine for each pair of classes 0, 1, …; the second's target is 1."""
    machines = []
    for first, second in combinations(range(int(codes.max()) + 1), 2):
        rows = np.flatnonzero((codes == first) | (codes == second))
        targets = np.where(codes[rows] == second, 1.0, -1.0)
        low, high = np.minimum(C * targets, 0.0), np.maximum(C * targets, 0.0)
        machines.append(Machine(rows, targets, low, high, np.zeros(len(rows))))
    return machines


def regression(y: FloatArray, C: float, epsilon: float) -> list[Machine]:
    """Return the machine whose errors count beyond `epsilon`."""
    rows, n = np.tile(np.arange(len(y)), 2), len(y)
    # A residual above the tube pulls by the first dual, one below it by the second.
    targets = np.concatenate([y - epsilon, y + epsilon])
    low, high = np.repeat([0.0, -C], n), np.repeat([C, 0.0], n)
    return [Machine(rows, targets, low, high, np.zeros(2 * n))]
