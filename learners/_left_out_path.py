"""Predictions of every fold from all others for many values of C."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.linalg import blas, lapack

from learners._kernels import tridiagonal
from learners._least_squares import not_positive


class LeftOutPath:
    """Solves the bordered system without each fold, for one C after the other.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        It becomes Q T Q', T tridiagonal, once; so K + I/C costs little to invert. Its
        memory is used for that.
    Y : ndarray of shape (n_samples, n_outputs)
    ends : sequence of int
        Rows ``ends[f]`` to ``ends[f + 1]`` are those of fold f, of two or more.

    Notes
    -----
    The residuals of the rows S of a fold are (P_SS)^-1 (P Y)_S [1]_, with P the block
    of the bordered system's inverse that belongs to alpha: of u = (K + I/C)^-1 1, it
    is (K + I/C)^-1 - u u' / 1'u. Their error grows as C times the norm of K.

    References
    ----------
    .. [1] G. C. Cawley, "Leave-one-out cross-validation based model selection criteria
       for weighted LS-SVMs", IJCNN 2006, for folds of one row.

    Examples
    --------
    >>> Y = np.array([[1.0], [3.0], [5.0]])
    >>> path = LeftOutPath(np.eye(3), Y, [0, 1, 3])
    >>> print(path.predict(C=1.0).T.round(9), path.predict(C=9.0).T.round(9))
    [[4. 1. 1.]] [[4. 1. 1.]]
    """

    def __init__(self, K, Y, ends):
        self._Y = Y
        self._folds = [slice(*pair) for pair in pairwise(ends)]
        Q, self._diagonal, self._beside = _tridiagonal(K)
        right = np.column_stack([Y, np.ones(len(Y))])
        self._right = np.vstack([right[:1], Q.T @ right[1:]])
        self._parts = [_columns(Q, fold) for fold in self._folds]
        largest = max(part.shape[1] for part in self._parts) + self._right.shape[1]
        self._memory = np.empty(len(self._right) * largest)

    def predict(self, C):
        """Return outputs like Y."""
        roots, steps = self._factorise(C)
        right = self._solved_right(roots, steps)
        predicted = np.empty(self._Y.shape)
        for fold, part in zip(self._folds, self._parts, strict=True):
            n_rows, size = part.shape
            n_all = size + right.shape[1]
            # All folds use the same memory, which stays in cache.
            solved = self._memory[: n_rows * n_all].reshape(n_rows, n_all)
            tridiagonal.solve(roots, steps, part, solved[:, :size])
            solved[:, size:] = right
            products = blas.dsyrk(1.0, solved.T, lower=1)
            P, alpha = products[:size, :size], products[size:-1, :size].T
            P.T[:] -= np.outer(products[-1, :size], products[-1, :size])
            _, residuals, failed = lapack.dposv(P, alpha, lower=1)
            if failed:
                raise not_positive(C)
            predicted[fold] = self._Y[fold] - residuals
        return predicted

    def _solved_right(self, roots, steps):
        """Return what gives P Y, and, of unit length, what gives u / sqrt(1'u)."""
        right = np.empty_like(self._right)
        tridiagonal.solve(roots, steps, self._right, right)
        sums = right[:, -1] @ right
        right[:, :-1] -= np.outer(right[:, -1], sums[:-1] / sums[-1])
        right[:, -1] /= np.sqrt(sums[-1])
        return right

    def _factorise(self, C):
        roots, steps = np.empty_like(self._diagonal), np.empty_like(self._beside)
        if not tridiagonal.factorise(self._diagonal, self._beside, 1 / C, roots, steps):
            raise not_positive(C)
        return roots, steps


def _tridiagonal(K):
    """Return Q but for its first row and column, and the two diagonals of Q' K Q."""
    work, _ = lapack.dsytrd_lwork(len(K), lower=1)
    reflectors, diagonal, beside, scales, _ = lapack.dsytrd(
        K.T, lower=1, lwork=int(work), overwrite_a=1
    )
    Q, _, _ = lapack.dorgqr(reflectors[1:, :-1], scales, lwork=int(work))
    return Q, diagonal, beside


def _columns(Q, fold):
    """Return columns of the whole Q', whose first row and column are a unit's."""
    columns = np.zeros((len(Q) + 1, fold.stop - fold.start))
    first = int(fold.start == 0)
    columns[0, :first] = 1.0
    columns[1:, first:] = Q[fold.start + first - 1 : fold.stop - 1].T
    return columns
