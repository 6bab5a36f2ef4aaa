"""Targets that are numbers, checked and made doubles."""

from __future__ import annotations

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.validation import validate_data


def learn_numbers(estimator, X, y):
    """Return X (n_samples, n_variables) and y of shape (n_samples,) as doubles.

    The estimator keeps the names of the columns.

    Examples
    --------
    >>> from learners import LSSVR
    >>> X, y = learn_numbers(LSSVR(), [[1, 2], [3, 4]], [5, 6])
    >>> print(X.tolist(), y)
    [[1.0, 2.0], [3.0, 4.0]] [5. 6.]
    """
    rows = {"dtype": np.float64, "order": "C"}
    X, y = validate_data(estimator, X, y, **rows)
    y = np.asarray(y, np.float64)
    assert_all_finite(y, input_name="y")  # None is NaN now
    return X, y
