"""Fast linear models answer as fit and predict do."""

import warnings

import numpy as np
import pandas as pd
import pytest
from scipy.linalg import LinAlgWarning
from scipy.sparse import csr_matrix
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier

from learners.sklearn.linear import products
from learners.sklearn.linear.fast_paths import (
    discriminant_analysis,
    linear_regression,
    ridge,
    ridge_classifier,
)
from learners.tables.floats import float_table

N_COLUMNS = 9
CASES = [
    (Ridge(), ridge, 0),
    (Ridge(alpha=1e-3, solver="svd"), ridge, 0),
    (Ridge(alpha=20.0, fit_intercept=False), ridge, 0),
    (LinearRegression(), linear_regression, 0),
    (LinearRegression(fit_intercept=False), linear_regression, 0),
    (RidgeClassifier(), ridge_classifier, 2),
    (RidgeClassifier(alpha=0.1, fit_intercept=False), ridge_classifier, 4),
    (LinearDiscriminantAnalysis(), discriminant_analysis, 2),
    (LinearDiscriminantAnalysis(), discriminant_analysis, 4),
    (LinearDiscriminantAnalysis("lsqr"), discriminant_analysis, 2),
    (LinearDiscriminantAnalysis("lsqr"), discriminant_analysis, 3),
    (LinearDiscriminantAnalysis(priors=[0.2, 0.5, 0.3]), discriminant_analysis, 3),
    (
        LinearDiscriminantAnalysis("lsqr", priors=[0.2, 0.5, 0.3]),
        discriminant_analysis,
        3,
    ),
]
IDS = [f"{learner}, {n} classes" for learner, _, n in CASES]


def seeds_of(*case):
    """Return 25 seeds that no other case has."""
    return range(CASES.index(case), 25 * len(CASES), len(CASES))


def table(rng, n_classes, n_rows=60, n_columns=N_COLUMNS):
    X = rng.normal(size=(n_rows, n_columns)) * 10.0 ** rng.integers(-1, 2, n_columns)
    y = rng.normal(size=n_rows) + X[:, 0] / np.abs(X[:, 0]).max()
    if n_classes:
        y = rng.permutation(np.arange(n_rows) % n_classes)
        X[:, : n_columns // 2] += rng.normal(size=(n_classes, n_columns // 2))[y]
    return X + rng.normal(size=n_columns), y


def folds_of(rng, n_rows, n_folds=3):
    parts = np.array_split(rng.permutation(n_rows), n_folds)
    return [(np.setdiff1d(np.arange(n_rows), part), part) for part in parts]


def fitted(learner, X, y, masks, folds):
    """Return decisions by fit and predict, (n_subsets, n_test[, n_classes])."""
    method = "decision_function" if hasattr(learner, "decision_function") else "predict"
    decisions = []
    for mask in masks:
        some = X[:, np.flatnonzero(mask)]
        parts = []
        for train, test in folds:
            fit = learner.fit(some[train], y[train])
            parts.append(getattr(fit, method)(some[test]))
        decisions.append(np.concatenate(parts))
    return np.array(decisions)


def decided(scorer, masks, folds):
    method = getattr(scorer, "decision_function", scorer.predict)
    return method(masks, range(len(folds)))


def some_masks(rng, n_columns=N_COLUMNS, n_masks=6):
    masks = rng.random((n_masks, n_columns)) < rng.random((n_masks, 1))
    masks[:, 0] |= ~masks.any(axis=1)
    return masks


def assert_near(found, expected):
    assert found.shape == expected.shape
    np.testing.assert_allclose(
        found, expected, rtol=1e-10, atol=1e-10 * np.abs(expected).max()
    )


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_decisions_are_those_of_a_fit(learner, factory, n_classes):
    for seed in seeds_of(learner, factory, n_classes):
        rng = np.random.default_rng(seed)
        X, y = table(rng, n_classes)
        folds, masks = folds_of(rng, len(y)), some_masks(rng)
        scorer = factory(learner, X, y, folds)

        assert_near(decided(scorer, masks, folds), fitted(learner, X, y, masks, folds))


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_predictions_are_those_of_a_fit(learner, factory, n_classes):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        X, y = table(rng, n_classes)
        [(train, test), *_] = folds = folds_of(rng, len(y))
        mask = some_masks(rng)[:1]
        learner.fit(X[train][:, mask[0]], y[train])

        [found] = factory(learner, X, y, folds).predict(mask, range(1))
        assert_near(found, learner.predict(X[test][:, mask[0]]))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_probabilities_are_those_of_a_fit(n_classes):
    rng = np.random.default_rng(1)
    X, y = table(rng, n_classes)
    [(train, test), *_] = folds = folds_of(rng, len(y))
    learner = LinearDiscriminantAnalysis().fit(X[train], y[train])
    scorer = discriminant_analysis(learner, X, y, folds)

    [found] = scorer.predict_proba(np.ones((1, N_COLUMNS), bool), range(1))
    assert_near(found, learner.predict_proba(X[test]))


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_companions_change_no_bit(learner, factory, n_classes):
    rng = np.random.default_rng(4)
    X, y = table(rng, n_classes)
    X[:, 3] = X[:, 2]  # so that some subsets are fitted
    folds, masks = folds_of(rng, len(y)), some_masks(rng, n_masks=20)
    scorer = factory(learner, X, y, folds)
    together = decided(scorer, masks, folds)

    for row in rng.permutation(len(masks)):
        [alone] = decided(scorer, masks[row : row + 1], folds)
        np.testing.assert_array_equal(alone, together[row])
    by_fold = [
        getattr(scorer, "decision_function", scorer.predict)(masks, range(f, f + 1))
        for f in range(len(folds))
    ]
    np.testing.assert_array_equal(np.concatenate(by_fold, axis=1), together)


def duplicated(X, rng):
    X[:, 1] = X[:, 0]


def almost_duplicated(X, rng):
    X[:, 1] = X[:, 0] * (1 + 10.0 ** rng.integers(-12, -2) * rng.normal(size=len(X)))


def constant(X, rng):
    X[:, 1] = 0.1


def almost_constant(X, rng):
    X[:, 1] = 1e6 + 1e-3 * X[:, 1]


def badly_scaled(X, rng):
    X[:, 1] *= 1e9


def shifted(X, rng):
    X[:, 1] += 1e4


@pytest.mark.filterwarnings("ignore::scipy.linalg.LinAlgWarning")
@pytest.mark.parametrize(
    "spoil",
    [duplicated, almost_duplicated, constant, almost_constant, badly_scaled, shifted],
)
@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_degenerate_columns_are_fitted_as_ever(spoil, learner, factory, n_classes):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        X, y = table(rng, n_classes)
        spoil(X, rng)
        folds, masks = folds_of(rng, len(y), 2), some_masks(rng)
        masks[:, :2] = True
        masks[0, 2:] = False
        scorer = factory(learner, X, y, folds)

        assert_near(decided(scorer, masks, folds), fitted(learner, X, y, masks, folds))


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_there_may_be_more_variables_than_rows(learner, factory, n_classes):
    for seed in range(2):
        rng = np.random.default_rng(seed)
        X, y = table(rng, n_classes, n_rows=24, n_columns=40)
        folds = folds_of(rng, 24)
        if n_classes and factory(learner, X, y, folds) is None:
            continue
        masks = np.arange(40) < np.array([1, 8, 15, 16, 17, 40])[:, None]
        scorer = factory(learner, X, y, folds)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LinAlgWarning)
            assert_near(
                decided(scorer, masks, folds), fitted(learner, X, y, masks, folds)
            )


@pytest.mark.parametrize("seed", range(30))
def test_thin_directions_between_centres_are_left_out_as_ever(seed):
    rng = np.random.default_rng(seed)
    y = np.arange(90) % 3
    X = rng.normal(size=(90, 4)) * 0.1
    X -= np.array([X[y == k].mean(axis=0) for k in range(3)])[y]
    X += np.outer(y, [1.0, 2, 0, 1])  # centres on a line, but for what comes now
    X[:, 2] += (y == 1) * 10.0 ** rng.uniform(-7, -3)
    folds = [(np.arange(90), np.arange(0, 90, 7))]
    masks = np.array([[1, 1, 1, 1], [1, 0, 1, 0], [0, 1, 0, 1]], bool)
    learner = LinearDiscriminantAnalysis()
    scorer = discriminant_analysis(learner, X, y, folds)

    assert_near(decided(scorer, masks, folds), fitted(learner, X, y, masks, folds))


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_an_empty_mask_is_answered_with_something_finite(learner, factory, n_classes):
    rng = np.random.default_rng(0)
    X, y = table(rng, n_classes)
    folds = folds_of(rng, len(y))
    masks = np.zeros((2, N_COLUMNS), bool)
    masks[1, 3] = True
    found = decided(factory(learner, X, y, folds), masks, folds)

    assert np.isfinite(found).all()
    assert_near(found[1:], fitted(learner, X, y, masks[1:], folds))


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.bool_])
@pytest.mark.parametrize(("learner", "factory", "n_classes"), CASES, ids=IDS)
def test_columns_may_be_whole_numbers(dtype, learner, factory, n_classes):
    rng = np.random.default_rng(0)
    X, y = table(rng, n_classes)
    X = rng.integers(0, 2 if dtype is np.bool_ else 9, X.shape).astype(dtype)
    folds, masks = folds_of(rng, len(y)), some_masks(rng)
    found = decided(factory(learner, X, y, folds), masks, folds)

    assert_near(found, fitted(learner, X, y, masks, folds))


def test_a_frame_is_read_by_its_columns():
    rng = np.random.default_rng(0)
    X, y = table(rng, 0)
    frame = pd.DataFrame(X).assign(whole=np.arange(60), odd=np.arange(60) % 2 == 1)
    folds = folds_of(rng, 60)
    masks = some_masks(rng, n_columns=11)
    values = frame.to_numpy(dtype=float)

    found = decided(ridge(Ridge(), frame, y, folds), masks, folds)
    assert_near(found, fitted(Ridge(), values, y, masks, folds))


NUMBERS = np.arange(12.0).reshape(4, 3)


@pytest.mark.parametrize(
    "X",
    [
        csr_matrix(NUMBERS),
        NUMBERS.astype(np.float32),
        NUMBERS.astype(object),
        np.where(NUMBERS == 5, np.nan, NUMBERS),
        np.where(NUMBERS == 5, np.inf, NUMBERS),
        pd.DataFrame({"a": ["x", "y", "x", "y"]}),
        pd.DataFrame({"a": pd.array([1, 2, None, 3], dtype="Int64")}),
        pd.DataFrame({"a": pd.Categorical([1, 2, 1, 2])}),
        NUMBERS.tolist(),
    ],
    ids=lambda X: type(X).__name__,
)
def test_other_tables_are_left_to_the_learner(X):
    folds, y = [(np.arange(2), np.arange(2, 4))] * 2, np.array([0, 1, 0, 1])

    assert float_table(X) is None
    assert ridge(Ridge(), X, y, folds) is None
    assert linear_regression(LinearRegression(), X, y, folds) is None
    assert ridge_classifier(RidgeClassifier(), X, y, folds) is None
    assert discriminant_analysis(LinearDiscriminantAnalysis(), X, y, folds) is None


@pytest.mark.parametrize(
    ("learner", "factory"),
    [
        (Ridge(alpha=[1.0]), ridge),
        (Ridge(alpha=-1.0), ridge),
        (Ridge(alpha=np.inf), ridge),
        (Ridge(solver="lsqr"), ridge),
        (Ridge(positive=True), ridge),
        (LinearRegression(positive=True), linear_regression),
        (RidgeClassifier(class_weight="balanced"), ridge_classifier),
        (RidgeClassifier(solver="sag"), ridge_classifier),
        (LinearDiscriminantAnalysis("eigen"), discriminant_analysis),
        (LinearDiscriminantAnalysis("lsqr", shrinkage=0.1), discriminant_analysis),
        (LinearDiscriminantAnalysis(n_components=1), discriminant_analysis),
        (LinearDiscriminantAnalysis(priors=[1.0, 0.0]), discriminant_analysis),
        (LinearDiscriminantAnalysis(priors=[1.0, 1.0]), discriminant_analysis),
        (LinearDiscriminantAnalysis(priors=[1.0]), discriminant_analysis),
        (LinearDiscriminantAnalysis(priors=[0.5, 0.500009]), discriminant_analysis),
        (LinearDiscriminantAnalysis(priors=[0.499991, 0.5]), discriminant_analysis),
    ],
)
def test_other_parameters_are_left_to_the_learner(learner, factory):
    X, y = np.arange(20.0).reshape(10, 2) ** 2, np.arange(10) % 2
    assert factory(learner, X, y, [(np.arange(6), np.arange(6, 10))]) is None


def test_a_fold_without_a_class_is_left_to_the_learner():
    X, y = np.arange(20.0).reshape(10, 2) ** 2, np.repeat([0, 1], 5)
    folds = [(np.arange(5), np.arange(5, 10))]

    assert ridge_classifier(RidgeClassifier(), X, y, folds) is None
    assert discriminant_analysis(LinearDiscriminantAnalysis(), X, y, folds) is None


@pytest.mark.parametrize("n_columns", [63, 64])
def test_a_table_with_room_for_few_products_is_left_to_the_learner(
    n_columns, monkeypatch
):
    n_folds, n_bytes = 2, 2 * 8  # a double on training and on test rows
    monkeypatch.setattr(products, "MOST_BYTES", n_columns * n_bytes * n_folds * 20)
    X, y = np.zeros((4, 20)), np.arange(4.0)
    folds = [(np.arange(2), np.arange(2, 4)), (np.arange(2, 4), np.arange(2))]
    assert (ridge(Ridge(), X, y, folds) is None) == (n_columns < 64)


def test_room_for_products_changes_no_bit(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = table(rng, 0, n_columns=20)
    folds, masks = folds_of(rng, len(y)), some_masks(rng, 20, 40)
    expected = ridge(Ridge(), X, y, folds).predict(masks, range(3))
    scorer = ridge(Ridge(), X, y, folds)
    for system in scorer._systems:
        system.products._most = 20
    others = scorer.predict(masks, range(3))
    for system in scorer._systems:
        system.products._most = 12
    few = masks.sum(axis=1) <= 12

    np.testing.assert_array_equal(others, expected)
    np.testing.assert_array_equal(scorer.predict(masks, range(3))[few], expected[few])


def test_most_subsets_need_no_fit():
    rng = np.random.default_rng(0)
    X, y = table(rng, 0)
    scorer = linear_regression(LinearRegression(), X, y, folds_of(rng, len(y)))
    scorer._learner = None  # a fit would fail

    assert scorer.predict(some_masks(rng, n_masks=50), range(3)).shape == (50, 60)


@pytest.mark.parametrize("n_folds", [2, 31, 32, 33, 40])
def test_any_number_of_folds_has_the_answers_of_fits(n_folds):
    rng = np.random.default_rng(n_folds)
    X, y = table(rng, 0, n_rows=80)
    folds, masks = folds_of(rng, 80, n_folds), some_masks(rng)
    found = decided(ridge(Ridge(), X, y, folds), masks, folds)
    assert_near(found, fitted(Ridge(), X, y, masks, folds))


@pytest.mark.parametrize(
    ("learner", "factory"),
    [
        (Ridge(alpha=0), ridge),
        (Ridge(alpha=1, solver="cholesky"), ridge),
        (Ridge(alpha=np.float32(0.5), solver="auto"), ridge),
        (RidgeClassifier(class_weight=None), ridge_classifier),
        (LinearDiscriminantAnalysis(priors=[0.5, 0.5 + 9e-9]), discriminant_analysis),
    ],
    ids=["alpha", "solver", "float32", "weights", "priors"],
)
def test_settings_at_their_limits_need_no_fit(learner, factory):
    rng = np.random.default_rng(0)
    X, y = table(rng, 2)
    folds, masks = folds_of(rng, len(y)), some_masks(rng)
    scorer = factory(learner, X, y, folds)
    assert_near(decided(scorer, masks, folds), fitted(learner, X, y, masks, folds))


@pytest.mark.parametrize("centred", [True, False])
def test_weights_of_least_norm_need_no_fit(centred):
    learner = LinearRegression(fit_intercept=centred)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X, y = table(rng, 0, n_rows=24, n_columns=40)
        folds, masks = folds_of(rng, 24), np.arange(40) < np.array([[28], [40]])
        if seed % 2:
            folds = [folds[0], (folds[1][0][:-3], folds[1][1])]  # of unlike rows
        scorer = linear_regression(learner, X, y, folds)
        scorer._learner = None  # a fit would fail

        found = scorer.predict(masks, range(len(folds)))
        assert_near(found, fitted(learner, X, y, masks, folds))
