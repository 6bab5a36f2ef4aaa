"""Exhaustive search: nothing is better than what it finds."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.naive_bayes import GaussianNB

from tests.search.driver import drive, random_table
from tests.search.heuristics.oracles_exhaustive import plain_exhaustive
from wrapsel import Problem, select
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.exhaustive import Exhaustive, subsets_of_size
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(60))
def test_the_best_subset_is_found(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    low = int(rng.integers(0, n + 1))
    high = int(rng.integers(max(low, 1), n + 1))
    table = random_table(seed, levels=int(rng.choice([3, 1000])))

    run = drive(Exhaustive(low, high), n, table, lookahead=seed % 3)

    sizes = range(low, high + 1)
    expected = plain_exhaustive(n, lambda s: table(Subset.of(s, n)), sizes)
    assert tuple(run.path[-1].subset) == expected


def test_every_subset_is_asked_for_once_the_smaller_ones_first():
    run = drive(Exhaustive(min_features=0), 7, random_table(0))

    assert len(set(run.asked)) == len(run.asked) == 2**7
    assert [len(s) for s in run.asked] == sorted(len(s) for s in run.asked)


def test_the_incumbents_improve():
    errors = [kept.error for kept in drive(Exhaustive(), 8, random_table(1)).path]

    assert errors == sorted(set(errors), reverse=True)


def test_more_subsets_than_a_chunk_holds_are_all_tried(monkeypatch):
    monkeypatch.setattr("wrapsel.search.best._CHUNK", 4)
    last = Subset.full(7)

    run = drive(Exhaustive(), 7, lambda s: float(s != last))

    assert run.best == list(last)
    assert len(run.asked) == 2**7 - 1


def test_equal_errors_go_to_the_first_of_the_smallest_subsets():
    assert drive(Exhaustive(), 4, lambda subset: 0.5).best == [0]
    assert drive(Exhaustive(2), 4, lambda subset: 0.5).best == [0, 1]


def test_only_the_variables_in_play_are_combined():
    variables = Subset.of([1, 4, 6], 8)

    assert [list(s) for s in subsets_of_size(variables, 2)] == [[1, 4], [1, 6], [4, 6]]


@pytest.mark.parametrize("strategy", [Exhaustive(), Exhaustive(0, 3), Exhaustive(2, 9)])
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


def test_too_many_subsets_are_refused_before_the_first():
    with pytest.raises(ValueError, match=r"the 67108863 subsets of 1 to 26 of 26 var"):
        drive(Exhaustive(), 26, random_table(0))
    with pytest.raises(ValueError, match=r"limit must be at least the 7 .*, got 6;"):
        drive(Exhaustive(limit=6), 3, random_table(0))


def test_a_largest_size_bounds_the_count():
    assert len(drive(Exhaustive(max_features=1), 1000, lambda s: 0.5).asked) == 1000


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"min_features": -1}, "min_features must be at least 0, got -1"),
        ({"min_features": 3, "max_features": 2}, "at least min_features = 3, got 2"),
        ({"limit": 0}, "limit must be at least 1, got 0"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        Exhaustive(**params)


def test_more_variables_than_there_are_is_an_error():
    with pytest.raises(ValueError, match="at most the 3 variables, got 4"):
        drive(Exhaustive(4), 3, random_table(0))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the peer
@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_the_result_is_that_of_mlxtend(load):
    peer = pytest.importorskip("mlxtend.feature_selection")
    X, y = load(return_X_y=True)
    X = X[:, :6]
    problem = Problem(GaussianNB(), X, y)
    theirs = peer.ExhaustiveFeatureSelector(
        GaussianNB(), 1, X.shape[1], print_progress=False, cv=problem.folds
    ).fit(X, y)

    result = select(problem, Exhaustive())

    assert result.error == pytest.approx(1 - theirs.best_score_)
    assert tuple(result.subset) == theirs.best_idx_
