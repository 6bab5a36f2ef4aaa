"""Steps of linear regression, against abess and scikit-learn's selector.

Normal variables of correlation .5, 10 of which are relevant, five times as strong
together as the noise; 5 folds. Run with
``pytest tests/benchmarks/bench_linear_updates.py --benchmark-enable -s``. Seconds are
those of one processor; abess is skipped where it is not installed.
"""

import time

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


def seconds_of(work):
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def measured(benchmark, work, rounds):
    """Return the median of seconds, and what was found."""
    work()  # compiles
    seconds = []

    def run():
        taken, found = seconds_of(work)
        seconds.append(taken)
        return found

    found = benchmark.pedantic(run, rounds=rounds)
    return float(np.median(seconds)), found


@pytest.mark.parametrize(
    ("shape", "bar"), [((500, 500), 0.05), ((1000, 2000), 0.4)], ids=str
)
def test_forward_of_30_steps_beside_abess(benchmark, capsys, shape, bar):
    X, y, relevant = table(*shape)
    strategy = Forward(max_features=30)
    seconds, result = measured(benchmark, lambda: ours(X, y, strategy), rounds=5)

    assert set(relevant) <= set(result.subset)
    if not benchmark.enabled:
        return
    abess = pytest.importorskip("abess.linear")
    peer = abess.LinearRegression(cv=5, support_size=range(31), thread=1)
    peer_seconds, fitted = seconds_of(lambda: peer.fit(X, y))
    n_found = len(set(relevant) & set(np.flatnonzero(fitted.coef_)))
    with capsys.disabled():
        print(
            f"\nours {seconds:.3f} s (bar {bar}), {len(result.subset)} chosen, all "
            f"{N_RELEVANT} found; abess {peer_seconds:.3f} s, "
            f"{np.count_nonzero(fitted.coef_)} chosen, {n_found} found"
        )


def test_backward_from_500_to_10(benchmark, capsys):
    n_columns = 500 if benchmark.enabled else 50
    X, y, relevant = table(2 * n_columns, n_columns)
    strategy = Backward(n_features_to_select=N_RELEVANT)
    seconds, result = measured(benchmark, lambda: ours(X, y, strategy), rounds=3)

    assert list(result.subset) == relevant
    with capsys.disabled():
        print(f"\n{result.spending.fits} fits in {seconds:.2f} s (bar 1)")


def test_forward_beside_scikit_learn(benchmark, capsys):
    X, y, _ = table(500, 100)
    strategy = Forward(n_features_to_select=N_RELEVANT)
    seconds, result = measured(benchmark, lambda: ours(X, y, strategy), rounds=9)
    if not benchmark.enabled:
        return
    peer = SequentialFeatureSelector(
        LinearRegression(),
        n_features_to_select=N_RELEVANT,
        cv=CV,
        scoring="neg_mean_squared_error",
    )
    peer_seconds, fitted = seconds_of(lambda: peer.fit(X, y))
    same = list(result.subset) == np.flatnonzero(fitted.get_support()).tolist()
    with capsys.disabled():
        print(
            f"\nours {seconds:.4f} s, peer {peer_seconds:.1f} s: "
            f"ratio {peer_seconds / seconds:.0f} (bar 5000); same subset: {same}"
        )
    assert same
