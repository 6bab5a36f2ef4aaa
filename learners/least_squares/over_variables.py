"""Regression with an RBF kernel whose gamma is over the number of variables."""

from __future__ import annotations

import numpy as np

from learners.least_squares import squared_distances
from learners.least_squares.lssvr import LSSVR
from learners.least_squares.scorer import LeastSquaresScorer
from learners.least_squares.systems import Kernel


class LSSVROverVariables(LSSVR):
    """`LSSVR` with the kernel exp(-gamma |a - b|^2 / n), of n variables selected.

    Parameters and attributes are those of `LSSVR`; the kernel must be "rbf".

    Examples
    --------
    >>> learner = LSSVROverVariables(C=100.0, gamma=2.0)
    >>> plain = LSSVR(C=100.0, gamma=1.0)
    >>> X, y = [[0.0, 1.0], [1.0, 3.0], [2.0, 2.0]], [1.0, 2.0, 3.0]
    >>> bool(np.allclose(learner.fit(X, y).predict(X), plain.fit(X, y).predict(X)))
    True
    """

    fingerprint_name = "learners.least_squares.over_variables.LSSVROverVariables"

    def _checked_kernel(self):
        kernel = super()._checked_kernel()
        if kernel.kind != "rbf":
            raise ValueError(f"kernel must be rbf, got {kernel.kind!r}")
        return _OverVariables("rbf", kernel.gamma)

    def _scorer(self, kernel, X, Y, folds):
        return _Scorer(kernel, self.C, X, Y, folds, self._grid())


class _OverVariables(Kernel):
    """Sums are of gamma over the number of all columns, so that none is cut short."""

    def add(self, A, B, columns, signs, sums):
        Kernel("rbf", self.gamma / len(A)).add(A, B, columns, signs, sums)

    def of_sums(self, sums, n_columns, n_used=None):
        part = n_columns / (n_used or n_columns)
        exponents = sums * (-squared_distances.quantum(n_columns) * part)
        return np.exp(exponents, out=exponents)


class _Scorer(LeastSquaresScorer):
    def _of_sums(self, sums, mask):
        return self._kernel.of_sums(sums, len(mask), int(mask.sum()))
