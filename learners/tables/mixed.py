"""Tables of numeric, nominal and missing values, checked and made numbers."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import check_array, check_X_y, validate_data

from learners.tables.nominal import Coding, is_frame

CELLS = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}


def learn_cells(estimator, X, y):
    """Return the cells of X as numbers, y, and the coding of the nominal columns.

    `estimator` has a parameter `nominal`; it keeps the names of the columns.

    Examples
    --------
    >>> from learners import NaiveBayes
    >>> X = np.array([["a", 1.5], ["b", None]], dtype=object)
    >>> learn_cells(NaiveBayes(nominal=[0]), X, [0, 1])[0].tolist()
    [[0.0, 1.5], [1.0, nan]]
    """
    if _is_plain(estimator, X):
        X, y = validate_data(estimator, X, y, **CELLS)
        coding = Coding.learn(X, estimator.nominal)
        return coding.code(X), y, coding
    X = _placed(estimator, X, reset=True)
    coding = Coding.learn(X, estimator.nominal)
    return *check_X_y(coding.code(X), y, estimator=estimator, **CELLS), coding


def code_cells(estimator, X, coding):
    """Return the cells of other rows as numbers; their columns must be the same."""
    if _is_plain(estimator, X):
        return coding.code(validate_data(estimator, X, reset=False, **CELLS))
    X = _placed(estimator, X, reset=False)
    return check_array(coding.code(X), **CELLS)


def _is_plain(estimator, X):
    if is_frame(X):
        return False
    numbers = getattr(X, "dtype", np.dtype("O")).kind in "biuf"
    return estimator.nominal is None or numbers


def _placed(estimator, X, reset):
    """Check the names and the shape of X; its cells come later, as numbers."""
    if is_frame(X):
        return validate_data(estimator, X, reset=reset, skip_check_array=True)
    X = X if hasattr(X, "dtype") else np.asarray(X, dtype=object)
    return validate_data(estimator, X, reset=reset, **(CELLS | {"dtype": None}))
