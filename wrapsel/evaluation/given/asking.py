"""Functions of a problem that say so where they are given something else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from wrapsel.errors import shortened
from wrapsel.evaluation.problem import Problem

_Function = TypeVar("_Function", bound=Callable[..., Any])


def asks_problem(function: _Function) -> _Function:
    """Let a function refuse a first value that is no `Problem`, before all else.

    Examples
    --------
    >>> @asks_problem
    ... def n_rows(problem):
    ...     return len(problem.X)
    >>> n_rows("learner", "X", "y")
    Traceback (most recent call last):
    TypeError: problem must be a Problem(learner, X, y), got 'learner'
    """

    @wraps(function)
    def asked(*values: Any, **given: Any) -> Any:
        # Of too many values, Python would speak first, and not of what is wrong.
        for problem in values[:1] or [given[k] for k in ("problem",) if k in given]:
            if not isinstance(problem, Problem):
                got = shortened(problem)
                raise TypeError(f"problem must be a Problem(learner, X, y), got {got}")
        return function(*values, **given)

    return cast(_Function, asked)
