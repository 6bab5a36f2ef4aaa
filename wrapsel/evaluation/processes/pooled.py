"""Shares blocks out to workers, through joblib."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Any

from wrapsel.errors import LearnerError, shortened
from wrapsel.evaluation.evaluator import Block, Evaluator, Portion
from wrapsel.evaluation.processes.compiling import Made, making, things
from wrapsel.evaluation.processes.parent import end_with, without_interrupts
from wrapsel.evaluation.processes.pieces import (
    EACH,
    Piece,
    halves,
    joined,
    pieces_of,
    stacked,
    without_first,
)
from wrapsel.evaluation.processes.sent import Sent
from wrapsel.evaluation.processes.threads import one_thread
from wrapsel.evaluation.processes.workers import Workers, broken
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

START_SECONDS = 3.0  # of work, before workers start, which takes one to four
SHARE_SECONDS = 0.05  # of work in a block, below which handing it around costs more
THREADS_SECONDS = 0.005  # the same of threads, which start at once
BLOCK_SECONDS = 0.3  # of work that is well worth sharing
WAIT_SECONDS = 1.0  # of work in a block, above which it waits for the workers
SLOW_SECONDS = 0.02  # of a fit, from which on handing it around costs nothing
WIDEST = 64  # candidates
MANY = 32  # workers
CALL_SECONDS = 20.0  # of work of each of many workers, for which a store may wait
Task = tuple[Sequence[Subset], range]


class Pooled:
    """An evaluator that measures in several workers what is worth it.

    Cheap blocks are measured here, and workers start beside the first work, so that
    more workers are never much slower than one. Once a worker has died, all is measured
    by workers: what ends one would end this process, too.

    Parameters
    ----------
    evaluator : Evaluator
        Travels to each worker once.
    workers : Workers
        In their context.
    """

    def __init__(self, evaluator: Evaluator, workers: Workers) -> None:
        self._evaluator = evaluator
        self._sent = Sent(evaluator)
        self._workers = workers
        self._n_workers = workers.n
        self._threads = workers.shares_memory
        self._parallel: Any = None
        self._entered = ExitStack()
        self._starting: Thread | None = None
        self._has_died = False
        self._spent = 0.0
        self._pair_seconds = math.nan  # of one subset on one fold, lately
        self.weights = evaluator.weights
        self.n_variants = evaluator.n_variants

    def __enter__(self) -> Pooled:
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._starting is None:
            return
        if self._threads:  # they are there in no time
            self._starting.join()
        # Processes that are not ready yet are not waited for.
        if not self._starting.is_alive():
            self._entered.close()

    @property
    def portion(self) -> Portion:
        """As one process as long as there is only one, then what keeps all busy."""
        if not self._is_ready():
            return Portion()
        seconds, n, n_folds = self._pair_seconds, self._n_workers, len(self.weights)
        pairs = max(n, min(int(BLOCK_SECONDS / seconds), WIDEST * n_folds))
        # The folds of one candidate are wanted sooner than other candidates.
        first = max(1, n // n_folds) if n * n_folds * seconds >= self._share else 1
        best = max(1, pairs // n_folds)
        # Of many some are always late, for which all others wait at the end of a call.
        fits = int(CALL_SECONDS / seconds) if n >= MANY else 0
        call = n * max(4, min(fits, EACH))
        return Portion(first, max(WIDEST, EACH * n), pairs, best=best, call=call)

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""
        start = time.perf_counter()
        rows = range(len(subsets))
        if math.isnan(self._pair_seconds) and len(rows) * len(folds) > 1:
            pieces = without_first(rows, folds)
            first = self._measure_here(subsets[:1], folds[:1])
            blocks = [first, *self._measure_pieces(subsets, pieces[1:])]
        else:
            pieces = pieces_of(rows, folds, self._n_workers, self._is_slow)
            blocks = self._measure_pieces(subsets, pieces)
        seconds = time.perf_counter() - start
        weights = self.weights[folds.start : folds.stop]
        return joined(len(rows), folds, pieces, blocks, weights, seconds)

    def importances(self, subset: Subset, by: RankBy, /) -> FloatArray:
        """Return the importances of a subset, computed here as long as that is safe."""
        if not self._has_died:
            return self._evaluator.importances(subset, by)
        try:
            [found] = self._there([(_importances, (subset, by))])
        except BrokenExecutor as cause:
            raise _died(subset) from cause
        importances: FloatArray = found
        return importances

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return self._evaluator.rank_costs(n_variables, by)

    def _measure_pieces(
        self, subsets: Sequence[Subset], pieces: Sequence[Piece]
    ) -> list[Block]:
        n_pairs = sum(len(rows) * len(folds) for rows, folds in pieces)
        tasks = [(subsets[r.start : r.stop], folds) for r, folds in pieces]
        if not self._is_worth_it(n_pairs * self._pair_seconds):
            return [self._measure_here(*task) for task in tasks]
        blocks = self._measure_there(tasks)
        self._pair_seconds = sum(block.seconds for block in blocks) / n_pairs
        return blocks

    def _is_worth_it(self, seconds: float) -> bool:
        if seconds >= WAIT_SECONDS or self._has_died:
            self._begin().join()
        return self._has_died or (seconds >= self._share and self._is_ready())

    def _is_ready(self) -> bool:
        """Whether workers are there; they are begun when there was some work."""
        most = WIDEST * len(self.weights) * self._pair_seconds
        is_worth_it = self._spent >= self._start_seconds and most >= self._share
        if self._starting is None and not is_worth_it:
            return False
        return not self._begin().is_alive()

    @property
    def _is_slow(self) -> bool:
        return self._pair_seconds >= SLOW_SECONDS

    @property
    def _start_seconds(self) -> float:
        if self._threads:
            return THREADS_SECONDS
        # There are likely many more to come of slow fits.
        return START_SECONDS / 2 if self._is_slow else START_SECONDS

    @property
    def _share(self) -> float:
        return THREADS_SECONDS if self._threads else SHARE_SECONDS

    def _begin(self) -> Thread:
        if self._starting is None:
            self._parallel = self._workers.parallel(self._sent)
            self._starting = Thread(target=self._start, daemon=True)
            self._starting.start()
        return self._starting

    def _start(self) -> None:
        from joblib import delayed

        # What is wrong shows at the first work, unless an interrupt has ended it.
        with suppress(Exception), without_interrupts():
            parallel, self._parallel = self._parallel, None
            # What was handed over stays until the exit.
            self._parallel = self._entered.enter_context(parallel)
            ready = self._parallel(
                delayed(_ready)(self._sent, os.getpid()) for _ in range(self._n_workers)
            )
            list(ready)

    def _measure_here(self, subsets: Sequence[Subset], folds: range) -> Block:
        block = self._evaluator.measure(subsets, folds)
        self._spent += block.seconds
        self._pair_seconds = block.seconds / (len(subsets) * len(folds))
        return block

    def _measure_there(self, tasks: Sequence[Task]) -> list[Block]:
        """Measure in workers; where one dies, find out what it was that ended it."""
        try:
            return self._there([(_measure, task) for task in tasks])
        except BrokenExecutor as cause:
            # Others may have died with it, and some may have been ended from outside.
            if len(tasks) > 1:
                first, rest = halves(tasks)
                return self._measure_there(first) + self._measure_there(rest)
            [(subsets, folds)] = tasks
            if len(subsets) == 1:
                raise _died(subsets[0]) from cause
        tasks = [(half, folds) for half in halves(subsets)]
        return [stacked(self._measure_there(tasks))]

    def _there(self, calls: Sequence[tuple[Callable[..., Any], Any]]) -> list[Any]:
        from joblib import delayed

        sent, parent = self._sent, os.getpid()
        try:
            self._begin().join()
            if self._parallel is None:  # it could not begin
                self._parallel = self._workers.parallel(self._sent)
            made = self._parallel(
                delayed(function)(sent, parent, *given) for function, given in calls
            )
            found = things(list(made))
            self._n_workers = self._workers.n  # a cluster grows and shrinks
            return found
        except broken() as cause:
            self._replace()
            raise BrokenExecutor(str(cause)) from cause

    def _replace(self) -> None:
        """Let the next work start other workers."""
        with suppress(*broken()):
            self._entered.close()
        self._starting, self._has_died = None, True


def _measure(sent: Sent, parent: int, subsets: Sequence[Subset], folds: range) -> Made:
    with one_thread():
        return making(parent, sent.thing.measure, subsets, folds)


def _importances(sent: Sent, parent: int, subset: Subset, by: RankBy) -> Made:
    with one_thread():
        return making(parent, sent.thing.importances, subset, by)


def _ready(sent: Sent, parent: int) -> None:
    """Do nothing else: the evaluator was unpickled, so its modules are imported."""
    end_with(parent)


def _died(subset: Subset) -> LearnerError:
    return LearnerError(
        "a worker process died (crashed, or killed for memory) with the variables "
        f"{shortened(list(subset))}",
        subset,
    )
