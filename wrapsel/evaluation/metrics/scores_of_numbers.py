"""Errors by scikit-learn's scores of numbers, for a batch of predictions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from wrapsel.protocol import FloatArray

# Of y (n_test,) and predictions (n_subsets, n_test), errors (n_subsets,); NaN where
# scikit-learn warns or refuses.
OfNumbers = Callable[[FloatArray, FloatArray], FloatArray]


def r2(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the squared errors in parts of those by the mean of y.

    Examples
    --------
    >>> r2(np.array([0.0, 1, 2]), np.array([[0.0, 1, 2], [1, 1, 1]])).tolist()
    [0.0, 1.0]
    """
    return _parts(np.square(y - predicted).sum(axis=1), y)


def explained_variance(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the variance of the errors in parts of that of y."""
    gaps = y - predicted
    spreads = np.square(gaps - gaps.mean(axis=1, keepdims=True)).sum(axis=1)
    return _parts(spreads, y)


def root_mean_squared(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the roots of the mean squared errors."""
    return np.asarray(np.sqrt(np.square(y - predicted).mean(axis=1)))


def largest(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the largest absolute errors."""
    return np.asarray(np.abs(y - predicted).max(axis=1))


def median_absolute(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the medians of the absolute errors."""
    return np.asarray(np.median(np.abs(y - predicted), axis=1))


def mean_absolute_percentage(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the means of the absolute errors in parts of y, of 1 and not of 100."""
    parts = np.abs(y - predicted) / np.maximum(np.abs(y), np.finfo(np.float64).eps)
    return np.asarray(parts.mean(axis=1))


def mean_squared_log(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the means of the squared errors of log(1 + y)."""
    gaps = np.log1p(y) - np.log1p(predicted)  # NaN or infinite below and at -1
    return np.asarray(np.square(gaps).mean(axis=1))


def root_mean_squared_log(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the roots of the means of the squared errors of log(1 + y)."""
    return np.asarray(np.sqrt(mean_squared_log(y, predicted)))


def mean_poisson_deviance(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the mean deviances of counts."""
    logs = y * np.log(np.where(y == 0, 1.0, y / predicted))
    deviances = np.maximum(2 * (logs - y + predicted), 0)  # but for rounding, it is
    allowed = (y >= 0).all() & (predicted > 0).all(axis=1)
    return np.where(allowed, deviances.mean(axis=1), np.nan)


def mean_gamma_deviance(y: FloatArray, predicted: FloatArray) -> FloatArray:
    """Return the mean deviances of what is above 0, whose scale does not matter."""
    deviances = np.maximum(2 * (np.log(predicted / y) + y / predicted - 1), 0)
    allowed = (y > 0).all() & (predicted > 0).all(axis=1)
    return np.where(allowed, deviances.mean(axis=1), np.nan)


def _parts(spreads: FloatArray, y: FloatArray) -> FloatArray:
    if (y == y[0]).all():  # one row, too
        return np.full(len(spreads), np.nan)
    return np.asarray(spreads / np.square(y - y.mean()).sum())


OF_NUMBERS: dict[str, OfNumbers] = {
    "explained_variance": explained_variance,
    "neg_max_error": largest,
    "neg_mean_absolute_percentage_error": mean_absolute_percentage,
    "neg_mean_gamma_deviance": mean_gamma_deviance,
    "neg_mean_poisson_deviance": mean_poisson_deviance,
    "neg_mean_squared_log_error": mean_squared_log,
    "neg_median_absolute_error": median_absolute,
    "neg_root_mean_squared_error": root_mean_squared,
    "neg_root_mean_squared_log_error": root_mean_squared_log,
    "r2": r2,
}
