"""The loop between a strategy and its answers."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from wrapsel.engine.budget import Budget, Spent
from wrapsel.engine.events import Event, Finished, Judged, Kept, Observer
from wrapsel.engine.limits.bill import Bill, Paid
from wrapsel.engine.limits.inside import Inside
from wrapsel.engine.limits.measured import Measured, first_of_sizes
from wrapsel.engine.rejecting import Rejecting
from wrapsel.engine.result import SearchResult
from wrapsel.engine.telling.stage import Stage
from wrapsel.engine.unfinished import Unfinished
from wrapsel.engine.waves import Waves
from wrapsel.errors import LearnerError, SearchError
from wrapsel.evaluation.evaluator import Evaluator
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.protocol import (
    FAILED,
    Evaluate,
    Evaluation,
    FloatArray,
    Keep,
    Measure,
    Rank,
    Search,
    no_signal,
)
from wrapsel.subset import Subset


class _CannotRank(Exception):
    """The learner failed where a strategy needs its importances."""


class _BudgetGone(BaseException):
    """The next verdict cannot be paid; nobody on the way may take it for a failure."""


class Run:
    """One search: answers requests, spends the budget, keeps the path.

    Parameters
    ----------
    waves : Waves
        Over `stored`.
    stored : Stored
    budget : Budget
    allowed : Subset
        The variables that a strategy may use.
    observe : callable, optional
        Called with every event.
    redrawn : callable, optional
        Gives what measures on the folds of a draw, or None if there is no such draw.
    unfinished : Unfinished, optional
        Sees what is measured and acceptable since the last subset kept.
    measured : Measured, optional
        Sees every exact verdict.
    compiling : callable, optional
        Gives the seconds of compilation so far, which no budget pays.
    """

    def __init__(
        self,
        waves: Waves,
        stored: Stored,
        budget: Budget,
        allowed: Subset,
        observe: Observer | None = None,
        redrawn: Callable[[int], Stored | None] = lambda _: None,
        unfinished: Unfinished | None = None,
        measured: Measured | None = None,
        compiling: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._waves = waves
        self._stored = stored
        self._budget = budget
        self._inside = Inside(allowed)
        self._observe = observe
        self._redrawn = redrawn
        self._unfinished = unfinished
        self._measured = measured
        self._limited_by: Callable[[Stored], Evaluator] = lambda stored: stored
        self._allows: Callable[[Subset], bool] = lambda subset: True
        self._plain: Callable[[Evaluation], Evaluation] | None = None
        self._compiling = compiling
        self._start = time.perf_counter() - compiling()
        self._limited = budget != Budget()
        self._bill = Bill()
        self._path: list[Evaluation] = []
        self._spent = Spent()  # until each of the path
        self._stages: list[Stage] = []
        self._stopped_by = "interrupt"
        self.spending = self._bill.spending

    def judge_by(
        self,
        limited: Callable[[Stored], Evaluator],
        plain: Callable[[Evaluation], Evaluation],
        allows: Callable[[Subset], bool],
    ) -> None:
        """Judge by larger errors from now on, and tell observers the plain ones.

        On single folds, what is not allowed fails.
        """
        self._limited_by, self._plain, self._allows = limited, plain, allows
        self._waves = replace(self._waves, evaluator=limited(self._stored))

    def reference(self, subset: Subset) -> Evaluation:
        """Return the verdict on all allowed variables; charged, but never refused."""
        [paid] = self._waves.judged(Evaluate([subset]))
        self._charge(paid)
        return paid.verdicts[0]

    def was_asked(self, key: int | bytes) -> bool:
        """Whether a strategy has a verdict on the subset of a key."""
        return self._bill.was_paid(key)

    def begin(self, search: Search) -> Any:
        """Return the first request; a strategy that cannot run here says so now."""
        return self._send(search, None)

    def search(
        self, search: Search, request: Any, finish: Callable[..., SearchResult]
    ) -> SearchResult:
        """Drive a search to its end.

        `request` is what `begin` returned; `finish(path, spending, stopped_by, stages)`
        sums up.
        """
        try:
            while request is not None:
                request = self._send(search, self._answer(request))
        except _BudgetGone:
            self._stopped_by = "budget"
        except _CannotRank as failure:
            self._stopped_by = f"a ranking that failed: {failure}"
        finally:
            search.close()
            self._clock()
            spending = self.spending.copy()
            found = tuple(self._path), spending, self._stopped_by, tuple(self._stages)
            result = finish(*found)
            # The best measured may end the path, though it was not kept.
            for _ in range(len(result.path) - len(self._spent)):
                self._spent.append(spending)
            result = replace(result, spent=self._spent)
            self._tell(Finished(result))
        return result

    def _send(self, search: Search, reply: Any) -> Any:
        """Return the next request, or None at the end."""
        try:
            return search.send(reply)
        except StopIteration as end:
            self._stopped_by = end.value or "strategy"
            return None

    def _answer(self, request: Any) -> Any:
        if isinstance(request, Evaluate):
            accept = math.inf if request.accept is None else request.accept
            waves = self._waves.judged(request, self._check_budget)
            return list(chain.from_iterable(self._pay(w, accept) for w in waves))
        if isinstance(request, Measure):
            return self._fold_errors(request)
        if isinstance(request, Rank):
            return self._importances(request)
        if isinstance(request, Keep):
            if math.isinf(request.evaluation.error):
                return None  # it failed, like all that it was compared with
            self._clock()
            self._path.append(request.evaluation)
            self._spent.append(self.spending)
            if self._unfinished is not None:
                self._unfinished.best = None
            if request.why:
                self._stages.append(Stage(request.evaluation, request.why))
            return self._tell(Kept(*self._as_plain([request.evaluation])))
        raise SearchError(
            f"a strategy must yield Evaluate, Measure, Rank or Keep, got {request!r}"
        )

    def _fold_errors(self, request: Measure) -> FloatArray:
        if request.draw:
            return self._redrawn_errors(request)
        rows = []
        for paid, row in self._waves.fold_errors(request, self._check_budget):
            self._pay(paid)
            rows.append(self._row(paid.verdicts[0].subset, row))
        n_folds = min(request.n_folds, len(self._stored.weights))
        return np.reshape(rows, (len(rows), n_folds))

    def _redrawn_errors(self, request: Measure) -> FloatArray:
        stored = self._redrawn(request.draw)
        n_folds = min(request.n_folds, len(self._stored.weights))
        if stored is None:
            return np.empty((0, n_folds))
        rows, waves = [], Waves(self._limited_by(stored), rejects=self._waves.rejects)
        for paid, row in waves.fold_errors(request, self._check_budget):
            subset = paid.verdicts[0].subset
            self._inside.check(subset)
            self._check_budget()
            self._bill.charge_redrawn(request.draw, paid, stored.found)
            rows.append(self._row(subset, row))
        return np.reshape(rows, (len(rows), n_folds))

    def _row(self, subset: Subset, errors: FloatArray) -> FloatArray:
        return errors if self._allows(subset) else np.full_like(errors, FAILED)

    def _importances(self, request: Rank) -> FloatArray:
        self._inside.check(request.subset)
        self._check_budget()
        try:
            importances = self._stored.importances(request.subset, request.by)
        except LearnerError as error:
            if not isinstance(self._stored, Rejecting):
                raise
            raise _CannotRank(str(error)) from error
        self._bill.charge_rank(request, self._stored)
        if said := no_signal(importances):
            warnings.warn(said, stacklevel=2)
        return importances

    def _pay(self, paid: Paid, accept: float = -math.inf) -> Sequence[Evaluation]:
        """Charge the verdicts on a wave, and take note of those <= `accept`."""
        verdicts = paid.verdicts
        if len(verdicts) > 1 and self._is_paid_one_by_one(paid):
            for one in paid.each():
                self._pay(one, accept)
            return verdicts
        if self._limited:
            self._check_budget()
        self._inside.check_all(verdicts)
        best = self._charge(paid)
        if self._unfinished is not None:
            for verdict in best:
                if verdict.error <= accept:
                    self._unfinished.see(verdict)
        return verdicts

    def _is_paid_one_by_one(self, paid: Paid) -> bool:
        """Whether some count may end the search, or is told, between two verdicts.

        To pay for all takes no time, compared to what measuring them took.
        """
        if self._observe is not None:
            return True
        if not self._limited:
            return False
        most = self.spending.copy()
        most.evaluations += len(paid.verdicts)
        most.cost += sum([up_to[-1] for up_to in paid.costs])
        return self._budget.used(most) > 1 - 1e-9  # whose sums are rounded otherwise

    def _check_budget(self) -> None:
        self._clock()
        if self._budget.used(self.spending) >= 1:
            raise _BudgetGone

    def check_seconds(self) -> None:
        """End a request in its midst once there is no time left."""
        self._clock()
        limit = self._budget.seconds
        if limit is not None and self.spending.seconds >= limit:
            raise _BudgetGone

    def _charge(self, paid: Paid) -> Iterable[Evaluation]:
        """Charge and note verdicts; return the best exact one of each size."""
        self._bill.charge(paid, self._stored.found)
        verdicts = self._as_plain(paid.verdicts)
        best = plain = first_of_sizes(paid.verdicts)
        if verdicts is not paid.verdicts:
            plain = first_of_sizes(verdicts)
        if self._measured is not None:
            self._measured.see(verdicts, plain)
        if self._observe is not None:
            for verdict in verdicts:
                self._show(verdict)
        return best

    def _as_plain(self, verdicts: Sequence[Evaluation]) -> Sequence[Evaluation]:
        return verdicts if self._plain is None else [*map(self._plain, verdicts)]

    def _show(self, evaluation: Evaluation) -> None:
        self._clock()
        used = self._budget.used(self.spending)
        self._tell(Judged(evaluation, self.spending.copy(), used))

    def _clock(self) -> None:
        passed = time.perf_counter() - self._start
        self.spending.seconds = max(0.0, passed - self._compiling())

    def _tell(self, event: Event) -> None:
        if self._observe is not None:
            self._observe(event)
