"""Tuning the least-squares machine on Boston housing, against scikit-learn's ridge.

Run with ``pytest tests/benchmarks/bench_lssvr.py --benchmark-enable -s``.
"""

from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import cho_factor, cho_solve
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV, KFold

from learners import LSSVR

DATA = Path(__file__).parents[3] / "shared" / "data" / "boston-housing.csv.gz"
GAMMAS = [0.1, 0.5, 1, 5, 10, 15, 20, 50, 100]
CS = [1, 10, 100, 1000, 5000, 1e4, 1e5]
MAE = "neg_mean_absolute_error"


@pytest.fixture
def table():
    if not DATA.exists():
        pytest.skip("shared/data is not there: run from a full checkout")
    rows = np.loadtxt(DATA, delimiter=",", skiprows=1)
    X, y = rows[:, :-1], rows[:, -1]
    X = (X - X.min(axis=0)) / np.ptp(X, axis=0)
    return X, y, list(KFold(5, shuffle=True, random_state=0).split(X))


def explicit(X, y, folds, gammas, Cs):
    """Return the same errors by a Cholesky factor for each fold, gamma and C."""
    distances = ((X[:, None] - X) ** 2).sum(axis=2)
    errors = np.empty((len(gammas), len(Cs), len(folds)))
    for i, gamma in enumerate(gammas):
        K = np.exp(-gamma * distances)
        for f, (train, test) in enumerate(folds):
            of_train, of_test = K[np.ix_(train, train)], K[np.ix_(test, train)]
            right = np.column_stack([y[train], np.ones(len(train))])
            for j, C in enumerate(Cs):
                H = of_train.copy()
                H.ravel()[:: len(H) + 1] += 1 / C
                factor = cho_factor(H, lower=True, overwrite_a=True, check_finite=False)
                v, u = cho_solve(factor, right, check_finite=False).T
                bias = v.sum() / u.sum()
                predicted = of_test @ (v - bias * u) + bias
                errors[i, j, f] = np.abs(y[test] - predicted).mean()
    return errors


def ridge(X, y, folds, gammas, Cs):
    grid = {"gamma": gammas, "alpha": [1 / C for C in Cs]}
    search = GridSearchCV(KernelRidge(kernel="rbf"), grid, cv=folds, scoring=MAE)
    return search.fit(X, y).best_params_


def tune(X, y, folds, gammas, Cs):
    return LSSVR().tune(X, y, folds, gammas, Cs)


def without_each(run):
    """Return what runs without each variable in turn, with the best gamma."""

    def run_all(X, y, folds, gammas, Cs):
        parts = [np.delete(X, j, axis=1) for j in range(X.shape[1])]
        return np.array([run(part, y, folds, gammas, Cs) for part in parts])

    return run_all


WORK = {
    "9 gammas x 7 C": (lambda run: run, GAMMAS),
    "deletion ranking of 13 variables, 7 C each": (without_each, [1.0]),
}


def are_close(errors, others):
    return np.abs(errors / others - 1).max() < 1e-8


@pytest.mark.parametrize("name", WORK)
def test_tuning_beside_cholesky_factors(row, table, name):
    wrap, gammas = WORK[name]
    given = (*table, gammas, CS)
    row(
        f"lssvr on Boston housing: {name}",
        lambda: wrap(tune)(*given),
        "a Cholesky a fold",
        lambda: wrap(explicit)(*given),
        same=are_close,
        peer_rounds=5,
        bar=2,
    )


@pytest.mark.quick
@pytest.mark.parametrize("name", WORK)
def test_tuning_beside_kernel_ridge(row, table, name):
    wrap, gammas = WORK[name]
    given = (*table, gammas, CS)
    row(
        f"lssvr on Boston housing beside scikit-learn: {name}",
        lambda: wrap(tune)(*given),
        "GridSearchCV(KernelRidge)",
        lambda: wrap(ridge)(*given),
        bar=7,
    )
