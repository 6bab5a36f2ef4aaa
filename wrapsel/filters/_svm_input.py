"""What support vector machines take: finite numbers, and classes or targets."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.filters.ranker import FloatArray, IntArray


def columns_of(X: Any) -> FloatArray:
    """Return the columns of X as rows, of shape (n_variables, n_samples)."""
    table = np.asarray(X)
    if table.ndim != 2 or 0 in table.shape:
        raise ValueError(
            f"X must be of shape (n_samples, n_variables), got {table.shape}"
        )
    if table.dtype.kind not in "fiub":
        table = np.array([[_number(value) for value in row] for row in table])
    columns = np.ascontiguousarray(table.T, dtype=np.float64)
    wrong = ~np.isfinite(columns)
    if wrong.any():
        v, k = np.argwhere(wrong)[0]
        name, value = _names(X, len(columns))[v], _cell(X, k, v)
        raise ValueError(f"column {name!r} must be of finite numbers, got {value!r}")
    return columns


def _number(value: Any) -> float:
    """Return a number, NaN if it is none."""
    try:
        return np.nan if isinstance(value, str | bytes) else float(value)
    except (TypeError, ValueError):
        return np.nan


def _names(X: Any, n_variables: int) -> list[Any]:
    return list(getattr(X, "columns", range(n_variables)))


def _cell(X: Any, row: int, column: int) -> Any:
    value = np.asarray(X)[row, column]
    return value.item() if isinstance(value, np.generic) else value


def without_scale(columns: FloatArray, standardize: bool) -> FloatArray:
    """Return columns of mean 0, and of standard deviation 1 if asked for."""
    centred: FloatArray = columns - columns.mean(axis=1, keepdims=True)
    centred[is_constant(columns)] = 0.0  # not what rounding leaves
    if standardize:
        spread = centred.std(axis=1, keepdims=True)
        centred /= np.where(spread > 0, spread, 1.0)
    return centred


def is_constant(columns: FloatArray) -> Any:
    """Say of each column whether all its values are the same."""
    return columns.min(axis=1) == columns.max(axis=1)


def codes_of(y: Any, n_samples: int) -> IntArray:
    """Return the classes as 0, 1, … in the order of their labels."""
    labels = _checked(y, n_samples)
    if labels.dtype.kind == "f" and (labels != np.rint(labels)).any():
        value = labels[labels != np.rint(labels)][0]
        raise ValueError(
            f"y must be of classes, got {value}; numbers to predict need epsilon"
        )
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        raise ValueError("y must have at least two classes, got one")
    return np.asarray(codes, dtype=np.intp)


def numbers_of(y: Any, n_samples: int) -> FloatArray:
    """Return the targets of a regression."""
    targets = _checked(y, n_samples)
    if targets.dtype.kind not in "fiub" or np.isinf(targets).any():
        raise ValueError("y must be of finite numbers when epsilon is given")
    numbers: FloatArray = targets.astype(np.float64)
    return numbers


def _checked(y: Any, n_samples: int) -> Any:
    values = np.asarray(y)
    if values.shape != (n_samples,):
        raise ValueError(f"y must be of shape ({n_samples},), got {values.shape}")
    if any(value is None or value != value for value in values.tolist()):
        raise ValueError("y must have no missing values")
    return values
