"""One search on a problem, from its evaluators to its result."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from wrapsel.engine.budget import Budget, Spending
from wrapsel.engine.evaluators import Evaluators
from wrapsel.engine.events import Compiling, Started
from wrapsel.engine.limits.answer import KeptTo, kept_to
from wrapsel.engine.limits.keeping import KeepingLimits
from wrapsel.engine.limits.limits import limits_of
from wrapsel.engine.limits.measured import Measured
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.result import SearchResult
from wrapsel.engine.run import Run
from wrapsel.engine.space import allowed, search_space, within
from wrapsel.engine.telling.stage import Stage
from wrapsel.engine.unfinished import Unfinished, worth_to
from wrapsel.engine.waves import Waves
from wrapsel.errors import LearnerError
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
)
from wrapsel.search import Auto
from wrapsel.subset import Subset

DEFAULT = SearchOptions()


def one_search(
    problem: Problem,
    strategy: SearchStrategy | None = None,
    options: SearchOptions = DEFAULT,
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
    strategy = confined(problem, strategy, options)
    among = allowed(problem, options.forbidden)
    limits = limits_of(problem, options)
    measured = Measured(limits.price if limits and limits.prices else None)
    from wrapsel.compiled import compile_seconds  # which loads numba

    with (
        evaluators_of(problem, options) as evaluators,
        compile_seconds(partial(_tell_compiling, options)) as compiling,
    ):
        left = Unfinished(worth_to(strategy))
        run = _run(evaluators, among, options, left, measured, compiling)
        space = replace(
            _space(problem, strategy, options, among),
            shares_fits=evaluators.shares_fits,
        )
        if limits is not None:
            strategy = KeepingLimits(strategy, limits)
        search = strategy.search(space, np.random.default_rng(options.random_state))
        request = run.begin(search)
        everything = run.reference(among)
        _check_reference(everything, evaluators)
        evaluators.ask = run.check_seconds
        failures = partial(_failures, evaluators, run)
        constant = constant_of(evaluators)
        found = _Found(problem, everything, constant, left, failures, measured)
        if limits is not None:
            errors = [e.error for e in (everything, constant) if e is not None]
            keeping = kept_to(limits, run, evaluators.stored, errors)
            found = replace(found, keeping=keeping)
        return run.search(search, request, found.result)


def confined(
    problem: Problem, strategy: SearchStrategy | None, options: SearchOptions
) -> SearchStrategy:
    """Return a strategy that keeps to the variables that it may and must use.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> type(confined(problem, None, SearchOptions())).__name__
    'Auto'
    """
    strategy = Auto() if strategy is None else strategy
    check_strategy_value("strategy", strategy)
    given = options.required, options.forbidden, options.start
    return within(problem, strategy, *given)


def evaluators_of(problem: Problem, options: SearchOptions) -> Evaluators:
    """Return what measures a problem, as the options say, among allowed variables.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> with evaluators_of(problem, SearchOptions()) as found:
    ...     found.shares_fits
    True
    """
    among = allowed(problem, options.forbidden) if options.forbidden else None
    failing = options.on_failure
    return Evaluators(problem, among=among, on_failure=failing, **options.measuring)


def _space(
    problem: Problem, strategy: SearchStrategy, options: SearchOptions, among: Subset
) -> SearchSpace:
    ranking = options.ranker, options.n_preselect
    required, cost = options.required, options.cost
    return search_space(problem, strategy, *ranking, required, cost, among)


def _check_reference(everything: Evaluation, evaluators: Evaluators) -> None:
    """Raise if it failed, whatever the failures may do: nothing compares with it."""
    if math.isinf(everything.error):
        raise LearnerError(
            evaluators.failures[everything.subset.key].why, everything.subset
        )


def _failures(evaluators: Evaluators, run: Run) -> tuple[Failure, ...]:
    """Return the failures that a strategy met, in an order that no worker changes."""
    found = evaluators.failures.items()
    met = [failure for key, failure in found if run.was_asked(key)]
    return tuple(sorted(met, key=lambda failure: failure.subset.bits))


def _run(
    evaluators: Evaluators,
    among: Subset,
    options: SearchOptions,
    unfinished: Unfinished,
    measured: Measured,
    compiling: Callable[[], float],
) -> Run:
    """Return a run that has not begun, and tell the observer that it will."""
    problem, on_event = evaluators.problem, options.on_event
    rejects, budget = problem.criterion.best is not None, options.budget or Budget()
    waves = Waves(evaluators.stored, options.lookahead, rejects)
    if on_event is not None:
        on_event(Started(problem.n_variables, budget))
    return Run(
        waves,
        evaluators.stored,
        budget,
        among,
        on_event,
        evaluators.redrawn,
        unfinished,
        measured,
        compiling,
    )


def _tell_compiling(options: SearchOptions) -> None:
    if options.on_event is not None:
        options.on_event(Compiling())


def constant_of(evaluators: Evaluators) -> Evaluation | None:
    """Return the verdict on no variable; None if the metric takes no constant.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> with Evaluators(Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)) as found:
    ...     constant_of(found).error
    0.5
    """
    n_variables = evaluators.problem.n_variables
    if evaluators.problem.is_without_y:
        return None
    try:
        [(evaluation, _)] = Waves(evaluators.plain).verdicts(
            Evaluate([Subset.empty(n_variables)])
        )
    except LearnerError:
        return None
    return evaluation


@dataclass(frozen=True)
class _Found:
    """What is known of a search beside its path."""

    problem: Problem
    everything: Evaluation
    constant: Evaluation | None
    unfinished: Unfinished
    failures: Callable[[], tuple[Failure, ...]]
    measured: Measured
    keeping: KeptTo | None = None

    def result(
        self,
        path: tuple[Evaluation, ...],
        spending: Spending,
        stopped_by: str,
        stages: tuple[Stage, ...],
    ) -> SearchResult:
        """Sum up."""
        if stopped_by in ("budget", "interrupt"):
            reference = self.everything
            if self.keeping is not None:
                reference = self.keeping.judged(reference)
            path, last = self.unfinished.answer(path, reference)
            stages += last
        if self.keeping is not None:
            path, stages = self.keeping.answer(path, stages, self.constant)
        return SearchResult(
            path,
            self.everything,
            spending,
            stopped_by,
            self.problem.names,
            self.problem.criterion.best is not None,
            stages,
            constant=self.constant,
            failures=self.failures(),
            measured=self.measured.best(),
            prices=None if self.keeping is None else self.keeping.limits.prices,
        )
