"""Strategies side by side find what each finds alone."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

from tests.engine.many.test_each import PAYING
from wrapsel import Budget, DataWarning, Problem, compare, select
from wrapsel.search import Auto, Backward, Forward, RVErS

X, Y = (a[::4] for a in load_breast_cancer(return_X_y=True))
STRATEGIES = {"back": Backward(), "there": Forward(), "drawn": RVErS()}


def problem(columns=8):
    return Problem(GaussianNB(), X[:, :columns], Y)


def told(result):
    return result.path, result.honest, result.stopped_by, result.spending.evaluations


@pytest.mark.parametrize("stored", [False, True])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_each_strategy_finds_what_it_finds_alone(n_jobs, stored, tmp_path, monkeypatch):
    monkeypatch.setattr(PAYING, 0.0)
    store = tmp_path / "store.db" if stored else None
    options = {"random_state": 3, "budget": Budget(evaluations=30)}

    found = compare(problem(), STRATEGIES, n_jobs=n_jobs, store=store, **options)

    assert list(found) == list(STRATEGIES)
    for name, result in found.items():
        alone = select(problem(), STRATEGIES[name], **options)
        assert told(result) == told(alone)
    if stored:
        again = compare(problem(), STRATEGIES, store=store, **options)
        assert [result.spending.fits for result in again.values()] == [0, 0, 0]
        assert list(map(told, again.values())) == list(map(told, found.values()))


def test_what_is_odd_about_the_data_is_said_once():
    constant = Problem(GaussianNB(), np.c_[X[:, :3], np.ones(len(X))], Y)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        compare(constant, STRATEGIES, honest=False)
    assert [warning.category for warning in said] == [DataWarning]


@pytest.mark.parametrize(
    ("strategies", "options", "error", "words"),
    [
        ({}, {}, ValueError, "strategies must hold at least one, got none"),
        ([Auto()], {}, TypeError, "must be a dict of names to strategies"),
        ({"a": Auto}, {}, TypeError, "strategies['a'] must have"),
        (STRATEGIES, {"workers": 2}, TypeError, "did you mean 'n_jobs'?"),
        (STRATEGIES, {"on_event": print}, TypeError, "named 'on_event'"),
        (STRATEGIES, {"honest": "very"}, ValueError, "honest must be 'auto'"),
        (STRATEGIES, {"n_jobs": 0}, ValueError, "n_jobs must not be 0"),
    ],
    ids=["none", "list", "class", "word", "observer", "honest", "workers"],
)
def test_what_is_wrong_is_said_before_any_work(strategies, options, error, words):
    class Never(GaussianNB):
        def fit(self, X, y):
            raise AssertionError

    with pytest.raises(error) as said:
        compare(Problem(Never(), X[:, :4], Y), strategies, **options)
    assert words in str(said.value)
