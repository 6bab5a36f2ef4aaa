"""Steps of linear regression, against abess and scikit-learn's selector.

Normal variables of correlation .5, 10 of which are relevant, five times as strong
together as the noise; 5 folds. Run with
``pytest tests/benchmarks/bench_linear_updates.py --benchmark-enable -s``. Seconds are
those of one processor; abess is skipped where it is not installed.
"""

import operator

import numpy as np
import pytest
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold

from wrapsel import Problem, select
from wrapsel.search import Backward, Forward

N_RELEVANT = 10
CV = KFold(5)


def table(n_rows, n_columns):
    """Return rows of a stationary chain of variables, targets, what is relevant."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n_rows, n_columns))
    for j in range(1, n_columns):
        X[:, j] = 0.5 * X[:, j - 1] + np.sqrt(0.75) * X[:, j]
    relevant = np.sort(rng.choice(n_columns, N_RELEVANT, replace=False))
    signs = rng.choice([-1, 1], N_RELEVANT)
    signal = X[:, relevant] @ (signs * rng.uniform(0.5, 1.5, N_RELEVANT))
    noise = rng.normal(size=n_rows) * signal.std() / np.sqrt(5)
    return X, signal + noise, relevant.tolist()


def ours(X, y, strategy):
    problem = Problem(LinearRegression(), X, y, cv=CV, scoring="mean_squared_error")
    return select(problem, strategy)


def found_by(selected, relevant):
    return f"{len(selected)} chosen, {len({*selected} & {*relevant})} of them relevant"


@pytest.mark.parametrize(
    ("shape", "bar"), [((500, 500), 0.05), ((1000, 2000), 0.4)], ids=str
)
def test_forward_of_30_steps_beside_abess(row, shape, bar):
    abess = pytest.importorskip("abess.linear", reason="abess is not installed")
    X, y, relevant = table(*shape)
    strategy = Forward(max_features=30)

    def theirs():
        peer = abess.LinearRegression(cv=5, support_size=range(31), thread=1)
        return np.flatnonzero(peer.fit(X, y).coef_)

    result = row(
        f"30 steps of Forward, LinearRegression, {shape[0]} x {shape[1]}",
        lambda: ours(X, y, strategy),
        "abess",
        theirs,
        same=lambda result, other: {*relevant} <= {*result.subset} & {*other},
        note=lambda result: found_by(result.subset, relevant),
        peer_rounds=3,
        bar_seconds=bar,
    )
    assert set(relevant) <= set(result.subset)


def test_backward_from_500_to_10(row):
    n_columns = 500 if row.benchmark.enabled else 50
    X, y, relevant = table(2 * n_columns, n_columns)
    strategy = Backward(n_features_to_select=N_RELEVANT)
    result = row(
        f"Backward from {n_columns} to {N_RELEVANT}, LinearRegression",
        lambda: ours(X, y, strategy),
        note=lambda result: f"{result.spending.fits} fits",
        rounds=3,
        warm_up=lambda: ours(X[:, :50], y, strategy),
        bar_seconds=1.0,
    )
    if n_columns == 500:  # with fewer rows, chance decides
        assert list(result.subset) == relevant


def test_forward_beside_scikit_learn(row):
    X, y, _ = table(500, 100)
    strategy = Forward(n_features_to_select=N_RELEVANT)
    peer = SequentialFeatureSelector(
        LinearRegression(),
        n_features_to_select=N_RELEVANT,
        cv=CV,
        scoring="neg_mean_squared_error",
    )
    row(
        "Forward to 10 of 100 chained variables, LinearRegression",
        lambda: list(ours(X, y, strategy).subset),
        "SequentialFeatureSelector",
        lambda: np.flatnonzero(peer.fit(X, y).get_support()).tolist(),
        same=operator.eq,
        rounds=9,
        bar=5000,
    )
