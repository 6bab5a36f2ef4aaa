"""Near the limits of rounding and of settings, fast neighbours answer as a fit does."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from learners.sklearn.neighbors.answers import are_close
from learners.sklearn.neighbors.equal_distances import is_decided, matters
from learners.sklearn.neighbors.fast_paths import (
    k_neighbors_classifier,
    k_neighbors_regressor,
)
from learners.sklearn.neighbors.nearest_by_one import next_window, trim_window
from learners.sklearn.neighbors.nearest_rows import find_nearest, sort_rows
from learners.sklearn.neighbors.votes import Rules
from tests.learners.sklearn.neighbors.test_fast_paths import (
    fitted,
    folds_of,
    one_thread,  # noqa: F401
)


@pytest.mark.parametrize("p", [1, 2])
@pytest.mark.parametrize("power", [0, 4, 6, 7, 8, 9, 12])
def test_a_large_column_that_leaves_takes_its_rounding_along(power, p):
    rng = np.random.default_rng(power)
    X, y = rng.normal(size=(60, 4)), rng.normal(size=60)
    X[:, 1] *= 10.0**power
    folds, every = folds_of(rng, 60), np.ones((1, 4), bool)
    masks = np.vstack([every, ~np.eye(4, dtype=bool)[:2], every, every])
    learner = KNeighborsRegressor(4, p=p)
    found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(3))

    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("power", range(8, 16))
def test_distances_that_differ_in_their_last_digits_are_told_apart(power, weights):
    rng = np.random.default_rng(power)
    X, y = np.ones((50, 4)), rng.normal(size=50)
    X[:40, 0] += rng.permutation(40) * 10.0**-power
    X[40:, 0], X[:, 3] = 0.0, rng.normal(size=50) * 1e-9
    folds, masks = [(np.arange(40), np.arange(40, 50))], np.eye(4, dtype=bool)
    masks[:, 0] = True  # one column joins the first, or none does
    learner = KNeighborsRegressor(3, weights=weights, algorithm="kd_tree")
    found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(1))

    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("n_neighbors", [1, 2, 3, 5, 24, 25])
def test_of_values_in_order_the_nearest_lie_around(n_neighbors):
    rng = np.random.default_rng(n_neighbors)
    values = np.sort(rng.choice(np.arange(-40, 40), 40, replace=False)) * 1.0
    X, y = rng.permutation(values)[:, np.newaxis], rng.normal(size=40)
    folds = [(np.arange(25), np.arange(25, 40)), (np.arange(15, 40), np.arange(15))]
    learner = KNeighborsRegressor(n_neighbors)
    scorer = k_neighbors_regressor(learner, X, y, folds)
    one = np.ones((1, 1), bool)

    expected = fitted(learner, "predict", X, y, one, folds)
    np.testing.assert_allclose(scorer.predict(one, range(2)), expected, rtol=1e-12)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_rows_at_no_distance_and_many_equal_ones_vote_as_in_a_fit(weights):
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (70, 3)) * 1.0, rng.integers(0, 3, 70)
    folds, masks = folds_of(rng, 70), np.array([[1, 1, 1], [1, 0, 0], [0, 1, 1]], bool)
    for n_neighbors in (1, 2, 5, 20, 46):
        learner = KNeighborsClassifier(n_neighbors, weights=weights)
        scorer = k_neighbors_classifier(learner, X, y, folds)
        found = scorer.predict(masks, range(3)), scorer.predict_proba(masks, range(3))
        for method, answer in zip(("predict", "predict_proba"), found, strict=True):
            expected = fitted(learner, method, X, y, masks, folds)
            np.testing.assert_allclose(answer, expected, rtol=1e-12)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
@pytest.mark.parametrize("algorithm", ["kd_tree", "brute"])
def test_one_class_is_always_the_answer(algorithm, weights):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), np.zeros(30, int)
    learner = KNeighborsClassifier(weights=weights, algorithm=algorithm)
    scorer = k_neighbors_classifier(learner, X, y, folds_of(rng, 30))
    assert not scorer.predict(np.ones((2, 3), bool), range(3)).any()
    assert (scorer.predict_proba(np.ones((2, 3), bool), range(3)) == 1).all()


@pytest.mark.parametrize(
    ("n_neighbors", "n_train", "largest", "is_fast"),
    [
        (100, 110, 1.0, True),
        (101, 110, 1.0, False),
        (100, 99, 1.0, False),
        (99, 99, 1.0, True),
        (5, 99, 9e139, True),
        (5, 99, 1e140, False),
        (5, 99, -1e140, False),
    ],
)
def test_limits_are_where_they_are_said_to_be(n_neighbors, n_train, largest, is_fast):
    X, y = np.random.default_rng(0).random((130, 2)), np.arange(130.0)
    X[-1, 1] = largest
    folds = [(np.arange(120), np.arange(120, 130)), (np.arange(n_train), [129])]
    learner = KNeighborsRegressor(n_neighbors)
    scorer = k_neighbors_regressor(learner, X, y, folds)
    assert (scorer is not None) == is_fast
    if is_fast:
        found = scorer.predict(np.eye(2, dtype=bool), range(2))
        expected = fitted(learner, "predict", X, y, np.eye(2, dtype=bool), folds)
        np.testing.assert_allclose(found, expected, rtol=1e-12)


@pytest.mark.parametrize("n_columns", [1, 3, 18])
@pytest.mark.parametrize("power", range(8))
def test_weights_by_brute_force_are_its_own_far_from_the_origin(power, n_columns):
    rng = np.random.default_rng(power)
    X, y = 10.0**power + rng.normal(size=(60, n_columns)), rng.normal(size=60)
    folds, masks = folds_of(rng, 60), np.ones((2, n_columns), bool)
    settings = {"weights": "distance", "algorithm": "brute"}
    learner = KNeighborsRegressor(4, **settings)
    found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(3))
    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)

    learner, classes = KNeighborsClassifier(4, **settings), rng.integers(0, 3, 60)
    scorer = k_neighbors_classifier(learner, X, classes, folds)
    found = scorer.predict_proba(masks, range(3))
    expected = fitted(learner, "predict_proba", X, classes, masks, folds)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("squared", [True, False])
@pytest.mark.parametrize("seed", range(20))
def test_a_window_holds_the_nearest_and_says_if_others_are_as_near(seed, squared):
    rng = np.random.default_rng(seed)
    values, value = np.sort(rng.integers(0, 9, 12)) * 1.0, rng.integers(-2, 22) / 2
    ordered = np.sort(np.abs(values - value))
    for size in range(2, 13):
        start = next_window(value, values, 0, size)
        assert np.sort(np.abs(values - value)[start : start + size]).tolist() == (
            ordered[:size].tolist()
        )
        start, is_certain = trim_window(value, values, start, size, squared)
        assert is_certain == (ordered[size - 1] > ordered[size - 2])
        left = np.sort(np.abs(values - value)[start : start + size - 1])
        assert not is_certain or left.tolist() == ordered[: size - 1].tolist()


@pytest.mark.parametrize("n_rows", [1, 31, 32, 33, 64, 100])
@pytest.mark.parametrize("n_places", [1, 2, 6])
def test_of_equal_distances_the_first_rows_are_nearest(n_rows, n_places):
    rng = np.random.default_rng(n_rows)
    some = [rng.integers(0, n, n_rows) * 1.0 for n in (1, 3, 1000)]
    for distances in (*some, -np.arange(float(n_rows))):
        values, rows = np.empty(n_places), np.empty(n_places, np.int64)
        find_nearest(distances, values, rows)
        expected = np.argsort(distances, kind="stable")[:n_places]
        assert rows[: len(expected)].tolist() == expected.tolist()
        assert values[: len(expected)].tolist() == distances[expected].tolist()
        assert np.isinf(values[len(expected) :]).all()
        n = len(expected)
        sort_rows(rows, n, np.empty(n_places, np.int64))
        assert rows[:n].tolist() == sorted(expected.tolist())


@pytest.mark.parametrize("seed", range(60))
def test_a_class_has_won_if_it_does_whichever_rows_get_the_open_votes(seed):
    rng = np.random.default_rng(seed)
    n_classes = int(rng.integers(1, 5))
    sure = rng.integers(0, 4, n_classes) * 1.0
    rows = rng.integers(0, n_classes, rng.integers(1, 7))
    n_open = int(rng.integers(0, len(rows) + 1))
    tied = np.bincount(rows, minlength=n_classes) * 1.0
    choices = [np.array(some, int) for some in combinations(rows, n_open)]
    every = (np.bincount(r, minlength=n_classes) for r in choices)
    winners = {int((sure + votes).argmax()) for votes in every}

    assert is_decided(sure, tied, n_open, len(rows)) == (len(winners) == 1)


@pytest.mark.parametrize("by_votes", [True, False])
@pytest.mark.parametrize("slack", [0.0, 0.5])
@pytest.mark.parametrize("seed", range(30))
def test_a_choice_among_equal_distances_matters_if_answers_differ(
    seed, slack, by_votes
):
    rng = np.random.default_rng(seed)
    n_rows, k = int(rng.integers(3, 9)), int(rng.integers(1, 3))
    distances = rng.integers(0, 4, n_rows) * 1.0
    targets = np.eye(2)[rng.integers(0, 2, n_rows)]
    rules = Rules(k, True, False, True, True, by_votes)
    values = np.sort(distances)[: k + 1]
    certain = np.flatnonzero(distances < values[k])[:k]
    open_rows = np.setdiff1d(np.flatnonzero(distances <= values[k - 1]), certain)
    sums = [
        targets[[*certain, *some]].sum(axis=0)
        for some in combinations(open_rows, k - len(certain))
    ]
    answers = {s.argmax() if by_votes else tuple(s) for s in sums}

    assert matters(rules, targets, distances, values, slack) == (len(answers) > 1)


@pytest.mark.parametrize("power", range(-9, 10, 3))
@pytest.mark.parametrize("most", [1.0, 1.5, 2.0, 3.0])
def test_votes_are_close_in_relation_to_the_most_of_them(most, power):
    most *= 10.0**power
    others = most * (1 - np.array([0, 1e-7, 1e-5, 1]))
    for sums in (np.c_[others, [most] * 4], np.c_[[most] * 4, others * 0, others]):
        assert are_close(sums[None]).tolist() == [[True, True, False, False]]
    assert not are_close(np.full((2, 3, 1), most)).any()
