"""What cannot reach workers is said before any of them starts."""

import pickle
import sqlite3
import threading

import joblib
import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from tests.fakes import OrdinaryNB
from wrapsel import Problem, select
from wrapsel.search import Forward

X, Y = np.random.default_rng(0).normal(size=(40, 3)), np.tile([0, 1], 20)


def holding(thing):
    def scorer(estimator, X, y):
        return 0.5 if thing else 0.25

    return scorer


class Holding(GaussianNB):
    """Has what no other process can have."""

    def __init__(self, thing=None):
        super().__init__()
        self.thing = thing

    def __deepcopy__(self, memo):
        return self


def run(problem, workers=2):
    return select(
        problem, Forward(n_features_to_select=1), honest=False, n_jobs=workers
    )


THINGS = {
    "a lock": threading.Lock,
    "a generator": lambda: (i for i in "ab"),
    "a connection": lambda: sqlite3.connect(":memory:"),
    "a lock in a list": lambda: [threading.RLock()],
}


@pytest.fixture(params=THINGS.values(), ids=list(THINGS))
def thing(request):
    made = request.param()
    yield made
    if hasattr(made, "close"):
        made.close()


def test_a_metric_that_cannot_be_pickled_is_refused_with_the_remedy(thing):
    problem = Problem(OrdinaryNB(), X, Y, scoring=holding(thing))
    with pytest.raises(TypeError, match=r"scoring must be .* 2 workers.*n_jobs=1"):
        run(problem)
    assert run(problem, workers=1).error == -0.5
    with joblib.parallel_config("threading"):
        assert run(problem).error == -0.5


def test_a_learner_that_cannot_be_pickled_is_refused(thing):
    class Plain:
        def __init__(self):
            self.thing = thing

        def fit(self, X, y):
            return self

        def predict(self, X):
            return np.zeros(len(X), int)

        def __deepcopy__(self, memo):
            return self

    with pytest.raises(TypeError, match=r"learner must be .* 2 workers.*n_jobs=1"):
        run(Problem(Plain(), X, Y))


@pytest.mark.parametrize("metric", [lambda e, X, y: 0.5, holding(1), "f1"])
def test_what_can_be_pickled_by_its_value_is_not_refused(metric):
    assert run(Problem(OrdinaryNB(), X, Y, scoring=metric)).spending.fits > 0
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(lambda: 1)


def test_a_shared_scorer_needs_no_workers():
    problem = Problem(GaussianNB(), X, Y, scoring="accuracy")
    assert run(problem).spending.fits > 0
