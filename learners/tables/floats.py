"""Tables that scikit-learn would count in doubles."""

from __future__ import annotations

import numpy as np


def float_table(X):
    """Return X as floats, or None if scikit-learn would not count in doubles.

    Parameters
    ----------
    X : ndarray or DataFrame of shape (n_samples, n_columns)

    Returns
    -------
    ndarray of shape (n_samples, n_columns) or None
        None for text, missing values, sparse tables, single precision and other
        kinds of tables.

    Examples
    --------
    >>> float_table(np.array([[1, 2]]))
    array([[1., 2.]])
    >>> float_table(np.array([[1.0, np.nan]])) is None
    True
    """
    if hasattr(X, "iloc"):
        dtypes = list(X.dtypes)
    elif isinstance(X, np.ndarray) and X.ndim == 2:
        dtypes = [X.dtype]
    else:
        return None
    if not all(isinstance(t, np.dtype) and _is_exact(t) for t in dtypes):
        return None
    table = np.asarray(X, dtype=np.float64)
    return table if np.isfinite(table).all() else None


def _is_exact(dtype):
    return dtype.kind in "iub" or dtype == np.float64
