"""Garbage is looked for seldom in a search of our own code, and as before after it."""

import gc

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

from tests.fakes import OrdinaryNB
from wrapsel import Evaluate, Problem, select
from wrapsel.garbage import MANY_OBJECTS, seldom_collected
from wrapsel.search import Forward


class Breaks:
    def search(self, space, rng):
        yield Evaluate([space.variables])
        raise RuntimeError(f"with {gc.get_threshold()[0]}")


@pytest.fixture
def usual():
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("learner", "is_seldom"), [(GaussianNB(), True), (Ridge(), True), (OrdinaryNB(), 0)]
)
def test_only_searches_of_our_own_code_look_for_it_seldom(usual, learner, is_seldom):
    X, y = load_iris(return_X_y=True)
    seen = set()
    select(
        Problem(learner, X, y),
        Forward(n_features_to_select=2),
        on_event=lambda event: seen.add(gc.get_threshold()),
        honest=False,
    )
    assert (MANY_OBJECTS, *usual[1:]) in seen if is_seldom else seen == {usual}
    assert gc.get_threshold() == usual


def test_it_is_as_before_after_a_failure(usual):
    problem = Problem(GaussianNB(), np.eye(4), [0, 1, 0, 1], cv=2)
    with pytest.raises(RuntimeError, match=f"^with {MANY_OBJECTS}$"):
        select(problem, Breaks(), honest=False)
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("first", [0, MANY_OBJECTS, 10 * MANY_OBJECTS])
def test_whoever_has_it_off_or_more_seldom_is_left_alone(usual, first):
    gc.set_threshold(first, 7, 3)
    with seldom_collected():
        assert gc.get_threshold() == (first, 7, 3)
    assert gc.get_threshold() == (first, 7, 3)


def test_an_inner_one_leaves_the_outer_one_open(usual):
    with seldom_collected():
        with seldom_collected():
            pass
        assert gc.get_threshold()[0] == MANY_OBJECTS
    assert gc.get_threshold() == usual
