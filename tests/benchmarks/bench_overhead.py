"""What the engine, the store and the workers add to the work of the learner.

Run with ``pytest tests/benchmarks/bench_overhead.py --benchmark-enable -s``.
"""

import operator
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


@pytest.mark.quick
@pytest.mark.parametrize("with_store", [False, True], ids=["memory", "SQLite"])
def test_a_cheap_learner_on_the_plain_path(row, tmp_path, with_store):
    subsets = draw(100, N_COLUMNS)
    problem = Problem(OrdinaryNB(), X, Y, cv=StratifiedKFold(5))

    def ours():
        store = tmp_path / f"{time.time_ns()}.db" if with_store else None
        return select(problem, Everything(subsets), store=store).error

    row(
        f"a fit of scikit-learn in a search, {'SQLite' if with_store else 'memory'}",
        ours,
        "a bare loop",
        lambda: bare(subsets, problem.folds).min(),
        same=np.isclose,
        per=101 * 5,  # the reference is measured, too
        peer_rounds=5,
    )


@pytest.mark.quick
@pytest.mark.parametrize("with_store", [False, True], ids=["memory", "SQLite"])
def test_the_engine_alone(row, tmp_path, with_store):
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

    row(
        f"a subset of the engine alone, {'SQLite' if with_store else 'memory'}",
        run,
        per=len(subsets),
        bar_seconds=(25 if with_store else 5) * 1e-6,
    )


def test_two_workers_are_not_slower_than_one(row):
    if not row.benchmark.enabled:
        pytest.skip("takes a minute, so that workers have time to start")
    problem = Problem(OrdinaryNB(), np.hstack([X, X**2]), Y)

    def search(n_jobs):
        return select(problem, Backward(tolerance=-0.05), n_jobs=n_jobs).path

    row(
        "Backward of short fits by two workers",
        lambda: search(2),
        "one worker",
        lambda: search(1),
        same=operator.eq,
        rounds=2,
        peer_rounds=2,
        warm_up=lambda: None,
        clock=time.perf_counter,
        bar=1 / 1.1,
    )
