"""Information of 2000 variables on 2000 samples, against plain loops over scikit-learn.

Run with ``pytest tests/benchmarks/bench_information.py --benchmark-enable -s``; the
loop of FCBF takes some 20 s. Times are with checking, discretising and coding.
"""

import time

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score
from sklearn.preprocessing import KBinsDiscretizer
from threadpoolctl import threadpool_limits

from wrapsel.columns.discretize import equal_frequency
from wrapsel.filters.information.cfs import CFS
from wrapsel.filters.information.fcbf import FCBF
from wrapsel.filters.information.information import SymmetricUncertainty
from wrapsel.filters.information.mrmr import MRMR

BAR = 1500


def levels():
    """Return 2000 columns of 5 levels in groups of 20 near copies, and 2 classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    sources = rng.integers(0, 5, (2000, 100))
    near = rng.random(sources.shape) < rng.random(100) / 2
    sources = np.where(near, sources // 2 + 2 * y[:, None], sources).clip(0, 4)
    X = np.repeat(sources, 20, axis=1)
    other = rng.random(X.shape) < rng.random(2000)
    return np.where(other, rng.integers(0, 5, X.shape), X), y


def timed(run):
    start = time.process_time()
    answer = run()
    return answer, time.process_time() - start


def median_of(run, times=9):
    run()  # compiles
    runs = [timed(run) for _ in range(times)]
    return runs[0][0], np.median([seconds for _, seconds in runs])


def entropy(codes):
    p = np.bincount(codes) / len(codes)
    p = p[p > 0]
    return -(p * np.log(p)).sum()


def relevance_loop(X, y):
    """Return the entropies, apart from the clock, and the uncertainties with y."""
    own, of_y = np.array([entropy(column) for column in X.T]), entropy(y)
    columns = np.ascontiguousarray(X.T)
    shared = [mutual_info_score(column, y) for column in columns]
    return own, 2 * np.array(shared) / (own + of_y)


def fcbf_loop(X, y):
    own, scores = relevance_loop(X, y)
    columns = np.ascontiguousarray(X.T)
    left, kept = np.argsort(-scores, kind="stable").tolist(), []
    while left:
        i = left.pop(0)
        kept.append(i)
        left = [
            j
            for j in left
            if 2 * mutual_info_score(columns[i], columns[j]) / (own[i] + own[j])
            < scores[j]
        ]
    return kept


def test_symmetric_uncertainty(benchmark, capsys):
    X, y = levels()
    with threadpool_limits(1):
        benchmark.pedantic(lambda: SymmetricUncertainty()(X, y), rounds=1)
        if not benchmark.enabled:
            return
        ranking, ours = median_of(lambda: SymmetricUncertainty()(X, y))
        _, reading = median_of(X.sum)
        (_, scores), peer = timed(lambda: relevance_loop(X, y))
    far = np.abs(ranking.scores - scores).max()
    with capsys.disabled():
        print(
            f"\nrelevance: ours {1e3 * ours:.1f} ms, {ours / reading:.1f} times the "
            f"sum of X, loop {peer:.2f} s: ratio {peer / ours:.0f}; to {far:.0e}"
        )
    assert far < 1e-10  # the loop's sums are not exact


def test_relevance_of_other_tables(benchmark, capsys):
    X, y = levels()
    ranker, sources = (
        SymmetricUncertainty(),
        np.random.default_rng(0).normal(size=X.shape),
    )
    benchmark.pedantic(lambda: ranker(X * 1.0, y), rounds=1)
    if not benchmark.enabled:
        return
    tables = {
        "float64": X * 1.0,
        "by column": np.asfortranarray(X),
        "uint8": X.astype(np.uint8),
        "quarters": X / 4,
        "a tenth missing": np.where(sources > 1.28, np.nan, X),
        "continuous": sources,
    }
    for name, table in tables.items():
        _, ours = median_of(lambda: ranker(table, y))  # noqa: B023
        with capsys.disabled():
            print(f"\nrelevance, {name}: {1e3 * ours:.1f} ms", end="")


def test_continuous_columns(benchmark, capsys):
    X, y = np.random.default_rng(0).normal(size=(2000, 2000)), np.arange(2000) % 2
    ranker = SymmetricUncertainty()
    benchmark.pedantic(lambda: ranker(X, y), rounds=1)
    if not benchmark.enabled:
        return
    bins = KBinsDiscretizer(
        encode="ordinal",
        strategy="quantile",
        quantile_method="averaged_inverted_cdf",
        subsample=None,
    )
    with threadpool_limits(1):
        ranking, ours = median_of(lambda: ranker(X, y))
        _, cutting = timed(lambda: bins.fit_transform(X))
        (_, scores), peer = timed(lambda: relevance_loop(equal_frequency(X), y))
    far = np.abs(ranking.scores - scores).max()
    with capsys.disabled():
        print(
            f"\ncontinuous: ours {1e3 * ours:.1f} ms, KBinsDiscretizer {cutting:.2f} s "
            f"and loop {peer:.2f} s: ratio {(cutting + peer) / ours:.0f}; scores to "
            f"{far:.0e}"
        )
    assert far < 1e-10


def test_fcbf(benchmark, capsys):
    X, y = levels()
    with threadpool_limits(1):
        benchmark.pedantic(lambda: FCBF()(X, y), rounds=1)
        if not benchmark.enabled:
            return
        ranking, ours = median_of(lambda: FCBF()(X, y))
        kept, peer = timed(lambda: fcbf_loop(X, y))
    found = ranking.order[: len(X.T) - len(ranking.redundant)].tolist()
    with capsys.disabled():
        print(
            f"\nFCBF: ours {1e3 * ours:.1f} ms, loop {peer:.1f} s: ratio "
            f"{peer / ours:.0f} (bar {BAR}); {len(kept)} kept, same: {found == kept}"
        )
    assert found == kept
    assert peer / ours >= BAR


def test_fcbf_against_its_package(benchmark, capsys):
    package = pytest.importorskip("fcbf", reason="fcbf is not installed")
    import pandas as pd

    X, y = levels()
    benchmark.pedantic(lambda: FCBF()(X, y), rounds=1)
    if not benchmark.enabled:
        return
    frame = pd.DataFrame(X, columns=[str(j) for j in range(2000)])
    ranking, ours = median_of(lambda: FCBF()(X, y))
    (kept, *_), peer = timed(lambda: package.fcbf(frame, pd.Series(y, name="y"), 0.0))
    found = ranking.order[: len(X.T) - len(ranking.redundant)].tolist()
    kept = [int(j) for j in kept]
    with capsys.disabled():
        print(
            f"\nFCBF: ours {1e3 * ours:.1f} ms, package {peer:.1f} s: ratio "
            f"{peer / ours:.0f}; kept {len(found)} and {len(kept)}, "
            f"same: {set(found) == set(kept)}"
        )


def test_twenty_of_5000(benchmark, capsys):
    X = np.random.default_rng(0).integers(0, 5, (2000, 5000))
    y = np.arange(2000) % 2
    for ranker in (MRMR(20), CFS("none")):
        if ranker == MRMR(20):
            benchmark.pedantic(lambda: MRMR(20)(X, y), rounds=1)
        if not benchmark.enabled:
            return
        _, ours = median_of(lambda: ranker(X, y), 3)  # noqa: B023
        with capsys.disabled():
            print(f"\n{ranker}: {1e3 * ours:.0f} ms of 2000 x 5000, with set-up")
