"""Tables read by blocks of columns, wider than memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray
from wrapsel.columns.numeric import numeric_table

BYTES = 2**24  # of a block, about
Read = Callable[[int, int], NDArray[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class ColumnBlocks:
    """A table that is read a few columns at a time, for rankers that take one.

    Parameters
    ----------
    shape : tuple of int
        n_samples and n_variables.
    read : callable
        Returns columns start to stop, float32 or float64 of shape (n_samples, stop -
        start), for two such numbers.
    width : int
        Columns of a block.
    name : callable, optional
        Returns the name of a column; None if they have none.
    y : ndarray of shape (n_samples,), optional
        The targets, if they came with the columns.

    Raises
    ------
    ValueError
        If shape or width is not of numbers from 1.

    Examples
    --------
    >>> X = np.arange(6.0).reshape(2, 3)
    >>> blocks = ColumnBlocks(X.shape, lambda start, stop: X[:, start:stop], width=2)
    >>> [(start, block.tolist()) for start, block in blocks]
    [(0, [[0.0, 1.0], [3.0, 4.0]]), (2, [[2.0], [5.0]])]
    """

    shape: tuple[int, int]
    read: Read
    width: int
    name: Callable[[int], object] | None = None
    y: NDArray[Any] | None = None

    def __post_init__(self) -> None:
        if len(self.shape) != 2 or min(self.shape) < 1:
            raise ValueError(
                f"X must be of shape (n_samples, n_variables), got {self.shape}"
            )
        if self.width < 1:
            raise ValueError(f"width must be at least 1, got {self.width}")

    def __iter__(self) -> Iterator[tuple[int, NDArray[Any]]]:
        """Yield each block's first column and the block, its rows contiguous."""
        for start in range(0, self.shape[1], self.width):
            yield start, self._block(start, min(start + self.width, self.shape[1]))

    def take(self, variables: Any) -> FloatArray:
        """Return some columns, of shape (n_samples, n_taken), in the order given."""
        variables = np.asarray(variables, dtype=np.intp)
        taken = np.empty((self.shape[0], len(variables)))
        blocks = variables // self.width
        for block in np.unique(blocks):
            places = np.flatnonzero(blocks == block)
            first, last = variables[places].min(), variables[places].max()
            columns = self.read(int(first), int(last) + 1)
            taken[:, places] = columns[:, variables[places] - first]
        return taken

    def shown(self, variable: int) -> str:
        """Return how a message calls a column: its name in quotes, or x and its place.

        Examples
        --------
        >>> ColumnBlocks((9, 9), lambda start, stop: [], 9).shown(4)
        'x4'
        """
        return f"x{variable}" if self.name is None else repr(self.name(variable))

    def refuse_infinite(self, start: int, block: NDArray[Any]) -> None:
        """Raise a ValueError that names the first of a block's values not finite."""
        wrong = np.argwhere(~np.isfinite(block))
        if len(wrong):
            row, column = wrong[0]
            raise ValueError(
                f"column {self.shown(start + int(column))} must be of finite numbers, "
                f"got {block[row, column].item()}"
            )

    def _block(self, start: int, stop: int) -> NDArray[Any]:
        return np.ascontiguousarray(self.read(start, stop))


def as_blocks(X: Any) -> ColumnBlocks:
    """Return X itself if it is of blocks, or blocks of a table or sparse matrix.

    The numbers of an array of floats are not checked.

    Raises
    ------
    ValueError
        If X is no table of finite numbers; names the column.

    Examples
    --------
    >>> as_blocks([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    if callable(getattr(X, "read", None)):
        blocks: ColumnBlocks = X
        return blocks
    if hasattr(X, "tocsc"):
        return _sparse_blocks(X)
    if not (isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype in ("f4", "f8")):
        X, name = numeric_table(X), _names(X)
        return ColumnBlocks(X.shape, _columns_of(X), _width(X), name)
    return ColumnBlocks(X.shape, _columns_of(X), _width(X))


def sparse_columns(X: Any) -> Any:
    """Return a sparse matrix by columns, of finite float64 and without duplicates.

    Raises
    ------
    ValueError
        If it has anything else; names the column.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> sparse_columns(csr_array([[0, 3], [0, 4]])).data.tolist()
    [3.0, 4.0]
    """
    if X.ndim != 2 or X.dtype.kind not in "fiub" or 0 in X.shape:
        raise ValueError(
            f"X must be of numbers and of shape (n_samples, n_variables), got "
            f"{X.dtype} of shape {X.shape}"
        )
    columns = X.tocsc()
    if not columns.has_canonical_format:
        columns = columns.copy() if columns is X else columns
        columns.sum_duplicates()
    columns = columns.astype(np.float64)
    wrong = np.flatnonzero(~np.isfinite(columns.data))
    if len(wrong):
        column = int(np.searchsorted(columns.indptr, wrong[0], side="right")) - 1
        raise ValueError(
            f"column x{column} must be of finite numbers, got {columns.data[wrong[0]]}"
        )
    return columns


def _columns_of(X: NDArray[Any]) -> Read:
    return lambda start, stop: X[:, start:stop]


def _width(X: NDArray[Any]) -> int:
    """Return all columns if rows are contiguous, else as many as a cache holds."""
    return X.shape[1] if X.flags.c_contiguous else max(1, 2**19 // (8 * len(X)))


def _names(X: Any) -> Callable[[int], object] | None:
    names = getattr(X, "columns", None)
    return None if names is None else names.__getitem__


def _sparse_blocks(X: Any) -> ColumnBlocks:
    columns = sparse_columns(X)

    def read(start: int, stop: int) -> NDArray[Any]:
        block: NDArray[Any] = columns[:, start:stop].toarray()
        return block

    return ColumnBlocks(X.shape, read, max(1, BYTES // (8 * X.shape[0])))
