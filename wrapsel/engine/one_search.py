"""One search on a problem, from its evaluators to its result."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.engine.arguments import check_arguments, check_failing
from wrapsel.engine.budget import Budget, Spending
from wrapsel.engine.evaluators import Evaluators, OnFailure
from wrapsel.engine.events import Observer, Started
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.result import SearchResult, Stage
from wrapsel.engine.run import Run
from wrapsel.engine.space import Ranker, allowed, search_space, within
from wrapsel.engine.unfinished import Unfinished, worth_to
from wrapsel.engine.waves import Waves
from wrapsel.errors import LearnerError
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.stores.stored import Store
from wrapsel.protocol import Evaluate, Evaluation, SearchStrategy, check_strategy_value
from wrapsel.search import Auto
from wrapsel.subset import Subset


def one_search(
    problem: Problem,
    strategy: SearchStrategy | None = None,
    *,
    ranker: Ranker | None = None,
    n_preselect: int | None = None,
    required: Sequence[Any] = (),
    forbidden: Sequence[Any] = (),
    start: Sequence[Any] | None = None,
    random_state: int = 0,
    budget: Budget | None = None,
    store: Store | str | Path | None = None,
    n_jobs: int | None = 1,
    lookahead: int | None = None,
    cost: Callable[[int], float] | None = None,
    on_failure: OnFailure = "raise",
    fit_seconds: float | None = None,
    on_event: Observer | None = None,
) -> SearchResult:
    """Search as `select` does, but do not ask how honest the error is.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Backward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> len(one_search(problem, Backward(n_features_to_select=2)).subset)
    2
    """
    strategy = Auto() if strategy is None else strategy
    check_strategy_value("strategy", strategy)
    check_arguments(
        random_state, ranker, n_preselect, budget, store, n_jobs, lookahead, on_event
    )
    check_failing(on_failure, fit_seconds)
    strategy = within(problem, strategy, required, forbidden, start)
    among = allowed(problem, forbidden)
    part = among if forbidden else None
    with Evaluators(
        problem, store, n_jobs, part, on_failure, fit_seconds
    ) as evaluators:
        left = Unfinished(worth_to(strategy))
        run = _run(evaluators, among, lookahead, budget or Budget(), on_event, left)
        space = replace(
            search_space(problem, strategy, ranker, n_preselect, required, cost, among),
            shares_fits=evaluators.shares_fits,
        )
        search = strategy.search(space, np.random.default_rng(random_state))
        request = run.begin(search)
        everything = run.reference(among)
        _check_reference(everything, evaluators)
        evaluators.ask = run.check_seconds
        failures = partial(_failures, evaluators, run)
        constant = _constant(evaluators)
        known = partial(_result, problem, everything, constant, left, failures)
        return run.search(search, request, known)


def _check_reference(everything: Evaluation, evaluators: Evaluators) -> None:
    """Raise if it failed, whatever the failures may do: nothing compares with it."""
    if math.isinf(everything.error):
        raise LearnerError(
            evaluators.failures[everything.subset.key].why, everything.subset
        )


def _failures(evaluators: Evaluators, run: Run) -> tuple[Failure, ...]:
    """Return the failures that a strategy met, in an order that no worker changes."""
    asked, found = run.asked, evaluators.failures
    met = [found[key] for key in asked & found.keys()]
    return tuple(sorted(met, key=lambda failure: failure.subset.bits))


def _run(
    evaluators: Evaluators,
    among: Subset,
    lookahead: int | None,
    budget: Budget,
    on_event: Observer | None,
    unfinished: Unfinished,
) -> Run:
    """Return a run that has not begun, and tell the observer that it will."""
    problem = evaluators.problem
    n_variables = problem.n_variables
    waves = Waves(evaluators.stored, lookahead, problem.criterion.best is not None)
    if on_event is not None:
        on_event(Started(n_variables, budget))
    return Run(
        waves,
        evaluators.stored,
        budget,
        among,
        on_event,
        evaluators.redrawn,
        unfinished,
    )


def _constant(evaluators: Evaluators) -> Evaluation | None:
    """Return the verdict on no variable; None if the metric takes no constant."""
    n_variables = evaluators.problem.n_variables
    try:
        [(evaluation, _)] = Waves(evaluators.plain).verdicts(
            Evaluate([Subset.empty(n_variables)])
        )
    except LearnerError:
        return None
    return evaluation


def _result(
    problem: Problem,
    everything: Evaluation,
    constant: Evaluation | None,
    unfinished: Unfinished,
    failures: Callable[[], tuple[Failure, ...]],
    path: tuple[Evaluation, ...],
    spending: Spending,
    stopped_by: str,
    stages: tuple[Stage, ...],
) -> SearchResult:
    if stopped_by in ("budget", "interrupt"):
        path, last = unfinished.answer(path, everything)
        stages += last
    early = problem.criterion.best is not None
    return SearchResult(
        path,
        everything,
        spending,
        stopped_by,
        problem.names,
        early,
        stages,
        constant=constant,
        failures=failures(),
    )
