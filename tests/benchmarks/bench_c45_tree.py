"""A 5-fold evaluation of one subset by C4.5 trees, against scikit-learn's trees.

Run with ``pytest tests/benchmarks/bench_c45_tree.py --benchmark-enable -s``.
"""

import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from learners import C45Tree

DATA = Path(__file__).parents[3] / "shared" / "data"


def continuous():
    """Return 2000 rows of 240 variables, 72 of them of use, in 10 classes."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(10), 200))
    shift = rng.normal(size=(10, 240)) * 0.6 * (rng.random(240) < 0.3)
    return rng.normal(size=(2000, 240)) + shift[y], y


def shared(name):
    path = DATA / f"{name}.csv.gz"
    if not path.exists():
        pytest.skip("shared data are absent")
    rows = pd.read_csv(path)
    if "split" in rows:
        rows = rows[rows.pop("split") == "train"]
    y = pd.factorize(rows.pop("target"))[0]
    return rows.to_numpy(dtype=float), y


def seconds_of(action, rounds):
    """Return the median CPU seconds of an action, and what it returns."""
    seconds = []
    for _ in range(rounds):
        start = time.process_time()
        found = action()
        seconds.append(time.process_time() - start)
    return np.median(seconds), found


@pytest.mark.parametrize(
    ("table", "bar"),
    [
        (continuous, 20),
        (lambda: shared("internet-ad"), 10),
        (lambda: shared("optdigits"), 8),
    ],
    ids=["240 continuous, 10 classes", "internet-ad", "optdigits"],
)
def test_one_subset(benchmark, capsys, table, bar):
    X, y = table()
    folds = list(StratifiedKFold(5).split(X, y))
    tested = np.concatenate([y[test] for _, test in folds])
    scorer = C45Tree().subset_scorer(X, y, folds)
    every = np.ones((1, X.shape[1]), dtype=bool)

    def peer():
        tree = DecisionTreeClassifier(criterion="entropy", random_state=0)
        parts = [tree.fit(X[a], y[a]).predict(X[b]) for a, b in folds]
        return np.concatenate(parts)

    ours = benchmark.pedantic(lambda: scorer.predict(every)[0], rounds=3)
    if not benchmark.enabled:
        return
    seconds, ours = seconds_of(lambda: scorer.predict(every)[0], 5)
    peer_seconds, theirs = seconds_of(peer, 3)
    with capsys.disabled():
        print(
            f"\nours {seconds * 1e3:.1f} ms, peer {peer_seconds * 1e3:.0f} ms CPU: "
            f"ratio {peer_seconds / seconds:.1f} (bar {bar}); accuracy "
            f"{(ours == tested).mean():.3f} against {(theirs == tested).mean():.3f}"
        )
