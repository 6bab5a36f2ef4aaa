"""Columns as support vector machines take them: as rows, centred."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray
from wrapsel.columns.numeric import numeric_table


def columns_of(X: Any) -> FloatArray:
    """Return the columns of X as rows, of shape (n_variables, n_samples)."""
    return np.ascontiguousarray(numeric_table(X).T)


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
