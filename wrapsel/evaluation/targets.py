"""What must hold of the targets, and whether they are classes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def as_targets(y: Any, n_samples: int) -> NDArray[Any]:
    """Return y as an array of shape (n_samples,).

    Raises
    ------
    ValueError
        If its length is wrong, or a target is missing, infinite, or all the same.
    """
    targets = np.asarray(y)
    if targets.ndim != 1 or len(targets) != n_samples:
        raise ValueError(f"y must have shape ({n_samples},), got {targets.shape}")
    missing = _missing(targets)
    if missing.any():
        raise ValueError(
            f"y must not have missing or infinite values, got {missing.sum()}, "
            f"the first in row {missing.argmax()}"
        )
    if targets.dtype.kind == "O":
        targets = np.array(targets.tolist())
    if (targets == targets[0]).all():
        raise ValueError(f"y must have at least two values, got only {targets[0]!s}")
    return targets


def is_classification(learner: Any, y: NDArray[Any]) -> bool:
    """Whether y holds classes: by the learner's own word, else by the type of y.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> is_classification(Ridge(), np.array([0, 1]))
    False
    >>> is_classification(object(), np.array(["a", "b"]))
    True
    """
    from sklearn.utils.multiclass import type_of_target

    kind = _declared_kind(learner)
    return kind == "classifier" if kind else type_of_target(y) != "continuous"


def _declared_kind(learner: Any) -> str | None:
    from sklearn.base import is_classifier, is_regressor

    if not hasattr(learner, "__sklearn_tags__"):
        return None
    if is_classifier(learner):
        return "classifier"
    return "regressor" if is_regressor(learner) else None


def _missing(targets: NDArray[Any]) -> NDArray[np.bool_]:
    if targets.dtype.kind == "f":
        return np.asarray(~np.isfinite(targets))
    if targets.dtype.kind != "O":
        return np.zeros(len(targets), dtype=np.bool_)
    # None, NaN and pandas' NA: the only values that do not equal themselves.
    return np.array([v is None or v is not v or _unequal(v) for v in targets])


def _unequal(value: Any) -> bool:
    try:
        return bool(value != value)
    except TypeError:  # pandas' NA has no truth value
        return True
