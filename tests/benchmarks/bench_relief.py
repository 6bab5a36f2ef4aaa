"""ReliefF and Relief_k with 30 neighbours, against fast-select and skrebate.

Run with ``pytest tests/benchmarks/bench_relief.py --benchmark-enable -s``. skrebate
runs once on each table, for half a minute or so each.
"""

import time

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from wrapsel.filters.relief.relief_f import ReliefF
from wrapsel.filters.relief.relief_k import ReliefK

K = 30
BARS = {(500, 5000): (600, 2.0), (2000, 500): (250, 2.8)}  # times skrebate, fast-select


def table(n_rows, n_columns):
    """Return numbers of which the first 20 differ between two classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    X = rng.normal(size=(n_rows, n_columns))
    X[:, :20] += 0.5 * y[:, None]
    return X, y


def timed(run, repeats=1):
    """Return what it gives and the median CPU time."""
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        answer = run()
        seconds.append(time.process_time() - start)
    return answer, float(np.median(seconds))


def of_fast_select(X, y):
    fast = pytest.importorskip("fast_select.ReliefF", reason="no fast-select")
    ranker = fast.ReliefF(
        n_neighbors=K, n_features_to_select=1, backend="cpu", n_jobs=1
    )
    ranker.fit(X[:99], y[:99])  # compiles
    return timed(lambda: ranker.fit(X, y).feature_importances_, 7)


def of_skrebate(X, y):
    slow = pytest.importorskip("skrebate.relieff", reason="no skrebate")
    ranker = slow.ReliefF(n_neighbors=K, n_features_to_select=1, n_jobs=1)
    return timed(lambda: ranker.fit(X.copy(), y).feature_importances_)


@pytest.mark.parametrize("shape", BARS, ids=str)
def test_relief_f(shape, benchmark, capsys):
    X, y = table(*shape)
    ranker = ReliefF(k=K)
    ranker(X[:99], y[:99])  # compiles
    with threadpool_limits(1):
        benchmark.pedantic(lambda: ranker(X, y), rounds=1)
        if not benchmark.enabled:
            return
        ours, seconds = timed(lambda: ranker(X, y), 7)
        _, relief_k = timed(lambda: ReliefK(k=K)(X, y), 7)
        fast, fast_seconds = of_fast_select(X, y)
        slow, slow_seconds = of_skrebate(X, y)
    off = [np.abs(ours.scores - theirs).max() for theirs in (fast, slow)]
    ratios = slow_seconds / seconds, fast_seconds / seconds
    with capsys.disabled():
        print(
            f"\n{shape}: ReliefF {seconds * 1e3:.0f} ms, Relief_k {relief_k * 1e3:.0f};"
            f" fast-select {fast_seconds * 1e3:.0f} ms: {ratios[1]:.2f} times, scores"
            f" off by {off[0]:.1e}; skrebate {slow_seconds:.1f} s: {ratios[0]:.0f}"
            f" times, scores off by {off[1]:.1e}; bars {BARS[shape]}"
        )
    assert off[0] < 1e-6  # float32
    assert off[1] < 1e-9
    assert ratios[0] >= BARS[shape][0]
    assert ratios[1] >= BARS[shape][1]
