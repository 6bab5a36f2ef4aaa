"""Fifteen runs of ROGER of 50,000 evaluations each, and evaluations by scikit-learn.

Run with ``pytest tests/benchmarks/bench_roger.py --benchmark-enable -s``.
"""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from wrapsel.filters.ensemble import Ensemble
from wrapsel.filters.evolved import wilcoxon as kernels
from wrapsel.filters.evolved.roger import ROGER

BAR = 60  # CPU seconds of 15 runs: 30 s on two cores


def table():
    """Return 100 rows of 100 variables; two equal rows of both classes never end it."""
    rng = np.random.default_rng(0)
    X, y = rng.random((100, 100)), np.arange(100) % 2
    X[1] = X[0]
    return X, y


def by_sklearn(X, y, weights, centres):
    return [
        roc_auc_score(y, np.abs(X - c) @ w)
        for w, c in zip(weights, centres, strict=True)
    ]


def test_fifteen_runs(row):
    X, y = table()
    is_timed = row.benchmark.enabled
    n_runs, n_evaluations = (15, 50_000) if is_timed else (1, 400)
    ensemble = Ensemble(ROGER(n_evaluations), n=n_runs)
    row(
        "15 runs of ROGER, 50,000 evaluations each",
        lambda: ensemble(X, y),
        rounds=1,
        warm_up=lambda: Ensemble(ROGER(400), n=1)(X, y),
        bar_seconds=BAR,
        strict=True,
    )


@pytest.mark.quick
def test_evaluations(row):
    X, y = table()
    weights, centres = np.random.default_rng(1).random((2, 1000, 100))
    positive = np.ascontiguousarray(X[y == 1].T)
    negative = np.ascontiguousarray(X[y == 0].T)
    row(
        "an evaluation of ROGER",
        lambda: kernels.wins(positive, negative, weights, centres) / (2 * 50 * 50),
        "roc_auc_score",
        lambda: by_sklearn(X, y, weights, centres),
        same=lambda ours, areas: np.allclose(ours, areas, atol=1e-12),
        per=len(weights),
    )
