"""A budget of seconds ends what is long, wherever it is."""

import time

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from wrapsel import Budget, Problem, SqliteStore, select
from wrapsel.filters import Correlation, SPERanker, StoppigliaRanker
from wrapsel.protocol import Evaluate, Keep, Measure
from wrapsel.search import (
    Annealing,
    Forward,
    Genetic,
    RandomSubsets,
    RecursiveElimination,
    Restarts,
    RVErS,
)
from wrapsel.subset import Subset

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(60, 12)), np.tile([0, 1], 30)


class Slow(ClassifierMixin, BaseEstimator):
    """Takes its time to learn, to predict 12 rows, or both."""

    def __init__(self, fit_seconds=0.0, predict_seconds=0.0):
        self.fit_seconds = fit_seconds
        self.predict_seconds = predict_seconds

    def fit(self, X, y):
        time.sleep(self.fit_seconds)
        self.classes_ = np.unique(y)
        self.coef_ = np.arange(X.shape[1], dtype=float)
        return self

    def predict(self, X):
        time.sleep(self.predict_seconds * len(X) / 12)
        return np.zeros(len(X), dtype=int)


class Asks:
    """Makes one long request."""

    def __init__(self, kind):
        self.kind = kind

    def search(self, space, rng):
        candidates = [Subset(bits, space.variables.n_variables) for bits in range(900)]
        [first] = yield Evaluate([space.variables])
        yield Keep(first)
        if self.kind == "all":
            yield Evaluate(candidates, need="all")
        elif self.kind == "measure":
            yield Measure(candidates, 5)
        else:
            yield Measure(candidates, 5, draw=1)


def seconds_of(problem, strategy, seconds, **options):
    start = time.perf_counter()
    options = {"budget": Budget(seconds=seconds), "honest": False, **options}
    result = select(problem, strategy, **options)
    return result, time.perf_counter() - start


LONG = {
    "all": (Slow(0.03), Asks("all")),
    "measure": (Slow(0.03), Asks("measure")),
    "redrawn": (Slow(0.03), Asks("redrawn")),
    "permutation": (Slow(0, 0.02), RecursiveElimination(criterion="permutation")),
    "importances of folds": (Slow(0.15), RecursiveElimination(criterion="folds")),
    "many restarts": (Slow(), Restarts(RVErS(), n=10**6)),
    "restarts of many": (Slow(), Restarts(Restarts(RVErS(), n=10**6), n=10**6)),
    "a large population": (Slow(), Genetic(population=10**5)),
    "many steps": (Slow(), Annealing(steps=10**9)),
    "many draws": (Slow(), RandomSubsets(n=10**9)),
}


@pytest.mark.parametrize("lookahead", [None, 64])
@pytest.mark.parametrize(("learner", "strategy"), LONG.values(), ids=list(LONG))
def test_a_long_request_ends_in_time(learner, strategy, lookahead):
    problem = Problem(learner, X, Y)
    result, seconds = seconds_of(problem, strategy, 0.25, lookahead=lookahead)
    assert result.stopped_by == "budget"
    assert seconds < 2.5


def test_a_slow_learner_gets_on_with_every_call(tmp_path):
    problem = Problem(Slow(0.6), X[:, :3], Y, cv=2)
    known = []
    for _ in range(3):
        seconds_of(problem, Forward(), 0.3, store=tmp_path / "store.db")
        with SqliteStore(tmp_path / "store.db") as store:
            [(n_folds,)] = store._db.execute("SELECT sum(n_folds) FROM results")
            known.append(n_folds)
    assert known == sorted(set(known))


def test_a_strategy_may_restart_a_million_times():
    start = time.perf_counter()
    budget = Budget(evaluations=30)
    result = select(Problem(Slow(), X, Y), Restarts(n=10**6), budget=budget)
    assert result.stopped_by == "budget"
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize("seed", range(5))
def test_restarts_have_the_generators_of_all_at_once(seed):
    one, other = np.random.default_rng(seed), np.random.default_rng(seed)
    children = [other.spawn(1)[0] for _ in range(4)]
    expected = [child.random() for child in one.spawn(4)]
    assert [child.random() for child in children] == expected


@pytest.mark.parametrize("ranker", [Correlation, SPERanker, StoppigliaRanker])
@pytest.mark.parametrize("degree", [101, 10**4, 10**6, 10**18])
def test_no_kernel_raises_to_thousands_of_powers(ranker, degree):
    with pytest.raises(ValueError, match=f"degree must be at most 100, got {degree}"):
        ranker(degree=degree)
