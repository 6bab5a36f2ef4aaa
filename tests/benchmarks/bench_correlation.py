"""Correlation of powers and F statistics, and a million variables from a file.

Run with ``pytest tests/benchmarks/bench_correlation.py --benchmark-enable -s``; needs 1
GB of disk for a while.
"""

import functools
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_selection import f_classif

from tests.benchmarks.rows.timing import calibrated
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


@pytest.mark.quick
def test_correlation_of_powers(row):
    X, y = table(N_ROWS, 100_000)
    row(
        "Correlation of powers 1 to 3, 200 x 100,000",
        lambda: Correlation(degree=3)(X, y).scores,
        "numpy",
        lambda: plain(X, y, 3),
        same=lambda ours, theirs: np.abs(ours - theirs).max() < 1e-14,
        bar_seconds=BAR,
        strict=True,
    )


@pytest.mark.quick
def test_f_statistic(row):
    X, y = table(N_ROWS, 100_000)
    row(
        "AnovaF of 200 x 100,000",
        lambda: AnovaF()(X, y).scores,
        "f_classif",
        lambda: f_classif(X, y)[0],
        same=lambda ours, theirs: np.abs(ours - theirs).max() < 1e-12 * theirs.max(),
        rounds=7,
        peer_rounds=7,
        bar=1.0,
        strict=True,
    )


@pytest.mark.quick
@pytest.mark.parametrize(
    "ranker", [SPERanker(), StoppigliaRanker(), MannWhitney()], ids=repr
)
def test_a_small_table(row, ranker):
    X, y = table(100, 250)
    row(f"{type(ranker).__name__} of 100 x 250", lambda: ranker(X, y), rounds=21)


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


WRITERS = {"npy": write_npy, "Parquet": write_parquet}
RANKERS = "Correlation(3)", "SPERanker(n_features_to_select=1000)"
WORK = [(form, ranker) for form in WRITERS for ranker in RANKERS]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return a function of a form: its file, written once, gone in the end."""
    with tempfile.TemporaryDirectory(dir=tmp_path_factory.getbasetemp()) as folder:
        yield functools.cache(lambda form: WRITERS[form](Path(folder)))


@pytest.mark.parametrize(("form", "ranker"), [*WORK, ("npy", "SPERanker()")])
def test_a_million_variables(benchmark, row, files, form, ranker):
    if not benchmark.enabled or not Path("/proc/self/status").exists():
        benchmark(lambda: None)
        pytest.skip("needs --benchmark-enable, and Linux for the peak of memory")
    command = [sys.executable, "-c", CHILD, str(files(form)), ranker]
    run = functools.partial(
        subprocess.run, command, capture_output=True, text=True, check=True
    )
    seconds, peak, *found = benchmark.pedantic(run, rounds=1).stdout.split()
    row.tell(
        f"{ranker} on 200 x 1,000,000 of {form}",
        None,
        float(seconds),
        calibrated(),
        note=f"peak {float(peak):.0f} MB (bar {MOST}); first "
        f"{' '.join(found[:-1])}, {found[-1]} redundant",
    )
    assert float(peak) <= MOST
