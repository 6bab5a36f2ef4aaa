"""The front door: run a search on a problem."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.engine.budget import Budget
from wrapsel.engine.events import Observer, Started
from wrapsel.engine.result import SearchResult
from wrapsel.engine.run import Run
from wrapsel.engine.waves import Waves
from wrapsel.evaluation.crossval import CrossValidation
from wrapsel.evaluation.evaluator import Evaluator
from wrapsel.evaluation.fingerprint import problem_id
from wrapsel.evaluation.pooled import Pooled, n_workers
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.sqlite import SqliteStore
from wrapsel.evaluation.stored import Store, Stored
from wrapsel.evaluation.threads import one_blas_thread
from wrapsel.protocol import SearchSpace, SearchStrategy
from wrapsel.subset import Subset


def select(
    problem: Problem,
    strategy: SearchStrategy,
    *,
    seed: int = 0,
    budget: Budget | None = None,
    store: Store | str | Path | None = None,
    workers: int | None = 1,
    lookahead: int | None = None,
    cost: Callable[[int], float] | None = None,
    on_event: Observer | None = None,
) -> SearchResult:
    """Search the smallest subset with which the learner predicts as well as with all.

    The same call gives the same result, whatever the workers and look-ahead; on a
    store, a call that was stopped goes on, and measures nothing twice.

    Parameters
    ----------
    problem : Problem
    strategy : SearchStrategy
    seed : int, default=0
        Of the strategy's draws.
    budget : Budget, optional
        Limits; none by default.
    store : Store, str or Path, optional
        Where measurements are kept; a path is a SQLite file.
    workers : int or None, default=1
        Processes, as joblib's ``n_jobs``; -1 is one a core.
    lookahead : int, optional
        Candidates in the widest wave; by default what suits learner and workers.
    cost : callable, optional
        Cost of training on n variables; by default the learner's own, else n.
    on_event : callable, optional
        Observer of `Started`, `Judged`, `Kept` and `Finished`.

    Returns
    -------
    SearchResult
        Its error is optimistic, since it was selected for; measure on other rows.

    Raises
    ------
    LearnerError
        If the learner raises or gives no number. What was measured stays stored.
    StoreError
        If the store cannot be used.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Backward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> result = select(problem, Backward(n_features=2))
    >>> len(result.subset)
    2
    """
    _check(strategy, seed)
    with ExitStack() as stack:
        stack.enter_context(one_blas_thread())
        everything = Subset.full(problem.n_variables)
        evaluator = _arrange(stack, CrossValidation(problem), workers)
        stored = _remember(stack, evaluator, store, problem)
        limits = budget or Budget()
        looking = Waves(stored, lookahead, problem.criterion.best is not None)
        run = Run(looking, stored, limits, everything, on_event)
        if on_event is not None:
            on_event(Started(problem.n_variables, limits))
        space = SearchSpace(everything, cost or problem.cost)
        search = strategy.search(space, np.random.default_rng(seed))
        request = run.begin(search)
        reference = run.reference(everything)
        finish = partial(_result, reference, problem.names, looking.rejects)
        return run.search(search, request, finish)


def _check(strategy: Any, seed: int) -> None:
    if isinstance(strategy, type) or not isinstance(strategy, SearchStrategy):
        raise TypeError(f"strategy must have a method search, got {strategy!r}")
    if seed < 0:
        raise ValueError(f"seed must be at least 0, got {seed}")


def _arrange(
    stack: ExitStack, crossval: CrossValidation, workers: int | None
) -> Evaluator:
    """Return the evaluator, in a pool if that can be of use."""
    n = n_workers(workers)
    if n == 1 or crossval.shared is not None:  # which outruns any handing around
        return crossval
    return stack.enter_context(Pooled(crossval, n))


def _remember(
    stack: ExitStack, evaluator: Evaluator, store: Any, problem: Problem
) -> Stored:
    if store is None:
        return Stored(evaluator)
    if isinstance(store, str | Path):
        store = stack.enter_context(SqliteStore(store))
    return Stored(evaluator, store, problem_id(problem))


def _result(
    reference: Any, names: tuple[Any, ...], early: bool, *found: Any
) -> SearchResult:
    path, spending, stopped_by = found
    return SearchResult(path, reference, spending, stopped_by, names, early)
