"""The best constant predictions: what needs no variable."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.problem import Problem


def constant_learner(problem: Problem) -> Any:
    """Return a learner, not fitted, of the constant that suits the problem's metric.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> constant_learner(Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2))
    DummyClassifier(strategy='most_frequent')
    """
    from sklearn.dummy import DummyClassifier, DummyRegressor

    constant = problem.criterion.constant
    if problem.is_classification:
        prior = constant if constant == "most_frequent" else "prior"
        return DummyClassifier(strategy=prior)
    return DummyRegressor(strategy=constant if constant == "median" else "mean")


def constant_prediction(kind: str, y: NDArray[Any]) -> Any:
    """Return the best constant prediction of targets; of classes, the first.

    Examples
    --------
    >>> constant_prediction("most_frequent", np.array([2, 1, 1]))
    np.int64(1)
    """
    if kind == "most_frequent":
        classes, counts = np.unique(y, return_counts=True)
        return classes[counts.argmax()]
    return np.median(y) if kind == "median" else np.mean(y)


def taken_by(learner: Any, predict_params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters for `predict` without those that constants have no use for.

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> taken_by(DummyRegressor(), {"return_std": True, "n_trees": 3})
    {'return_std': True}
    >>> taken_by(object(), {"n_trees": 3})
    {'n_trees': 3}
    """
    from sklearn.dummy import DummyClassifier, DummyRegressor

    if not isinstance(learner, DummyClassifier | DummyRegressor):
        return dict(predict_params)
    known = inspect.signature(learner.predict).parameters
    return {name: value for name, value in predict_params.items() if name in known}
