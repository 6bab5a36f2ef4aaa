"""The radius-margin bound of support vector machines, and its slopes by scales."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.support_vectors.criteria import Kernel, power
from wrapsel.filters.support_vectors.machines import Machine, one_against_one


@dataclass(frozen=True, slots=True, eq=False)
class RadiusMargin:
    """R^2 |w|^2 as a function of the scale factors, added up over pairs of classes.

    Parameters
    ----------
    pairs : list of tuple (ndarray, Machine, Machine)
        The rows (n_rows, n_variables) of two classes, and the duals of the margin and
        of the sphere; each training begins at the last solution.
    kernel : Kernel
    ridge : float
        Added to the diagonal of the kernel.
    tol : float
    """

    pairs: list[tuple[FloatArray, Machine, Machine]]
    kernel: Kernel
    ridge: float
    tol: float

    @classmethod
    def of(
        cls,
        X: FloatArray,
        codes: IntArray,
        kernel: tuple[str, int, float],
        C: float,
        tol: float,
    ) -> RadiusMargin:
        """Begin with no solutions."""
        pairs = []
        for margin in one_against_one(codes, np.inf):
            rows = np.ascontiguousarray(X[margin.rows])
            margin = _own(margin, len(rows))
            pairs.append((rows, margin, sphere(len(rows))))
        return cls(pairs, Kernel(*kernel), 1.0 / C, tol)

    def __call__(self, factors: FloatArray) -> tuple[float, FloatArray]:
        """Return the bound and its slope by each factor."""
        total, slopes = 0.0, np.zeros(len(factors))
        for X, margin, ball in self.pairs:
            products = (X * factors**2) @ X.T
            K = self.kernel.of(products)
            K[np.diag_indices(len(K))] += self.ridge
            weights = norm(K, margin, self.tol)
            radius = square_radius(K, ball, self.tol)
            # By the envelope theorem the solutions count as constants.
            beta, alpha = ball.dual - ball.low, margin.dual
            by_kernel = -weights * np.outer(beta, beta) - radius * np.outer(
                alpha, alpha
            )
            by_kernel[np.diag_indices(len(K))] += weights * beta
            total += radius * weights
            slopes += self._slopes(X, factors, products, by_kernel)
        return total, slopes

    def _slopes(
        self,
        X: FloatArray,
        factors: FloatArray,
        products: FloatArray,
        by_kernel: FloatArray,
    ) -> FloatArray:
        """Return the slopes by the factors, from those by the kernel, n_rows square."""
        kernel = self.kernel
        if kernel.name == "rbf":
            by_kernel = by_kernel * kernel.of(products)
            squares = by_kernel.sum(axis=1) @ X**2
            found = -4.0 * kernel.gamma * factors * (squares - _forms(X, by_kernel))
            return np.asarray(found)
        if kernel.name == "poly":
            outer = kernel.degree * power(1.0 + products, kernel.degree - 1)
            by_kernel = by_kernel * outer
        return np.asarray(2.0 * factors * _forms(X, by_kernel))


def norm(K: FloatArray, machine: Machine, tol: float) -> float:
    """Return |w|^2 of the hard margin, twice the largest value of its dual."""
    try:
        machine.train(K, tol)
    except ValueError:
        machine.dual[:] = 0.0  # not where nothing converged
        raise
    dual = machine.dual
    return float(2 * machine.targets @ dual - dual @ K @ dual)


def sphere(n_samples: int) -> Machine:
    """Return the dual of the least sphere, each weight less 1 / n so that all sum to 0.

    Its targets depend on the kernel; they are set at training.
    """
    rows, zeros = np.arange(n_samples), np.zeros(n_samples)
    low = np.full(n_samples, -1.0 / n_samples)
    return Machine(rows, zeros, low, np.full(n_samples, np.inf), zeros.copy())


def square_radius(K: FloatArray, ball: Machine, tol: float) -> float:
    """Return the squared radius of the least sphere around the samples."""
    squares, n_samples = np.diag(K), len(K)
    # In the unit of the kernel, so that `tol` means the same for all of them.
    unit = float(squares.mean()) or 1.0
    ball.targets[:] = (squares / 2 - K.sum(axis=1) / n_samples) / unit
    ball.train(K / unit, tol)
    beta = ball.dual - ball.low
    return float(beta @ squares - beta @ K @ beta)


def _own(machine: Machine, n_rows: int) -> Machine:
    """Return the machine for a table of its own rows."""
    rows = np.arange(n_rows)
    return Machine(rows, machine.targets, machine.low, machine.high, machine.dual)


def _forms(X: FloatArray, A: FloatArray) -> FloatArray:
    """Return x'A x of each column x."""
    forms: FloatArray = np.einsum("iv,iv->v", A @ X, X)
    return forms
