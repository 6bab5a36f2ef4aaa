"""Shares blocks out to worker processes, through joblib."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from itertools import pairwise
from threading import Thread
from typing import Any

import numpy as np

from wrapsel.errors import LearnerError, check_whole
from wrapsel.evaluation.evaluator import Block, Evaluator, Portion
from wrapsel.evaluation.processes.parent import end_with, without_interrupts
from wrapsel.evaluation.processes.threads import one_thread
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

START_SECONDS = 10.0  # of work, before workers start, which takes one to four
SHARE_SECONDS = 0.05  # of work in a block, below which handing it around costs more
BLOCK_SECONDS = 0.3  # of work that is well worth sharing
WAIT_SECONDS = 1.0  # of work in a block, above which it waits for the workers
WIDEST = 64  # candidates

Piece = tuple[range, range]  # rows of a block, and folds


class Pooled:
    """An evaluator that measures in several processes what is worth it.

    Cheap blocks are measured here, and workers start beside the first work, so that
    more workers are never much slower than one. joblib's ``parallel_config`` may set
    another backend.

    Parameters
    ----------
    evaluator : Evaluator
        Pickled to the workers.
    n_workers : int
    """

    def __init__(self, evaluator: Evaluator, n_workers: int) -> None:
        from joblib import Parallel

        self._evaluator = evaluator
        self._n_workers = n_workers
        self._parallel = Parallel(n_jobs=n_workers)
        self._starting: Thread | None = None
        self._spent = 0.0
        self._pair_seconds = math.nan  # of one subset on one fold, lately
        self.weights = evaluator.weights
        self.n_variants = evaluator.n_variants

    def __enter__(self) -> Pooled:
        return self

    def __exit__(self, *exception: Any) -> None:
        # Workers that are not ready yet are not waited for.
        if self._starting is not None and not self._starting.is_alive():
            self._parallel.__exit__(*exception)

    @property
    def portion(self) -> Portion:
        """As one process as long as there is only one, then what keeps all busy."""
        if not self._is_ready():
            return Portion()
        seconds, n = self._pair_seconds, self._n_workers
        pairs = max(n, min(int(BLOCK_SECONDS / seconds), WIDEST * len(self.weights)))
        is_worth_it = n * len(self.weights) * seconds >= SHARE_SECONDS
        return Portion(n if is_worth_it else 1, WIDEST, pairs)

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""
        start = time.perf_counter()
        rows = range(len(subsets))
        if math.isnan(self._pair_seconds) and len(subsets) * len(folds) > 1:
            pieces = _without_first(rows, folds)
            first = self._measure_here(subsets[:1], folds[:1])
            blocks = [first, *self._measure_pieces(subsets, pieces[1:])]
        else:
            pieces = self._split(rows, folds)
            blocks = self._measure_pieces(subsets, pieces)
        seconds = time.perf_counter() - start
        return self._join(len(rows), folds, pieces, blocks, seconds)

    def importances(self, subset: Subset, by: RankBy, /) -> FloatArray:
        """Return the importances of a subset, computed in this process."""
        return self._evaluator.importances(subset, by)

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return self._evaluator.rank_costs(n_variables, by)

    def _measure_pieces(
        self, subsets: Sequence[Subset], pieces: Sequence[Piece]
    ) -> list[Block]:
        n_pairs = sum(len(rows) * len(folds) for rows, folds in pieces)
        tasks = [(subsets[r.start : r.stop], folds) for r, folds in pieces]
        if self._is_worth_it(n_pairs * self._pair_seconds):
            return self._measure_there(tasks, n_pairs)
        return [self._measure_here(*task) for task in tasks]

    def _is_worth_it(self, seconds: float) -> bool:
        if seconds >= WAIT_SECONDS:
            self._begin().join()
        return seconds >= SHARE_SECONDS and self._is_ready()

    def _is_ready(self) -> bool:
        """Whether workers are there; they are begun when there was some work."""
        most = WIDEST * len(self.weights) * self._pair_seconds
        if self._starting is None and not (
            self._spent >= START_SECONDS and most >= SHARE_SECONDS
        ):
            return False
        return not self._begin().is_alive()

    def _begin(self) -> Thread:
        if self._starting is None:
            self._starting = Thread(target=self._start, daemon=True)
            self._starting.start()
        return self._starting

    def _start(self) -> None:
        from joblib import delayed

        # What is wrong shows at the first work, unless an interrupt has ended it.
        with suppress(Exception), without_interrupts():
            self._parallel.__enter__()  # what was handed over stays until the exit
            self._parallel(
                delayed(_ready)(self._evaluator, os.getpid())
                for _ in range(self._n_workers)
            )

    def _measure_here(self, subsets: Sequence[Subset], folds: range) -> Block:
        block = self._evaluator.measure(subsets, folds)
        self._spent += block.seconds
        self._pair_seconds = block.seconds / (len(subsets) * len(folds))
        return block

    def _measure_there(self, tasks: Sequence[Any], n_pairs: int) -> list[Block]:
        from joblib import delayed

        parent = os.getpid()
        try:
            blocks: list[Block] = self._parallel(
                delayed(_measure)(self._evaluator, parent, *task) for task in tasks
            )
        except BrokenExecutor as cause:
            self._replace()
            raise _died([s for subsets, _ in tasks for s in subsets]) from cause
        self._pair_seconds = sum(block.seconds for block in blocks) / n_pairs
        return blocks

    def _replace(self) -> None:
        """Let the next work that is worth it start other workers."""
        from joblib import Parallel

        with suppress(BrokenExecutor):
            self._parallel.__exit__(None, None, None)
        self._parallel, self._starting = Parallel(n_jobs=self._n_workers), None

    def _split(self, rows: range, folds: range) -> list[Piece]:
        """Split by subsets if there are enough of them, else by folds too."""
        if len(rows) < 2 * self._n_workers:
            singles = [folds[j : j + 1] for j in range(len(folds))]
            return [(rows[i : i + 1], fold) for i in rows for fold in singles]
        n_pieces = min(len(rows), 4 * self._n_workers)
        ends = np.linspace(0, len(rows), n_pieces + 1).astype(int).tolist()
        return [(range(a, b), folds) for a, b in pairwise(ends)]

    def _join(
        self,
        n_rows: int,
        folds: range,
        pieces: Sequence[Piece],
        blocks: Sequence[Block],
        seconds: float,
    ) -> Block:
        errors = np.empty((n_rows, len(folds), self.n_variants))
        cost = np.empty((n_rows, len(folds)))
        for (rows, part), block in zip(pieces, blocks, strict=True):
            place = (
                slice(rows.start, rows.stop),
                slice(part.start - folds.start, part.stop - folds.start),
            )
            errors[place], cost[place] = block.errors, block.cost
        return Block(errors, self.weights[folds.start : folds.stop], cost, seconds)


def n_workers(n_jobs: int | None) -> int:
    """Return the number of processes that `n_jobs` means here.

    Examples
    --------
    >>> n_workers(1)
    1
    """
    from joblib import effective_n_jobs

    if n_jobs is not None:
        check_whole("n_jobs", n_jobs, -(2**31))
    if n_jobs == 0:
        raise ValueError("n_jobs must not be 0; 1 is this process alone, -1 all cores")
    return int(effective_n_jobs(n_jobs))


def _without_first(rows: range, folds: range) -> list[Piece]:
    """Split off the first subset's first fold, from which the time of all is known."""
    pieces = [(rows[:1], folds[:1]), (rows[:1], folds[1:]), (rows[1:], folds)]
    return [piece for piece in pieces if len(piece[0]) and len(piece[1])]


def _measure(
    evaluator: Evaluator, parent: int, subsets: Sequence[Subset], folds: range
) -> Block:
    end_with(parent)
    with one_thread():
        return evaluator.measure(subsets, folds)


def _ready(evaluator: Evaluator, parent: int) -> None:
    """Do nothing else: the evaluator was unpickled, so its modules are imported."""
    end_with(parent)


def _died(subsets: Sequence[Subset]) -> LearnerError:
    distinct = list(dict.fromkeys(subsets))
    shown = "; ".join(str(list(subset)) for subset in distinct[:3])
    more = f" and {len(distinct) - 3} more" if len(distinct) > 3 else ""
    return LearnerError(
        "a worker process died (crashed, or killed for memory) with one of the subsets "
        f"{shown}{more}",
        distinct[0] if len(distinct) == 1 else None,
    )
