"""Least-squares support vector machines agree with the plain bordered system."""

import pickle
from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import LSSVC, LSSVR
from learners.least_squares.left_out_folds import LeftOut
from learners.least_squares.squared_distances import LARGEST_TERM, quantum
from learners.least_squares.systems import Kernel, columns_of
from tests.learners.least_squares import oracles as oracle
from wrapsel import Problem
from wrapsel.checks import check_learner
from wrapsel.evaluation import CrossValidation
from wrapsel.subset import Subset

DATA = Path(__file__).parents[4] / "shared" / "data"
KERNELS = ["rbf", "linear", "poly"]
ALL = range(5)


@parametrize_with_checks(
    [LSSVR(), LSSVC(C_grid=(1.0, 9.0)), LSSVR(kernel="poly", degree=2)]
)
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def regression(seed, n_rows=40, n_columns=6):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, n_columns))
    return X, 20 + 5 * np.sin(3 * X[:, 0]) + X[:, 1] + rng.normal(size=n_rows)


def classes(seed, n_classes, n_rows=45):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    return rng.normal(size=(n_rows, 5)) + 0.8 * y[:, None] * [1, 1, 0, 0, 0], y


def folds_of(X, y, seed, kind=KFold):
    return list(kind(5, shuffle=True, random_state=seed).split(X, y))


def random_masks(seed, n_columns, n_masks=6):
    masks = np.random.default_rng(seed).random((n_masks, n_columns)) < 0.5
    masks[:, 0] |= ~masks.any(axis=1)
    return masks


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(100))
def test_predictions_are_those_of_the_plain_system(seed, kernel):
    X, y = regression(seed)
    C, gamma = 10.0 ** (seed % 6 - 1), 0.1 * 3 ** (seed % 5)
    learner = LSSVR(C, kernel, gamma, degree=2).fit(X[:30], y[:30])
    expected = oracle.outputs(X[:30], y[:30, None], X[30:], C, kernel, gamma, 2)
    np.testing.assert_allclose(learner.predict(X[30:]), expected[:, 0], rtol=1e-7)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(10))
def test_outputs_of_classes_are_those_of_the_plain_system(seed, n_classes):
    X, y = classes(seed, n_classes)
    labels = np.array(list("edcba"[:n_classes]))
    learner = LSSVC(10.0, gamma=0.3).fit(X[:30], labels[y[:30]])
    codes = np.searchsorted(learner.classes_, labels[y])
    Y = oracle.targets(codes[:30], n_classes)
    expected = oracle.outputs(X[:30], Y, X[30:], 10.0, gamma=0.3)
    decisions = learner.decision_function(X[30:]).reshape(15, -1)
    np.testing.assert_allclose(decisions, expected, atol=1e-9)
    best = expected[:, 0] > 0 if n_classes == 2 else expected.argmax(axis=1)
    assert list(learner.predict(X[30:])) == list(learner.classes_[best.astype(int)])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(35))
def test_folds_solved_together_predict_as_fits_do(seed, kernel):
    X, y = regression(seed)
    learner = LSSVR(10.0 ** (seed % 6), kernel, gamma=0.5 * (1 + seed % 4), degree=2)
    folds, masks = folds_of(X, y, seed), random_masks(seed, 6)
    predicted = learner.subset_scorer(X, y, folds).predict(masks, ALL)
    for mask, row in zip(masks, predicted, strict=True):
        fits = [
            learner.fit(X[train][:, mask], y[train]).predict(X[test][:, mask])
            for train, test in folds
        ]
        np.testing.assert_allclose(row, np.concatenate(fits), rtol=0, atol=25e-8)


@pytest.mark.parametrize("n_folds", [2, 3, 7, 20])
def test_any_number_of_folds_is_solved_together(n_folds):
    X, y = regression(0)
    folds = list(KFold(n_folds).split(X))
    scorer = LSSVR(100.0).subset_scorer(X, y, folds)
    row = scorer.predict(np.ones((1, 6), bool), range(n_folds))[0]
    fits = [LSSVR(100.0).fit(X[a], y[a]).predict(X[b]) for a, b in folds]
    np.testing.assert_allclose(row, np.concatenate(fits), rtol=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("seed", range(10))
def test_classes_of_folds_solved_together_are_those_of_fits(seed, n_classes):
    X, y = classes(seed, n_classes)
    learner, folds = LSSVC(10.0, gamma=0.2), folds_of(X, y, seed, StratifiedKFold)
    masks = random_masks(seed, 5)
    scorer = learner.subset_scorer(X, y, folds)
    labels, outputs = scorer.predict(masks, ALL), scorer.decision_function(masks, ALL)
    for mask, row, output in zip(masks, labels, outputs, strict=True):
        fits = [clone(learner).fit(X[a][:, mask], y[a]) for a, _ in folds]
        tests = [X[b][:, mask] for _, b in folds]
        pairs = list(zip(fits, tests, strict=True))
        expected = np.concatenate([fit.decision_function(test) for fit, test in pairs])
        np.testing.assert_allclose(output, expected, atol=1e-9)
        expected = np.concatenate([fit.predict(test) for fit, test in pairs])
        assert row.tolist() == expected.tolist()


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_batch_and_what_came_before_never_change_a_bit(kernel):
    X, y = regression(3)
    learner, folds = LSSVR(1e3, kernel), folds_of(X, y, 3)
    masks = random_masks(3, 6, 12)
    whole = learner.subset_scorer(X, y, folds).predict(masks, ALL)
    for mask, row in zip(masks[::-1], whole[::-1], strict=True):
        fresh = learner.subset_scorer(X, y, folds)
        parts = [fresh.predict(mask[None], range(f, f + 1))[0] for f in ALL]
        assert np.array_equal(np.concatenate(parts), row)


@pytest.mark.parametrize("kernel", KERNELS)
def test_it_passes_the_checks_of_learners(kernel):
    check_learner(LSSVR(10.0, kernel, 0.5), *regression(1))
    check_learner(LSSVC(10.0, kernel, 0.2), *classes(1, 2))
    check_learner(LSSVC(10.0, kernel, 0.2), *classes(1, 3))


def test_leaving_a_variable_out_undoes_adding_it_to_the_bit():
    rng = np.random.default_rng(0)
    X, kernel = rng.normal(size=(20, 8)), Kernel("rbf", 0.7)
    (columns,) = columns_of(X)
    sums, order = np.zeros((20, 20), np.int64), rng.permutation(8)
    kernel.add(columns, columns, order, 1, sums)
    kernel.add(columns, columns, np.array([2, 5]), -1, sums)
    rest = kernel.matrix(np.delete(X, [5, 2], axis=1))
    assert np.array_equal(kernel.of_sums(sums, 8), rest)


def test_the_rbf_kernel_is_as_near_the_true_one_as_documented():
    X = np.random.default_rng(1).normal(size=(30, 9))
    for gamma in (1e-3, 0.1, 1.0, 100.0):
        gap = Kernel("rbf", gamma).matrix(X) - oracle.kernel(X, X, "rbf", gamma, 0, 0)
        assert np.abs(gap).max() <= 9 * 1.8e-15


@pytest.mark.parametrize("n_columns", [1, 51, 819, 820, 100_000])
def test_no_sum_of_terms_overflows(n_columns):
    assert n_columns * LARGEST_TERM / quantum(n_columns) < 2**63
    assert (quantum(n_columns) == 2.0**-48) == (n_columns <= 819)


def test_values_of_any_size_give_a_kernel_of_numbers():
    X = np.array([[1e300], [-1e300], [0.0], [1e-300]])
    near = Kernel("rbf").matrix(X) > 0.5
    assert near.sum() == 6
    assert near[2, 3]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(5))
def test_tuning_gives_the_errors_of_explicit_fits(seed, kernel):
    X, y = regression(seed)
    folds, gammas, Cs = folds_of(X, y, seed), [0.1, 1.0, 2.0], [1.0, 1e3, 1e5]
    errors = LSSVR(kernel=kernel, degree=2).tune(X, y, folds, gammas, Cs)
    for (i, gamma), (j, C) in product(enumerate(gammas), enumerate(Cs)):
        for f, (train, test) in enumerate(folds):
            out = oracle.outputs(X[train], y[train, None], X[test], C, kernel, gamma, 2)
            expected = np.abs(y[test] - out[:, 0]).mean()
            assert errors[i, j, f] == pytest.approx(expected, rel=1e-8)


def test_tuning_classes_gives_their_error_rates_on_any_folds():
    X, y = classes(4, 3)
    rows = np.arange(len(y))
    for folds in (folds_of(X, y, 0), [(rows[10:], rows[:10]), (rows[:30], rows[25:])]):
        errors = LSSVC().tune(X, y, folds, [0.1, 1.0], [1.0, 100.0])
        for (i, gamma), (j, C) in product(enumerate([0.1, 1]), enumerate([1, 100])):
            for f, (train, test) in enumerate(folds):
                learner = LSSVC(C, gamma=gamma).fit(X[train], y[train])
                wrong = 1 - learner.score(X[test], y[test])
                assert errors[i, j, f] == pytest.approx(wrong, abs=1e-12)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(20))
def test_memory_used_again_for_a_grid_changes_nothing(seed, kernel):
    X, y = regression(seed)
    K, ends = Kernel(kernel, 0.5, 2).matrix(X), [0, 9, 20, 33, 40]
    Cs = [10.0**power for power in (-1, 2, 3, 4, 5, *[7, 8, 9][: 1 + seed % 3])]
    grid = LeftOut(ends).predict_each(K, y[:, None], Cs)
    ones = [LeftOut(ends).predict(K, y[:, None], C) for C in Cs]
    assert np.array_equal(grid, ones)


def test_tuning_linear_classes_with_a_huge_C_gives_the_errors_of_fits():
    X, y = classes(5, 2)
    folds, Cs = folds_of(X, y, 5), [1e2, 1e4, 1e5, 1e6, 1e7, 1e8]
    errors = LSSVC(kernel="linear").tune(X, y, folds, [1.0], Cs)[0]
    for C, row in zip(Cs, errors, strict=True):
        fits = [(LSSVC(C, "linear").fit(X[a], y[a]), b) for a, b in folds]
        assert row == pytest.approx([1 - fit.score(X[b], y[b]) for fit, b in fits])


def test_a_class_that_a_fold_lacks_is_never_predicted_there():
    X, y = classes(0, 3)
    rare = np.flatnonzero(y == 2)
    rest = np.flatnonzero(y != 2)
    folds = [
        (rest[5:], np.r_[rest[:5], rare]),
        (np.r_[rest[:5], rare], rest[5:]),
    ]
    scorer = LSSVC().subset_scorer(X, y, folds)
    labels = scorer.predict(np.ones((1, 5), bool), range(2))[0]
    assert 2 not in labels[: 5 + len(rare)]


@pytest.mark.parametrize("rare", [0, 1, 2])
def test_tuning_counts_rows_of_a_class_that_a_fold_lacks_as_wrong(rare):
    X, y = classes(0, 3)
    lacking, rows = np.flatnonzero(y != rare), np.arange(len(y))
    halves = lacking[::2], np.setdiff1d(rows, lacking[::2])
    for folds in ([halves, halves[::-1]], [(lacking, rows), (rows, lacking)]):
        errors = LSSVC().tune(X, y, folds, [0.5], [10.0])[0, 0]
        fits = [(LSSVC(10.0, gamma=0.5).fit(X[a], y[a]), b) for a, b in folds]
        assert errors == pytest.approx([1 - fit.score(X[b], y[b]) for fit, b in fits])


def test_a_search_measures_it_as_plain_fits_do():
    X, y = regression(2)
    problem = Problem(LSSVR(100.0), X, y, cv=KFold(4), scoring="mean_absolute_error")
    subsets = [Subset.of(list(s), 6) for s in ([0], [0, 1], [1, 4, 5])]
    block = CrossValidation(problem).measure(subsets, range(4))
    for row, columns in zip(block.errors, ([0], [0, 1], [1, 4, 5]), strict=True):
        for fold, (train, test) in enumerate(problem.folds):
            fitted = LSSVR(100.0).fit(X[train][:, columns], y[train])
            gaps = np.abs(fitted.predict(X[test][:, columns]) - y[test])
            assert row[fold, 0] == pytest.approx(gaps.sum() * problem.scale[0][fold])


def test_frames_and_pickles_predict_the_same():
    X, y = regression(5)
    frame = pd.DataFrame(X, columns=[f"v{j}" for j in range(6)])
    learner = LSSVR().fit(frame, y)
    again = pickle.loads(pickle.dumps(learner)).predict(frame)
    assert np.array_equal(again, LSSVR().fit(X, y).predict(X))


def test_constant_columns_and_targets_are_no_trouble():
    X = np.c_[np.ones(9), np.zeros(9)]
    y = np.arange(9.0)
    for kernel in KERNELS:
        assert LSSVR(kernel=kernel).fit(X, y).predict(X[:1]) == pytest.approx(4)
        fitted = LSSVR(kernel=kernel).fit(y[:, None], np.full(9, 7.0))
        assert fitted.predict(X[:2, :1]) == pytest.approx([7, 7])


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": 0}, "C must be above 0 and finite, got 0"),
        ({"C": np.nan}, "C must be above 0 and finite, got nan"),
        ({"C_grid": 2.5}, "C_grid must be a list of numbers, got 2.5"),
        ({"C_grid": "12"}, "C_grid must be a list of numbers, got '12'"),
        ({"C_grid": ["1"]}, "C_grid must be a number, got '1'"),
        ({"C_grid": [1.0, True]}, "C_grid must be a number, got True"),
        ({"gamma": -1.0}, "gamma must be above 0 and finite, got -1.0"),
        ({"degree": 1.5}, "degree must be an integer, got 1.5"),
        ({"coef0": -1.0}, "coef0 must be at least 0 and finite, got -1.0"),
        ({"kernel": "rfb"}, "kernel must be one of rbf, linear, poly, got 'rfb'"),
    ],
)
def test_wrong_parameters_say_what_is_allowed(params, message):
    X, y = regression(0)
    with pytest.raises(ValueError, match=message.replace("'", ".")):
        LSSVR(**params).fit(X, y)
    with pytest.raises(ValueError, match=message.replace("'", ".")):
        LSSVR(**params).subset_scorer(X, y, folds_of(X, y, 0))


def test_a_singular_system_says_what_to_do():
    X, y = regression(0)
    twice = np.r_[X, X]
    for ask in (
        lambda: LSSVR(1e20).fit(twice, np.r_[y, y]),
        lambda: LSSVR().tune(
            twice, np.r_[y, y], folds_of(twice, None, 0), [1.0], [1e20]
        ),
    ):
        with pytest.raises(ValueError, match="not positive definite with C=1e\\+20"):
            ask()


def test_one_class_is_refused():
    X, y = classes(0, 2)
    with pytest.raises(ValueError, match="at least two classes"):
        LSSVC().fit(X, y * 0)
    folds = [(np.flatnonzero(y == 0), np.flatnonzero(y == 1))] * 2
    with pytest.raises(ValueError, match="fold 0 has only one class"):
        LSSVC().subset_scorer(X, y, folds)


def test_the_cost_is_that_of_kernel_and_solution():
    assert LSSVR().cost(30, 5) == 30**2 * 5 + 30**3 / 3


def test_boston_housing_has_the_errors_of_the_plain_system():
    path = DATA / "boston-housing.csv.gz"
    if not path.exists():
        pytest.skip("shared/data is not there: run from a full checkout")
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    X, y = table[:, :-1], table[:, -1]
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    folds = folds_of(X, y, 0)
    errors = LSSVR().tune(X, y, folds, [1.0], [100.0])[0, 0]
    for error, (train, test) in zip(errors, folds, strict=True):
        out = oracle.outputs(X[train], y[train, None], X[test], 100.0)
        assert error == pytest.approx(np.abs(y[test] - out[:, 0]).mean(), rel=1e-8)
    assert errors.mean() < 2.4


def test_tuning_refuses_a_wrong_setting_before_it_starts():
    X, y = regression(0)
    folds = folds_of(X, y, 0)
    with pytest.raises(ValueError, match="C must be above 0 and finite, got -1"):
        LSSVR().tune(X, y, folds, [1.0], [1.0, -1.0])
    with pytest.raises(ValueError, match="gamma must be above 0 and finite, got 0"):
        LSSVR().tune(X, y, folds, [0.0], [1.0])


@pytest.mark.parametrize("kernel", KERNELS)
def test_no_variable_at_all_predicts_the_mean_of_the_training_rows(kernel):
    X, y = regression(0)
    folds = folds_of(X, y, 0)
    scorer = LSSVR(kernel=kernel).subset_scorer(X, y, folds)
    row = scorer.predict(np.zeros((1, 6), bool), ALL)[0]
    means = [np.full(len(test), y[train].mean()) for train, test in folds]
    np.testing.assert_allclose(row, np.concatenate(means))


def test_a_polynomial_of_degree_1_is_the_linear_kernel():
    X, y = np.random.default_rng(0).normal(size=(2, 12, 3))
    by_degree = LSSVR(2.0, "poly", degree=1, gamma=1.0, coef0=0.0).fit(X, y[:, 0])
    linear = LSSVR(2.0, "linear").fit(X, y[:, 0])
    assert by_degree.predict(X) == pytest.approx(linear.predict(X))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("n_rows", [1, 63, 64, 65, 128, 130])
def test_kernels_of_any_number_of_rows_are_the_plain_ones(n_rows, kernel):
    X = np.random.default_rng(n_rows).random((n_rows, 3))
    for B in (X[: n_rows // 2 + 1], X):
        expected = oracle.kernel(X, B, kernel, 0.7, 2, 1.5)
        of_rows = Kernel(kernel, 0.7, 2, 1.5)
        np.testing.assert_allclose(of_rows.matrix(X, B), expected, rtol=1e-12)
    np.testing.assert_allclose(of_rows.matrix(X), expected, rtol=1e-12)


@pytest.mark.parametrize("n_remembered", [1, 2, 1024])
def test_forgetting_subsets_changes_no_bit(n_remembered, monkeypatch):
    X, y = regression(0)
    folds, masks = folds_of(X, y, 0), random_masks(0, 6)
    expected = LSSVR().subset_scorer(X, y, folds).predict(masks, ALL)
    monkeypatch.setattr("learners.least_squares.scorer.REMEMBERED", n_remembered)
    scorer = LSSVR().subset_scorer(X, y, folds)
    for _ in range(2):
        assert np.array_equal(scorer.predict(masks, ALL), expected)
        assert len(scorer._remembered) <= n_remembered
