"""Searches with linear models find the same by any way to a subset."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold

from learners.sklearn.linear import scorer
from wrapsel import Problem, select
from wrapsel.search import Backward, Floating, Forward, RandomSubsets

STRATEGIES = [
    Forward(n_features_to_select=6),
    Forward(),
    Backward(n_features_to_select=2),
    Backward(block=2),
    Floating(n_features_to_select=4),
    RandomSubsets(n=30),
]


def problem(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 9)) + 10.0 ** rng.uniform(-2, 1) * rng.normal(size=(40, 1))
    X[:, 8] = X[:, 7] + 10.0 ** rng.uniform(-8, 0) * rng.normal(size=40)
    y = X @ np.r_[1.0, -1, 0.5, np.zeros(6)] + 10.0 ** rng.uniform(-3, 1) * rng.normal(
        size=40
    )
    learner = LinearRegression() if seed % 2 else Ridge(0.01)
    cv = KFold(4, shuffle=True, random_state=0)
    return Problem(learner, X, y, cv=cv, scoring="mean_squared_error")


def labelled(seed):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(48) % (2 + seed % 2))
    X = rng.normal(size=(48, 9)) + rng.normal(size=(3, 9))[y]
    X[:, 8] = X[:, 7] + 10.0 ** rng.uniform(-8, 0) * rng.normal(size=48)
    learners = RidgeClassifier(0.1), LinearDiscriminantAnalysis()
    return Problem(learners[seed // 2 % 2], X, y, cv=4, scoring="accuracy")


def searched(problem, strategy, **options):
    result = select(problem, strategy, honest=False, **options)
    path = [(list(e.subset), e.error, e.n_folds) for e in result.path]
    return path, result.reference.error, result.spending.fits


@pytest.mark.parametrize("make", [problem, labelled])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: repr(s))
def test_moves_of_a_base_find_what_solving_anew_finds(strategy, make, monkeypatch):
    seeds = range(12)  # in all, 72 of each kind
    updated = [searched(make(seed), strategy) for seed in seeds]
    monkeypatch.setattr(scorer, "moves", lambda masks: None)
    anew = [searched(make(seed), strategy) for seed in seeds]

    assert updated == anew


@pytest.mark.parametrize("strategy", STRATEGIES[1::2], ids=lambda s: repr(s))
def test_a_store_and_processes_and_waves_change_no_bit(strategy, tmp_path, monkeypatch):
    for seed in range(4):
        expected = searched(problem(seed), strategy)[:2]
        path = tmp_path / f"{seed}.sqlite"
        for options in [{"n_jobs": 2}, {"lookahead": 3}, {"store": path}]:
            assert searched(problem(seed), strategy, **options)[:2] == expected
        # What one way has stored, another goes on with.
        monkeypatch.setattr(scorer, "moves", lambda masks: None)
        other = Forward(max_features=4)
        mixed = searched(problem(seed), other, store=path)[:2]
        assert mixed == searched(problem(seed), other)[:2]
        monkeypatch.undo()
