"""The search of `wrapsel select`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from numpy.typing import NDArray

from wrapsel.cli.arguments.scoring import scoring_of
from wrapsel.cli.holdout import keep_aside
from wrapsel.cli.json_file import STANDARD, write_json
from wrapsel.cli.options import Options
from wrapsel.cli.rankers import preselection
from wrapsel.cli.report import Record, make_record, table
from wrapsel.cli.reporting import check_outputs, write_seen
from wrapsel.cli.rows import taken
from wrapsel.cli.scaling import scaled
from wrapsel.cli.searches import make_search
from wrapsel.cli.variables import needs_of, prices_of, variables_of
from wrapsel.datasets import Dataset, load
from wrapsel.engine import (
    Budget,
    Event,
    Finished,
    History,
    Observer,
    ProgressBar,
    SearchResult,
    select,
)
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Problem, holdout_error
from wrapsel.evaluation.metrics.formula import error_formula
from wrapsel.evaluation.metrics.metric import check_error
from wrapsel.evaluation.processes.workers import Workers
from wrapsel.evaluation.targets import are_measured, is_classification
from wrapsel.learner import load_learner
from wrapsel.protocol import Evaluation, SearchStrategy
from wrapsel.report.errors import TestErrors

_OPTIMISTIC = (
    "The cross-validated error of a selected subset is optimistic: trust the honest "
    "one, or keep rows aside by --holdout 0.25."
)


def select_from_file(options: Options) -> Record:
    """Load the data, search, and show the result."""
    return select_from(
        options,
        lambda: load(
            options.source,
            options.target,
            options.split,
            options.nominal,
            options.test,
            options.decimal,
            options.max_bytes,
            options.reader,
        ),
    )


def select_from(options: Options, read: Callable[[], Dataset]) -> Record:
    """Search, and show the result; `read` is called when the options are checked.

    Raises
    ------
    KeyboardInterrupt
        After an interrupted search, when the best subset so far has been shown.
    """
    task = _prepare(options, read)
    result = task.search()
    if result is None:
        raise KeyboardInterrupt(_how_to_go_on(options))
    if result.stopped_by == "interrupt":
        task.show(result, {})
        raise KeyboardInterrupt(_how_to_go_on(options))
    try:
        test_errors = task.test_errors(result)
    except BaseException:
        task.show(result, {})  # the search must not be in vain
        raise
    return task.show(result, test_errors)


@dataclass(frozen=True)
class _Task:
    """A search whose options and data are checked."""

    options: Options
    dataset: Dataset
    problem: Problem
    strategy: SearchStrategy
    budget: Budget
    ranker: Any
    n_preselect: int | Literal["auto"] | None
    history: History | None  # where it is asked for: it may be long
    observer: Observer | None
    test_weights: NDArray[Any] | None = None  # where rows weigh in errors

    def search(self) -> SearchResult | None:
        """Return the result, also of an interrupted search, if there is one."""
        found: list[SearchResult] = []

        def observe(event: Event) -> None:
            if self.observer is not None:
                self.observer(event)
            if isinstance(event, Finished):
                found.append(event.result)

        with suppress(KeyboardInterrupt):
            return self._select(observe)
        return found[-1] if found else None

    def _select(self, observe: Callable[[Event], None]) -> SearchResult:
        options = self.options
        honest: Any = False if options.honest == "none" else options.honest
        on_failure: Any = options.on_failure
        backend: Any = options.backend
        return select(
            self.problem,
            self.strategy,
            ranker=self.ranker,
            n_preselect=self.n_preselect,
            required=_names(options.required) or (),
            forbidden=_names(options.forbidden) or (),
            start=_names(options.start),
            random_state=options.random_state,
            budget=self.budget,
            store=options.store,
            n_jobs=options.n_jobs,
            backend=backend,
            scheduler=options.scheduler,
            lookahead=options.lookahead,
            on_failure=on_failure,
            fit_seconds=options.fit_seconds,
            honest=honest,
            prices=prices_of(options.prices, self.problem),
            max_price=options.max_price,
            price_weight=options.price_weight,
            needs=needs_of(options.needs),
            on_event=observe,
        )

    def test_errors(self, result: SearchResult) -> TestErrors:
        """Return the errors on the test rows, with all variables and the selected."""
        if self.dataset.X_test is None:
            return {}
        error, every, best = self._test_error, result.reference, result.best
        try:
            return {m: (error(every, m), error(best, m)) for m in self.problem.metrics}
        except Exception as cause:
            raise LearnerError(
                f"the test rows could not be predicted: {type(cause).__name__}: {cause}"
            ) from cause

    def _test_error(self, found: Evaluation, metric: str) -> float:
        problem = self.problem.by_metric(metric)
        X, y = self.dataset.X_test, self.dataset.y_test
        rows = X, y, found.variant, self.test_weights
        error = holdout_error(problem, found.subset, *rows)
        if wrong := check_error(error, problem.criterion):
            raise ValueError(wrong)
        return error

    def show(self, result: SearchResult, test_errors: TestErrors) -> Record:
        """Print the table, write what is asked for, return the record."""
        options, criterion = self.options, self.problem.criterion
        record = make_record(options, criterion, result, test_errors)
        try:
            if not options.quiet and options.json != STANDARD:
                width = shutil.get_terminal_size().columns
                print(table(record, error_formula(criterion), width), flush=True)
                if self.dataset.X_test is None:
                    print(f"\n{_OPTIMISTIC}", flush=True)
        finally:  # whatever has become of the terminal
            if options.json is not None:
                write_json(Path(options.json), record)
            if self.history is not None:
                self._write_seen(self.history, result, test_errors)
        return record

    def _write_seen(
        self, history: History, result: SearchResult, test_errors: TestErrors
    ) -> None:
        seen = self.dataset, self.problem, history, result, test_errors
        write_seen(self.options, *seen)


def _prepare(options: Options, read: Callable[[], Dataset]) -> _Task:
    strategy = make_search(options.search, dict(options.search_params))
    ranker, n_preselect = preselection(options.preselect)
    learner = None if options.learner is None else _load_learner(options)
    budget = Budget(options.max_evaluations, options.max_cost, options.max_seconds)
    scoring = scoring_of(options.scoring)
    outputs = ("json", "report", "history")
    check_outputs({option: getattr(options, option) for option in outputs})
    backend: Any = options.backend
    with Workers(options.n_jobs, backend, options.scheduler):
        pass  # a scheduler that does not answer is told before anything is read
    dataset = read()
    if learner is None:
        options = replace(options, learner=usual_learner(dataset.y))
        learner = _load_learner(options)
    classes = is_classification(learner, dataset.y)
    if options.holdout is not None:
        aside = options.holdout, options.random_state, classes, options.groups
        dataset = keep_aside(dataset, *aside)
    dataset, groups, _ = taken(dataset, options.groups)
    dataset, weights, test_weights = taken(dataset, options.sample_weight)
    if options.scale is not None:
        dataset = scaled(dataset, options.scale)
    problem = Problem(
        learner,
        dataset.X,
        dataset.y,
        options.cv,
        scoring,
        options.aggregate,
        groups,
        variables_of(options.variables, dataset.X),
        random_state=options.random_state,
        sample_weight=weights,
        weigh_errors=options.weigh_errors,
    )
    # A bar in a file would be noise.
    bar = None if options.quiet else ProgressBar(disable=None)
    history = History(bar) if options.report or options.history else None
    return _Task(
        options,
        dataset,
        problem,
        strategy,
        budget,
        ranker,
        n_preselect,
        history,
        history or bar,
        test_weights if options.weigh_errors else None,
    )


def _load_learner(options: Options) -> Any:
    return load_learner(str(options.learner), **dict(options.learner_params))


def usual_learner(y: NDArray[Any]) -> str:
    """Return the learner of those who name none, by the targets.

    Examples
    --------
    >>> import numpy as np
    >>> usual_learner(np.array(["a", "b", "a"])), usual_learner(np.array([0.5, 1, 2]))
    ('naive-bayes', 'sklearn.linear_model.Ridge')
    >>> usual_learner(np.repeat([1, 2, 3], 3)), usual_learner(np.arange(30))
    ('naive-bayes', 'sklearn.linear_model.Ridge')
    """
    return "sklearn.linear_model.Ridge" if are_measured(y) else "naive-bayes"


def _names(listed: str | None) -> list[str] | None:
    return None if listed is None else [name for name in listed.split(",") if name]


def _how_to_go_on(options: Options) -> str:
    if options.store is not None:
        return "the same command goes on from there"
    return "with --store FILE the same command would go on from there"
