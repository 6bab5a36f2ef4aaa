"""Rows and columns of whatever holds the data, and what must hold of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.given.numbered import Numbered
from wrapsel.subset import WIDE

Rows = NDArray[np.intp]
_CELLS = 2**22  # looked at at once


def is_frame(X: Any) -> bool:
    """Whether X is a DataFrame, found out without importing pandas."""
    return hasattr(X, "iloc") and hasattr(X, "columns")


def is_misaligned(X: Any, y: Any) -> bool:
    """Whether both have an index of rows, and not the same one."""
    return is_frame(X) and hasattr(y, "iloc") and not X.index.equals(y.index)


def take_rows(X: Any, rows: Rows) -> Any:
    """Return some rows of an array, DataFrame or sparse matrix."""
    return X.iloc[rows] if is_frame(X) else X[rows]


def take_columns(X: Any, columns: Rows) -> Any:
    """Return some columns as learners take them, with their names and dtypes."""
    return as_learners_take(X.iloc[:, columns]) if is_frame(X) else X[:, columns]


def as_learners_take(X: Any) -> Any:
    """Return a frame with its columns numbered if only some of them are named by text.

    Scikit-learn refuses those; it goes by position where no name is text.
    """
    if not is_frame(X) or not X.columns.inferred_type.startswith("mixed"):
        return X
    some_text = len({isinstance(name, str) for name in X.columns}) > 1
    return X.set_axis(range(X.shape[1]), axis=1) if some_text else X


def as_table(X: Any, min_rows: int = 2) -> Any:
    """Return X as it is if it is a table, else as an array.

    Raises
    ------
    ValueError
        If X is not two-dimensional, too small, complex, infinite somewhere, or has two
        columns of the same name.
    """
    X = as_pandas(X)
    table = X if is_frame(X) or hasattr(X, "dtype") else np.asarray(X)
    if len(table.shape) != 2:
        raise ValueError(f"X must have 2 dimensions, got shape {tuple(table.shape)}")
    _check_shape(table.shape, min_rows)
    if is_frame(table):
        check_names(table)
    table = table.tocsc() if hasattr(table, "tocsc") else table
    table = _without_nullable(table) if is_frame(table) else table
    _check_finite(table)
    return table


def as_pandas(X: Any) -> Any:
    """Return a table of polars or Arrow as pandas' own; a lazy one is collected.

    So names and categories reach the learner, which seldom takes others. All else is
    returned as it is.

    Examples
    --------
    >>> import pyarrow
    >>> list(as_pandas(pyarrow.table({"a": [1, 2], "b": [3, 4]})).columns)
    ['a', 'b']
    """
    if is_frame(X) or hasattr(X, "__array_interface__"):
        return X
    if hasattr(X, "collect") and hasattr(X, "lazy"):
        X = X.collect()
    return X.to_pandas() if hasattr(X, "to_pandas") else X


def _without_nullable(frame: Any) -> Any:
    """Return a frame whose numbers are NumPy's: of pandas' own, learners make objects.

    Those of sparse columns become dense, as learners would make them, with a warning.
    Where some are missing they become floats with NaN, True and False 1.0 and 0.0.
    """
    plain = {}
    for name, dtype in frame.dtypes.items():
        if isinstance(dtype, np.dtype) or not getattr(dtype, "_is_numeric", False):
            continue
        missing = bool(frame[name].isna().any())
        kind = getattr(dtype, "numpy_dtype", None) or dtype.subtype  # or a sparse one
        plain[name] = np.dtype(float) if missing else kind
    return frame.astype(plain) if plain else frame


def column_names(X: Any) -> Sequence[Any]:
    """Return the labels of the columns, x0, x1, … where there are none."""
    if is_frame(X):
        return tuple(X.columns)
    names = Numbered(X.shape[1])
    return names if len(names) > WIDE else tuple(names)


def check_names(X: Any) -> None:
    """Raise ValueError if two columns have the same name."""
    repeated = [name for name, n in Counter(column_names(X)).items() if n > 1]
    if repeated:
        raise ValueError(f"column names must differ, got twice: {repeated}")


def text_columns(X: Any) -> list[tuple[Any, Any]]:
    """Return (name, a value) of the columns that hold text."""
    if not is_frame(X):
        return []
    found = []
    for position, (name, dtype) in enumerate(X.dtypes.items()):
        if getattr(dtype, "kind", "O") not in "OUS":
            continue
        values = X.iloc[:, position].dropna()
        text = next((v for v in values.unique() if isinstance(v, str)), None)
        if text is not None:
            found.append((name, text))
    return found


def date_columns(X: Any) -> list[Any]:
    """Return the names of the columns that hold dates or times.

    Examples
    --------
    >>> import pandas as pd
    >>> date_columns(pd.DataFrame({"day": pd.to_datetime(["2020-02-01"]), "n": 1}))
    ['day']
    """
    if not is_frame(X):
        return []
    return [n for n, dtype in X.dtypes.items() if getattr(dtype, "kind", "O") in "mM"]


def has_missing(X: Any) -> bool:
    """Whether a value of X is missing.

    Examples
    --------
    >>> has_missing(np.array([[1.0, np.nan]])), has_missing(np.array([["a", "b"]]))
    (True, False)
    """
    if is_frame(X):
        return bool(X.isna().to_numpy().any())
    values = X.data if hasattr(X, "tocsc") else X
    return values.dtype.kind in "fO" and bool((values != values).any())


def _check_shape(table_shape: tuple[int, ...], min_rows: int) -> None:
    n_rows, n_columns = table_shape
    # In the words that scikit-learn's estimator checks look for.
    shape = f"(shape=({n_rows}, {n_columns}))"
    if not n_columns:
        raise ValueError(
            f"X must have columns, got 0 feature(s) {shape} while a minimum of 1 is "
            "required."
        )
    if n_rows < min_rows:
        raise ValueError(
            f"X must have at least {min_rows} rows, got {n_rows} sample(s) {shape}"
        )


def _check_finite(X: Any) -> None:
    if getattr(X, "dtype", np.dtype(float)).kind == "c":
        raise ValueError(f"X must be real, got {X.dtype}. Complex data not supported")
    for name, values in _float_columns(X):
        n_infinite = int(np.isinf(values).sum())
        if n_infinite:
            raise ValueError(
                f"X must be finite, got {n_infinite} infinite values in column {name!r}"
            )


def _float_columns(X: Any) -> Any:
    """Yield (name, values) of the columns that could be infinite, only if one is."""
    if is_frame(X):
        floats = X.select_dtypes("floating")
        values = floats.to_numpy(dtype=np.float64, na_value=np.nan)
        names = tuple(floats.columns)
    else:
        values = X.data if hasattr(X, "tocsc") else X
        names = ()
    if values.dtype.kind != "f" or not _has_infinite(values):
        return
    if values.ndim == 1:
        yield "of the sparse X", values
    else:
        yield from zip(names or column_names(X), values.T, strict=True)


def _has_infinite(values: NDArray[np.floating]) -> bool:
    step = max(1, _CELLS // max(1, values[:1].size))
    parts = (values[i : i + step] for i in range(0, len(values), step))
    return any(bool(np.isinf(part).any()) for part in parts)
