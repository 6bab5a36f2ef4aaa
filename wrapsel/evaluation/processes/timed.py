"""Fits that have a limit of time, in processes that can be ended."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from concurrent.futures import TimeoutError as NotInTime
from itertools import product
from typing import Any

import numpy as np

from wrapsel.errors import LearnerError
from wrapsel.evaluation.crossval import CrossValidation
from wrapsel.evaluation.evaluator import Block, Portion
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.processes.compiling import Made, Watch, making, note, things
from wrapsel.evaluation.processes.parent import end_with, without_interrupts
from wrapsel.evaluation.processes.threads import one_blas_thread
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

START_SECONDS = 120.0  # in which a worker has to be there
Pair = tuple[Subset, int]


class Timed:
    """Measures each subset on each fold in a worker, which is ended if it hangs.

    A worker that was ended, or has crashed, is replaced by another.

    Parameters
    ----------
    crossval : CrossValidation
        Whose problem is sent to each worker once.
    fit_seconds : float
        For one fit and its predictions, but for what they compile.
    n_workers : int, default=1

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.evaluation import Problem
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> with Timed(CrossValidation(problem), fit_seconds=60) as timed:
    ...     timed.measure([Subset.full(4)], range(3)).errors[0, :, 0].tolist()
    [2.0, 3.0, 1.0]
    """

    def __init__(
        self, crossval: CrossValidation, fit_seconds: float, n_workers: int = 1
    ) -> None:
        self._crossval = crossval
        self._fit_seconds = fit_seconds
        self._n_workers = n_workers
        self._executor: Any = None
        self._watch: Watch | None = None
        self.weights = crossval.weights
        self.n_variants = crossval.n_variants
        most = 1 if n_workers == 1 else 2 * n_workers
        self.portion = Portion(n_workers, most, n_workers, best=n_workers)

    def __enter__(self) -> Timed:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._end()

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""
        start = time.perf_counter()
        pairs = list(product(subsets, folds))
        blocks: list[Block] = things(list(self._each(pairs)))
        shape = len(subsets), len(folds)
        return Block(
            np.reshape([block.errors for block in blocks], (*shape, self.n_variants)),
            self.weights[folds.start : folds.stop],
            np.reshape([block.cost for block in blocks], shape),
            time.perf_counter() - start,
        )

    def importances(self, subset: Subset, by: RankBy, /) -> FloatArray:
        """Return the importances of a subset."""
        n_fits = 1 if by == "learner" else len(self.weights)
        future = self._submit(_importances, subset, by)
        [found] = things([self._result(future, subset, None, n_fits)])
        importances: FloatArray = found
        return importances

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return self._crossval.rank_costs(n_variables, by)

    def _each(self, pairs: Sequence[Pair]) -> Iterator[Made]:
        """Yield the results in order, as many in work as there are workers."""
        waiting, running = deque(pairs), deque[tuple[Pair, Future[Made]]]()
        while waiting or running:
            while waiting and len(running) < self._n_workers:
                pair = waiting.popleft()
                running.append((pair, self._submit(_measure, *pair)))
            (subset, fold), future = running.popleft()
            yield self._result(future, subset, fold, self.n_variants)

    def _submit(self, task: Callable[..., Any], *arguments: Any) -> Future[Made]:
        if self._executor is None:
            self._begin()
        given = os.getpid(), task, *arguments
        future: Future[Made] = self._executor.submit(making, *given)
        return future

    def _result(
        self, future: Future[Made], subset: Subset, fold: int | None, n_fits: int
    ) -> Made:
        try:
            return self._in_time(future, n_fits * self._fit_seconds)
        except NotInTime:
            wrong = f"a fit takes more than {self._fit_seconds:g} seconds"
        except BrokenExecutor:
            wrong = "its process died (crashed, or killed for memory)"
        self._end()
        raise LearnerError(self._crossval.where(subset, fold, wrong), subset)

    def _in_time(self, future: Future[Made], seconds: float) -> Made:
        """Wait for a result; anew where workers have compiled in the meantime."""
        while True:
            try:
                return future.result(seconds)
            except NotInTime:
                if self._watch is None or not self._watch.sees_more():
                    raise

    def _begin(self) -> None:
        from joblib.externals.loky import ProcessPoolExecutor

        self._watch = Watch()
        given = self._crossval.problem, self._crossval.among, os.getpid()
        with without_interrupts():
            self._executor = ProcessPoolExecutor(
                self._n_workers,
                timeout=None,
                initializer=_receive,
                initargs=(*given, self._watch.place),
            )
            ready = [self._executor.submit(os.getpid) for _ in range(self._n_workers)]
        for future in ready:
            future.result(START_SECONDS)

    def _end(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None
        if self._watch is not None:
            with self._watch:
                self._watch = None


_received: list[CrossValidation] = []  # in a worker, what it measures with


def _receive(problem: Problem, among: Subset | None, parent: int, place: str) -> None:
    end_with(parent)
    note(place)
    _received[:] = [CrossValidation(problem, among)]


def _measure(subset: Subset, fold: int) -> Block:
    with one_blas_thread():
        return _received[0].measure([subset], range(fold, fold + 1))


def _importances(subset: Subset, by: RankBy) -> FloatArray:
    with one_blas_thread():
        return _received[0].importances(subset, by)
