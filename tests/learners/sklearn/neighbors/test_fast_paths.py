"""Fast nearest neighbours answer as fit and predict do."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from threadpoolctl import threadpool_limits

from learners.sklearn.neighbors.asking import is_brute
from learners.sklearn.neighbors.fast_paths import (
    k_neighbors_classifier,
    k_neighbors_regressor,
)
from wrapsel import Problem, Subset
from wrapsel.evaluation import CrossValidation

N_COLUMNS = 9
SETTINGS = [
    {},
    {"weights": "distance"},
    {"n_neighbors": 1, "p": 1},
    {"n_neighbors": 3, "metric": "manhattan", "weights": "distance"},
    {"n_neighbors": 8, "metric": "euclidean", "algorithm": "kd_tree"},
    {"n_neighbors": 40, "weights": None, "algorithm": "ball_tree"},
]


@pytest.fixture(autouse=True)
def one_thread():
    """Use one: brute force chooses among equal distances by their number."""
    with threadpool_limits(1, user_api="openmp"):
        yield


def seeds_of(settings):
    """Return 6 seeds that no other settings have."""
    return range(SETTINGS.index(settings), 6 * len(SETTINGS), len(SETTINGS))


def table(rng, n_rows=60, n_columns=N_COLUMNS):
    """Return X, of columns of all units, classes, and targets."""
    X = rng.normal(size=(n_rows, n_columns)) * 10.0 ** rng.integers(-3, 4, n_columns)
    return X, rng.integers(0, 3, n_rows), rng.normal(size=n_rows)


def folds_of(rng, n_rows, n_folds=3):
    parts = np.array_split(rng.permutation(n_rows), n_folds)
    return [(np.setdiff1d(np.arange(n_rows), part), part) for part in parts]


def masks_around(rng, n_columns=N_COLUMNS):
    """Return a parent, all that differ from it by one column, and others."""
    parent = rng.random(n_columns) < rng.random()
    near = parent ^ np.eye(n_columns, dtype=bool)
    masks = np.vstack([parent, near, rng.random((4, n_columns)) < 0.5])
    masks[~masks.any(axis=1), 0] = True
    return masks[rng.permutation(len(masks))] if rng.random() < 0.3 else masks


def fitted(learner, method, X, y, masks, folds):
    answers = []
    for mask in masks:
        some = X[:, mask]
        parts = [
            getattr(learner.fit(some[train], y[train]), method)(some[test])
            for train, test in folds
        ]
        answers.append(np.concatenate(parts))
    return np.array(answers)


def oracle(X, y, mask, train, test, k, p):
    """Return the rows nearest to each test row, the first of equals, as asked."""
    nearest = []
    for point in X[test]:
        distances = np.zeros(len(train))
        for c in np.flatnonzero(mask):
            gap = point[c] - X[train, c]
            distances += gap * gap if p == 2 else np.abs(gap)
        nearest.append(np.argsort(distances, kind="stable")[:k])
    return np.array(nearest)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_classes_and_shares_are_those_of_a_fit(settings):
    for seed in seeds_of(settings):
        rng = np.random.default_rng(seed)
        X, y, _ = table(rng)
        folds, masks = folds_of(rng, len(y)), masks_around(rng)
        learner = KNeighborsClassifier(**settings)
        scorer = k_neighbors_classifier(learner, X, y, folds)

        np.testing.assert_array_equal(
            scorer.predict(masks, range(3)),
            fitted(learner, "predict", X, y, masks, folds),
        )
        if seed < len(SETTINGS):
            shares = scorer.predict_proba(masks, range(3))
            expected = fitted(learner, "predict_proba", X, y, masks, folds)
            np.testing.assert_allclose(shares, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_means_are_those_of_a_fit(settings):
    for seed in seeds_of(settings):
        rng = np.random.default_rng(seed)
        X, _, y = table(rng)
        folds, masks = folds_of(rng, len(y)), masks_around(rng)
        learner = KNeighborsRegressor(**settings)
        found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(3))

        expected = fitted(learner, "predict", X, y, masks, folds)
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("p", [1, 2])
def test_brute_force_beyond_fifteen_variables_gives_the_same(p):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(80, 30)), rng.integers(0, 3, 80)
        folds, masks = folds_of(rng, 80), masks_around(rng, 30) | (np.arange(30) < 16)
        learner = KNeighborsClassifier(p=p)
        found = k_neighbors_classifier(learner, X, y, folds).predict(masks, range(3))

        expected = fitted(learner, "predict", X, y, masks, folds)
        np.testing.assert_array_equal(found, expected)


TIED = [
    {"n_neighbors": 1},
    {"n_neighbors": 5, "p": 1},
    {"n_neighbors": 4, "weights": "distance"},
    {"n_neighbors": 3, "algorithm": "ball_tree"},
    {"n_neighbors": 5, "algorithm": "brute"},
    {"n_neighbors": 3, "algorithm": "brute", "weights": "distance"},
    {"n_neighbors": 22},
]


@pytest.mark.parametrize("settings", TIED, ids=str)
@pytest.mark.parametrize("n_columns", [N_COLUMNS, 20])
def test_of_rows_at_equal_distances_those_of_a_fit_are_taken(settings, n_columns):
    for seed, step in enumerate([1.0, 0.1, 1 / 3]):
        rng = np.random.default_rng(seed)
        X = rng.integers(0, 3, (60, n_columns)) * step
        y, classes = rng.normal(size=60), rng.integers(0, 3, 60)
        folds, masks = folds_of(rng, 60), masks_around(rng, n_columns)[::4]
        learner, classifier = (
            KNeighborsRegressor(**settings),
            KNeighborsClassifier(**settings),
        )

        found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(3))
        expected = fitted(learner, "predict", X, y, masks, folds)
        np.testing.assert_allclose(found, expected, rtol=1e-9)
        scorer = k_neighbors_classifier(classifier, X, classes, folds)
        found = scorer.predict(masks, range(3))
        expected = fitted(classifier, "predict", X, classes, masks, folds)
        np.testing.assert_array_equal(found, expected)
        found = scorer.predict_proba(masks, range(3))
        expected = fitted(classifier, "predict_proba", X, classes, masks, folds)
        np.testing.assert_allclose(found, expected, rtol=1e-9)


@pytest.mark.parametrize("settings", [{}, {"weights": "distance"}], ids=str)
def test_brute_force_far_from_the_origin_loses_the_same_digits(settings):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, y = 1e7 + rng.integers(0, 9, (60, 18)) / 8, rng.integers(0, 3, 60)
        folds, masks = folds_of(rng, 60), masks_around(rng, 18) | (np.arange(18) < 16)
        learner = KNeighborsClassifier(**settings)
        found = k_neighbors_classifier(learner, X, y, folds).predict(masks, range(3))

        expected = fitted(learner, "predict", X, y, masks, folds)
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("algorithm", ["auto", "brute", "kd_tree", "ball_tree"])
@pytest.mark.parametrize("n_neighbors", [5, 19, 20])
@pytest.mark.parametrize("n_columns", [15, 16])
def test_brute_force_is_told_as_a_fit_does(algorithm, n_neighbors, n_columns):
    X, y = np.random.default_rng(0).normal(size=(40, n_columns)), np.arange(40) % 2
    learner = KNeighborsClassifier(n_neighbors, algorithm=algorithm).fit(X, y)
    assert is_brute(learner, n_columns, 40) == (learner._fit_method == "brute")


def integers(X):
    return X


def floats(X):
    return X.astype(np.float64)


def truths(X):
    return X > 1


def mixed(X):
    frame = pd.DataFrame(X).astype({0: np.float64, 4: np.int8})
    return frame.assign(**{"2": X[:, 2] > 1}).set_axis(range(6), axis=1)


@pytest.mark.parametrize("kind", [integers, floats, truths, mixed])
@pytest.mark.parametrize(
    "settings",
    [{}, {"n_neighbors": 4, "weights": "distance"}, {"algorithm": "brute"}],
    ids=str,
)
def test_errors_on_coarse_values_are_those_of_cross_val_score(settings, kind):
    rng = np.random.default_rng(0)
    X, y = kind(rng.integers(0, 4, (90, 5))), rng.integers(0, 3, 90)
    learner, cv = KNeighborsClassifier(**settings), StratifiedKFold(3)
    evaluator = CrossValidation(Problem(learner, X, y, cv))
    subsets = [Subset.of(some, X.shape[1]) for some in ([0], [1, 2], [1, 4], range(5))]
    block = evaluator.measure(subsets, range(3))

    assert evaluator.shared is not None
    for subset, errors in zip(subsets, block.errors[:, :, 0], strict=True):
        columns = list(subset)
        some = X.iloc[:, columns] if isinstance(X, pd.DataFrame) else X[:, columns]
        scores = cross_val_score(learner, some, y, cv=cv)
        np.testing.assert_allclose(1 - errors / block.weights, scores, rtol=1e-12)


def test_the_number_of_threads_changes_nothing():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (900, 16)) * 1.0, rng.normal(size=900)
    folds, masks = [(np.arange(840), np.arange(840, 900))], np.ones((1, 16), bool)
    learner = KNeighborsRegressor(4)
    scorer = k_neighbors_regressor(learner, X, y, folds)

    found = []
    for n_threads in (1, 2):
        with threadpool_limits(n_threads, user_api="openmp"):
            found.append(scorer.predict(masks, range(1)))
    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_allclose(found[0], expected, rtol=1e-12)


def means_by_oracle(X, y, masks, train, test, k, p):
    rows = [oracle(X, y, mask, train, test, k, p) for mask in masks]
    return np.array([y[train][some].mean(axis=1) for some in rows])


@pytest.mark.parametrize("is_coarse", [False, True])
def test_single_columns_have_the_neighbours_of_sorted_distances(is_coarse):
    for seed in range(25):
        rng = np.random.default_rng(seed)
        X, _, y = table(rng)
        X = np.round(X) / 3 if is_coarse else X
        [(train, test), *_], masks = folds_of(rng, 60), np.eye(N_COLUMNS, dtype=bool)
        k, p = int(rng.integers(1, len(train) + 1)), int(rng.integers(1, 3))
        scorer = k_neighbors_regressor(
            KNeighborsRegressor(k, p=p), X, y, [(train, test)]
        )

        found = scorer.predict(masks, range(1))
        learner = KNeighborsRegressor(k, p=p)
        expected = fitted(learner, "predict", X, y, masks, [(train, test)])
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("spread", [1, 60])
def test_distances_of_all_scales_are_told_apart(spread):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(90, 4)) * 10.0 ** -rng.integers(0, spread, (90, 1))
        y, [(train, test), *_] = rng.normal(size=90), folds_of(rng, 90)
        masks = np.array([[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]], bool)
        scorer = k_neighbors_regressor(KNeighborsRegressor(3), X, y, [(train, test)])

        learner = KNeighborsRegressor(3)
        expected = fitted(learner, "predict", X, y, masks, [(train, test)])
        found = scorer.predict(masks, range(1))
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_rows_may_be_more_than_the_places_of_an_order():
    rng = np.random.default_rng(0)
    X, y, train = rng.normal(size=(6000, 5)), rng.normal(size=6000), np.arange(5950)
    X[:, 0] = 1.0  # so that the order by it says nothing of the others
    masks, test = np.eye(5, dtype=bool) | (np.arange(5) == 0), np.arange(5950, 6000)
    scorer = k_neighbors_regressor(KNeighborsRegressor(9), X, y, [(train, test)])

    expected = means_by_oracle(X, y, masks[1:], train, test, 9, 2)
    found = scorer.predict(masks[1:], range(1))
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_rounding_does_not_exchange_neighbours():
    rng = np.random.default_rng(0)
    for _ in range(20):
        X = 1 + rng.integers(0, 3, (60, 4)) * 2.0**-50  # distances of a few quanta
        X[:, 1] = rng.normal(size=60) * 1e3
        y, mask = rng.normal(size=60), np.array([True, False, True, True])
        folds = folds_of(rng, 60)
        masks = np.array([mask, mask | True, mask | True, mask])
        learner = KNeighborsRegressor(4)
        scorer = k_neighbors_regressor(learner, X, y, folds)

        found = scorer.predict(masks, range(1))
        expected = fitted(learner, "predict", X, y, masks[:1], folds[:1])
        np.testing.assert_allclose(found[:1], expected)
        np.testing.assert_array_equal(found[0], scorer.predict(masks[:1], range(1))[0])


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_companions_change_no_bit(weights, ties):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        X, _, y = table(rng, n_rows=90)
        X = np.round(X * 2) / 3 if ties else X
        folds, masks = folds_of(rng, len(y)), masks_around(rng)
        learner = KNeighborsRegressor(weights=weights)
        scorer = k_neighbors_regressor(learner, X, y, folds)
        together = scorer.predict(masks, range(3))

        for row in range(len(masks)):
            [alone] = scorer.predict(masks[row : row + 1], range(3))
            np.testing.assert_array_equal(alone, together[row])
        some = rng.permutation(len(masks))[:7]
        np.testing.assert_array_equal(
            scorer.predict(masks[some], range(3)), together[some]
        )
        by_fold = [scorer.predict(masks, range(f, f + 1)) for f in range(3)]
        np.testing.assert_array_equal(np.concatenate(by_fold, axis=1), together)


@pytest.mark.parametrize("weights", ["uniform", "distance"])
def test_equal_rows_and_constant_columns_are_as_in_a_fit(weights):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y, _ = table(rng)
        X[:, 2], X[:, 4] = X[:, 1], 7.0
        X[30:], y[30:] = X[:30], y[:30]  # so that it does not matter which is taken
        folds, masks = folds_of(rng, 60), masks_around(rng)
        masks[:, 0] = True
        learner = KNeighborsClassifier(1, weights=weights)
        found = k_neighbors_classifier(learner, X, y, folds).predict(masks, range(3))

        expected = fitted(learner, "predict", X, y, masks, folds)
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("n_neighbors", [1, 29, 30])
def test_all_rows_may_be_neighbours_and_variables_more_than_rows(n_neighbors):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(45, 70)), rng.normal(size=45)
    folds, masks = folds_of(rng, 45), masks_around(rng, 70)
    learner = KNeighborsRegressor(n_neighbors)
    found = k_neighbors_regressor(learner, X, y, folds).predict(masks, range(3))

    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


def test_a_fold_may_lack_a_class():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 3
    folds, masks = [(np.flatnonzero(y != 1), np.arange(40))], np.ones((1, 3), bool)
    learner = KNeighborsClassifier()
    scorer = k_neighbors_classifier(learner, X, y, folds)

    expected = fitted(learner, "predict", X, y, masks, folds)
    np.testing.assert_array_equal(scorer.predict(masks, range(1)), expected)
    assert not scorer.predict_proba(masks, range(1))[:, :, 1].any()


def test_an_empty_mask_is_answered_with_something_finite():
    rng = np.random.default_rng(0)
    X, _, y = table(rng)
    folds = folds_of(rng, 60)
    masks = np.vstack([np.zeros(N_COLUMNS, bool), np.eye(N_COLUMNS, dtype=bool)])
    learner = KNeighborsRegressor()
    for some in (masks[:1], masks):
        found = k_neighbors_regressor(learner, X, y, folds).predict(some, range(3))
        assert np.isfinite(found).all()

    expected = fitted(learner, "predict", X, y, masks[1:], folds)
    np.testing.assert_allclose(found[1:], expected, rtol=1e-10, atol=1e-10)


def test_a_frame_is_read_by_its_columns():
    rng = np.random.default_rng(0)
    X, y, _ = table(rng)
    folds, masks = folds_of(rng, 60), masks_around(rng)
    learner = KNeighborsClassifier()

    found = k_neighbors_classifier(learner, pd.DataFrame(X), y, folds)
    expected = k_neighbors_classifier(learner, X, y, folds)
    np.testing.assert_array_equal(
        found.predict(masks, range(3)), expected.predict(masks, range(3))
    )


NUMBERS, FOLDS = np.arange(12.0).reshape(4, 3), [(np.arange(3), np.array([3]))]


@pytest.mark.parametrize(
    "settings",
    [
        {"n_neighbors": 4},
        {"n_neighbors": 0},
        {"n_neighbors": 1.0},
        {"weights": np.ones_like},
        {"weights": "none"},
        {"p": 3},
        {"metric": "chebyshev"},
        {"metric": np.dot},
        {"metric_params": {"w": [1, 2, 3]}},
        {"algorithm": "tree"},
    ],
    ids=" ".join,
)
def test_other_parameters_are_left_to_the_learner(settings):
    settings = {"n_neighbors": 2} | settings
    y = np.array([0, 1, 0, 1])

    regressor, classifier = (
        KNeighborsRegressor(**settings),
        KNeighborsClassifier(**settings),
    )
    assert k_neighbors_regressor(regressor, NUMBERS, y, FOLDS) is None
    assert k_neighbors_classifier(classifier, NUMBERS, y, FOLDS) is None


@pytest.mark.parametrize(
    "X",
    [
        csr_matrix(NUMBERS),
        NUMBERS.astype(np.float32),
        np.where(NUMBERS == 5, np.nan, NUMBERS),
        NUMBERS * 1e150,
        pd.DataFrame({"a": ["x", "y", "x", "y"]}),
    ],
    ids=lambda X: type(X).__name__,
)
def test_other_tables_are_left_to_the_learner(X):
    y = np.array([0, 1, 0, 1])
    assert k_neighbors_regressor(KNeighborsRegressor(2), X, y, FOLDS) is None
    assert k_neighbors_classifier(KNeighborsClassifier(2), X, y, FOLDS) is None
