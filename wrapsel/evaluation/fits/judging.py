"""The error of what was fitted: by a loss, or by a scorer."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.fits.constant import taken_by
from wrapsel.evaluation.metrics.metric import total
from wrapsel.evaluation.metrics.vectorised import error_of_fit
from wrapsel.evaluation.predictions import as_column, check_predictions
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.targets import check_same_kind, of_one_kind
from wrapsel.protocol import FloatArray


def judge(
    problem: Problem, fitted: Any, X: Any, y: Any, weights: FloatArray | None = None
) -> float:
    """Return the error of a fitted learner on some rows, a sum if it has a loss.

    Parameters
    ----------
    problem : Problem
        Whose metric judges.
    fitted : estimator
    X : table of shape (n_test, n_columns)
        Of the columns that the learner was fitted on.
    y : ndarray of shape (n_test,) or (n_test, n_targets), or None
    weights : ndarray of shape (n_test,), optional
        What the rows weigh; by default the same.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.array([[0.0], [1], [8], [9]]), np.array([0, 0, 1, 1])
    >>> problem = Problem(GaussianNB(), X, y, cv=2)
    >>> judge(problem, GaussianNB().fit(X, y), X, 1 - y)
    4.0
    """
    metric, labels = problem.criterion, _labels(problem)
    if metric.loss is None:
        return _scored(problem, fitted, X, y, weights)
    predicted = as_column(np.asarray(fitted.predict(X)), len(y))
    if predicted.shape != y.shape:
        raise ValueError(
            f"predictions must have shape {y.shape}, got {predicted.shape}"
        )
    if metric.of_labels:
        predicted = of_one_kind("predictions", predicted)
        check_same_kind("predictions", predicted, y)
    check_predictions(predicted, labels)
    return total(metric.loss(y, predicted), weights)


def _scored(
    problem: Problem, fitted: Any, X: Any, y: Any, weights: FloatArray | None
) -> float:
    metric, labels, error = problem.criterion, _labels(problem), math.nan
    if metric.vectorised is not None and weights is None and y.ndim == 1:
        error = error_of_fit(metric.vectorised, fitted, X, y, labels)
    if not math.isnan(error):
        return error
    estimator = _checking(_as_estimator(problem, fitted, X), labels)
    return metric.gap(estimator, X, y, weights)


def _labels(problem: Problem) -> NDArray[Any] | None:
    return problem.classes if problem.is_classification else None


def _checking(fitted: Any, labels: NDArray[Any] | None) -> Any:
    """Return a copy whose predictions are checked on their way to a scorer."""

    def predict(X: Any, *more: Any, **named: Any) -> Any:
        if more or named:  # what it returns then is known to who asks
            return fitted.predict(X, *more, **taken_by(fitted, named))
        predicted = as_column(fitted.predict(X), X.shape[0])
        check_predictions(predicted, labels)
        return predicted

    checking = copy.copy(fitted)
    if hasattr(checking, "__dict__"):
        checking.predict = predict
    return checking


def _as_estimator(problem: Problem, fitted: Any, X: Any) -> Any:
    """Return what scikit-learn's scorers take: they refuse a plain learner."""
    plain = not hasattr(fitted, "__sklearn_tags__")
    if not (plain and hasattr(problem.criterion.scorer, "_score_func")):
        return fitted
    from wrapsel.evaluation.metrics.stub import METHODS, stub

    answers = {m: getattr(fitted, m)(X) for m in METHODS if hasattr(fitted, m)}
    if not problem.is_classification:
        return stub(answers, None)
    return stub(answers, getattr(fitted, "classes_", problem.classes))
