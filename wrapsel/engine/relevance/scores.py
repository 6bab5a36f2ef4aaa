"""What a ranker says of each variable of a problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from wrapsel.errors import shortened
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import Rows, take_columns
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset

Ranker = Callable[[Any, Any], Any]


def relevance(
    problem: Problem, ranker: Ranker, y: Any = None, among: Subset | None = None
) -> FloatArray:
    """Return what a ranker says of each variable, of shape (n_variables,).

    `y` are other targets than those of the problem. It is shown the variables `among`
    alone; the others are the least relevant, with minus infinity.

    Of a `Ranking` the scores count if its order agrees with them, else the order. A
    function may also give scores, as those of scikit-learn do, alone or first in a
    tuple. A group of columns is as relevant as its best one, and a column as it is to
    the target to which it is the most.

    Raises
    ------
    ValueError
        If the ranker does not give a number for each column, or there is no y.

    Examples
    --------
    >>> from sklearn.feature_selection import f_classif
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([[1, 0], [2, 1], [1, 5], [2, 7]])
    >>> problem = Problem(GaussianNB(), X, [0, 0, 1, 1], cv=2)
    >>> relevance(problem, f_classif).argmax()
    np.int64(1)
    """
    if problem.is_without_y:
        raise ValueError(
            f"ranker needs y, which the problem has not, got {shortened(ranker)}; "
            "Forward(), Backward() and others search without"
        )
    columns = np.arange(problem.X.shape[1])
    if among is not None and len(among) < problem.n_variables:
        columns = np.sort(problem.columns(among))
    values = np.full(problem.X.shape[1], -np.inf)
    y = problem.y if y is None else y
    targets = [y] if y.ndim == 1 else list(y.T)
    scores = [_scores(problem, ranker, target, columns) for target in targets]
    values[columns] = np.max(scores, axis=0)
    if problem.variables is None:
        return values
    groups = problem.column_groups
    return np.array([values[columns].max() for columns in groups])


def _scores(problem: Problem, ranker: Ranker, y: Any, columns: Rows) -> FloatArray:
    """Return what a ranker says of some columns, of shape (len(columns),)."""
    n_columns, X = len(columns), problem.X
    if n_columns < X.shape[1]:
        X = take_columns(X, columns)
    given = ranker(X, y)
    if hasattr(given, "order"):
        values = np.array(given.scores, dtype=np.float64)
        if not np.array_equal(np.argsort(-values, kind="stable"), given.order):
            values[given.order] = np.arange(len(given.order), 0.0, -1.0)
    else:
        values = np.asarray(given[0] if isinstance(given, tuple) else given, float)
    if values.shape != (n_columns,) or np.isnan(values).any():
        raise ValueError(
            f"ranker must give a number for each of the {n_columns} columns, "
            f"got {shortened(given)}"
        )
    return values
