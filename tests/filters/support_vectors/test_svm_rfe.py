"""Elimination by support vector machines equals the one that starts afresh."""

import numpy as np
import pytest
from sklearn.feature_selection import RFE
from sklearn.preprocessing import scale
from sklearn.svm import SVC

from tests.filters.support_vectors import oracles_svm_rfe as oracle
from tests.filters.support_vectors.oracles_svm_rfe import table
from wrapsel.filters.support_vectors.elimination import LeastWeights, Products
from wrapsel.filters.support_vectors.machines import one_against_one
from wrapsel.filters.support_vectors.smo import solve, weight_norms
from wrapsel.filters.support_vectors.svm_rfe import DM, RM, SVMRFE

KERNELS = [("linear", 1, 1.0), ("poly", 1, 1.0), ("poly", 3, 1.0), ("rbf", 1, 0.3)]
NAMES = [f"{name}-{degree}" for name, degree, _ in KERNELS]


def in_rfe(X, y, C=1.0):
    """Return scikit-learn's order: its ranks are 1, 2, … when one leaves at once."""
    svc = SVC(C=C, kernel="linear", tol=1e-8)
    return np.argsort(RFE(svc, n_features_to_select=1).fit(X, y).ranking_).tolist()


@pytest.mark.parametrize("seed", range(8))  # twenty of smaller tables are below
def test_all_ranks_are_those_of_scikit_learn(seed):
    X, y = table(seed)
    found = SVMRFE(standardize=False)(X, y)
    assert found.order.tolist() == in_rfe(X, y)


@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_ranks_of_several_classes_are_those_of_scikit_learn(seed, n_classes):
    X, y = table(seed, n_rows=36, n_columns=40, n_classes=n_classes)
    X = 3 + 2 * X  # neither centred nor scaled
    C = 10.0 ** (seed % 4 - 3)
    assert SVMRFE(C, standardize=False)(X, y).order.tolist() == in_rfe(X, y, C)


@pytest.mark.parametrize("step", [2, 7, 100, 0.5, 0.1, 0.01])
@pytest.mark.parametrize("seed", range(8))
def test_rounds_of_several_are_those_of_the_plain_loop(seed, step):
    X, y = table(seed, n_rows=30, n_columns=40, n_classes=2 + seed % 2)
    found = SVMRFE(0.1, step=step, standardize=False)(X, y)
    assert found.order.tolist() == oracle.svm_rfe(X, y, 0.1, step)


@pytest.mark.parametrize("seed", range(20))
def test_a_regression_eliminates_as_the_plain_loop_does(seed):
    X, _ = table(seed, n_rows=30, n_columns=25)
    y = 2 * X[:, 3] - X[:, 5] + 0.5 * np.random.default_rng(seed).normal(size=30)
    found = SVMRFE(0.3, standardize=False, epsilon=0.2)(X, y)
    assert found.order.tolist() == oracle.svr_rfe(X, y, 0.3, 0.2, step=1)
    assert found.order[0] == 3


@pytest.mark.parametrize("kernel", KERNELS, ids=NAMES)
@pytest.mark.parametrize(("ranker", "criterion"), [(RM, "rm"), (DM, "dm")])
@pytest.mark.parametrize("seed", range(6))
def test_kernels_eliminate_as_the_plain_definitions_do(seed, ranker, criterion, kernel):
    X, y = table(seed, n_rows=15, n_columns=5, n_classes=2 + seed % 2)
    X, (name, degree, gamma) = X + 0.3, kernel
    found = ranker(name, 0.7, degree, gamma, standardize=False)(X, y)
    expected = oracle.kernel_rfe(X, y, criterion, 0.7, *kernel)
    assert found.order.tolist() == expected


@pytest.mark.parametrize("seed", range(10))
def test_linear_rm_is_svm_rfe(seed):
    X, y = table(seed, n_columns=30)
    assert RM("linear")(X, y).order.tolist() == SVMRFE()(X, y).order.tolist()


@pytest.mark.parametrize("ranker", [SVMRFE(), RM(), DM("rbf"), SVMRFE(step=0.3)])
def test_units_do_not_matter_to_standardised_variables(ranker):
    X, y = table(0, n_columns=12)
    units = 10.0 ** np.arange(-6, 6)
    expected = ranker(scale(X), y).order.tolist()
    assert ranker(X * units + 5 * units, y).order.tolist() == expected


@pytest.mark.parametrize("seed", range(60))
def test_the_dual_is_solved_to_the_tolerance_wherever_it_begins(seed):
    rng = np.random.default_rng(seed)
    n_rows, n_columns = rng.integers(3, 60), rng.choice([1, 2, 5, 30, 100])
    X, C = rng.normal(size=(n_rows, n_columns)), 10.0 ** rng.integers(-3, 4)
    [machine] = one_against_one(np.arange(n_rows) % 2, C)
    K, bounds = X @ X.T, (machine.low, machine.high)
    ends = []
    for start in (np.zeros(n_rows), _feasible(rng, machine)):
        dual = start.copy()
        solve(K, machine.targets, *bounds, 1e-8, dual)
        assert oracle.gap(K, machine.targets, *bounds, dual) <= 2e-8
        assert abs(dual.sum()) <= 1e-12 * max(1, C) * n_rows
        assert (dual >= machine.low).all()
        assert (dual <= machine.high).all()
        ends.append(oracle.objective(K, machine.targets, dual))
    assert ends[0] == pytest.approx(ends[1], rel=1e-9)


def _feasible(rng, machine):
    """Return dual variables inside the bounds whose sum is 0."""
    dual = np.where(machine.targets > 0, machine.high, machine.low)
    dual = dual * rng.random(len(dual))
    up, down = dual[dual > 0].sum(), -dual[dual < 0].sum()
    return np.where(dual > 0, dual / max(up / down, 1), dual / max(down / up, 1))


@pytest.mark.parametrize("seed", range(50))
def test_products_follow_the_variables_that_leave(seed):
    rng = np.random.default_rng(seed)
    columns = rng.normal(size=(60, 8)) * 10.0 ** rng.integers(-4, 4, size=(60, 1))
    products, left, gone = Products(columns), np.arange(60), np.arange(0)
    while True:
        plain = columns[left].T @ columns[left]
        found = products.over(left, gone)
        np.testing.assert_allclose(found, plain, atol=1e-13 * np.trace(plain))
        if len(left) == 1:
            return
        places = rng.permutation(len(left))[: min(len(left) - 1, rng.integers(1, 9))]
        left, gone = np.delete(left, places), left[places]


@pytest.mark.parametrize("n_out", [1, 3])
@pytest.mark.parametrize("seed", range(25))
def test_weights_not_reckoned_are_not_among_the_least(seed, n_out):
    X, y = table(seed, n_rows=20, n_columns=80, n_classes=3)
    columns = np.ascontiguousarray((X - X.mean(axis=0)).T)
    worst = LeastWeights(columns, one_against_one(y, 1.0), 1e-8)
    left, gone = np.arange(80), np.arange(0)
    while len(left) > n_out:
        places = worst(left, gone, n_out)
        duals = np.array([machine.by_row(20) for machine in worst.machines])
        norms = weight_norms(columns, left, duals)
        assert places.tolist() == np.argsort(norms, kind="stable")[:n_out].tolist()
        left, gone = np.delete(left, places), left[places]


def test_most_weights_are_not_reckoned():
    X, y = table(0, n_columns=1000)
    asked = []

    class Counted(LeastWeights):
        def __call__(self, left, gone, n_out):
            before = self._n_reckoned
            places = super().__call__(left, gone, n_out)
            # A full reckoning sets the count to 1.
            again = self._n_reckoned < before
            asked.append(len(left) if again else self._n_reckoned - before)
            return places

    columns = np.ascontiguousarray((X - X.mean(axis=0)).T)
    worst = Counted(columns, one_against_one(y, 1.0), 1e-8)
    left, gone = np.arange(1000), np.arange(0)
    while len(left) > 1:
        [place] = worst(left, gone, 1)
        left, gone = np.delete(left, place), left[[place]]
    assert sum(asked) < 1000**2 / 2 / 3


def test_xor_needs_a_kernel():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(120, 8))
    y = X[:, 2] * X[:, 6] > 0
    for ranker in (RM(degree=2), RM("rbf"), DM(degree=2)):
        assert set(ranker(X, y).order[:2].tolist()) == {2, 6}
