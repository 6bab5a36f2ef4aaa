"""Cells as codes: names, and numbers in bins that were found on training rows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.discretize import mdl
from wrapsel.protocol import FloatArray


def coded(X: Any, y: Any, X_test: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the codes of both tables, -1 where cells are missing.

    Numbers are cut where that shortens the description of the training classes, names
    are codes in the order of both tables.

    Parameters
    ----------
    X, X_test : DataFrame of the same columns
    y : ndarray of shape (n_samples,)
        Classes of the rows of X.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0] * 3})
    >>> train, test = coded(X, ["no", "no", "yes", "yes"] * 3, X + 0.2)
    >>> train[:4].T, test[:4].T
    (array([[0, 0, 1, 1]]), array([[0, 0, 1, 1]]))
    """
    import pandas as pd

    both = pd.concat([X, X_test])
    columns = [
        _cut(X[name], y, both[name])
        if both[name].dtype.kind in "fiu"
        else pd.factorize(both[name])[0]
        for name in X
    ]
    codes = np.column_stack(columns)
    return codes[: len(X)], codes[len(X) :]


def _cut(train: Any, y: Any, both: Any) -> NDArray[Any]:
    numbers = train.to_numpy(dtype=float)
    known = ~np.isnan(numbers)
    cuts = _cuts(numbers[known], np.asarray(y)[known])
    column = both.to_numpy(dtype=float)
    return np.where(np.isnan(column), -1, np.searchsorted(cuts, column))


def _cuts(numbers: FloatArray, y: Any) -> FloatArray:
    """Return the middles between the bins."""
    if len(np.unique(y)) < 2:  # of the rows that have a number
        return np.empty(0)
    codes = mdl(numbers[:, None], y)[:, 0]
    bins = [numbers[codes == code] for code in np.unique(codes)]
    return np.array([(low.max() + high.min()) / 2 for low, high in pairwise(bins)])
