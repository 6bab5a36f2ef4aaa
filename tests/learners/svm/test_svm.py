"""Support vector machines rank variables by the plain definitions of the papers."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.svm import SVC, SVR
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import SVMClassifier, SVMRegressor
from learners.svm.importances import agreements, norm_slopes
from tests.learners.svm import oracles as oracle
from wrapsel.checks import check_learner
from wrapsel.learner import HasCost, HasImportances

KERNELS = [("linear", 1, 1.0), ("poly", 1, 1.0), ("poly", 3, 1.0), ("rbf", 1, 0.3)]
NAMES = [f"{name}-{degree}" for name, degree, _ in KERNELS]


@parametrize_with_checks(
    [SVMClassifier(), SVMClassifier(kernel="rbf", criterion="dm"), SVMRegressor()]
)
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def classes(seed, n_classes=2, n_rows=18, n_columns=4):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    X = rng.normal(0.3, size=(n_rows, n_columns))
    X[:, 0] += y
    return X, y


def signed_duals(seed, n_rows=9):
    rng = np.random.default_rng(seed)
    signs = rng.permutation(np.where(np.arange(n_rows) % 3, 1.0, -1.0))
    duals = signs * rng.random(n_rows) * (rng.random(n_rows) < 0.8)
    return rng.normal(0.5, size=(n_rows, 4)), signs, duals


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@pytest.mark.parametrize("seed", range(100))
def test_slopes_of_the_norm_are_its_differences(seed, kernel):
    X, _, duals = signed_duals(seed)
    expected = [oracle.norm_slope(X, duals, v, *kernel) for v in range(4)]
    np.testing.assert_allclose(
        norm_slopes(X, duals, *kernel), expected, rtol=1e-6, atol=1e-7
    )


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@pytest.mark.parametrize("seed", range(100))
def test_agreements_are_those_of_rows_with_the_mean_put_in(seed, kernel):
    X, signs, duals = signed_duals(seed)
    means, some = X.mean(axis=0), duals != 0
    expected = [
        oracle.agreement(X, signs, duals, means[v], v, *kernel) for v in range(4)
    ]
    found = agreements(X, signs, X[some], duals[some], means, *kernel)
    np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@pytest.mark.parametrize("criterion", ["rm", "dm"])
@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_importances_are_those_of_a_fit_on_each_pair(n_classes, criterion, kernel):
    for seed in range(5):
        X, y = classes(seed, n_classes)
        name, degree, gamma = kernel
        learner = SVMClassifier(0.7, name, degree, gamma, criterion, tol=1e-10)
        expected = oracle.importances(X, y, criterion, 0.7, 1e-10, *kernel)
        found = learner.fit(X, y).importances()
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(20))
def test_weights_are_the_squared_ones_of_scikit_learn(seed, n_classes):
    X, y = classes(seed, n_classes, n_rows=30)
    learner = SVMClassifier().fit(X, y)
    expected = (SVC(kernel="linear").fit(X, y).coef_ ** 2).sum(axis=0)
    np.testing.assert_allclose(learner.importances(), expected)
    rm = SVMClassifier(criterion="rm").fit(X, y)
    np.testing.assert_allclose(rm.importances(), 2 * expected)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("seed", range(10))
def test_predictions_and_outputs_are_those_of_scikit_learn(seed, n_classes):
    X, y = classes(seed, n_classes, n_rows=40)
    labels = np.array(list("dcba"))[y]
    ours = SVMClassifier(2.0, "poly", degree=2).fit(X, labels)
    plain = SVC(C=2.0, kernel="poly", degree=2, gamma=1.0, coef0=1.0).fit(X, labels)
    assert list(ours.predict(X)) == list(plain.predict(X))
    np.testing.assert_array_equal(ours.decision_function(X), plain.decision_function(X))
    assert list(ours.classes_) == sorted(set(labels))


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_regression_ranks_by_the_slopes_of_its_norm(seed, kernel):
    X, _ = classes(seed)
    y = X[:, 1] * 3 + X[:, 2]
    name, degree, gamma = kernel
    learner = SVMRegressor(2.0, name, degree, gamma, "rm").fit(X, y)
    svr = SVR(C=2.0, kernel=name, degree=degree, gamma=gamma, coef0=1.0).fit(X, y)
    duals = np.zeros(len(X))
    duals[svr.support_] = svr.dual_coef_[0]
    expected = [oracle.norm_slope(X, duals, v, *kernel) for v in range(4)]
    np.testing.assert_allclose(learner.importances(), expected, rtol=1e-5, atol=1e-6)
    assert list(learner.predict(X)) == list(svr.predict(X))


def test_the_weights_of_a_regression_find_what_makes_the_target():
    X, _ = classes(3, n_rows=60)
    learner = SVMRegressor(100.0, "linear", criterion="weights")
    importances = learner.fit(X, 3 * X[:, 1] + X[:, 2]).importances()
    np.testing.assert_allclose(np.sqrt(importances), [0, 3, 1, 0], atol=0.2)


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_without_support_vectors_nothing_matters(kernel):
    X, _ = classes(0)
    learner = SVMRegressor(kernel=kernel, criterion="rm", epsilon=10.0)
    assert learner.fit(X, X[:, 0]).importances().tolist() == [0.0] * 4


@pytest.mark.parametrize("criterion", ["weights", "rm", "dm"])
def test_a_variable_that_tells_the_classes_apart_matters_most(criterion):
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1.0]])
    learner = SVMClassifier(criterion=criterion, C=10.0).fit(X, [0, 0, 1, 1])
    first, second = learner.importances()
    # The margin is 1/2, so w = (2, 0). At its mean, the first says nothing; without the
    # second, all outputs stay: signs' K duals = |w|^2 = 4.
    expected = {"weights": (4, 0), "rm": (8, 0), "dm": (0, -4)}[criterion]
    assert (first, second) == pytest.approx(expected, abs=1e-2)


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_a_constant_variable_matters_least_to_the_criteria(kernel):
    X, y = classes(1)
    X[:, 2] = 0.0
    for criterion in ("rm", "dm"):
        learner = SVMClassifier(kernel=kernel, criterion=criterion).fit(X, y)
        assert np.isfinite(learner.importances()).all()
    rm = SVMClassifier(kernel=kernel, criterion="rm").fit(X, y).importances()
    assert rm.argmin() == 2
    assert rm[2] == 0


def test_one_variable_is_enough():
    X, y = classes(2, n_columns=1)
    for criterion in ("weights", "rm", "dm"):
        learner = SVMClassifier(criterion=criterion).fit(X, y)
        assert learner.importances().shape == (1,)


def test_a_pickled_learner_says_the_same():
    X, y = classes(0, 3)
    learner = SVMClassifier(kernel="rbf", criterion="dm").fit(X, y)
    copy = pickle.loads(pickle.dumps(learner))
    assert copy.importances().tolist() == learner.importances().tolist()


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_it_holds_the_invariants_of_learners(kernel):
    X, y = load_iris(return_X_y=True)
    check_learner(SVMClassifier(kernel=kernel), X, y)
    check_learner(SVMRegressor(kernel=kernel, C=0.1), X, y + 0.5)
    for learner in (SVMClassifier(), SVMRegressor()):
        assert isinstance(learner, HasCost)
        assert isinstance(learner, HasImportances)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": 0}, "C must be above 0 and finite, got 0"),
        ({"C": np.nan}, "C must be above 0"),
        ({"tol": -1.0}, "tol must be above 0"),
        ({"kernel": "sigmoid"}, "kernel must be one of linear, poly, rbf, got 'sig"),
        ({"criterion": "gain"}, "criterion must be one of weights, rm"),
        ({"degree": 1.5}, "degree must be an integer, got 1.5"),
        ({"gamma": 0.0}, "gamma must be 'scale', or above 0"),
        ({"gamma": "auto"}, "gamma must be 'scale', or above 0"),
    ],
)
@pytest.mark.parametrize("learner", [SVMClassifier(), SVMRegressor()])
def test_a_parameter_out_of_range_is_named(learner, params, message):
    X, y = classes(0)
    with pytest.raises(ValueError, match=message):
        type(learner)(**params).fit(X, y)


def test_a_regression_cannot_agree_with_signs():
    X, y = classes(0)
    with pytest.raises(ValueError, match="criterion must be one of weights, rm, got"):
        SVMRegressor(criterion="dm").fit(X, y)
    with pytest.raises(ValueError, match="epsilon must be from 0"):
        SVMRegressor(epsilon=-0.1).fit(X, y)


def test_only_a_linear_kernel_has_weights():
    X, y = classes(0)
    learner = SVMClassifier(kernel="rbf").fit(X, y)
    with pytest.raises(ValueError, match="criterion must be one of rm, dm with kernel"):
        learner.importances()


def test_one_class_is_an_error():
    with pytest.raises(ValueError, match="at least two classes, got one class"):
        SVMClassifier().fit([[0.0], [1.0]], [1, 1])


@pytest.mark.parametrize("learner", [SVMClassifier(), SVMRegressor()])
def test_the_cost_is_that_of_the_kernel_and_its_use(learner):
    assert learner.cost(10, 3) == 10 * 10 * 4


@pytest.mark.parametrize(
    "params", [{"degree": 1, "kernel": "poly"}, {"C": 1e-9, "gamma": 1e-9, "tol": 1.0}]
)
@pytest.mark.parametrize("criterion", ["rm", "weights"])
def test_parameters_at_their_limits_are_taken(params, criterion):
    X, y = classes(0)
    for learner in (SVMClassifier(), SVMRegressor(epsilon=0.0)):
        learner = learner.set_params(**({"kernel": "linear"} | params))
        learner.set_params(criterion=criterion).fit(X, y)
        if criterion == "rm" or "kernel" not in params:
            assert np.isfinite(learner.importances()).all()
