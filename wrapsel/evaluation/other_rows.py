"""Rows that are not the problem's, read as its own are."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import as_table, is_frame
from wrapsel.evaluation.targets import NoTargets, check_same_kind, read_targets


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
