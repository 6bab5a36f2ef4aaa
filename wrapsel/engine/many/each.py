"""Whole searches, each made by one worker where that pays."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from wrapsel.engine.options import SearchOptions
from wrapsel.errors import LearnerError
from wrapsel.evaluation.processes.parent import end_with
from wrapsel.evaluation.processes.sent import Sent
from wrapsel.evaluation.processes.workers import CLUSTERS, Workers, broken

PAYING_SECONDS = 6.0  # that workers save, from which on they pay: a start takes 1 to 4

Thing = TypeVar("Thing")
Found = TypeVar("Found")
Search = Callable[[SearchOptions, Thing], Found]


def each(
    search: Search[Thing, Found],
    things: Sequence[Thing],
    options: SearchOptions,
    seconds: float = 0.0,
) -> Iterator[Found]:
    """Yield what a search finds for each of some things, in order.

    They are made one after the other, until the rest is long enough for workers; in
    such a one, a search has one process.

    Parameters
    ----------
    search : callable
        Travels to workers.
    things : sequence
    options : SearchOptions
    seconds : float, default=0.0
        That a search is expected to take.

    Raises
    ------
    LearnerError
        If a worker dies.

    Examples
    --------
    >>> list(each(lambda options, thing: 2 * thing, [1, 2], SearchOptions()))
    [2, 4]
    """
    with Workers(options.n_jobs, options.backend, options.scheduler) as workers:
        can_share = _reach_store(options)
        for place, thing in enumerate(things):
            left = things[place:]
            if can_share and _pay(min(workers.n, len(left)), len(left) * seconds):
                yield from _side_by_side(workers, search, left, options)
                return
            start = time.perf_counter()
            found = search(options, thing)
            seconds = time.perf_counter() - start
            yield found


def _pay(n_workers: int, seconds: float) -> bool:
    saved = seconds - seconds / n_workers
    return n_workers > 1 and saved >= PAYING_SECONDS


def _reach_store(options: SearchOptions) -> bool:
    """Whether workers can open the store themselves."""
    store = options.store
    is_near = options.backend not in CLUSTERS
    return store is None or (is_near and isinstance(store, str | Path))


def _side_by_side(
    workers: Workers,
    search: Search[Thing, Found],
    things: Sequence[Thing],
    options: SearchOptions,
) -> Iterator[Found]:
    from joblib import delayed

    alone = replace(options, n_jobs=1, backend=None, scheduler=None)
    sent, parent = Sent(search), os.getpid()
    parallel = workers.parallel(sent, return_as="generator")
    try:
        yield from parallel(delayed(_there)(sent, parent, alone, t) for t in things)
    except broken() as cause:
        raise LearnerError(
            "a worker process died (crashed, or killed for memory) that made a whole "
            "search, of an outer fold or of one of several strategies"
        ) from cause


def _there(sent: Sent, parent: int, options: SearchOptions, thing: Any) -> Any:
    end_with(parent)
    return sent.thing(options, thing)
