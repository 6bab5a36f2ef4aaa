"""Predictions of every fold from all others by one shared elimination."""

from __future__ import annotations

import numpy as np

from learners.least_squares import elimination as kernels
from learners.least_squares.elimination import SPARE, VECTOR
from learners.least_squares.systems import not_positive

HALVED = 6  # folds, from which on halves of them are eliminated


class LeftOut:
    """Solves the bordered system without each fold in turn.

    Parameters
    ----------
    ends : sequence of int
        Rows ``ends[f]`` to ``ends[f + 1]`` are those of fold f.

    Notes
    -----
    Eliminating some folds from the system serves all others, among which the same is
    done again: one fold after the other, or, of many, one half and then the other. Once
    only a fold is left, what remains of its targets are its residuals:
    (P_SS)^-1 (P y)_S, with P the inverse's block of alpha. It is as exact as a fit on
    each training set, since what has been eliminated then is the training set. It keeps
    its memory: to use one for many kernels saves time, but threads may not share it.

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
        n_rows, n_all = len(Y), sum(Y.shape) + 1
        # The system, bordered by targets and ones, of which the upper triangle counts.
        system = self._array(0, n_all)
        kernel = system[:n_rows, :n_rows]
        kernel[:] = K
        np.einsum("ii->i", kernel)[:] += 1 / C
        system[:n_rows, n_rows : n_all - 1] = Y
        system[:n_rows, n_all - 1] = 1
        system[n_rows:, n_rows:] = 0
        self._residuals, self._C = np.empty(Y.shape), C
        self._eliminate_others(system, 0, self._ends, 1)
        return Y - self._residuals

    def predict_each(self, K, Y, Cs):
        """Return outputs (n_Cs, n_samples, n_outputs) for each C of a grid."""
        return np.array([self.predict(K, Y, C) for C in Cs])

    def _eliminate_others(self, system, first, ends, depth):
        """Set each fold's residuals from a system without all other folds.

        The folds between the ends are in its rows from `first` on. It is used up.
        """
        n_folds = len(ends) - 1
        last, end = first + ends[-1] - ends[0], len(system) - SPARE
        if n_folds == 1:
            left, border = system[first:last, last:end], system[last:end, last:end]
            self._residuals[ends[0] : ends[1]] = _without_bias(left, border)
            return
        middle = 1 if n_folds < HALVED else n_folds // 2
        cut = first + ends[middle] - ends[0]
        if middle == 1:
            left = self._leave_head(system, first, cut, last, depth)
            self._residuals[ends[0] : ends[1]] = left
        else:
            other = self._array(depth, end - first)
            kernels.put_tail_first(system, first, cut, last, end, other)
            self._eliminate(other, 0, last - cut)
            self._eliminate_others(other, last - cut, ends[: middle + 1], depth + 1)
        self._eliminate(system, first, cut)
        self._eliminate_others(system, cut, ends[middle:], depth + 1)

    def _leave_head(self, system, first, cut, last, depth):
        """Return the residuals of the rows from `first` to `cut`.

        Their own kernel has no say in them, so it suffices to solve the other rows.
        """
        end = len(system) - SPARE
        n_others, n_all = last - cut, end - cut
        others = self._array(depth, n_all)
        others[:n_all, :n_all] = system[cut:end, cut:end]
        self._eliminate(others, 0, n_others)
        solved = kernels.substitute_back(others, n_others, n_all)
        left = system[first:cut, last:end] - system[first:cut, cut:last] @ solved.T
        return _without_bias(left, others[n_others:n_all, n_others:n_all])

    def _eliminate(self, system, first, end):
        if not kernels.eliminate(system, first, end, len(system) - SPARE):
            raise not_positive(self._C)

    def _array(self, depth, n_rows):
        """Return a system of so many rows, in memory that is used again."""
        # Columns in an odd number of vectors, or rows would contend for a cache's sets.
        n_pairs = -(-(n_rows + SPARE - VECTOR) // (2 * VECTOR))
        shape = n_rows + SPARE, (2 * n_pairs + 1) * VECTOR
        size = shape[0] * shape[1]
        known = self._memory.get(depth, np.empty(0))
        if len(known) < size:
            # New memory is cleared page by page, which takes long.
            known = self._memory[depth] = _on_a_vector(size)
        system = known[:size].reshape(shape)
        system[n_rows:] = 0
        system[:, n_rows:] = 0
        return system


def _without_bias(left, border):
    """Return what is left of targets, less the bias, from what is left of the border.

    The last column is what is left of the ones.
    """
    return left[:, :-1] - np.outer(left[:, -1], border[:-1, -1] / border[-1, -1])


def _on_a_vector(size):
    """Return an empty array that begins where a vector of the processor may."""
    memory = np.empty(size + VECTOR)
    first = -(memory.ctypes.data // memory.itemsize) % VECTOR
    return memory[first : first + size]
