"""Fifteen runs of ROGER of 50,000 evaluations each, and evaluations by scikit-learn.

Run with ``pytest tests/benchmarks/bench_roger.py --benchmark-enable -s``.
"""

import time

import numpy as np
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

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


def timed(run, *given):
    start = time.process_time()
    answer = run(*given)
    return answer, time.process_time() - start


def test_roger(benchmark, capsys):
    X, y = table()
    n_runs, n_evaluations = (15, 50_000) if benchmark.enabled else (1, 400)
    ensemble = Ensemble(ROGER(n_evaluations), n=n_runs)
    Ensemble(ROGER(400), n=1)(X, y)  # compiles
    seconds = []
    with threadpool_limits(1):
        benchmark.pedantic(lambda: seconds.append(timed(ensemble, X, y)[1]), rounds=1)
        if not benchmark.enabled:
            return
        weights, centres = np.random.default_rng(1).random((2, 4000, 100))
        positive = np.ascontiguousarray(X[y == 1].T)
        negative = np.ascontiguousarray(X[y == 0].T)
        counts, ours = timed(kernels.wins, positive, negative, weights, centres)
        areas, theirs = timed(by_sklearn, X, y, weights, centres)
    agree = np.allclose(counts / (2 * 50 * 50), areas, atol=1e-12)
    with capsys.disabled():
        print(
            f"\n15 runs of 50,000: {seconds[0]:.1f} s of CPU (bar {BAR}); "
            f"an evaluation {ours / 4000 * 1e6:.1f} us, "
            f"by scikit-learn {theirs / 4000 * 1e6:.0f} us: "
            f"ratio {theirs / ours:.0f}, equal: {agree}"
        )
    assert agree
    assert seconds[0] <= BAR
