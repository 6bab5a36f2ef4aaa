"""Kernels and bordered systems of least-squares support vector machines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import lapack

from learners.least_squares import squared_distances as kernels

BLOCK = 64


@dataclass(frozen=True)
class Kernel:
    """A kernel function of rows: RBF, linear or polynomial.

    Parameters
    ----------
    kind : {"rbf", "linear", "poly"}
        exp(-gamma |a - b|^2), a·b, or (gamma a·b + coef0)^degree.
    gamma : float, default=1.0
    degree : int, default=3
    coef0 : float, default=1.0

    Notes
    -----
    RBF exponents are sums of integers: each variable's gamma (a - b)^2, cut at 40, in
    quanta of 2^-48 (of up to 819 variables; the quantum grows with more). So neither
    order nor ways of adding up change a kernel, and leaving out a variable takes its
    terms away exactly. Rounding to quanta costs at most 1.8e-15 a variable.

    Examples
    --------
    >>> print(Kernel("rbf", gamma=0.5).matrix(np.array([[0.0], [2.0]])).round(4))
    [[1.     0.1353]
     [0.1353 1.    ]]
    """

    kind: str
    gamma: float = 1.0
    degree: int = 3
    coef0: float = 1.0

    def matrix(self, A, B=None):
        """Return the kernel (len(A), len(B)) of rows A with rows B, or with A."""
        if self.kind == "rbf":
            return self._rbf(A, B)
        return self._of_products(A @ (A if B is None else B).T)

    def _rbf(self, A, B):
        """Return the RBF kernel by blocks of rows, that the sums may stay in cache."""
        (columns,) = columns_of(A if B is None else B)
        n_all = columns.shape[1]
        K, every = np.empty((len(A), n_all)), np.arange(len(columns))
        for first in range(0, len(A), BLOCK):
            end = min(first + BLOCK, len(A))
            n_needed = end if B is None else n_all
            sums = np.zeros((end - first, n_needed), np.int64)
            self.add(*columns_of(A[first:end]), columns, every, 1, sums)
            K[first:end, :n_needed] = self.of_sums(sums, len(columns))
            if B is None:
                K[:first, first:end] = K[first:end, :first].T
        return K

    def add(self, A, B, columns, signs, sums):
        """Add terms of columns, held as rows of A and B, to the sums of RBF."""
        signs = np.broadcast_to(np.int64(signs), columns.shape).copy()
        quantum = kernels.quantum(len(A))
        kernels.add_terms(A, B, float(self.gamma), quantum, columns, signs, sums)

    def of_sums(self, sums, n_columns):
        """Return the RBF kernel of exponents in the quanta of so many columns."""
        exponents = sums * -kernels.quantum(n_columns)
        return np.exp(exponents, out=exponents)

    def _of_products(self, products):
        """Return the linear or polynomial kernel of inner products."""
        if self.kind == "linear":
            return products
        return (self.gamma * products + self.coef0) ** self.degree


def columns_of(*tables):
    """Return the tables' columns as contiguous rows."""
    return [np.ascontiguousarray(table.T) for table in tables]


def solve(K, Y, C):
    """Return alpha and the bias b of [[K + I/C, 1], [1', 0]] [alpha; b] = [Y; 0].

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
    Y : ndarray of shape (n_samples, n_outputs)
    C : float

    Examples
    --------
    >>> alpha, bias = solve(np.eye(2), np.array([[1.0], [3.0]]), C=1.0)
    >>> print(alpha.T, bias)
    [[-0.5  0.5]] [2.]
    """
    right = np.column_stack([Y, np.ones(len(Y))])
    H = K + np.diag(np.full(len(K), 1 / C))
    solved, _ = lapack.dpotrs(factorise(H.T, C), right, lower=1)
    ones = solved[:, -1]
    bias = solved[:, :-1].sum(axis=0) / ones.sum()
    return solved[:, :-1] - np.outer(ones, bias), bias


def factorise(H, C):
    """Turn K + I/C, in the order of LAPACK, into its Cholesky factor."""
    factor, failed = lapack.dpotrf(H, lower=1, overwrite_a=1)
    if failed:
        raise not_positive(C)
    return factor


def not_positive(C):
    """Return the error that K + I/C has no Cholesky factor."""
    return ValueError(
        f"the kernel matrix plus I/C is not positive definite with C={C}: "
        "choose a smaller C, or scale the variables"
    )
