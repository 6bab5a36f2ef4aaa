"""What is shared out to workers, in which pieces, and what a death leads to."""

import math
import threading
import time
from concurrent.futures import BrokenExecutor

import numpy as np
import pytest

from tests.engine.virtual import Hashed
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Pooled, Portion
from wrapsel.evaluation.processes.compiling import Made
from wrapsel.evaluation.processes.pieces import pieces_of
from wrapsel.subset import Subset

SUBSETS = [Subset(bits, 6) for bits in range(64)]


class Workers:
    """Work at once and in this process; some calls die, and so may the start."""

    def __init__(self, n=2, shares_memory=False, dies=lambda subsets: False):
        self.n, self.shares_memory, self.dies = n, shares_memory, dies
        self.n_made = self.n_inside = self.n_refusals = 0
        self.calls = []
        self.may_start = threading.Event()
        self.may_start.set()

    def parallel(self, shared):
        self.n_made += 1
        return self

    def __enter__(self):
        self.may_start.wait()
        if self.n_refusals:
            self.n_refusals -= 1
            raise OSError
        self.n_inside += 1
        return self

    def __exit__(self, *exception):
        self.n_inside -= 1

    def __call__(self, calls):
        calls = [(function.__name__, given) for function, given, _ in calls]
        self.calls.append([name for name, _ in calls])
        tasks = [given for name, given in calls if name == "_measure"]
        for _, _, subsets, _ in tasks:
            if self.dies(subsets):
                raise BrokenExecutor
        return [Made(s.thing.measure(*given), ("", 0), 0.0) for s, _, *given in tasks]


class Told(Hashed):
    """Notes what is measured, in fits of so many seconds."""

    def __init__(self, n_folds=3, seconds=1.0):
        super().__init__(n_folds)
        self.seconds, self.asked = seconds, []

    def measure(self, subsets, folds):
        self.asked.append((len(subsets), list(folds)))
        block = super().measure(subsets, folds)
        return type(block)(
            block.errors, block.weights, block.cost, block.seconds * self.seconds
        )

    def importances(self, subset, by):
        return np.arange(len(subset))


def begun(evaluator, workers, seconds=1.0):
    """Return a pool whose workers are there."""
    pool = Pooled(evaluator, workers)
    pool._pair_seconds = seconds
    pool._begin().join()
    return pool


# Workers, folds, seconds of a fit, and what is asked for at once, worked out by hand.
PORTIONS = [
    (2, 3, 1e-6, Portion(1, 64, 192, best=64, call=8)),  # WIDEST subsets
    (8, 3, 0.008, Portion(2, 128, 37, best=12, call=32)),  # 0.3 s of work
    (2, 3, 1.0, Portion(1, 64, 2, best=1, call=8)),  # a pair for each worker
    (4, 2, 0.00625, Portion(2, 64, 47, best=23, call=16)),  # just worth sharing
    (4, 2, 0.00624, Portion(1, 64, 48, best=24, call=16)),
    (31, 3, 2.0, Portion(10, 496, 31, best=10, call=124)),
    (32, 3, 2.0, Portion(10, 512, 32, best=10, call=320)),  # many: 20 s of each
    (32, 3, 1.9, Portion(10, 512, 32, best=10, call=320)),
    (40, 3, 10.0, Portion(13, 640, 40, best=13, call=160)),
    (100, 3, 0.1, Portion(33, 1600, 100, best=33, call=1600)),
]


@pytest.mark.parametrize(("n", "n_folds", "seconds", "expected"), PORTIONS)
def test_what_keeps_all_workers_busy(n, n_folds, seconds, expected):
    pool = begun(Hashed(n_folds), Workers(n), seconds)
    assert pool.portion == expected
    assert all(isinstance(number, int) for number in pool.portion)
    assert Pooled(Hashed(), Workers(n)).portion == Portion()


@pytest.mark.parametrize(
    ("threads", "spent", "seconds", "are_begun"),
    [
        (False, 3.0, 0.019, True),
        (False, 2.99, 0.019, False),
        (False, 1.5, 0.02, True),  # slow fits
        (False, 1.49, 0.02, False),
        (False, math.inf, 0.05 / 64 / 2, True),  # the widest block is worth it
        (False, math.inf, 0.0499 / 64 / 2, False),
        (True, 0.005, 1.0, True),
        (True, 0.00499, 1.0, False),
        (True, math.inf, 0.005 / 64 / 2, True),
        (True, math.inf, 0.00499 / 64 / 2, False),
    ],
)
def test_workers_begin_when_they_pay(threads, spent, seconds, are_begun):
    workers = Workers(shares_memory=threads)
    pool = Pooled(Hashed(n_folds=2), workers)
    pool._spent, pool._pair_seconds = spent, seconds
    ready = pool._is_ready()
    assert workers.n_made == are_begun
    assert are_begun or not ready
    if are_begun:
        pool._begin().join()
        assert pool._is_ready()
        assert workers.calls == [["_ready"] * 2]


@pytest.mark.parametrize(
    ("threads", "seconds", "waits", "is_worth_it"),
    [
        (False, 1.0, True, True),
        (False, 0.99, False, False),
        (False, 0.05, True, True),
        (False, 0.0499, True, False),
        (True, 0.005, True, True),
        (True, 0.00499, True, False),
    ],
)
def test_a_block_is_shared_where_it_pays(threads, seconds, waits, is_worth_it):
    """A long one waits for the workers, others must find them there."""
    workers = Workers(shares_memory=threads)
    pool = Pooled(Hashed(), workers)
    if waits and seconds < 1:
        pool = begun(Hashed(), workers)
    assert pool._is_worth_it(seconds) is is_worth_it
    assert workers.n_made == waits


@pytest.mark.parametrize(
    ("n_rows", "seconds", "n_pieces"),
    [
        (5, 0.019, None),
        (6, 0.019, 6),
        (30, 0.019, 12),
        (47, 0.02, None),
        (48, 0.02, 48),
        (200, 0.02, 96),
    ],
)
def test_pieces_are_many_and_cover_all_once(n_rows, seconds, n_pieces):
    """Twice as many as workers at least, of slow fits sixteen times as many."""
    pool = Pooled(Hashed(), Workers(3))
    pool._pair_seconds = seconds
    pieces = pieces_of(range(n_rows), range(1, 4), 3, pool._is_slow)
    pairs = [(row, fold) for rows, folds in pieces for row in rows for fold in folds]
    assert sorted(pairs) == [(i, j) for i in range(n_rows) for j in range(1, 4)]
    assert len(pieces) == (n_pieces or 3 * n_rows)
    sizes = [len(rows) for rows, _ in pieces]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize(
    ("n_subsets", "folds", "asked"),
    [
        (1, range(1), [(1, [0])]),
        (3, range(1, 2), [(1, [1]), (2, [1])]),
        (1, range(3), [(1, [0]), (1, [1, 2])]),
        (2, range(1), [(1, [0]), (1, [0])]),
        (3, range(3), [(1, [0]), (1, [1, 2]), (2, [0, 1, 2])]),
    ],
)
def test_the_first_pair_says_what_the_others_take(n_subsets, folds, asked):
    evaluator = Told(seconds=1e-6)
    pool = Pooled(evaluator, Workers())
    start = time.perf_counter()
    block = pool.measure(SUBSETS[:n_subsets], folds)
    assert evaluator.asked == asked
    assert 0 < block.seconds < time.perf_counter() - start
    assert pool._spent == pytest.approx(1e-6 * n_subsets * len(folds))
    assert pool._pair_seconds == pytest.approx(1e-6)
    expected = Hashed(3).measure(SUBSETS[:n_subsets], folds)
    assert np.array_equal(block.errors, expected.errors)


def test_the_seconds_of_a_pair_are_those_of_the_workers():
    workers = Workers()
    pool = begun(Told(seconds=0.0625), workers, 0.07)
    pool.measure(SUBSETS[:9], range(1, 3))
    assert pool._pair_seconds == 0.0625
    assert len(workers.calls) == 2
    workers.n = 5
    pool.measure(SUBSETS[:9], range(3))
    assert pool.portion.most == 80  # a cluster has grown


DEADLY = Subset(37, 6)


@pytest.mark.parametrize("is_slow", [True, False])
@pytest.mark.parametrize("n_subsets", [1, 2, 3, 37, 64])
def test_a_death_is_traced_to_its_subset(n_subsets, is_slow):
    workers = Workers(dies=lambda subsets: DEADLY in subsets)
    pool = begun(Told(), workers, 1.0 if is_slow else 0.05)
    subsets = [DEADLY, *SUBSETS[:37], *SUBSETS[38:]][:n_subsets][::-1]
    with pytest.raises(
        LearnerError, match=r"died .* the variables \[0, 2, 5\]"
    ) as told:
        pool.measure(subsets, range(3))
    assert told.value.subset == DEADLY
    assert workers.n_inside == 0  # of the next ones nobody had need
    alive = [subset for subset in SUBSETS if subset != DEADLY]
    n_calls = len(workers.calls)
    found = pool.measure(alive, range(3)).errors
    assert np.array_equal(found, Hashed(3).measure(alive, range(3)).errors)
    assert len(workers.calls) > n_calls
    pool._pair_seconds = 1e-9  # cheap, but it might end this process
    pool.measure(alive[:1], range(1))
    assert workers.calls[-1] == ["_measure"]


@pytest.mark.parametrize("seconds", [0.05, 1.0])
@pytest.mark.parametrize("n_deaths", range(1, 9))
def test_deaths_from_outside_change_nothing(seconds, n_deaths):
    left = iter(range(n_deaths))
    workers = Workers(
        dies=lambda subsets: len(subsets) > 1 and next(left, None) is not None
    )
    pool = begun(Told(), workers, seconds)
    found = pool.measure(SUBSETS, range(1, 3))
    expected = Hashed(3).measure(SUBSETS, range(1, 3))
    assert np.array_equal(found.errors, expected.errors)
    assert np.array_equal(found.cost, expected.cost)


def test_workers_that_could_not_start_are_asked_again():
    workers = Workers()
    workers.n_refusals = 1
    pool = begun(Told(), workers)
    expected = Hashed(3).measure(SUBSETS, range(3)).errors
    for _ in range(2):
        assert np.array_equal(pool.measure(SUBSETS, range(3)).errors, expected)
    assert workers.n_made == 2


@pytest.mark.parametrize("threads", [True, False])
def test_processes_that_are_not_ready_are_not_waited_for(threads):
    workers = Workers(shares_memory=threads)
    workers.may_start.clear()
    with Pooled(Hashed(), workers) as pool:
        thread = pool._begin()
        assert thread.daemon
        if threads:
            threading.Timer(0.05, workers.may_start.set).start()
    assert thread.is_alive() is not threads
    workers.may_start.set()
    thread.join()
    assert workers.n_inside == (not threads)


def test_workers_that_are_there_are_left_at_the_exit():
    workers = Workers()
    with Pooled(Hashed(), workers) as pool:
        pool._begin().join()
        assert workers.n_inside == 1
    assert workers.n_inside == 0
    with Pooled(Hashed(), workers):
        pass
    assert workers.n_made == 1
