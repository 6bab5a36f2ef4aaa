"""Columns whose values change rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from wrapsel.evaluation.table import Rows, is_frame


def shuffled(X: Any, places: Sequence[int], order: Rows) -> Any:
    """Return X with some columns' rows in another order.

    Examples
    --------
    >>> shuffled(np.array([[1, 2], [3, 4]]), [1], np.array([1, 0])).tolist()
    [[1, 4], [3, 2]]
    """
    if hasattr(X, "tocsc"):
        return _shuffled_sparse(X.tocsc(copy=True), places, order)
    other = X.copy()
    if is_frame(X):
        for place in places:  # one by one, so that each keeps its dtype
            other.isetitem(place, X.iloc[order, place].array)
    else:
        other[:, places] = X[order][:, places]
    return other


def _shuffled_sparse(X: Any, places: Sequence[int], order: Rows) -> Any:
    for place in places:
        part = slice(X.indptr[place], X.indptr[place + 1])
        X.indices[part] = np.argsort(order)[X.indices[part]]
    X.has_sorted_indices = False
    X.sort_indices()
    return X
