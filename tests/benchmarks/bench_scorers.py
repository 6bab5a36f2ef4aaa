"""Forward selection by scikit-learn's named scorers, against scikit-learn's selector.

10 of 100 variables, 500 rows, 5 folds. Run with
``pytest tests/benchmarks/bench_scorers.py --benchmark-enable -s``; the peer takes some
ten seconds for each metric. Its means of fold scores are rounded, so that subsets whose
errors tie, such as by a macro F1, may be told apart by chance.
"""

import time

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from tests.benchmarks.bench_sklearn_hooks import numbers, ours, peer, targets
from wrapsel import Problem
from wrapsel.evaluation import CrossValidation

BAR = 50
MOST_TIMES_SQUARED_ERROR = 2
N_ROUNDS = 7


def two_classes():
    """Return normal variables, a third of which differ between two classes."""
    X, y = numbers()
    return X, (y > 0).astype(int)


WORK = [
    (Ridge(), targets, "r2"),
    (GaussianNB(), two_classes, "roc_auc"),
    (GaussianNB(), two_classes, "f1_macro"),
    (GaussianNB(), two_classes, "neg_log_loss"),
]


def cpu_seconds(run):
    start = time.process_time()
    found = run()
    return time.process_time() - start, found


@pytest.mark.parametrize(("learner", "table", "metric"), WORK, ids=[w[2] for w in WORK])
def test_forward_selection(benchmark, capsys, learner, table, metric):
    X, y = table()
    cv = (KFold if table is targets else StratifiedKFold)(5)
    if CrossValidation(Problem(learner, X, y, cv=cv, scoring=metric)).shared is None:
        pytest.skip(f"no plug-in has a scorer for {type(learner).__name__}")
    found = ours(X, y, learner, metric, cv)  # compiles
    benchmark.pedantic(ours, (X, y, learner, metric, cv), rounds=1)
    if not benchmark.enabled:
        return

    def run():
        return ours(X, y, learner, metric, cv)

    work = [cpu_seconds(run)[0] for _ in range(N_ROUNDS)]
    seconds = np.median(work)
    peer_seconds, expected = cpu_seconds(lambda: peer(X, y, learner, metric, cv))
    with capsys.disabled():
        print(
            f"\n{metric}: ours {seconds:.4f} s, peer {peer_seconds:.1f} s CPU: "
            f"ratio {peer_seconds / seconds:.0f} (bar {BAR}); "
            f"same subset: {found == expected}"
        )
    assert found == expected
    assert peer_seconds / seconds >= BAR


def test_r2_takes_no_longer_than_squared_errors(benchmark, capsys):
    (X, y), cv = targets(), KFold(5)

    def seconds(metric):
        return cpu_seconds(lambda: ours(X, y, Ridge(), metric, cv))[0]

    seconds("r2")  # compiles
    benchmark.pedantic(seconds, ("r2",), rounds=1)
    if not benchmark.enabled:
        return
    # By turns, so that a busy machine slows both.
    pairs = [
        (seconds("r2"), seconds("neg_mean_squared_error")) for _ in range(N_ROUNDS)
    ]
    r2, squared = np.median(pairs, axis=0)
    with capsys.disabled():
        print(f"\nr2 {r2:.4f} s, squared error {squared:.4f} s: {r2 / squared:.2f}")
    assert r2 <= MOST_TIMES_SQUARED_ERROR * squared
