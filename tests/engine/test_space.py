"""What is required, forbidden, started from and preselected."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.feature_selection import f_classif
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, select
from wrapsel.filters import Ranking
from wrapsel.protocol import Keep, evaluate
from wrapsel.search import Backward, Forward, RVErS


@pytest.fixture(scope="module")
def wine():
    X, y = load_wine(return_X_y=True, as_frame=True)
    return Problem(GaussianNB(), X, y)


@pytest.mark.parametrize("strategy", [RVErS(), Forward(), Backward()], ids=repr)
def test_required_are_in_every_subset_and_forbidden_in_none(wine, strategy):
    result = select(wine, strategy, required=["ash", 3], forbidden=["proline"])
    for kept in result.path:
        assert 2 in kept.subset
        assert 3 in kept.subset
        assert 12 not in kept.subset


def test_the_errors_of_a_path_include_the_required(wine):
    result = select(wine, Forward(n_features=1), required=["ash"])
    alone = select(wine, Forward(n_features=2), forbidden=[])
    plain = select(wine, Forward(n_features=2), start=["ash"])
    assert result.path[0].error == plain.path[0].error
    assert result.path[-1] == plain.path[-1]
    assert "ash" not in alone.selected


def test_a_search_starts_where_it_is_told(wine):
    result = select(wine, Backward(n_features=1), start=["ash", "proline"])
    assert [len(kept.subset) for kept in result.path] == [2, 1]


class KeepsAll:
    """Keeps the variables in play, in the order of their relevance."""

    def search(self, space, rng):
        self.relevance = space.relevance
        [kept] = yield from evaluate([space.variables])
        yield Keep(kept)


def test_a_ranker_preselects_and_the_required_stay(wine):
    scores = f_classif(wine.X, wine.y)[0]
    best = np.argsort(-scores)[:3]
    result = select(wine, KeepsAll(), ranker=f_classif, n_preselect=3)
    assert set(result.subset) == set(best)
    worst = int(scores.argmin())
    result = select(wine, KeepsAll(), ranker=f_classif, n_preselect=3, required=[worst])
    assert set(result.subset) == {*best, worst}


def test_a_ranking_counts_by_its_order_and_groups_by_their_best_column():
    X, y = np.arange(24.0).reshape(6, 4), [0, 1] * 3
    groups = [[0, 3], [1, 2]]
    problem = Problem(GaussianNB(), X, y, cv=2, variables=groups)
    strategy = KeepsAll()
    ranking = Ranking.by_order([2, 3, 1, 0], [9.0, 1.0, 1.0, 1.0])
    select(problem, strategy, ranker=lambda X, y: ranking)
    assert strategy.relevance.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"required": ["asch"]}, "required: no variable named 'asch'; did you mean"),
        ({"forbidden": [13]}, "forbidden: no variable named '13'"),
        ({"n_preselect": 3}, "n_preselect needs a ranker"),
        ({"n_preselect": 0, "ranker": f_classif}, "n_preselect must be at least 1"),
        ({"ranker": lambda X, y: [1, 2]}, "a number for each of the 13 columns"),
        ({"ranker": lambda X, y: [np.nan] * 13}, "a number for each of the 13"),
    ],
)
def test_what_cannot_be_is_refused(wine, arguments, message):
    with pytest.raises(ValueError, match=message):
        select(wine, Forward(), **arguments)


def test_numbers_can_be_names():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(20, 3)), columns=[7, 8, 9])
    problem = Problem(GaussianNB(), X, [0, 1] * 10)
    result = select(problem, Forward(n_features=1), required=[9], forbidden=[0])
    assert result.selected == (8, 9)
