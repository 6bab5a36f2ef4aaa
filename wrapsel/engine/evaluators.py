"""What measures a problem, on the folds of a search and on those drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from wrapsel.engine.rejecting import Failure, Rejecting
from wrapsel.evaluation.crossval import CrossValidation
from wrapsel.evaluation.evaluator import Evaluator
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.processes.pooled import Pooled
from wrapsel.evaluation.processes.threads import one_blas_thread
from wrapsel.evaluation.processes.timed import Timed
from wrapsel.evaluation.processes.travel import check_travels
from wrapsel.evaluation.processes.workers import CLUSTERS, Backend, Workers
from wrapsel.evaluation.shared import Shared
from wrapsel.evaluation.stores.about import About, Describing
from wrapsel.evaluation.stores.fingerprint import data_hash, problem_id
from wrapsel.evaluation.stores.sqlite import SqliteStore
from wrapsel.evaluation.stores.stored import Store, Stored
from wrapsel.garbage import seldom_collected
from wrapsel.subset import Subset

OnFailure = Literal["raise", "reject"]


class Evaluators:
    """The evaluators of a problem and its redrawn folds, in workers, over a store.

    Parameters
    ----------
    problem : Problem
    store : Store, str or Path, optional
        A path is a SQLite file.
    n_jobs : int or None, default=1
    among : Subset, optional
        The variables that subsets may be made of; by default all.
    on_failure : {"raise", "reject"}, default="raise"
        Whether a failure of the learner is raised, or makes a subset fail.
    fit_seconds : float, optional
        Limit of one fit, kept by processes of its own.
    backend, scheduler : str, optional
        Which workers, as in `Workers`.

    Attributes
    ----------
    plain : CrossValidation
        What measures in this process, and remembers nothing.
    stored : Stored
        What measures on the folds of the search.
    ask : callable
        Called every second or so, and between long fits; may raise to end them.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> with Evaluators(problem) as evaluators:
    ...     evaluators.redrawn(1).weights.tolist()
    [50.0, 50.0, 50.0]
    """

    def __init__(
        self,
        problem: Problem,
        store: Store | str | Path | None = None,
        n_jobs: int | None = 1,
        among: Subset | None = None,
        on_failure: OnFailure = "raise",
        fit_seconds: float | None = None,
        backend: Backend | None = None,
        scheduler: str | None = None,
    ) -> None:
        self.problem = problem
        self._given_store = store
        self._workers = Workers(n_jobs, backend, scheduler)
        self._keep = Stored if on_failure == "raise" else Rejecting
        self._fit_seconds = fit_seconds
        self._stack = ExitStack()
        self._among = among
        self.plain = CrossValidation(problem, among)
        self.ask: Callable[[], None] = lambda: None
        self._redrawn: dict[int, Stored | None] = {}

    def __enter__(self) -> Evaluators:
        self._stack.enter_context(one_blas_thread())
        self._stack.enter_context(self._workers)
        if self._is_all_ours:
            self._stack.enter_context(seldom_collected())
        store = self._given_store
        if isinstance(store, str | Path):
            store = self._stack.enter_context(SqliteStore(store))
        self._store = store
        self.stored = self._of(self.plain)
        return self

    def __exit__(self, *exception: Any) -> None:
        self._stack.close()

    @property
    def shares_fits(self) -> bool:
        """Whether the learner shares work between subsets."""
        return self.plain.shared is not None

    @property
    def _is_all_ours(self) -> bool:
        """Whether no code of a user's is in the midst of it, but for a strategy."""
        package = type(self.problem.learner).__module__.partition(".")[0]
        return self.shares_fits and package in ("learners", "sklearn")

    def redrawn(self, draw: int) -> Stored | None:
        """Return what measures on the folds of a draw; None if there is no draw."""
        if draw not in self._redrawn:
            other = self.problem.redrawn(draw)
            crossval = None if other is None else CrossValidation(other, self._among)
            self._redrawn[draw] = None if crossval is None else self._of(crossval)
        return self._redrawn[draw]

    @property
    def failures(self) -> dict[int | bytes, Failure]:
        """What failed on the folds of the search, else on those of a draw, by key."""
        found: dict[int | bytes, Failure] = {}
        for stored in [*self._redrawn.values(), self.stored]:
            if isinstance(stored, Rejecting):
                found |= stored.failures
        return found

    def _of(self, crossval: CrossValidation) -> Stored:
        crossval.let_ask(lambda: self.ask())
        evaluator = self._arranged(crossval)
        name = ""
        if self._store is not None:
            name = problem_id(crossval.problem, self._of_data)
        if isinstance(self._store, Describing):
            self._store.describe(name, About.of(crossval.problem).written())
        return self._keep(evaluator, self._store, name, ask=lambda: self.ask())

    @cached_property
    def _of_data(self) -> Any:
        return data_hash(self.problem)

    def _arranged(self, crossval: CrossValidation) -> Evaluator:
        """Return the evaluator, in a pool if that can be of use."""
        if self._fit_seconds is not None:
            timed = Timed(crossval, self._fit_seconds, self._workers.n)
            return self._stack.enter_context(timed)
        if self._workers.are_here:
            return crossval
        if crossval.shared is not None:
            return self._in_threads(crossval, crossval.shared)
        for what in ("learner", "scoring"):
            check_travels(what, getattr(self.problem, what), self._workers)
        return self._stack.enter_context(Pooled(crossval, self._workers))

    def _in_threads(self, crossval: CrossValidation, shared: Shared) -> Evaluator:
        """Return the evaluator in threads, if its scorer takes them.

        A shared scorer outruns any handing around to processes.
        """
        if self._workers.backend in CLUSTERS or not shared.takes_threads:
            return crossval
        return self._stack.enter_context(
            Pooled(crossval, Workers(self._workers.n, "threading"))
        )
