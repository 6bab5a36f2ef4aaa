"""What is required, forbidden, started from and preselected."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.feature_selection import f_classif
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB

from tests.fakes import KeepsAll
from wrapsel import Problem, select
from wrapsel.filters import Ranking
from wrapsel.search import (
    RVE,
    Auto,
    Backward,
    Beam,
    BranchAndBound,
    Exhaustive,
    FilterPath,
    Floating,
    Forward,
    Genetic,
    PairedRace,
    PlusLMinusR,
    RecursiveElimination,
    RVErS,
    Top,
)


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
    result = select(wine, Forward(n_features_to_select=2), required=["ash"])
    alone = select(wine, Forward(n_features_to_select=2), forbidden=[])
    plain = select(wine, Forward(n_features_to_select=2), start=["ash"])
    assert result.path[0].error == plain.path[0].error
    assert result.path[-1] == plain.path[-1]
    assert "ash" not in alone.selected


def test_a_search_starts_where_it_is_told(wine):
    result = select(wine, Backward(n_features_to_select=1), start=["ash", "proline"])
    assert [len(kept.subset) for kept in result.path] == [2, 1]


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
    result = select(
        problem, Forward(n_features_to_select=2), required=[9], forbidden=[0]
    )
    assert result.selected == (8, 9)


SIZED = [
    Forward(n_features_to_select=3),
    Backward(n_features_to_select=3),
    Floating(n_features_to_select=3),
    Floating(n_features_to_select=3, direction="backward"),
    Beam(n_features_to_select=3),
    PlusLMinusR(n_features_to_select=3),
    BranchAndBound(3),
    Exhaustive(min_features=3, max_features=3),
    FilterPath(n_features_to_select=3),
    FilterPath(min_features=3, max_features=3),
    PairedRace(n_features_to_select=3),
    RecursiveElimination(n_features_to_select=3),
    RVE(n_relevant=3, tolerance=1.0),
    Top(3),
]


@pytest.mark.parametrize("required", [[0], [5, 2], [1, 3, 4]], ids=len)
@pytest.mark.parametrize("strategy", SIZED, ids=repr)
def test_the_required_count_in_the_sizes(strategy, required):
    X, y = load_wine(return_X_y=True)
    problem = Problem(RidgeClassifier(), X[:, :7], y, 3)
    result = select(problem, strategy, required=required, ranker=f_classif)
    assert len(result.subset) == 3
    assert set(required) <= set(result.subset)


@pytest.mark.parametrize(
    "strategy", [s for s in SIZED if not isinstance(s, Exhaustive | Top)], ids=repr
)
def test_fewer_than_are_required_cannot_be_asked_for(wine, strategy):
    if getattr(strategy, "min_features", None) is not None:
        match = "max_features must be at least the 4 required variables, got 3"
    else:
        match = "must be at least the 4 required variables, got 3"
    with pytest.raises(ValueError, match=match):
        select(wine, strategy, required=[0, 1, 2, 3], ranker=f_classif)


@pytest.mark.parametrize("strategy", [*SIZED, Auto(), RVErS(), Genetic()], ids=repr)
def test_all_may_be_required(wine, strategy):
    everything = list(wine.names)
    result = select(wine, strategy, required=everything, ranker=f_classif)
    assert list(result.selected) == everything
    assert result.error == result.reference.error
    rest = [name for name in everything if name != "ash"]
    result = select(
        wine, strategy, required=rest, forbidden=["ash"], ranker=f_classif, honest=False
    )
    assert list(result.selected) == rest


def test_backward_may_end_with_the_required_alone():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 4))
    problem = Problem(RidgeClassifier(), X, (X[:, 2] > 0).astype(int), 3)
    assert list(select(problem, Backward(tolerance=-0.5), required=[2]).subset) == [2]


def with_a_bad_column(problem, values, place=3):
    X = problem.X.copy()
    X.insert(place, "bad", values)
    return replace(problem, X=X)


BAD = {
    "text": ["some text", "other text"] * 89,
    "missing": [np.nan, 1.0] * 89,
    "all missing": [np.nan] * 178,
    "dates": pd.date_range("2020-01-01", periods=178),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
@pytest.mark.parametrize("strategy", [None, Forward(), RVErS()], ids=repr)
@pytest.mark.parametrize("learner", [GaussianNB(), RidgeClassifier()], ids=repr)
def test_forbidden_columns_are_not_even_looked_at(wine, strategy, bad, learner):
    wine = replace(wine, learner=learner)
    expected = select(wine, strategy, honest="redrawn")

    problem = with_a_bad_column(wine, bad)
    result = select(problem, strategy, forbidden=["bad"], honest="redrawn")

    assert result.reference.error == expected.reference.error
    assert "bad" not in [result.names[i] for i in result.reference.subset]
    assert len(result.reference.subset) == 13
    if not isinstance(strategy, RVErS):  # whose draws depend on the places
        assert result.selected == expected.selected
        assert str(result.honest) == str(expected.honest)


def test_a_leak_that_is_forbidden_is_not_the_reference(wine):
    problem = with_a_bad_column(wine, wine.y * 10.0)
    few = select(
        problem,
        FilterPath(n_features_to_select=3),
        ranker=f_classif,
        n_preselect=3,
        forbidden=["bad"],
    )
    assert few.reference.error == select(wine, Top(1), ranker=f_classif).reference.error
    assert few.reference.error > 0
    assert few.selected == select(wine, Top(3), ranker=f_classif).selected


def test_not_all_may_be_forbidden(wine):
    with pytest.raises(ValueError, match="forbidden must leave a variable, got all 13"):
        select(wine, Forward(), forbidden=range(13))
