"""How alike columns are, whatever they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.table import is_frame
from wrapsel.protocol import FloatArray

N_BINS = 10  # into which numbers are cut to be compared with names


def associations(X: Any, columns: Sequence[int]) -> FloatArray:
    """Return how alike some columns are to all, (len(columns), n_columns), 0 to 1.

    Numbers are compared by Spearman's correlation, signs aside; where one column is
    nominal, by symmetric uncertainty, for which numbers are cut into ten bins of equal
    ranks. A missing value is a value of its own.

    Examples
    --------
    >>> X = np.array([[1, 3, 1], [2, 2, 9], [3, 1, 1], [4, -9, 9]])
    >>> associations(X, [0]).round(2).tolist()
    [[1.0, 1.0, 0.45]]
    """
    every = range(X.shape[1])
    codes = [_codes(X, column) for column in every]
    ranks = np.array([_standardized(_ranks(each)) for each in codes])
    alike: FloatArray = np.minimum(np.abs(ranks[columns] @ ranks.T), 1.0)
    nominal = [_is_nominal(X, column) for column in every]
    if any(nominal):
        bins = [c if n else _binned(c) for c, n in zip(codes, nominal, strict=True)]
        for row, mine in enumerate(columns):
            for column in every:
                if nominal[mine] or nominal[column]:
                    alike[row, column] = _uncertainty(bins[mine], bins[column])
    return alike


def are_copies(X: Any, columns: Sequence[int], others: Sequence[int]) -> bool:
    """Say whether columns hold the same values as others, in this order.

    Examples
    --------
    >>> are_copies(np.array([[1, 3, 1], [2, 2, 2]]), [0], [2])
    True
    """
    return len(columns) == len(others) and all(
        _same(_values(X, a), _values(X, b))
        for a, b in zip(columns, others, strict=True)
    )


def _values(X: Any, column: int) -> NDArray[Any]:
    if is_frame(X):
        values = np.asarray(X.iloc[:, column].to_numpy())
    else:
        part = X[:, [column]]
        dense = part.toarray() if hasattr(part, "toarray") else part
        values = np.asarray(dense).ravel()
    # Of mixed types, as those with missing ones are, there is no order.
    return values.astype(str) if values.dtype.kind == "O" else values


def _is_nominal(X: Any, column: int) -> bool:
    return _values(X, column).dtype.kind not in "biuf" or (
        is_frame(X) and hasattr(X.iloc[:, column], "cat")
    )


def _codes(X: Any, column: int) -> NDArray[np.intp]:
    """Return the place of each value among the distinct ones."""
    return np.asarray(np.unique(_values(X, column), return_inverse=True)[1])


def _same(mine: NDArray[Any], theirs: NDArray[Any]) -> bool:
    numbers = mine.dtype.kind in "biuf" and theirs.dtype.kind in "biuf"
    return bool(np.array_equal(mine, theirs, equal_nan=numbers))


def _ranks(codes: NDArray[np.intp]) -> FloatArray:
    """Return the ranks, those of ties averaged."""
    counts = np.bincount(codes)
    return np.asarray((np.cumsum(counts) - (counts - 1) / 2)[codes])


def _standardized(ranks: FloatArray) -> FloatArray:
    centred = ranks - ranks.mean()
    return np.asarray(centred / (np.sqrt(centred @ centred) or 1.0))


def _uncertainty(mine: NDArray[np.intp], theirs: NDArray[np.intp]) -> float:
    """Return the symmetric uncertainty of two columns of codes."""
    alone = _entropy(mine) + _entropy(theirs)
    pairs = mine * (theirs.max() + 1) + theirs
    joint = _entropy(np.unique(pairs, return_inverse=True)[1])
    return 2 * (alone - joint) / alone if alone else 0.0


def _binned(codes: NDArray[np.intp]) -> NDArray[np.intp]:
    if codes.max() < N_BINS:
        return codes
    return np.asarray((_ranks(codes) - 1) * N_BINS // len(codes), dtype=np.intp)


def _entropy(codes: NDArray[np.intp]) -> float:
    counts = np.bincount(codes)
    shares = counts[counts > 0] / len(codes)
    return float(-(shares * np.log(shares)).sum())
