"""What rankers take: columns of numbers, and classes or targets."""

from __future__ import annotations

from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray


def numeric_table(X: Any, allow_missing: bool = False) -> FloatArray:
    """Return X as float64 of shape (n_samples, n_variables), as it lies if it can.

    A `Ranker` of sparse matrices takes them before this.

    Raises
    ------
    TypeError
        If X is sparse, or a cell is a list or the like; names the column.
    ValueError
        If X is no table, or holds text, dates, infinite or (unless allowed) missing
        values; names the column.

    Examples
    --------
    >>> numeric_table([[1, 2], [3, "red"]])
    Traceback (most recent call last):
    ValueError: column x1 must be of finite numbers, got 'red'
    """
    if hasattr(X, "tocsc"):
        raise TypeError("X must be dense for this ranker, got a sparse matrix")
    if callable(getattr(X, "read", None)):
        raise TypeError("X must be in memory for this ranker, got blocks of columns")
    table = np.asarray(X) if not hasattr(X, "columns") else X.to_numpy()
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(
            f"X must be of shape (n_samples, n_variables), got {table.shape}"
        )
    if table.dtype.kind not in "fiub":
        cells = [[_number(value) for value in row] for row in np.asarray(X, object)]
        values = np.array(cells)
    else:
        values = np.asarray(table, dtype=np.float64)
    # A sum is quick, and finite if all is, but for an overflow.
    with np.errstate(over="ignore", invalid="ignore"):
        total = values.sum()
    if not np.isfinite(total):
        _check_finite(X, values, allow_missing)
    return values


def class_codes(y: Any, n_samples: int) -> tuple[NDArray[Any], IntArray]:
    """Return the labels, sorted, and the place of each row's label among them.

    Raises
    ------
    ValueError
        If y does not fit, misses a value, has fewer than two classes, or is of numbers
        that are not whole.

    Examples
    --------
    >>> class_codes(["b", "a", "b"], 3)[1].tolist()
    [1, 0, 1]
    """
    labels = _targets(y, n_samples)
    if labels.dtype.kind == "f" and (labels != np.rint(labels)).any():
        value = labels[labels != np.rint(labels)][0]
        raise ValueError(f"y must be of classes, got {value}; text can name them")
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y must have at least two classes, got {len(classes)}")
    return classes, np.asarray(codes, dtype=np.intp)


def numeric_targets(y: Any, n_samples: int) -> FloatArray:
    """Return the targets of a regression, float64 of shape (n_samples,).

    Raises
    ------
    ValueError
        If y does not fit or is not of finite numbers.

    Examples
    --------
    >>> numeric_targets([1, 2], 2)
    array([1., 2.])
    """
    targets = _targets(y, n_samples)
    if targets.dtype.kind not in "fiub":
        raise ValueError(f"y must be of finite numbers, got {targets.tolist()[0]!r}")
    if not np.isfinite(targets).all():
        value = targets[~np.isfinite(targets)][0]
        raise ValueError(f"y must be of finite numbers, got {value}")
    return np.asarray(targets, dtype=np.float64)


def standardised(values: FloatArray) -> FloatArray:
    """Return columns of mean 0 and standard deviation 1; constant ones are 0.

    Examples
    --------
    >>> standardised(np.array([[2.0, 5.0], [4.0, 5.0]])).tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    values = np.asfortranarray(values)  # a column's sum depends on nothing beside it
    constant = values.min(axis=0) == values.max(axis=0)
    largest = np.abs(values).max(axis=0)
    scaled = values / np.where(largest > 0, largest, 1.0)  # so that no square overflows
    scaled -= scaled.mean(axis=0)
    scaled[..., constant] = 0.0  # not what rounding leaves
    spread = scaled.std(axis=0)
    scaled /= np.where(spread > 0, spread, 1.0)
    return np.asarray(scaled, dtype=np.float64)


def is_of_classes(y: Any) -> bool:
    """Say whether y is of text, bools or whole numbers; else it is of numbers."""
    targets = _plain(y)
    return targets.dtype.kind != "f" or not (targets != np.rint(targets)).any()


def _number(value: Any) -> float:
    """Return a number, infinite if it is none, NaN if it is missing."""
    if _is_missing(value):
        return np.nan
    if isinstance(value, str | bytes):  # "1" is text
        return np.inf
    try:
        return float(value)
    except (TypeError, ValueError):
        return np.inf


def _is_missing(value: Any) -> bool:
    # pandas' own missing value cannot be compared.
    return value is None or type(value).__name__ == "NAType" or value != value


def _check_finite(X: Any, values: FloatArray, allow_missing: bool) -> None:
    wrong = np.isinf(values) if allow_missing else ~np.isfinite(values)
    if not wrong.any():
        return
    row, column = np.argwhere(wrong)[0]
    names = getattr(X, "columns", None)
    name = f"x{column}" if names is None else repr(names[column])
    cells = np.asarray(X, dtype=object) if names is None else X.iloc
    cell = cells[row, column]
    cell = cell.item() if isinstance(cell, np.generic) else cell
    given = "NaN" if cell is not None and _is_missing(cell) else repr(cell)
    says = f"column {name} must be of finite numbers, got {given}"
    if _is_a_value(cell):
        raise ValueError(says)
    # In the words that scikit-learn's estimator checks look for.
    raise TypeError(f"{says}: an argument must be a string or a real number")


def _is_a_value(cell: Any) -> bool:
    """Whether it is a number, text, missing, a date or a duration."""
    plain = isinstance(cell, str | bytes | Number) or _is_missing(cell)
    return plain or hasattr(cell, "isoformat")


def _targets(y: Any, n_samples: int) -> NDArray[Any]:
    values = _plain(y)
    if values.shape != (n_samples,):
        raise ValueError(f"y must be of shape ({n_samples},), got {values.shape}")
    if any(map(_is_missing, values.tolist())):
        raise ValueError("y must have no missing values")
    return values


def _plain(y: Any) -> NDArray[Any]:
    """Return targets of one type; 1 and "1" would be the same in an array of text."""
    values = np.asarray(y, dtype=None if hasattr(y, "dtype") else object)
    listed = values.tolist()
    if values.dtype.kind != "O" or values.ndim != 1 or any(map(_is_missing, listed)):
        return values
    if len({isinstance(value, str) for value in listed}) > 1:
        raise ValueError("y must be of numbers or of text, got both")
    return np.array(listed)
