"""What the engine, the store and the workers add to the work of the learner.

Run with ``pytest tests/benchmarks/bench_overhead.py --benchmark-enable -s``.
"""

import time
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold

from tests.fakes import OrdinaryNB
from wrapsel import Budget, Problem, SqliteStore, Subset, select
from wrapsel.engine import Run, SearchResult, Waves
from wrapsel.evaluation import Block, Portion, Stored
from wrapsel.protocol import Evaluate, Evaluation, Keep
from wrapsel.search import Backward

X, Y = load_breast_cancer(return_X_y=True)
N_COLUMNS = X.shape[1]


@dataclass(frozen=True)
class Everything:
    """Asks for the errors of given subsets."""

    subsets: tuple[Subset, ...]

    def search(self, space, rng):
        verdicts = yield Evaluate(self.subsets)
        yield Keep(min(verdicts, key=lambda v: v.error))


class Idle:
    """Measures in no time."""

    weights = np.full(5, 100.0)
    n_variants = 1
    portion = Portion(2, 256, 256, best=256)

    def measure(self, subsets, folds):
        shape = len(subsets), len(folds)
        part = self.weights[folds.start : folds.stop]
        return Block(np.ones((*shape, 1)), part, np.ones(shape), 1e-6 * len(subsets))

    def importances(self, subset, by):
        raise NotImplementedError


def draw(n_subsets, n_variables):
    masks = np.random.default_rng(0).random((n_subsets, n_variables)) < 0.5
    masks[:, 0] = True
    return tuple(Subset.from_mask(mask) for mask in masks)


def bare(subsets, folds):
    """Do the least that a hand-written loop does."""
    errors = []
    for subset in subsets:
        columns = subset.indices()
        for train, test in folds:
            learner = clone(OrdinaryNB()).fit(X[train][:, columns], Y[train])
            errors.append(np.mean(learner.predict(X[test][:, columns]) != Y[test]))
    return np.reshape(errors, (-1, len(folds))).mean(axis=1)


@pytest.mark.parametrize("with_store", [False, True], ids=["memory", "SQLite"])
def test_a_cheap_learner_on_the_plain_path(benchmark, capsys, tmp_path, with_store):
    subsets = draw(100, N_COLUMNS)
    problem = Problem(OrdinaryNB(), X, Y, cv=StratifiedKFold(5))
    seconds = {"bare": [], "ours": []}

    def run():
        start = time.perf_counter()
        expected = bare(subsets, problem.folds)
        middle = time.perf_counter()
        store = tmp_path / f"{time.time_ns()}.db" if with_store else None
        result = select(problem, Everything(subsets), store=store)
        seconds["ours"].append(time.perf_counter() - middle)
        seconds["bare"].append(middle - start)
        assert np.isclose(result.error, expected.min())

    benchmark.pedantic(run, rounds=15, warmup_rounds=1)
    if benchmark.enabled:
        # The reference is measured too; differences within a round are less noisy.
        ours = np.array(seconds["ours"]) * 100 / 101
        plain, more = np.median(seconds["bare"]), np.median(ours - seconds["bare"])
        with capsys.disabled():
            print(
                f"\nbare {plain / 500 * 1e6:.0f} us a fit, "
                f"ours {more / 500 * 1e6:+.0f} us (bar +150)"
            )


@pytest.mark.parametrize("with_store", [False, True], ids=["memory", "SQLite"])
def test_the_engine_alone(benchmark, capsys, tmp_path, with_store):
    subsets = draw(20_000, 200)

    def run():
        store = SqliteStore(tmp_path / f"{time.time_ns()}.db") if with_store else None
        stored = Stored(Idle(), store, "p")
        full = Subset.full(200)
        run = Run(Waves(stored), stored, Budget(), full)
        search = Everything(subsets).search(None, None)
        reference = Evaluation(full, 0.0, 5)
        run.search(
            search,
            run.begin(search),
            lambda path, *spent: SearchResult(path, reference, *spent[:2], ()),
        )

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    if benchmark.enabled:
        median = benchmark.stats.stats.median / len(subsets) * 1e6
        with capsys.disabled():
            print(f"\n{median:.1f} us a subset (bar {25 if with_store else 5})")


def test_two_workers_are_not_slower_than_one(benchmark, capsys):
    if not benchmark.enabled:
        pytest.skip("takes a minute, so that workers have time to start")
    problem = Problem(OrdinaryNB(), np.hstack([X, X**2]), Y)
    seconds = {1: [], 2: []}

    def run():
        for workers in (1, 2):
            start = time.perf_counter()
            select(problem, Backward(tolerance=-0.05), n_jobs=workers)
            seconds[workers].append(time.perf_counter() - start)

    benchmark.pedantic(run, rounds=2)
    ratios = np.divide(seconds[2], seconds[1]).round(2)
    with capsys.disabled():
        print(f"\n2 workers take {ratios} times what one takes (bar 1.10)")
