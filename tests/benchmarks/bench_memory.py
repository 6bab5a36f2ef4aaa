"""Memory of a long search, and how fast a large store is opened and answers; no peer.

``python -m tests.benchmarks.bench_memory --evaluations 1000000`` asks for random
subsets of 200 variables, with naive Bayes: without a store, with one, and again with
that one, each in a process of its own. Bars: 50 MB more at the end than after a tenth
of it; a store is opened in a second and answers 100,000 subsets a second. ``--rows
10000000`` writes rows to a store without a search, and asks it for 200,000 of them.
"""

import argparse
import functools
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from learners import NaiveBayes
from tests.benchmarks.rows.timing import calibrated
from wrapsel import Problem, SqliteStore, Subset, select
from wrapsel.evaluation import Prefix
from wrapsel.protocol import Evaluate, Keep

N_VARIABLES, WAVE = 200, 1000
MOST_MORE = 50  # MB


def drawn(number):
    masks = np.random.default_rng(number).random((WAVE, N_VARIABLES)) < 0.5
    return tuple(map(Subset.from_mask, masks))


def resident():
    """Return the MB of memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


@dataclass(frozen=True)
class Wandering:
    """Asks for random subsets, and prints the memory at each tenth."""

    n_waves: int

    def search(self, space, rng):
        best = None
        for number in range(self.n_waves):
            if number % (self.n_waves // 10) == 0:
                print(f"{resident():.0f}", end=" ", flush=True)
            verdicts = yield Evaluate(drawn(number))
            best = min(verdicts, key=lambda v: v.error)
        yield Keep(best)


def search(n_evaluations, path):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 3, (100, N_VARIABLES))
    y = (X[:, 0] + rng.integers(0, 2, 100)) > 1
    problem = Problem(NaiveBayes(), X, y, cv=3)
    start = time.perf_counter()
    select(problem, Wandering(n_evaluations // WAVE), store=path)
    seconds = time.perf_counter() - start
    print(f"{resident():.0f} MB; {n_evaluations / seconds:,.0f} subsets a second")


def write(n_rows, path):
    """Write rows to a store, as fast as it takes them."""
    prefix = Prefix(np.full((3, 1), 5.0), np.full(3, 1.0))
    with SqliteStore(path) as store:
        for number in range(n_rows // WAVE):
            store.put("p", drawn(number), [prefix] * WAVE)


def ask(n_rows, path):
    """Time how a store is opened, and asked for subsets all over it."""
    waves = np.random.default_rng(1).integers(0, n_rows // WAVE, 200)
    subsets = [drawn(number) for number in waves.tolist()]
    start = time.perf_counter()
    with SqliteStore(path) as store:
        middle = time.perf_counter()
        known = [store.get("p", each) for each in subsets]
        seconds = time.perf_counter() - middle
    assert all(prefix is not None for each in known for prefix in each)
    rate = len(known) * WAVE / seconds
    print(f"{n_rows:,} rows: opened in {middle - start:.2f} s, {rate:,.0f} a second")


COMMAND = [sys.executable, "-m", "tests.benchmarks.bench_memory", "--evaluations"]


@pytest.mark.parametrize("store", ["", "rows.db"], ids=["no store", "a store"])
def test_a_long_search(benchmark, row, tmp_path, request, store):
    """Take the figures that the command prints: its process has this memory alone."""
    number = 100_000 if benchmark.enabled else 10_000
    path = str(tmp_path / store) if store else ""
    run = functools.partial(
        subprocess.run,
        [*COMMAND, str(number), "--alone", path],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    said = benchmark.pedantic(run, rounds=1).stdout.split()
    megabytes, rate = [int(word) for word in said[:11]], said[12].replace(",", "")
    more = megabytes[-1] - megabytes[1]
    row.tell(
        f"a random subset of 200 variables, {request.node.callspec.id}",
        None,
        1 / float(rate),
        calibrated(),
        note=f"of {number:,}; {more} MB more than after a tenth (bar {MOST_MORE})",
    )
    assert more <= MOST_MORE


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--evaluations", type=int, default=0)
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--alone", metavar="STORE", help="one search, in this process")
    asked = parser.parse_args()
    if asked.alone is not None:
        return search(asked.evaluations, asked.alone or None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "store.db")
        if asked.evaluations:
            again = [*COMMAND, str(asked.evaluations), "--alone"]
            for said, store in ("none", ""), ("new", path), ("known", path):
                print(f"store {said}: MB", end=" ", flush=True)
                subprocess.run([*again, str(store)], check=True)
        if asked.rows:
            rows = Path(folder, "rows.db")
            write(asked.rows, rows)
            ask(asked.rows, rows)


if __name__ == "__main__":
    main()
