"""The errors of what was fitted on many tables of the same rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from wrapsel.evaluation.fits.judging import judge
from wrapsel.evaluation.metrics.vectorised import error_of_fit
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import is_frame
from wrapsel.protocol import FloatArray


def judge_all(
    problem: Problem,
    fitted: Any,
    tables: Sequence[Any],
    y: Any,
    weights: FloatArray | None = None,
) -> list[float]:
    """Return the errors of a fitted learner on tables of the same rows, as `judge`.

    Scikit-learn's estimators are asked for the predictions of all tables at once, since
    what they predict of a row does not depend on others.

    Parameters
    ----------
    problem, fitted, y, weights
        As in `judge`.
    tables : sequence of tables of shape (n_test, n_columns)

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.array([[0.0], [1], [8], [9]]), np.array([0, 0, 1, 1])
    >>> problem = Problem(GaussianNB(), X, y, cv=2)
    >>> judge_all(problem, GaussianNB().fit(X, y), [X, X[::-1]], y)
    [0.0, 4.0]
    """
    errors = [math.nan] * len(tables)
    method = _method(problem, fitted, y, weights)
    if method is not None and len(tables) > 1:
        errors = _at_once(problem, fitted, method, tables, y, weights)
    return [
        judge(problem, fitted, table, y, weights) if math.isnan(error) else error
        for error, table in zip(errors, tables, strict=True)
    ]


def _method(
    problem: Problem, fitted: Any, y: Any, weights: FloatArray | None
) -> str | None:
    """Return the one method that the metric needs; None if there may be others."""
    metric = problem.criterion
    if not hasattr(fitted, "__sklearn_tags__"):
        return None
    if metric.loss is not None:
        return "predict"
    score = metric.vectorised
    plain = weights is None and problem.y.ndim == 1 and not problem.is_without_y
    return score.method(fitted) if plain and score is not None else None


def _at_once(
    problem: Problem,
    fitted: Any,
    method: str,
    tables: Sequence[Any],
    y: Any,
    weights: FloatArray | None,
) -> list[float]:
    """Return the errors, NaN where a scorer has to be asked."""
    from wrapsel.evaluation.metrics.stub import stub

    answers = np.asarray(getattr(fitted, method)(_stacked(tables)))
    n_rows = tables[0].shape[0]
    if len(answers) != n_rows * len(tables):
        return [math.nan] * len(tables)
    parts = [answers[i * n_rows : (i + 1) * n_rows] for i in range(len(tables))]
    known = [stub({method: part}, getattr(fitted, "classes_", None)) for part in parts]
    score = problem.criterion.vectorised
    if problem.criterion.loss is None and score is not None:
        classes = problem.classes if problem.is_classification else None
        return [error_of_fit(score, each, None, y, classes) for each in known]
    return [judge(problem, each, None, y, weights) for each in known]


def _stacked(tables: Sequence[Any]) -> Any:
    """Return the rows of all tables in one."""
    if is_frame(tables[0]):
        import pandas as pd

        return pd.concat(tables, ignore_index=True)
    if hasattr(tables[0], "tocsc"):
        from scipy.sparse import vstack

        return vstack(tables, format="csc")
    return np.concatenate(tables)
