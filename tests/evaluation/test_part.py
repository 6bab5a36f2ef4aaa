"""A problem on some rows is that problem, on those rows."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import GroupKFold, KFold, TimeSeriesSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from wrapsel import Problem
from wrapsel.evaluation.folds import Spread, draw_folds
from wrapsel.evaluation.part import outer_folds, part


def problem(n=60, y=None, **options):
    X = np.random.default_rng(0).normal(size=(n, 3))
    y = np.arange(n) % 3 if y is None else y
    return Problem(GaussianNB(), X, y, **options)


@pytest.mark.parametrize("seed", range(50))
def test_spread_folds_split_the_rows_and_each_class_evenly(seed):
    rng = np.random.default_rng(seed)
    n_folds, y = int(rng.integers(2, 8)), rng.integers(0, 4, 30)
    folds = draw_folds(Spread(n_folds), y[:, None], y, None, seed, True)
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(30))
    for train, test in folds:
        assert sorted([*train, *test]) == list(range(30))
    for label in range(4):
        counts = [(y[test] == label).sum() for _, test in folds]
        assert max(counts) - min(counts) <= 1


def test_a_part_has_as_many_folds_that_can_be_drawn_anew():
    half = part(problem(cv=4), np.arange(0, 60, 2))
    assert len(half.folds) == len(half.redrawn(1).folds) == 4
    again = part(problem(cv=4), np.arange(0, 60, 2))
    assert all(
        np.array_equal(a[1], b[1])
        for a, b in zip(half.redrawn(1).folds, again.redrawn(1).folds, strict=True)
    )


def test_a_scorer_gets_fewer_folds_where_a_class_is_small():
    y = np.repeat([0, 1, 2], [30, 25, 5])
    rows = np.arange(1, 58)  # leaves three of the last class
    assert len(part(problem(y=y), rows).folds) == 5
    scored = part(problem(y=y, scoring="balanced_accuracy"), rows)
    assert [len(set(y[rows][test])) for _, test in scored.folds] == [3, 3, 3]
    for n_left in (1, 2):
        few = part(problem(y=y, scoring="balanced_accuracy"), np.arange(55 + n_left))
        assert len(few.folds) == 2


@pytest.mark.parametrize(
    ("learner", "y", "scoring"),
    [
        (Ridge(), np.arange(60) / 7, "r2"),
        (DecisionTreeClassifier(), np.arange(120).reshape(60, 2) % 40 > 38, "f1_macro"),
    ],
)
def test_a_scorer_of_what_is_no_single_class_gets_as_many_folds(learner, y, scoring):
    whole = Problem(learner, np.eye(60, 2), y, scoring=scoring)
    assert len(part(whole, np.arange(50)).folds) == 5


def test_a_part_of_few_rows_has_a_fold_for_each():
    assert len(part(problem(y=np.arange(60) % 2), np.arange(3)).folds) == 3


def test_a_part_keeps_names_types_groups_and_variables():
    X = pd.DataFrame({"a": range(12), "b": pd.Categorical(list("xyz") * 4), "c": 1.0})
    groups = [i // 2 for i in range(12)]
    cv = GroupKFold(3)
    these = Problem(
        GaussianNB(), X, [0, 1] * 6, cv, groups=groups, variables=[[0], [1, 2]]
    )
    some = part(these, np.array([0, 1, 4, 5, 6, 7, 10, 11]))
    assert list(some.X.columns) == ["a", "b", "c"]
    assert list(some.X["b"].cat.categories) == list("xyz")
    assert list(some.groups) == [0, 0, 2, 2, 3, 3, 5, 5]
    assert some.n_variables == 2


def test_given_folds_are_restricted_and_empty_ones_dropped():
    pairs = [([0, 1, 2], [3, 4]), ([3, 4, 5], [0, 1]), ([0, 1], [5]), ([2, 5], [0])]
    some = part(problem(6, y=[0, 1] * 3, cv=pairs), np.array([0, 1, 3, 4]))
    assert [(list(a), list(b)) for a, b in some.folds] == [
        ([0, 1], [2, 3]),
        ([2, 3], [0, 1]),
    ]
    assert some.redrawn(1) is None


def test_outer_folds_split_the_rows_and_are_not_those_of_the_search():
    these = problem()
    folds = outer_folds(these, 5)
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(60))
    assert not np.array_equal(folds[0][1], these.folds[0][1])


def test_each_row_may_be_an_outer_fold():
    these = problem()
    folds = outer_folds(these, len(these.y))
    assert sorted(test.tolist() for _, test in folds) == [[row] for row in range(60)]
    assert len(outer_folds(these, 2)) == 2
    for wrong in (1, 61):
        with pytest.raises(ValueError, match=rf"must be in 2\.\.60 .* got {wrong}"):
            outer_folds(these, wrong)
    with pytest.raises(ValueError, match="n_repeats must be at least 1, got 0"):
        outer_folds(these, 2, 0)


def test_outer_folds_are_draws_that_no_search_makes():
    these = problem()
    folds = outer_folds(these, 3, n_repeats=2)
    draws = [replace(these, cv=Spread(3)).redrawn(draw) for draw in (2001, 2002)]
    expected = [fold for draw in draws for fold in draw.folds]
    for pair in zip(folds, expected, strict=True):
        assert all(map(np.array_equal, *pair))


def test_outer_folds_are_the_given_ones_without_groups_on_both_sides():
    groups = np.arange(60) // 4
    cv = list(KFold(4, shuffle=True, random_state=0).split(groups))
    these = problem(cv=cv, groups=groups)
    for (train, test), (_, given) in zip(
        outer_folds(these, 5), these.folds, strict=True
    ):
        assert np.array_equal(test, given)
        assert not set(groups[train]) & set(groups[test])
    assert len(outer_folds(these, 3)) == 3


def test_outer_folds_of_a_series_need_a_past():
    assert len(outer_folds(problem(cv=TimeSeriesSplit(4)), 5)) == 3
