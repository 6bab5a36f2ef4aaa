"""Workers change nothing but the time."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from tests.fakes import Majority, TableEvaluator
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Block, CrossValidation, Pooled, Problem
from wrapsel.evaluation.processes.parent import without_interrupts
from wrapsel.evaluation.processes.workers import Workers
from wrapsel.subset import Subset


class Uneven:
    """Sleeps unequal times, so that the last to start may be the first to end."""

    n_variants = 2

    def __init__(self, n_variables=6, n_folds=3, seconds=0.02):
        self.weights = np.arange(1.0, n_folds + 1)
        self.n_variables, self.seconds = n_variables, seconds

    def measure(self, subsets, folds):
        start = time.perf_counter()
        errors = np.array(
            [[[s.bits + f / 7, s.bits * f] for f in folds] for s in subsets]
        )
        for subset in subsets:
            for fold in folds:
                time.sleep(self.seconds * ((subset.bits + fold) * 7 % 5) / 4)
        cost = np.array([[len(s) + f for f in folds] for s in subsets], dtype=float)
        weights = self.weights[folds.start : folds.stop]
        return Block(errors, weights, cost, time.perf_counter() - start)

    def importances(self, subset, by):
        return np.ones(len(subset))


class Still(Uneven):
    """Gives the same and does not sleep."""

    def measure(self, subsets, folds):
        self.seconds = 0
        return super().measure(subsets, folds)


def blocks(seed, n_blocks=6):
    rng = np.random.default_rng(seed)
    for _ in range(n_blocks):
        bits = rng.integers(0, 64, rng.integers(1, 12)).tolist()
        first = int(rng.integers(0, 3))
        yield (
            [Subset(b, 6) for b in bits],
            range(first, int(rng.integers(first, 3)) + 1),
        )


@pytest.fixture(scope="module")
def pool():
    """Workers that are ready; threads will do, since they sleep."""
    with joblib.parallel_config("threading"), Pooled(Uneven(), Workers(2)) as pool:
        pool.measure([Subset(62, 6)] * 40, range(3))
        pool._begin().join()
        yield pool


@pytest.mark.parametrize("seed", range(3))
def test_blocks_are_those_of_the_evaluator(pool, seed):
    there = 0
    for subsets, folds in blocks(seed):
        block, expected = pool.measure(subsets, folds), Still().measure(subsets, folds)
        assert np.array_equal(block.errors, expected.errors)
        assert np.array_equal(block.cost, expected.cost)
        assert np.array_equal(block.weights, expected.weights)
        there += pool._is_worth_it(len(subsets) * len(folds) * pool._pair_seconds)
    assert there > 0  # else nothing was tried


def test_importances_are_those_of_the_evaluator(pool):
    assert pool.importances(Subset.of([1, 2], 6), "learner").tolist() == [1, 1]


def test_blocks_before_the_workers_are_ready_are_the_same():
    with Pooled(Uneven(seconds=0.01), Workers(2)) as pool:
        for subsets, folds in blocks(7, 4):
            expected = Still().measure(subsets, folds)
            assert np.array_equal(pool.measure(subsets, folds).errors, expected.errors)


def test_cheap_work_starts_no_workers():
    rng = np.random.default_rng(0)
    table = TableEvaluator.random(rng, 6, 3)
    with Pooled(table, Workers(2)) as pool:
        for seed in range(20):
            for subsets, folds in blocks(seed):
                expected = np.array([table.table[s] for s in subsets])
                errors = pool.measure(subsets, folds).errors
                assert np.array_equal(errors, expected[:, folds.start : folds.stop])
        assert pool._starting is None


class Slow(Majority):
    """Takes its time, and fails on one value."""

    def fit(self, X, y):
        time.sleep(0.03)
        if X[0, 0] == 7:
            raise RuntimeError("seven is too much")
        return super().fit(X, y)


def test_an_error_in_a_worker_names_variables_fold_and_cause():
    X = np.zeros((8, 12))
    X[:, 11] = 7
    evaluator = CrossValidation(Problem(Slow(), X, [0, 1] * 4, 2))
    subsets = [Subset.of([i], 12) for i in range(12)]
    with joblib.parallel_config("threading"), Pooled(evaluator, Workers(2)) as pool:
        pool.measure(subsets[:11], range(2))
        pool._begin().join()
        with pytest.raises(
            LearnerError, match=r"Slow failed on fold . with x11: Runti"
        ):
            pool.measure(subsets, range(2))


def test_processes_give_the_same_bits_and_errors_with_their_text(monkeypatch):
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.SHARE_SECONDS", 0.0)
    X, y = load_wine(return_X_y=True)
    X[0, 12] = np.nan
    problem = Problem(GaussianNB(), X, y, 3, "neg_log_loss")
    bits = np.random.default_rng(0).integers(1, 2**12, 12).tolist()
    subsets = [Subset(b, 13) for b in bits]

    expected = CrossValidation(problem).measure(subsets, range(3)).errors
    with Pooled(CrossValidation(problem), Workers(2)) as pool:
        pool.measure(subsets[:3], range(3))
        pool._begin().join()
        assert np.array_equal(pool.measure(subsets, range(3)).errors, expected)
        with pytest.raises(LearnerError, match=r"on fold . with x12: .*contains NaN"):
            pool.measure([*subsets, Subset.of([12], 13)], range(3))


class Deadly(Majority):
    """Ends its process on one value."""

    def fit(self, X, y):
        if X[0, 0] == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


def test_a_worker_that_dies_names_its_subset_and_is_replaced(monkeypatch):
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.SHARE_SECONDS", 0.0)
    X = np.zeros((8, 12))
    X[:, 11] = 7
    evaluator = CrossValidation(Problem(Deadly(), X, [0, 1] * 4, 2))
    subsets = [Subset.of([i], 12) for i in range(12)]
    # The module's other pool has threads for all.
    with Pooled(evaluator, Workers(2, "loky")) as pool:
        pool.measure(subsets[:11], range(2))
        pool._begin().join()
        with pytest.raises(LearnerError, match=r"died .* the variables \[11\]") as told:
            pool.measure(subsets[4:], range(2))
        assert told.value.subset == subsets[11]
        errors = pool.measure(subsets[:11], range(2)).errors
    assert np.array_equal(errors, evaluator.measure(subsets[:11], range(2)).errors)


ORPHANS = """
import os, sys, time
from pathlib import Path
from tests.fakes import Majority
from wrapsel import Problem, Subset
from wrapsel.evaluation import CrossValidation, Pooled
from wrapsel.evaluation.processes import pooled
from wrapsel.evaluation.processes.parent import without_interrupts
from wrapsel.evaluation.processes.workers import Workers

class Telling(Majority):
    def fit(self, X, y):
        Path(sys.argv[1], str(os.getpid())).touch()
        time.sleep(0.2)
        return super().fit(X, y)

if __name__ == "__main__":
    pooled.START_SECONDS = 0.0
    problem = Problem(Telling(), [[i % 8] * 9 for i in range(400)], [0, 1] * 200, 2)
    with Pooled(CrossValidation(problem), Workers(2)) as pool:
        pool.measure([Subset.of([i % 9], 9) for i in range(4000)], range(2))
"""


def left_by(parent, workers):
    """Return the workers that live, and the data of theirs in shared memory."""
    alive = [w for w in workers if Path("/proc", w).exists()]
    return [*alive, *Path("/dev/shm").glob(f"joblib_memmapping_folder_{parent}_*")]


@pytest.mark.skipif(not Path("/dev/shm").exists(), reason="looks into /dev/shm")
def test_workers_and_their_data_end_with_a_parent_that_is_killed(tmp_path):
    script, told = tmp_path / "script.py", tmp_path / "told"
    script.write_text(ORPHANS)
    told.mkdir()
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, str(script), str(told)]
    with subprocess.Popen(command, env=environment) as parent:
        workers, end = set(), time.monotonic() + 60
        while parent.poll() is None and len(workers) < 2 and time.monotonic() < end:
            time.sleep(0.05)
            workers = {path.name for path in told.iterdir()} - {str(parent.pid)}
        shared = len(left_by(parent.pid, ()))
        parent.kill()

    assert workers
    assert shared
    end = time.monotonic() + 20
    while left_by(parent.pid, workers) and time.monotonic() < end:
        time.sleep(0.1)
    assert left_by(parent.pid, workers) == []


def test_importances_that_end_a_worker_name_their_subset(monkeypatch):
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    X = np.zeros((8, 12))
    X[:, 11] = 7
    evaluator = CrossValidation(Problem(Deadly(), X, [0, 1] * 4, 2))
    with Pooled(evaluator, Workers(2, "loky")) as pool:
        pool._has_died = True  # else it would be this process
        with pytest.raises(LearnerError, match=r"died .* the variables \[11\]"):
            pool.importances(Subset.of([11], 12), "permutation")


def test_no_workers_at_all_make_no_sense():
    assert Workers(2).n == 2
    assert Workers(None).n == 1
    with pytest.raises(ValueError, match="n_jobs must not be 0"):
        Workers(0)


def test_workers_may_be_counted_from_all_cores():
    assert Workers(-1).n == joblib.cpu_count()
    assert Workers(-(2**31)).n == 1  # joblib's least, whatever the cores
    with pytest.raises(ValueError, match="n_jobs must be at least -2147483648"):
        Workers(-(2**31) - 1)


def test_one_worker_alone_is_this_process():
    assert Workers(1).are_here
    assert not Workers(2).are_here


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="on Windows")
def test_a_ctrl_c_waits_while_processes_start():
    def held():
        return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())

    with without_interrupts():
        assert held()
    assert not held()
    with pytest.raises(KeyError), without_interrupts():
        raise KeyError
    assert not held()
