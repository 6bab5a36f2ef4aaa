"""Distances that move on from centre to centre decide as those summed anew."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from learners.sklearn.neighbors import centres
from learners.sklearn.neighbors.fast_paths import (
    k_neighbors_classifier,
    k_neighbors_regressor,
)
from learners.sklearn.neighbors.votes import Fold

N_COLUMNS = 20
LEARNERS = [
    (KNeighborsRegressor(), k_neighbors_regressor),
    (KNeighborsRegressor(3, weights="distance", p=1), k_neighbors_regressor),
    (KNeighborsClassifier(4), k_neighbors_classifier),
    (KNeighborsClassifier(3, weights="distance"), k_neighbors_classifier),
]
IDS = ["means", "weighted means", "classes", "weighted classes"]


def table(rng, kind):
    """Return rows, and targets that are classes."""
    X = rng.normal(size=(80, N_COLUMNS))
    if kind == "units":
        X *= 10.0 ** rng.integers(-3, 4, N_COLUMNS)
    if kind == "coarse":
        X = np.round(2 * X) / 3
    if kind == "whole":
        X = np.round(4 * X)
    return X, rng.integers(0, 3, 80)


def folds_of(rng):
    parts = np.array_split(rng.permutation(80), 3)
    return [(np.setdiff1d(np.arange(80), part), part) for part in parts]


def course(rng, n_calls=30):
    """Yield masks around a centre that moves by a few columns, and jumps at times."""
    centre = rng.random(N_COLUMNS) < 0.7
    for _ in range(n_calls):
        flipped = rng.choice(N_COLUMNS, rng.integers(1, 4), replace=False)
        centre[flipped] ^= True
        if rng.random() < 0.1:
            centre = rng.random(N_COLUMNS) < rng.random()
        centre[0] |= not centre.any()
        near = centre ^ np.eye(N_COLUMNS, dtype=bool)[rng.integers(0, N_COLUMNS, 5)]
        masks = np.vstack([centre, near[near.any(axis=1)]])
        masks[-1:] ^= rng.random(N_COLUMNS) < 0.2
        masks[~masks.any(axis=1), 0] = True
        yield masks


@pytest.mark.parametrize("kind", ["normal", "units", "coarse", "whole"])
@pytest.mark.parametrize(("learner", "factory"), LEARNERS, ids=IDS)
def test_earlier_calls_change_no_bit(learner, factory, kind):
    for seed in range(1 if kind == "coarse" else 2):
        rng = np.random.default_rng(seed)
        (X, y), folds = table(rng, kind), folds_of(rng)
        scorer = factory(learner, X, y, folds)
        for masks in course(rng):
            some = range(rng.integers(0, 2), 3)
            anew = factory(learner, X, y, folds).predict(masks, some)
            np.testing.assert_array_equal(scorer.predict(masks, some), anew)


@pytest.mark.parametrize("kind", ["normal", "units", "whole"])
@pytest.mark.parametrize("squared", [False, True])
def test_errors_bound_what_rounding_did(squared, kind):
    rng = np.random.default_rng(squared)
    (X, y), folds = table(rng, kind), folds_of(rng)
    learner = KNeighborsRegressor(p=2 if squared else 1)
    scorer, n_moved = k_neighbors_regressor(learner, X, y, folds), 0
    train, test = folds[0]
    for masks in course(rng):
        scorer.predict(masks, range(1))
        centre, (distances, errors, largest), n_moves = scorer._centres._last[0]
        n_moved += n_moves > 0
        np.testing.assert_array_equal(distances.max(axis=1), largest)
        for i, j in [(0, 0), (7, 5), (20, 52)]:
            gaps = [
                abs(Fraction(X[test[i], c]) - Fraction(X[train[j], c]))
                for c in np.flatnonzero(centre)
            ]
            exact = sum(gap**2 if squared else gap for gap in gaps)
            assert abs(Fraction(distances[i, j]) - exact) <= Fraction(errors[i])
            assert errors[i] <= 1e-12 * max(largest[i], X.max() ** 2)
    assert n_moved > 20


def test_without_room_for_all_distances_answers_are_the_same(monkeypatch):
    rng = np.random.default_rng(0)
    (X, y), folds = table(rng, "normal"), folds_of(rng)
    learner, factory = LEARNERS[0]
    n_distances = sum(len(train) * len(test) for train, test in folds)
    monkeypatch.setattr(centres, "MOST_BYTES", 8 * n_distances)
    scorer = factory(learner, X, y, folds)
    monkeypatch.setattr(centres, "MOST_BYTES", 8 * n_distances - 1)
    other = factory(learner, X, y, folds)
    for masks in course(rng, 10):
        expected = scorer.predict(masks, range(3))
        np.testing.assert_array_equal(other.predict(masks, range(3)), expected)
    assert scorer._centres._last
    assert not other._centres._last


def test_distances_are_summed_anew_after_many_moves():
    fold = Fold(test=range(3), train=None, targets=range(5))
    known, centre, new = centres.Centres([fold]), np.ones(200, bool), []
    for place in range(140):
        centre = centre.copy()
        centre[place] = False
        moves, n_moves = known.towards(0, centre)
        known.leave(0, centre, moves, n_moves)
        new.append(moves.is_new)
        assert new[-1] or moves.flips.tolist() == [place]
    assert np.flatnonzero(new).tolist() == [0, 65, 130]
