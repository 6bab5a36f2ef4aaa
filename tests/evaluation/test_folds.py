"""Folds are drawn once."""

import random

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    LeaveOneOut,
    ShuffleSplit,
    StratifiedKFold,
)

from wrapsel.evaluation.folds import Spread, draw_folds

X, Y = np.zeros((12, 2)), np.tile([0, 1, 2], 4)


def draw(cv, y=Y, groups=None, seed=0, stratify=True):
    return draw_folds(cv, X, y, groups, seed, stratify)


def same(folds, pairs):
    return all(
        np.array_equal(a, b)
        for fold, pair in zip(folds, pairs, strict=True)
        for a, b in zip(fold, pair, strict=True)
    )


def test_a_number_draws_shuffled_stratified_folds_for_classes():
    expected = StratifiedKFold(3, shuffle=True, random_state=7).split(X, Y)
    assert same(draw(3, seed=7), expected)


def test_a_number_draws_shuffled_folds_for_numbers():
    expected = KFold(3, shuffle=True, random_state=7).split(X)
    assert same(draw(np.int64(3), seed=7, stratify=False), expected)


def test_other_seeds_draw_other_folds():
    assert not same(draw(3, seed=0), draw(3, seed=1))


@pytest.mark.parametrize("cv", [KFold(3), LeaveOneOut(), StratifiedKFold(2)])
def test_a_splitter_draws_its_own_folds(cv):
    assert same(draw(cv), cv.split(X, Y))


def test_groups_reach_the_splitter():
    groups = np.arange(12) % 4
    for train, test in draw(GroupKFold(3), groups=groups):
        assert not set(groups[train]) & set(groups[test])


@pytest.mark.parametrize("cv", [3, Spread(3)])
def test_folds_that_are_drawn_keep_groups_together(cv):
    groups = np.arange(12) % 6
    folds, others = (draw(cv, groups=groups, seed=seed) for seed in (0, 1))
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(12))
    for train, test in folds:
        assert not set(groups[train]) & set(groups[test])
    assert any(
        a[1].tolist() != b[1].tolist() for a, b in zip(folds, others, strict=True)
    )


def test_folds_of_groups_have_classes_alike():
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 60, 600)
    classes = (groups % 4 == 0).astype(int)
    for _, test in draw_folds(5, np.zeros((600, 2)), classes, groups, 0, True):
        assert 0.15 < classes[test].mean() < 0.35
        assert 90 < len(test) < 150


@pytest.mark.parametrize(
    ("groups", "says"),
    [
        ([0, 1] * 6, r"cv must be in 2..2 \(the groups\), got 3"),
        ([0, 1, 2], r"groups must have shape \(12,\), got \(3,\)"),
    ],
)
def test_there_are_no_more_folds_than_groups(groups, says):
    with pytest.raises(ValueError, match=says):
        draw(3, groups=groups)


def test_pairs_may_come_from_a_generator_and_be_masks():
    pairs = list(KFold(3).split(X))
    masks = [tuple(np.isin(np.arange(12), rows) for rows in pair) for pair in pairs]

    assert same(draw(pair for pair in pairs), pairs)
    assert same(draw(masks), pairs)
    assert same(draw([(a.tolist(), b.tolist()) for a, b in pairs]), pairs)


def test_folds_may_be_unequal_and_overlap():
    cv = ShuffleSplit(4, test_size=5, random_state=0)
    assert same(draw(cv), cv.split(X))


@pytest.mark.parametrize("cv", [1, 0, -2, 13])
def test_there_are_2_folds_to_as_many_as_rows(cv):
    with pytest.raises(
        ValueError, match=rf"cv must be in 2..12 \(the rows\), got {cv}"
    ):
        draw(cv, stratify=False)


def test_a_class_smaller_than_the_folds_is_named():
    y = np.array(["a"] * 9 + ["rare"] * 3)
    with pytest.raises(
        ValueError, match=r"got 4 folds and 3 rows of class rare \(.*12 rows, 2 feature"
    ):
        draw(4, y)
    with pytest.raises(ValueError, match="class 9; numbers are for a regressor"):
        draw(4, np.repeat([1, 9], [9, 3]))


@pytest.mark.parametrize("cv", [[], [([], [1])], [([1], [])]])
def test_empty_folds_are_refused(cv):
    with pytest.raises(ValueError, match="cv must give folds with training and test"):
        draw(cv)


@pytest.mark.parametrize("rows", [[-1, 2], [3, 12], [True]])
def test_rows_that_there_are_not_are_refused(rows):
    if rows == [True]:
        rows = [False] * 12 + [True]
    with pytest.raises(ValueError, match=r"cv must give rows in 0\.\.11"):
        draw([([0, 1], rows)])


@pytest.mark.parametrize("cv", [None, [[0, 1, 2]], [3], "no", 2.0], ids=repr)
def test_what_draws_no_folds_is_refused(cv):
    with pytest.raises(TypeError, match="cv must be an int, a splitter or pairs"):
        draw(cv)


@pytest.mark.parametrize("missing", [None, np.nan, pd.NA, pd.NaT, float("nan")])
@pytest.mark.parametrize("kind", [list, pd.Series, lambda v: np.array(v, dtype=object)])
@pytest.mark.parametrize("other", ["a", 1])
def test_groups_must_all_be_known(missing, kind, other):
    groups = kind([other, missing, other, missing] * 5)
    with pytest.raises(ValueError, match="missing values, got 10, the first in row 1"):
        draw_folds(GroupKFold(2), np.zeros((20, 2)), np.arange(20), groups, 0, False)


class Coins:
    """A splitter that draws from a generator of its own."""

    def __init__(self, rng):
        self.rng = rng

    def split(self, X, y=None, groups=None):
        heads = self.rng.random(len(X)) < 0.5
        yield np.flatnonzero(heads), np.flatnonzero(~heads)


class GlobalCoins:
    """A splitter that draws from the global generator of Python."""

    def split(self, X, y=None, groups=None):
        rows = list(range(len(X)))
        random.shuffle(rows)
        yield rows[:8], rows[8:]


@pytest.mark.parametrize(
    "splitter",
    [
        KFold(3, shuffle=True, random_state=np.random.RandomState(5)),
        KFold(3, shuffle=True),
        ShuffleSplit(3, random_state=np.random),
        ShuffleSplit(3, random_state=np.random.RandomState(5)),
        StratifiedKFold(3, shuffle=True),
        Coins(np.random.default_rng(5)),
        GlobalCoins(),
    ],
    ids=lambda splitter: type(splitter).__name__,
)
def test_equal_calls_draw_equal_folds(splitter):
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    first = draw(splitter)
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002
    np.random.rand(3)  # noqa: NPY002
    random.random()
    assert same(draw(splitter), first)


@pytest.mark.parametrize("seed", range(20))
def test_a_rare_class_is_dealt_out_as_evenly_as_the_others(seed):
    y = np.random.default_rng(seed).permutation(
        np.repeat(["a", "b", "rare"], [7, 3, 2])
    )
    folds = draw(Spread(5), y, seed=seed)
    tests = [test for _, test in folds]
    assert sorted(np.concatenate(tests)) == list(range(12))
    assert max(map(len, tests)) - min(map(len, tests)) <= 1
    for name in np.unique(y):
        counts = [int((y[test] == name).sum()) for test in tests]
        assert max(counts) - min(counts) <= 1
    for train, test in folds:
        assert sorted([*train, *test]) == list(range(12))
    assert not same(folds, draw(Spread(5), y, seed=seed + 100))


def test_numbers_are_dealt_out_as_they_come():
    folds = draw(Spread(4), np.linspace(0, 1, 12), stratify=False)
    assert [len(test) for _, test in folds] == [3] * 4
    assert len(draw(Spread(20), np.arange(12.0), stratify=False)) == 12


def dealt_by_hand(n_folds, groups, y, seed):
    """Deal each group, in a random order, to the fold that has least of its classes."""
    names = sorted(set(groups))
    rows = {name: [i for i, g in enumerate(groups) if g == name] for name in names}
    totals = {label: list(y).count(label) for label in sorted(set(y))}
    held = [dict.fromkeys(totals, 0.0) for _ in range(n_folds)]
    tests = [[] for _ in range(n_folds)]
    for place in np.random.default_rng(seed).permutation(len(names)):
        mine = rows[names[place]]
        parts = {c: sum(y[i] == c for i in mine) / totals[c] for c in totals}

        def growth(fold, parts=parts):
            alike = sum(held[fold][c] * parts[c] for c in parts)
            return alike, sum(held[fold].values()), fold

        fold = min(range(n_folds), key=growth)
        tests[fold] += mine
        held[fold] = {c: held[fold][c] + parts[c] for c in parts}
    return tests


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("stratify", [False, True])
def test_groups_are_dealt_to_the_folds_that_have_least(seed, stratify):
    rng = np.random.default_rng(seed)
    groups, y = rng.integers(0, 9, 40), rng.integers(0, 3, 40)
    folds = draw_folds(3, np.zeros((40, 1)), y, groups, seed, stratify)
    expected = dealt_by_hand(3, groups, y if stratify else y * 0, seed)
    assert [test.tolist() for _, test in folds] == [sorted(test) for test in expected]


@pytest.mark.parametrize(
    ("cv", "works"), [(1, False), (2, True), (6, True), (7, False)]
)
def test_there_are_2_folds_to_as_many_as_groups(cv, works):
    try:
        assert len(draw(cv, groups=np.arange(12) % 6)) == cv
    except ValueError:
        assert not works
