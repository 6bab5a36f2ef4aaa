"""The linear programs reach the least objective, and give few weights."""

import pickle
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import KFold
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import LPSVC, LPSVR
from learners.linear_program import programs
from tests.learners.linear_program import oracles as oracle
from wrapsel import Problem
from wrapsel.checks import check_learner
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.fitting import Fitter
from wrapsel.subset import Subset


@parametrize_with_checks([LPSVR(), LPSVC()])
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def regression(seed, n_rows=30, n_columns=6):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, n_columns))
    return X, 3 + 2 * X[:, 0] - X[:, -1] + 0.1 * rng.normal(size=n_rows)


def classes(seed, n_classes, n_rows=45):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    return rng.normal(size=(n_rows, 5)) + 0.8 * y[:, None] * [1, 1, 0, 0, 0], y


def random_case(seed):
    """Return X and y, every third on a coarse grid, wide or tall, and C."""
    rng = np.random.default_rng(seed)
    m, n = rng.integers(2, 25), rng.integers(1, 25)
    X = rng.normal(size=(m, n))
    X = X.round() if seed % 3 == 0 else X
    y = X[:, 0] - X[:, n // 2] + rng.normal(size=m)
    return X, y.round() if seed % 3 == 0 else y, 10.0 ** rng.integers(-1, 4), rng


@pytest.mark.parametrize("seed", range(150))
def test_regression_reaches_the_least_objective(seed):
    X, y, C, rng = random_case(seed)
    epsilon = rng.choice([0.0, 0.01, 0.2])
    learner = LPSVR(C, epsilon).fit(X, y)
    losses = oracle.tube_losses(y - learner.predict(X), epsilon)
    found = oracle.objective(X, losses, C, learner.coef_)
    expected = oracle.least_tube_objective(X, y, C, epsilon)
    assert found == pytest.approx(expected, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("seed", range(150))
def test_classification_reaches_the_least_objective(seed):
    X, y, C, _ = random_case(seed)
    labels = np.where(y > np.median(y), 1, -1)
    labels[:2] = 1, -1
    learner = LPSVC(C).fit(X, labels)
    losses = oracle.hinge_losses(labels, learner.decision_function(X))
    found = oracle.objective(X, losses, C, learner.coef_)
    expected = oracle.least_hinge_objective(X, labels, C)
    assert found == pytest.approx(expected, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("seed", range(100))
def test_the_program_and_its_dual_find_the_same(seed):
    X, y, C, _ = random_case(3 * seed + 1)  # not on a grid: one optimum
    half = np.full(len(y), 0.1)
    given = X, y, -half, half, C, programs.OPTIONS
    primal, dual = programs._primal(*given), programs._dual(*given)
    np.testing.assert_allclose(primal, dual, atol=1e-7 * np.abs(primal).max())


def test_a_line_through_the_tube_by_hand():
    # From 0 to 1, y rises by 2; tubes of 0.25 let the line rise by 1.5.
    learner = LPSVR(C=10, epsilon=0.25).fit([[0.0], [1.0]], [1.0, 3.0])
    assert learner.coef_ == pytest.approx([1.5])
    assert learner.intercept_ == pytest.approx(1.25)


def test_an_outlier_costs_less_than_a_slope_by_hand():
    # Errors are 0, 0, 0 and 1 at w = 0; to mend the last takes a weight of 1.
    X, y = [[0.0], [0.0], [0.0], [1.0]], [0.0, 0.0, 0.0, 1.0]
    for C, weight in ((0.9, 0.0), (1.1, 1.0)):
        learner = LPSVR(C, epsilon=0.0).fit(X, y)
        assert learner.coef_ == pytest.approx([weight])
        assert learner.intercept_ == pytest.approx(0)


def test_the_margin_by_hand():
    # The margin reaches from 1 to 3 with w = 1, which costs less than any loss.
    learner = LPSVC(C=10).fit([[0.0], [1.0], [3.0], [9.0]], [-1, -1, 1, 1])
    assert learner.coef_ == pytest.approx(np.array([[1.0]]))
    assert learner.intercept_ == pytest.approx([-2.0])


def test_of_two_columns_the_one_of_larger_range_gets_the_weight():
    X = np.array([[0.0, 0.0], [1.0, 2.0]])
    learner = LPSVR(epsilon=0.0).fit(X, [0.0, 4.0])
    assert learner.coef_ == pytest.approx([0, 2])
    assert learner.selected_.tolist() == [False, True]


def test_without_slope_the_intercept_is_the_middle_of_the_best():
    X = np.zeros((4, 1))
    assert LPSVR().fit(X, [0.0, 1.0, 2.0, 9.0]).intercept_ == pytest.approx(1.5)
    assert LPSVC().fit(X, [0, 0, 1, 1]).intercept_ == pytest.approx([0.0])
    assert LPSVC().fit(X, [0, 1, 1, 1]).intercept_ == pytest.approx([1.0])


@pytest.mark.parametrize("seed", range(50))
def test_no_other_intercept_is_better_and_the_best_lie_around_it(seed):
    X, y, C, _ = random_case(seed)
    learner = LPSVR(C, epsilon=0.1).fit(X, y)
    rest = y - X @ learner.coef_

    def loss(intercept):
        return oracle.tube_losses(rest - intercept, 0.1).sum()

    edges = np.concatenate([rest - 0.1, rest + 0.1])
    losses = np.array([loss(edge) for edge in edges])
    best = edges[losses <= losses.min() + 1e-9]
    assert loss(learner.intercept_) <= losses.min() + 1e-9
    assert best.min() - 1e-9 <= learner.intercept_ <= best.max() + 1e-9
    middle = (best.min() + best.max()) / 2
    assert loss(learner.intercept_) == pytest.approx(loss(middle), abs=1e-9)


@pytest.mark.parametrize("n_classes", [3, 4])
def test_each_class_is_told_from_the_rest(n_classes):
    X, y = classes(n_classes, n_classes)
    learner = LPSVC(3.0).fit(X, y)
    assert learner.coef_.shape == (n_classes, 5)
    for one in range(n_classes):
        alone = LPSVC(3.0).fit(X, y == one)
        assert np.array_equal(alone.coef_[0], learner.coef_[one])
        assert alone.intercept_[0] == learner.intercept_[one]
    best = learner.decision_function(X).argmax(axis=1)
    assert np.array_equal(learner.predict(X), best)
    assert np.array_equal(learner.importances(), np.abs(learner.coef_).max(axis=0))


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_columns_and_rows_changes_nothing_where_one_is_best(seed):
    X, y = regression(seed, 12 + 20 * (seed % 2), 20)
    rng = np.random.default_rng(seed)
    columns, rows = rng.permutation(20), rng.permutation(len(y))
    learner = LPSVR(C=2.0, epsilon=0.05).fit(X, y)
    moved = LPSVR(C=2.0, epsilon=0.05).fit(X[rows][:, columns], y[rows])
    np.testing.assert_allclose(moved.coef_, learner.coef_[columns], atol=1e-7)
    assert np.array_equal(moved.selected_, learner.selected_[columns])


@pytest.mark.parametrize("seed", range(10))
def test_the_same_rows_give_the_same_bits(seed):
    X, y, C, _ = random_case(3 * seed)  # on a grid: several optima
    first, again = LPSVR(C).fit(X, y), LPSVR(C).fit(X.copy(), y.copy())
    assert np.array_equal(first.coef_, again.coef_)
    assert first.intercept_ == again.intercept_


@pytest.mark.parametrize("unit", [1e-9, 1e9])
def test_the_unit_of_y_is_that_of_epsilon_and_the_weights(unit):
    X, y = regression(1)
    learner = LPSVR(epsilon=0.1).fit(X, y)
    scaled = LPSVR(epsilon=0.1 * unit).fit(X, y * unit + 5 * unit)
    np.testing.assert_allclose(scaled.coef_, learner.coef_ * unit, rtol=1e-6)
    expected = (learner.predict(X) + 5) * unit
    np.testing.assert_allclose(scaled.predict(X), expected, rtol=1e-6)


@pytest.mark.parametrize(("n_rows", "n_columns"), [(22, 628), (150, 700)])
@pytest.mark.parametrize("C", [10.0, 10000.0])
def test_wide_tables_are_solved_fast_with_few_weights(n_rows, n_columns, C):
    X, y = regression(0, n_rows, n_columns)
    start = time.process_time()
    learner = LPSVR(C, epsilon=0.01).fit(X, y)
    told = LPSVC(C).fit(X, y > np.median(y))
    assert time.process_time() - start < 5
    assert 1 <= learner.selected_.sum() <= n_rows
    assert 1 <= told.selected_.sum() <= n_rows
    assert np.abs(learner.predict(X) - y).max() <= 0.01 + 1e-6
    assert told.score(X, y > np.median(y)) == 1


def test_mu_leaves_out_small_weights():
    X, y = regression(2)
    sizes = LPSVR().fit(X, y).importances()
    for mu in (0.0, 0.3, 0.9):
        expected = sizes > max(mu, 1e-8) * sizes.max()
        assert np.array_equal(LPSVR(mu=mu).fit(X, y).selected_, expected)
        told = LPSVC(mu=mu).fit(X, y > 3)
        large = told.importances() > max(mu, 1e-8) * told.importances().max()
        assert np.array_equal(told.selected_, large)


def test_constant_columns_and_targets_get_no_weight():
    X = np.c_[np.full(9, 7.0), np.arange(9.0), np.zeros(9)]
    learner = LPSVR().fit(X, 2 * np.arange(9.0))
    assert learner.selected_.tolist() == [False, True, False]
    flat = LPSVR().fit(X, np.full(9, 5.0))
    assert not flat.selected_.any()
    assert flat.predict(X) == pytest.approx(np.full(9, 5.0))
    assert LPSVC().fit(X, np.arange(9) > 4).selected_.tolist() == [False, True, False]


def tables():
    X, y = load_iris(return_X_y=True)
    yield pytest.param(X, y, id="iris")
    X, y = load_breast_cancer(return_X_y=True)
    yield pytest.param(X[:120], y[:120], id="breast_cancer")
    rng = np.random.default_rng(0)
    yield pytest.param(rng.normal(size=(90, 30)), rng.integers(0, 4, 90), id="noise")


@pytest.mark.parametrize(("X", "y"), list(tables()))
def test_it_holds_the_invariants_of_learners(X, y):
    check_learner(LPSVR(), X, y + 0.5, n_seeds=1)
    check_learner(LPSVC(), X, y, n_seeds=1)


@pytest.mark.parametrize("seed", range(60))
def test_the_scorer_predicts_the_bits_of_fits(seed):
    n_classes = 2 + seed % 3
    X, y = classes(seed, n_classes, 30)
    X = X.round() if seed % 2 else X
    rng = np.random.default_rng(seed)
    folds = [np.split(rng.permutation(30), [18 + f]) for f in range(2)]
    masks = rng.random((2, 5)) < 0.5
    masks[:, 0] |= ~masks.any(axis=1)
    for learner in (LPSVR(epsilon=0.1), LPSVC()):
        predicted = learner.subset_scorer(X, y, folds).predict(masks, range(2))
        for mask, row in zip(masks, predicted, strict=True):
            fits = [
                learner.fit(X[train][:, mask], y[train]).predict(X[test][:, mask])
                for train, test in folds
            ]
            assert np.array_equal(row, np.concatenate(fits))


@pytest.mark.parametrize(
    ("n_classes", "metric"),
    [(2, "roc_auc"), (2, "accuracy"), (3, "top_k_accuracy"), (3, "accuracy")],
)
def test_the_scorer_serves_the_metrics_of_a_fit(n_classes, metric):
    X, y = classes(1, n_classes)
    problem = Problem(LPSVC(), X, y, cv=3, scoring=metric)
    subsets = [Subset.of(s, 5) for s in ([0], [1, 2], [0, 3, 4])]
    errors = CrossValidation(problem).measure(subsets, range(3)).errors
    for row, subset in zip(errors, subsets, strict=True):
        for fold in range(3):
            plain = Fitter(problem).errors(subset, fold)[0][0]
            assert row[fold, 0] == pytest.approx(plain * problem.scale[0][fold])


def test_a_class_that_a_fold_lacks_is_never_predicted_there():
    X, y = classes(0, 3)
    rows = np.arange(len(y))
    folds = [(rows[y != 1], rows), (rows, rows)]
    scorer, every = LPSVC().subset_scorer(X, y, folds), np.ones((1, 5), bool)
    [labels] = scorer.predict(every, range(2))
    [decisions] = scorer.decision_function(every, range(2))
    assert 1 not in labels[:45]
    assert 1 in labels[45:]
    assert np.array_equal(decisions.argmax(axis=1), labels)
    assert np.array_equal(np.isneginf(decisions[:, 1]), np.arange(90) < 45)


def test_no_variable_at_all_predicts_a_constant():
    X, y = regression(0)
    folds = list(KFold(3).split(X))
    nothing = np.zeros((1, 6), bool)
    row = LPSVR(epsilon=0.0).subset_scorer(X, y, folds).predict(nothing, range(3))[0]
    medians = [np.full(len(test), np.median(y[train])) for train, test in folds]
    np.testing.assert_allclose(row, np.concatenate(medians))


def test_frames_and_pickles_predict_the_same():
    X, y = regression(5)
    frame = pd.DataFrame(X, columns=[f"v{j}" for j in range(6)])
    again = pickle.loads(pickle.dumps(LPSVR().fit(frame, y))).predict(frame)
    assert np.array_equal(again, LPSVR().fit(X, y).predict(X))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": 0}, "C must be above 0 and finite, got 0"),
        ({"C": -1.0}, "C must be above 0 and finite, got -1.0"),
        ({"C": np.inf}, "C must be above 0 and finite, got inf"),
        ({"C": np.nan}, "C must be above 0 and finite, got nan"),
        ({"mu": -0.1}, r"mu must be in \[0, 1\), got -0.1"),
        ({"mu": 1}, r"mu must be in \[0, 1\), got 1"),
        ({"time_limit": 0}, "time_limit must be above 0, got 0"),
    ],
)
@pytest.mark.parametrize("kind", [LPSVR, LPSVC])
def test_wrong_parameters_say_what_is_allowed(kind, params, message):
    X, y = classes(0, 2)
    with pytest.raises(ValueError, match=message):
        kind(**params).fit(X, y)
    with pytest.raises(ValueError, match=message):
        kind(**params).subset_scorer(X, y, [])


@pytest.mark.parametrize("epsilon", [-0.1, np.inf, np.nan])
def test_a_tube_of_no_width_is_refused(epsilon):
    X, y = regression(0)
    with pytest.raises(ValueError, match="epsilon must be at least 0 and finite, got"):
        LPSVR(epsilon=epsilon).fit(X, y)


def test_missing_values_and_one_class_are_refused():
    X, y = classes(0, 2)
    with pytest.raises(ValueError, match="at least two classes, got one class"):
        LPSVC().fit(X, y * 0)
    X[3, 1] = np.nan
    for learner in (LPSVR(), LPSVC()):
        with pytest.raises(ValueError, match="Input X contains NaN"):
            learner.fit(X, y)


def test_a_program_out_of_time_says_which_parameter_to_raise():
    X, y = regression(0, 150, 700)
    message = "ended with status 1 .*raise time_limit, got 0.001"
    with pytest.raises(RuntimeError, match=message):
        LPSVR(time_limit=0.001).fit(X, y)
    with pytest.raises(RuntimeError, match=message):
        LPSVC(time_limit=0.001).fit(X, y > 3)


def test_a_program_that_cannot_be_solved_says_what_to_change():
    X, y = regression(0)
    with pytest.raises(RuntimeError, match=r"status 2 .*scale the variables to"):
        LPSVR().fit(X * 1e20, y)


def test_the_cost_grows_with_rows_and_variables():
    for learner in (LPSVR(), LPSVC()):
        assert learner.cost(100, 9) == 100 * 9 * 3
        assert learner.cost(4, 9) == 4 * 9 * 2


@pytest.mark.parametrize("statuses", [[4, 0], [4, 4], [2], [3], [1]])
def test_numerical_trouble_is_tried_another_way_once(statuses, monkeypatch):
    plain, methods = programs.linprog, []

    def troubled(costs, method, **program):
        solved = plain(costs, method=method, **program)
        solved.status = statuses[len(methods)]
        methods.append(method)
        return solved

    X, y = regression(0)
    expected = LPSVR().fit(X, y).predict(X)
    monkeypatch.setattr(programs, "linprog", troubled)
    if statuses[-1] == 0:
        np.testing.assert_allclose(LPSVR().fit(X, y).predict(X), expected, atol=1e-6)
    else:
        with pytest.raises(RuntimeError, match=f"ended with status {statuses[-1]} "):
            LPSVR().fit(X, y)
    assert methods == ["highs", "highs-ipm"][: len(statuses)]


@pytest.mark.parametrize("n_outputs", [1, 2, 3])
def test_the_first_of_equal_outputs_wins(n_outputs):
    outputs = np.array([[0.0] * n_outputs, [-1.0, *[-2.0] * (n_outputs - 1)]])
    assert programs.winners(outputs).tolist() == [0, 0]
    assert programs.winners(1e-300 + outputs[:1, :1]).tolist() == [1]
