"""What `fit` is given beside rows and targets: weights of the rows, and all else."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import shortened, unknown
from wrapsel.evaluation.given.routing import routes_metadata
from wrapsel.evaluation.table import as_pandas, is_frame
from wrapsel.protocol import FloatArray

WEIGHT = "sample_weight"


def as_weights(sample_weight: Any, n_samples: int) -> FloatArray | None:
    """Return the weights of rows, of shape (n_samples,), or None.

    Raises
    ------
    ValueError
        If they are not one number from 0 for each row, or all of them are 0.

    Examples
    --------
    >>> as_weights([1, 2.5], 2)
    array([1. , 2.5])
    """
    if sample_weight is None:
        return None
    try:
        weights = np.asarray(as_pandas(sample_weight), dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(
            f"sample_weight must be numbers, got {shortened(sample_weight)}"
        ) from None
    if weights.shape != (n_samples,):
        raise ValueError(
            f"sample_weight must have shape ({n_samples},), got {weights.shape}"
        )
    wrong = ~(np.isfinite(weights) & (weights >= 0))
    if wrong.any() or not weights.any():
        row = int(wrong.argmax())
        raise ValueError(
            "sample_weight must be finite, at least 0 and not zero everywhere, "
            f"got {weights[row]} in row {row}"
        )
    return weights


def fit_params(learner: Any, weights: FloatArray | None, others: Any) -> dict[str, Any]:
    """Return what `fit` is given beside rows and targets, by name.

    A pipeline hands weights on to its last step, by that step's name; or to those that
    ask for them, if scikit-learn is told to route metadata.

    Raises
    ------
    TypeError
        If `others` is no dict of names, or the learner's `fit` takes no weights.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from sklearn.pipeline import make_pipeline
    >>> list(fit_params(make_pipeline(Ridge()), np.ones(3), None))
    ['ridge__sample_weight']
    """
    others = {} if others is None else others
    if not (isinstance(others, Mapping) and all(isinstance(n, str) for n in others)):
        raise TypeError(f"fit_params must be a dict of names, got {shortened(others)}")
    if others:
        _check_taken(learner, others)
    plain = {name: _plain(value) for name, value in others.items()}
    if weights is None:
        return plain
    name = _weight_name(learner)
    if name in others:
        raise ValueError(f"fit_params must not have {name!r} beside sample_weight")
    return {**plain, name: weights}


def _check_taken(learner: Any, names: Iterable[str]) -> None:
    """Raise if the `fit` of a learner takes no parameter of these names."""
    known = inspect.signature(learner.fit).parameters
    if any(p.kind is p.VAR_KEYWORD for p in known.values()):
        return
    own = type(learner).__name__
    for name in names:
        if name in known:
            continue
        if name in inspect.signature(learner.predict).parameters:
            raise TypeError(
                f"fit_params has {name!r}, a parameter of the predict of {own}, not of "
                "its fit: give a scoring function that calls predict with it"
            )
        raise TypeError(unknown(f"parameter of the fit of {own}", name, [*known][2:]))


def _plain(value: Any) -> Any:
    """Return a column of pandas as an array, by which a store can know it."""
    is_column = hasattr(value, "iloc") and not is_frame(value)
    return value.to_numpy() if is_column else value


def _weight_name(learner: Any) -> str:
    """Return the word by which the `fit` of a learner takes weights."""
    steps = getattr(learner, "steps", None)
    if isinstance(steps, list) and not routes_metadata():
        name, last = steps[-1]
        return f"{name}__{_weight_name(last)}"
    known = inspect.signature(learner.fit).parameters
    if WEIGHT in known or any(p.kind is p.VAR_KEYWORD for p in known.values()):
        return WEIGHT
    raise TypeError(
        f"sample_weight needs a learner whose fit takes it, got {shortened(learner)}"
    )


def for_rows(
    params: Mapping[str, Any], rows: NDArray[np.intp], n_samples: int
) -> dict[str, Any]:
    """Return parameters for some of the rows: those of one value a row are cut.

    Examples
    --------
    >>> for_rows({"w": [0.5, 1, 2], "verbose": False}, np.array([0, 2]), 3)
    {'w': [0.5, 2], 'verbose': False}
    """
    return {name: _cut(value, rows, n_samples) for name, value in params.items()}


def _cut(value: Any, rows: NDArray[np.intp], n_samples: int) -> Any:
    if isinstance(value, list | tuple):
        return [value[i] for i in rows] if len(value) == n_samples else value
    if not getattr(value, "shape", ()) or value.shape[0] != n_samples:
        return value
    if is_frame(value):
        return value.iloc[rows]
    return value.tocsr()[rows] if hasattr(value, "tocsr") else value[rows]
