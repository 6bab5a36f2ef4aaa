"""Tables that are hard for linear models, and what is asked of errors on them."""

import numpy as np
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import KFold, ShuffleSplit

from learners.sklearn.linear.fast_paths import linear_regression, ridge

LEARNERS = [(LinearRegression(), linear_regression), (Ridge(0.1), ridge)]
KINDS = {
    "normal": lambda rng, X: X,
    "mixed": lambda rng, X: X @ rng.normal(size=(X.shape[1], X.shape[1])),
    "one factor": lambda rng, X: X[:, :1] + 10.0 ** rng.uniform(-2, 0) * X,
    "near copies": lambda rng, X: np.where(
        np.arange(X.shape[1]) % 2, X, np.roll(X, -1, axis=1) + 0.01 * X
    ),
    "offsets": lambda rng, X: X + 10.0 ** rng.uniform(0, 4, X.shape[1]),
    "units": lambda rng, X: X * 10.0 ** rng.uniform(-3, 3, X.shape[1]),
    "heavy tails": lambda rng, X: np.sinh(2 * X),
    "binary": lambda rng, X: (rng.uniform(0, 2, X.shape[1]) < X).astype(float),
    "whole": lambda rng, X: np.round(X),
}


def table(rng, kind):
    n_rows, n_columns = rng.integers(30, 120), rng.integers(5, 40)
    X = KINDS[kind](rng, rng.normal(size=(n_rows, n_columns)))
    weights = rng.normal(size=n_columns) * (rng.random(n_columns) < 0.3)
    noise = 10.0 ** rng.uniform(-6, 1) * rng.normal(size=n_rows)
    return X, X @ weights + noise + rng.choice([0.0, 100.0])


def folds_of(rng, X):
    cv = [KFold(4, shuffle=True, random_state=0), ShuffleSplit(3, random_state=0)]
    return list(cv[rng.integers(2)].split(X))


def problem(kind, seed):
    """Return a generator, a table, targets and folds, and what makes a scorer of them.

    It is made anew by each call.
    """
    rng = np.random.default_rng(seed)
    X, y = table(rng, kind)
    learner, factory = LEARNERS[seed % 2]
    folds = folds_of(rng, X)
    return rng, X.shape[1], range(len(folds)), lambda: factory(learner, X, y, folds)


def check(errors, bounds, squares, subsets):
    for error, bound, subset in zip(errors, bounds, subsets, strict=True):
        if bound < np.inf and len(subset):
            assert abs(error - squares._exact(subset)) <= 0.015 * bound
