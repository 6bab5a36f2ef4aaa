"""A strategy driven by hand goes the way it goes in a search."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, Rank, select
from wrapsel.driver import Driver
from wrapsel.evaluation import CrossValidation
from wrapsel.protocol import Keep, SearchSpace, evaluate
from wrapsel.search import Backward, Forward, RVErS
from wrapsel.search.composed.chain import Chain
from wrapsel.subset import Subset


@pytest.mark.parametrize(
    "strategy",
    [RVErS(), Forward(), Backward(tolerance=-0.0103), Chain(RVErS())],
    ids=repr,
)
def test_a_driven_strategy_keeps_what_a_search_keeps(strategy):
    problem = Problem(GaussianNB(), *load_wine(return_X_y=True))
    measured = CrossValidation(problem)
    driver = Driver(
        strategy, SearchSpace(Subset.full(13), problem.cost), random_state=3
    )
    asked = []
    while (subset := driver.ask()) is not None:
        asked.append(subset)
        block = measured.measure([subset], range(5))
        driver.tell(block.errors.sum() / block.weights.sum())
    expected = select(problem, strategy, random_state=3)
    assert [e.subset for e in driver.path] == [e.subset for e in expected.path]
    assert driver.stopped_by == expected.stopped_by
    assert len(asked) == len(set(asked))


def test_importances_can_be_told():
    class Ranked:
        def search(self, space, rng):
            yield from evaluate([space.variables])
            importances = yield Rank(space.variables)
            best = Subset.of([int(np.argmax(importances))], 3)
            [kept] = yield from evaluate([best])
            yield Keep(kept)

    driver = Driver(Ranked(), 3)
    driver.tell(0.3)
    assert driver.ask() == Rank(Subset.full(3))
    driver.tell([0.1, 0.9, 0.2])
    driver.tell(0.2)
    assert (driver.ask(), list(driver.best.subset)) == (None, [1])
    assert driver.stopped_by == "strategy"


def test_wrong_answers_are_refused():
    driver = Driver(Forward(), 1)
    with pytest.raises(ValueError, match="must be a number"):
        driver.tell(float("nan"))
    driver.tell(0.0)
    driver.tell(0.0)
    with pytest.raises(ValueError, match="nothing was asked"):
        driver.tell(0.0)
