"""Rows that are not the problem's: read as its own are, and predicted."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.fits.judging import judge
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.given.asking import asks_problem
from wrapsel.evaluation.given.fit_params import as_weights
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import as_table, is_frame, take_columns
from wrapsel.evaluation.targets import NoTargets, check_same_kind, read_targets
from wrapsel.subset import Subset
from wrapsel.words import checks_words


def other_rows(
    problem: Problem, X: Any, y: Any
) -> tuple[Any, NDArray[Any] | NoTargets]:
    """Return table and targets as the problem has its own.

    Columns with names are matched by name, others by position.

    Raises
    ------
    ValueError
        If the problem would refuse them, the columns are others, or the targets are
        text where the problem's are numbers, or the reverse.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), [[1, 2], [3, 5], [4, 1], [5, 5]], [0, 1] * 2, 2)
    >>> other_rows(problem, [[2, 3]], [True])
    (array([[2, 3]]), array([ True]))
    """
    table = _as_the_problems(problem.X, as_table(X, min_rows=1))
    if problem.is_without_y:
        return table, NoTargets(table.shape[0])
    targets = read_targets(y, table.shape[0])
    check_same_kind("y", targets, problem.y)
    return table, targets


@asks_problem
@checks_words
def holdout_error(
    problem: Problem,
    subset: Subset,
    X: Any,
    y: Any,
    variant: int | None = None,
    sample_weight: Any = None,
) -> float:
    """Return the error on other rows of a learner fitted on all rows of the problem.

    Parameters
    ----------
    problem : Problem
    subset : Subset
    X : table of the same columns, of shape (n_test, n_columns)
        Read as the problem's; a DataFrame's columns are matched by name.
    y : array-like of shape (n_test,)
    variant : int, optional
        The learner's parameter setting, as in an `Evaluation`; by default the one with
        the smallest error of this subset on the folds of the problem.
    sample_weight : array-like of shape (n_test,), optional
        What these rows weigh in the error; by default the same.

    Raises
    ------
    ValueError
        If the problem would refuse such rows, or they have other columns or targets.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> problem = Problem(GaussianNB(), X[::2], y[::2])
    >>> round(holdout_error(problem, Subset.of([3], 4), X[1::2], y[1::2]), 4)
    0.0667
    """
    fitter = Fitter(problem)
    X, y = other_rows(problem, X, y)
    weights = as_weights(sample_weight, len(y))
    none = np.zeros((len(y), 1))
    X = take_columns(X, problem.columns(subset)) if subset else none
    if variant is None:
        variant = fitter.best_variant(subset)
    fitted = fitter.fit_all(subset, variant)
    with fitter.seeded(subset, None):
        error = judge(problem, fitted, X, y[:], weights)
    size = len(y) if weights is None else float(weights.sum())
    return error if problem.criterion.loss is None else error / size


def _as_the_problems(own: Any, table: Any) -> Any:
    if is_frame(own) and is_frame(table):
        return _in_order(table, own.columns)
    if table.shape[1] != own.shape[1]:
        raise ValueError(
            f"X must have {own.shape[1]} columns as the problem's, got {table.shape[1]}"
        )
    if is_frame(table):
        return table.to_numpy()
    if is_frame(own) and not hasattr(table, "tocsc"):
        return type(own)(table, columns=own.columns)
    return table


def _in_order(table: Any, columns: Any) -> Any:
    lacking = [name for name in columns if name not in table.columns]
    others = [name for name in table.columns if name not in columns]
    if lacking or others:
        raise ValueError(
            "X must have the columns of the problem's, "
            f"lacks {lacking[:8]} and has {others[:8]} besides"
        )
    return table.iloc[:, table.columns.get_indexer(columns)]
