"""Predictions of every fold from all others by one shared elimination."""

from __future__ import annotations

import numpy as np
from scipy.linalg import blas, lapack

from learners._least_squares import factorise

BLOCK = 64


class LeftOut:
    """Solves the bordered system without each fold in turn.

    Parameters
    ----------
    ends : sequence of int
        Rows ``ends[f]`` to ``ends[f + 1]`` are those of fold f, of two or more.

    Notes
    -----
    Eliminating half of the folds from the system serves all folds of the other half,
    in which the same is done again. Once only a fold is left, what remains of its
    targets are its residuals: (P_SS)^-1 (P y)_S, with P the inverse's block of alpha.
    It is as exact as a fit on each training set, since what has been eliminated then
    is the training set. It keeps its memory, so threads may not share it.

    Examples
    --------
    >>> Y = np.array([[1.0], [3.0], [5.0]])
    >>> print(LeftOut([0, 1, 3]).predict(np.eye(3), Y, C=1.0).T)
    [[4. 1. 1.]]
    """

    def __init__(self, ends):
        self._ends = [int(end) for end in ends]
        self._memory = {}

    def predict(self, K, Y, C):
        """Return outputs like Y (n_samples, n_outputs) from a kernel of all rows."""
        n_rows, n_outputs = Y.shape
        # The system, bordered by targets and ones, of which the lower triangle counts.
        system = self._array("system", 0, n_rows + n_outputs + 1)
        system[:n_rows, :n_rows] = K.T  # in the same order
        np.einsum("ii->i", system)[:n_rows] += 1 / C
        system[n_rows:-1, :n_rows] = Y.T
        system[-1, :n_rows] = 1
        system[n_rows:, n_rows:] = 0
        self._residuals, self._C = np.empty(Y.shape), C
        self._eliminate_others(system, self._ends, 1)
        return Y - self._residuals

    def _eliminate_others(self, system, ends, depth):
        """Set each fold's residuals, given what other rows have left of its system."""
        n_rows = ends[-1] - ends[0]
        if len(ends) == 2:
            bias = system[-1, n_rows:-1] / system[-1, -1]
            left = system[n_rows:-1, :n_rows].T - np.outer(system[-1, :n_rows], bias)
            self._residuals[ends[0] : ends[1]] = left
            return
        middle = len(ends) // 2
        cut = ends[middle] - ends[0]
        left = self._without_tail(system, cut, n_rows, depth)
        self._eliminate_others(left, ends[: middle + 1], depth + 1)
        left = self._without_head(system, cut, depth)
        self._eliminate_others(left, ends[middle:], depth + 1)

    def _without_tail(self, system, cut, end, depth):
        """Eliminate rows `cut` to `end`, after which the border begins."""
        left = self._array("left", depth, len(system) - (end - cut))
        left[:cut, :cut] = system[:cut, :cut]
        left[cut:, :cut], left[cut:, cut:] = system[end:, :cut], system[end:, end:]
        across = self._array("across", depth, len(left), end - cut)
        across[:cut], across[cut:] = system[cut:end, :cut].T, system[end:, cut:end]
        return self._eliminate(system[cut:end, cut:end], across, left, depth)

    def _without_head(self, system, cut, depth):
        """Eliminate the rows before `cut`."""
        left = self._array("left", depth, len(system) - cut)
        left[:] = system[cut:, cut:]
        across = self._array("across", depth, len(left), cut)
        across[:] = system[cut:, :cut]
        return self._eliminate(system[:cut, :cut], across, left, depth)

    def _eliminate(self, gone, across, left, depth):
        """Take from what is left what the rows gone say on it."""
        square = self._array("square", depth, len(gone))
        square[:] = gone
        _solve_forward(factorise(square, self._C), across.T)
        return blas.dsyrk(-1.0, across, beta=1.0, c=left, lower=1, overwrite_c=1)

    def _array(self, name, depth, n_rows, n_columns=None):
        """Return an array in the order of LAPACK, in memory that is used again."""
        # New memory is cleared page by page, which would take half of the time.
        shape = n_rows, n_columns or n_rows
        size = shape[0] * shape[1]
        known = self._memory.get((name, depth), np.empty(0))
        if len(known) < size:
            known = self._memory[name, depth] = np.empty(size)
        return known[:size].reshape(shape, order="F")


def _solve_forward(factor, right):
    """Solve factor @ x = right in place, by products, which are fast in any BLAS."""
    for first in range(0, len(factor), BLOCK):
        rows = slice(first, first + BLOCK)
        inverse, _ = lapack.dtrtri(factor[rows, rows], lower=1)
        known = factor[rows, :first] @ right[:first]
        right[rows] = inverse @ (right[rows] - known)
