"""What must hold of predictions: numbers that are finite, labels that exist."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.metrics.vectorised import codes_of


def as_column(predicted: Any, n_rows: int) -> Any:
    """Return predictions of shape (n_rows, 1), as some learners give, as (n_rows,).

    Examples
    --------
    >>> as_column(np.array([[1], [2]]), 2)
    array([1, 2])
    """
    if np.shape(predicted) != (n_rows, 1) or n_rows == 0:
        return predicted
    return np.asarray(predicted)[:, 0]


def check_predictions(predicted: Any, classes: NDArray[Any] | None) -> None:
    """Raise if a prediction is missing, or no label that there is.

    Such a one would count as wrong, or hide among those that are.

    Parameters
    ----------
    predicted : array-like of shape (n_test,)
    classes : ndarray of shape (n_classes,) or None
        The labels, sorted; None for numbers.

    Examples
    --------
    >>> check_predictions(np.array([0, 7]), np.array([0, 1]))
    Traceback (most recent call last):
    ValueError: predictions must be labels that y has, got 7
    """
    predicted = np.asarray(predicted)
    if predicted.dtype.kind in "fcO" and (predicted != predicted).any():
        raise ValueError("predictions must not be missing, got NaN")
    if classes is None:
        if predicted.dtype.kind not in "OUS" and not np.isfinite(predicted).all():
            raise ValueError("predictions must be finite, got an infinite one")
        return
    if predicted.dtype.kind == "O":
        predicted = np.array(predicted.tolist())
    if codes_of(predicted, classes) is None:
        raise ValueError(
            f"predictions must be labels that y has, got {_strange(predicted, classes)}"
        )


def check_codes(codes: NDArray[Any], n_classes: int) -> None:
    """Raise if an answer of a shared scorer is no index of a class.

    Examples
    --------
    >>> check_codes(np.array([[0, -1]]), 2)
    Traceback (most recent call last):
    ValueError: predictions must be codes in 0..1, got -1
    """
    are_whole = codes.dtype.kind in "bui" and codes.size > 0
    if are_whole and codes.min() >= 0 and codes.max() < n_classes:
        return
    known = (codes >= 0) & (codes < n_classes)  # neither is true of NaN
    if codes.dtype.kind not in "bui":
        known &= codes == np.rint(codes)
    if not known.all():
        raise ValueError(
            f"predictions must be codes in 0..{n_classes - 1}, got {codes[~known][0]}"
        )


def _strange(predicted: NDArray[Any], classes: NDArray[Any]) -> str:
    if (predicted.dtype.kind == "U") != (classes.dtype.kind == "U"):
        return f"{predicted.ravel()[0].item()!r}"
    return f"{predicted[~np.isin(predicted, classes)][0].item()!r}"
