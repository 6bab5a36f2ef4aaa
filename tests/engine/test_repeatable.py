"""What draws from something that cannot be seeded is told so in the result."""

import os
import time
import warnings
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier

from wrapsel import (
    Budget,
    Problem,
    SearchResult,
    SeedWarning,
    WrapperSelector,
    compare,
    load_learner,
    select,
)
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.telling import repeatable
from wrapsel.report.cautions import cautions
from wrapsel.search import Forward

X, Y = load_iris(return_X_y=True)
TWO = Forward(n_features_to_select=2)
SAID = "otherwise when it is fitted on the same rows again.*cannot be seeded"


class Drawing(BaseEstimator):
    """Predict the nearest mean, each moved by what `draw` says of so many columns."""

    n_fits = 0

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        type(self).n_fits += 1
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == c].mean(axis=0) for c in self.classes_])
        self.means_ += self.draw(self.means_.shape)
        return self

    def predict_proba(self, X):
        near = np.exp(-np.linalg.norm(X[:, None] - self.means_, axis=2))
        return near / near.sum(axis=1, keepdims=True)

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]

    def draw(self, shape):
        return np.random.default_rng().random(shape) / 50


class BySystem(Drawing):
    def draw(self, shape):
        return int.from_bytes(os.urandom(4)) / 2**32 / (np.ones(shape).cumsum(1) + 5)


class ByClock(Drawing):
    def draw(self, shape):
        return time.perf_counter_ns() % 10**6 / 10**8 + np.zeros(shape)


class ByGlobal(Drawing):
    def draw(self, shape):
        return np.random.random(shape) / 50  # noqa: NPY002  # it is seeded for each fit


class BySeed(Drawing):
    def draw(self, shape):
        return np.random.default_rng(self.random_state).random(shape) / 50


class Fails(Drawing):
    def draw(self, shape):
        raise ArithmeticError("at times")


class Labels(Drawing):
    """Has no probabilities."""

    predict_proba = property()

    def predict(self, X):
        return self.classes_[np.random.default_rng().integers(3, size=len(X))]


def problem(learner):
    learner.__class__.n_fits = 0
    return Problem(learner, X, Y, 3)


def quietly(learner, *given, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SeedWarning)
        return select(problem(learner), TWO, *given, **options)


@pytest.mark.parametrize("cls", [Drawing, BySystem, ByClock, Labels])
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_what_cannot_be_seeded_is_said(cls, n_jobs):
    with pytest.warns(SeedWarning, match=f"^{cls.__name__} .*{SAID}"):
        result = select(problem(cls()), TWO, n_jobs=n_jobs)
    assert result.repeatable is False


@pytest.mark.parametrize("cls", [ByGlobal, BySeed])
def test_what_is_seeded_is_repeatable(cls):
    assert select(problem(cls()), TWO).repeatable is True


def test_what_fails_the_next_time_is_not_repeatable():
    result = quietly(BySeed())
    failing = problem(Fails())
    with pytest.warns(SeedWarning):
        told = repeatable.told_repeatable(result, failing, SearchOptions())
    assert (result.repeatable, told.repeatable) == (True, False)


@pytest.mark.parametrize(
    "learner",
    [RandomForestClassifier(5), load_learner("c45")],
    ids=["forest", "c45"],
)
def test_what_is_known_to_take_a_seed_is_not_asked(learner):
    result = select(Problem(learner, X, Y, 3), TWO)
    assert result.repeatable is None


@pytest.mark.parametrize("honest", ["redrawn", "nested"])
def test_it_takes_two_fits_in_all_that_are_charged_nowhere(honest, monkeypatch):
    told = select(problem(BySeed()), TWO, honest=honest)
    n_fits = BySeed.n_fits
    monkeypatch.setattr(repeatable, "may_differ", lambda _: False)
    unasked = select(problem(BySeed()), TWO, honest=honest)
    assert n_fits == BySeed.n_fits + 2
    assert told.spending.fits == unasked.spending.fits
    assert told.spending.evaluations == unasked.spending.evaluations
    assert (told.repeatable, unasked.repeatable) == (True, None)


def test_who_wants_the_search_alone_gets_no_fit_more():
    result = select(problem(Drawing()), TWO, honest=False)
    assert (result.repeatable, Drawing.n_fits) == (None, result.spending.fits)


def test_a_budget_does_not_pay_for_it():
    budget = Budget(evaluations=4)
    result = quietly(Drawing(), budget=budget)
    assert (result.stopped_by, result.spending.evaluations) == ("budget", 4)
    assert result.repeatable is False


@pytest.mark.parametrize(
    "options",
    [
        {"fit_seconds": 60.0},
        {"backend": "dask"},
        {"budget": Budget(seconds=1.0)},
    ],
    ids=lambda options: next(iter(options)),
)
def test_it_is_not_asked_where_nothing_more_is_to_be_fitted(options):
    result = replace(quietly(Drawing()), repeatable=None)
    over = replace(result, stopped_by="budget")
    told = repeatable.told_repeatable
    assert told(over, problem(Drawing()), SearchOptions(**options)) is over
    with pytest.warns(SeedWarning):
        assert told(over, problem(Drawing()), SearchOptions()).repeatable is False


class Killed(BySeed):
    stop_at = 0

    def fit(self, X, y):
        if Killed.n_fits == Killed.stop_at - 1:
            raise KeyboardInterrupt
        return super().fit(X, y)


@pytest.mark.parametrize("stop_at", [7, 20, "first again", "second again"])
def test_a_search_that_was_stopped_and_goes_on_says_the_same(tmp_path, stop_at):
    expected = select(problem(Killed()), TWO)
    again = {"first again": Killed.n_fits - 1, "second again": Killed.n_fits}
    stop_at = again.get(stop_at, stop_at)
    store = tmp_path / "errors.db"
    Killed.stop_at = stop_at
    with pytest.raises(KeyboardInterrupt):
        select(problem(Killed()), TWO, store=store)
    Killed.stop_at = 0
    for _ in range(2):  # the second time, all errors are known
        result = select(problem(Killed()), TWO, store=store)
        assert (result.path, result.repeatable) == (expected.path, True)


def test_the_warning_comes_once_whatever_is_nested():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        select(problem(Drawing()), TWO, honest="nested")
    assert [w.category for w in caught] == [SeedWarning]
    assert caught[0].filename == __file__


def test_each_way_in_says_it():
    with pytest.warns(SeedWarning):
        selector = WrapperSelector(Drawing(), TWO, cv=3).fit(X, Y)
    assert selector.result_.repeatable is False
    with pytest.warns(SeedWarning):
        found = compare(problem(Drawing()), {"two": TWO})
    assert found["two"].repeatable is False
    several = Problem(Drawing(), X, Y, 3, scoring=["accuracy", "f1_macro"])
    with pytest.warns(SeedWarning):
        assert select(several, TWO).repeatable is False


def test_all_that_shows_a_result_shows_it(tmp_path):
    result = quietly(Drawing())
    said = "ot repeatable: the learner draws from what cannot be seeded"
    assert str(result).endswith(f"n{said}")
    assert f"N{said}." in result._repr_html_()
    assert any(f"N{said}." in caution for caution in cautions(result))
    result.save(tmp_path / "result.json")
    assert SearchResult.load(tmp_path / "result.json") == result
    good = quietly(BySeed())
    assert said not in str(good) + good._repr_html_() + "".join(cautions(good))
