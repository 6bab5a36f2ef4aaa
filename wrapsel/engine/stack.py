"""The evaluators between a search and a problem."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from wrapsel.evaluation.crossval import CrossValidation
from wrapsel.evaluation.evaluator import Evaluator
from wrapsel.evaluation.fingerprint import problem_id
from wrapsel.evaluation.pooled import Pooled, n_workers
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.sqlite import SqliteStore
from wrapsel.evaluation.stored import Store, Stored


def stacked(
    stack: ExitStack,
    problem: Problem,
    store: Store | str | Path | None = None,
    workers: int | None = 1,
) -> Stored:
    """Return what measures a problem, until the exit.

    It remembers, in a store if there is one, and works in a pool if that is of use.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> with ExitStack() as stack:
    ...     stacked(stack, problem).weights.tolist()
    [50.0, 50.0, 50.0]
    """
    crossval = CrossValidation(problem)
    evaluator: Evaluator = crossval
    n = n_workers(workers)
    if n > 1 and crossval.shared is None:  # which outruns any handing around
        evaluator = stack.enter_context(Pooled(crossval, n))
    if store is None:
        return Stored(evaluator)
    if isinstance(store, str | Path):
        store = stack.enter_context(SqliteStore(store))
    return Stored(evaluator, store, problem_id(problem))
