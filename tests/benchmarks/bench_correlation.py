"""Correlation of powers and F statistics, and a million variables from a file.

Run with ``pytest tests/benchmarks/bench_correlation.py --benchmark-enable -s``; needs 1
GB of disk for a while.
"""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import f_classif
from threadpoolctl import threadpool_limits

from wrapsel.filters.angles.correlation import Correlation
from wrapsel.filters.angles.gram_schmidt import StoppigliaRanker
from wrapsel.filters.angles.spe import SPERanker
from wrapsel.filters.classes.anova import AnovaF
from wrapsel.filters.classes.rank_sum import MannWhitney

BAR = 0.05  # seconds, for powers 1 to 3 of 200 x 100,000
MOST = 1000  # MB, for a million variables
N_VARIABLES, N_ROWS = 1_000_000, 200

# The peak counts everything: the interpreter, the libraries, and the compiled code.
CHILD = """
import re, sys, time
from pathlib import Path
import numpy as np
from wrapsel.columns.opening import open_blocks
from wrapsel.filters.angles.correlation import Correlation
from wrapsel.filters.angles.spe import SPERanker

path, ranker, fresh = sys.argv[1], eval(sys.argv[2]), np.random.default_rng(0)
ranker(fresh.normal(size=(20, 30)).astype(np.float32), np.arange(20) % 2)
start = time.process_time()
ranking = ranker(open_blocks(path), np.arange(200) % 2)
seconds = time.process_time() - start
# Not getrusage: its peak begins at that of the process that started this one.
status = Path("/proc/self/status").read_text()
peak = int(re.search(r"VmHWM:\\s+(\\d+)", status)[1]) / 1000
print(seconds, peak, *ranking.order[:5], len(ranking.redundant))
"""


def table(n_rows, n_variables):
    rng = np.random.default_rng(0)
    return rng.normal(size=(n_rows, n_variables)), rng.permutation(
        np.arange(n_rows) % 2
    )


def median_seconds(run, *given, n=7):
    seconds = []
    for _ in range(n):
        start = time.process_time()
        answer = run(*given)
        seconds.append(time.process_time() - start)
    return answer, np.median(seconds)


def plain(X, y, degree):
    """Return what `Correlation` does, in numpy."""
    y = y - y.mean()
    of_powers = []
    for p in range(1, degree + 1):
        powers = X**p
        powers -= powers.mean(axis=0)
        norms = np.sqrt((powers * powers).sum(axis=0) * (y @ y))
        of_powers.append(np.abs(y @ powers) / norms)
    return np.max(of_powers, axis=0)


def test_correlation_of_powers(benchmark, capsys):
    X, y = table(N_ROWS, 100_000)
    ranker = Correlation(degree=3)
    ranker(X[:, :9], y)  # compiles
    with threadpool_limits(1):
        benchmark.pedantic(ranker, (X, y), rounds=5)
        if not benchmark.enabled:
            return
        found, ours = median_seconds(ranker, X, y)
        expected, theirs = median_seconds(plain, X, y, 3, n=3)
    gap = np.abs(found.scores - expected).max()
    with capsys.disabled():
        print(
            f"\npowers 1 to 3: ours {1e3 * ours:.0f} ms (bar {1e3 * BAR:.0f}), numpy "
            f"{1e3 * theirs:.0f} ms: ratio {theirs / ours:.1f}; gap {gap:.1e}"
        )
    assert gap < 1e-14
    assert ours <= BAR


def test_f_statistic(benchmark, capsys):
    X, y = table(N_ROWS, 100_000)
    ranker = AnovaF()
    ranker(X[:, :9], y)
    with threadpool_limits(1):
        benchmark.pedantic(ranker, (X, y), rounds=5)
        if not benchmark.enabled:
            return
        found, ours = median_seconds(ranker, X, y)
        (expected, _), theirs = median_seconds(f_classif, X, y, n=3)
    gap = np.abs(found.scores - expected).max() / expected.max()
    with capsys.disabled():
        print(
            f"\nF statistic: ours {1e3 * ours:.0f} ms, f_classif "
            f"{1e3 * theirs:.0f} ms: ratio {theirs / ours:.1f}; gap {gap:.1e}"
        )
    assert gap < 1e-12
    assert ours < theirs


@pytest.mark.parametrize(
    "ranker", [SPERanker(), StoppigliaRanker(), MannWhitney()], ids=repr
)
def test_a_small_table(benchmark, capsys, ranker):
    X, y = table(100, 250)
    ranker(X, y)
    benchmark.pedantic(ranker, (X, y), rounds=5)
    if benchmark.enabled:
        with capsys.disabled():
            seconds = median_seconds(ranker, X, y, n=21)[1]
            print(f"\n{ranker}: 100 x 250 in {1e3 * seconds:.2f} ms")


def write_npy(folder):
    path, rng = folder / "X.npy", np.random.default_rng(0)
    X = np.lib.format.open_memmap(path, "w+", np.float32, (N_ROWS, N_VARIABLES))
    for r in range(N_ROWS):
        X[r] = rng.standard_normal(N_VARIABLES, dtype=np.float32)
    return path


def write_parquet(folder):
    path, rng, width = folder / "X", np.random.default_rng(0), 10_000
    path.mkdir()
    for start in range(0, N_VARIABLES, width):
        X = rng.standard_normal((N_ROWS, width), dtype=np.float32)
        names = [f"v{j}" for j in range(start, start + width)]
        pd.DataFrame(X, columns=names).to_parquet(
            path / f"{start:07}.parquet",
            compression=None,
            use_dictionary=False,
            write_statistics=False,
        )
    return path


@pytest.mark.parametrize("write", [write_npy, write_parquet])
def test_a_million_variables(benchmark, capsys, tmp_path, write):
    if not benchmark.enabled or not Path("/proc/self/status").exists():
        benchmark(lambda: None)
        pytest.skip("needs --benchmark-enable, and Linux for the peak of memory")
    path = write(tmp_path)
    rankers = ["Correlation(3)", "SPERanker(n_features_to_select=1000)"]
    peaks = []
    try:
        for ranker in rankers + ["SPERanker()"] * (write is write_npy):
            command = [sys.executable, "-c", CHILD, str(path), ranker]
            run = subprocess.run(command, capture_output=True, text=True, check=True)
            seconds, peak, *found = run.stdout.split()
            peaks.append(float(peak))
            with capsys.disabled():
                print(
                    f"\n{write.__name__[6:]} {ranker}: {float(seconds):.1f} s CPU, "
                    f"peak {float(peak):.0f} MB (bar {MOST}); first "
                    f"{' '.join(found[:-1])}, {found[-1]} redundant"
                )
        benchmark(lambda: None)
    finally:
        for file in [*path.glob("*"), path] if path.is_dir() else [path]:
            file.rmdir() if file.is_dir() else file.unlink()
    assert max(peaks) <= MOST
