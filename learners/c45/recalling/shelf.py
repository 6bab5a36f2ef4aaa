"""Rows of numbers, with room for more."""

from __future__ import annotations

import numpy as np


class Shelf:
    """An array that grows at its end.

    Parameters
    ----------
    shape : tuple of int
        Of a row.
    dtype : numpy data type

    Attributes
    ----------
    values : ndarray of shape (at least n_rows, *shape)
    n_rows : int

    Examples
    --------
    >>> shelf = Shelf((2,), np.int64)
    >>> shelf.extend([[1, 2], [3, 4]])
    >>> shelf.values[: shelf.n_rows].tolist()
    [[1, 2], [3, 4]]
    """

    def __init__(self, shape, dtype):
        self.values, self.n_rows = np.empty((0, *shape), dtype), 0

    def extend(self, rows):
        """Put rows behind the last one."""
        start, self.n_rows = self.n_rows, self.n_rows + len(rows)
        if self.n_rows > len(self.values):
            size = max(self.n_rows, 3 * len(self.values) // 2)
            wider = np.empty((size, *self.values.shape[1:]), self.values.dtype)
            wider[:start] = self.values[:start]
            self.values = wider
        self.values[start : self.n_rows] = rows
