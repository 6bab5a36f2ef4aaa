"""Time, cost and memory of a search against the number of variables.

``python -m tests.benchmarks.bench_width --widths 100 1000 10000 100000`` searches with
naive Bayes among noise and 10 relevant variables. Beside it stand the seconds of one
training on all variables and folds, and how many times its cost the search took.
``--memory-mapped`` reads X from a file; 1,000,000 variables of single precision are
762 MB at 200 rows. ``--figure width.png`` draws it, with `matplotlib`.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

from learners import NaiveBayes
from tests.benchmarks.rows.timing import Timed
from wrapsel import DataWarning, Problem, select
from wrapsel.evaluation import CrossValidation
from wrapsel.search import Forward, GroupTesting, RVErS
from wrapsel.subset import Subset

STRATEGIES = {"rvers": RVErS(), "group-testing": GroupTesting(), "forward": Forward()}
N_RELEVANT, GAP = 10, 1.5  # standard deviations between the class means
HEAD = (
    "variables   seconds        cost  trainings  s of training     MB  times X  found"
)


def table(n_rows, n_variables, path=None):
    """Return X of single precision, y, and the places of the relevant variables."""
    rng = np.random.default_rng(0)
    places = rng.choice(n_variables, min(N_RELEVANT, n_variables), replace=False)
    shape, y = (n_rows, n_variables), np.arange(n_rows) % 2
    X = np.empty(shape, np.float32)
    if path is not None:
        X = np.lib.format.open_memmap(path, "w+", np.float32, shape)
    for row, label in zip(X, y, strict=True):
        row[:] = rng.standard_normal(n_variables, dtype=np.float32)
        row[places] += GAP * label
    return X, y, places


def peak_bytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measured(strategy, n_rows, n_variables, path=None, n_before=1100):
    """Return what one search took, in this process.

    One among `n_before` variables goes before it, so that nothing is compiled later on.
    """
    warm, y, _ = table(n_rows, n_before)
    X, y, places = table(n_rows, n_variables, path)
    if path is not None:
        X = np.load(path, mmap_mode="r")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # X is noise, as it is to be
        select(Problem(NaiveBayes(), warm, y), strategy)
        before = peak_bytes() - (X.nbytes if path is None else 0)
        problem = Problem(NaiveBayes(), X, y)
        everything, folds = [Subset.full(n_variables)], range(len(problem.folds))
        training = Timed(
            lambda: CrossValidation(problem).measure(everything, folds),
            time.process_time,
        )
        for _ in range(3):
            training()
        start = time.process_time()
        result = select(problem, strategy)
    seconds, trainings = time.process_time() - start, problem.cost(n_variables)
    return {
        "variables": n_variables,
        "seconds": seconds,
        "cost": result.spending.cost,
        "trainings": result.spending.cost / len(problem.folds) / trainings,
        "one": training.median(),
        "bytes": max(0, peak_bytes() - before),
        "X": X.nbytes,
        "found": len({*places.tolist()} & {*result.subset}),
        "selected": len(result.subset),
    }


def line(of):
    return (
        f"{of['variables']:>9,} {of['seconds']:>9.2f} {of['cost']:>11.3g} "
        f"{of['trainings']:>10.1f} {of['one']:>15.3f} {of['bytes'] / 2**20:>5.0f} "
        f"{of['bytes'] / of['X']:>8.1f}  {of['found']} of {of['selected']}"
    )


def draw(found, n_rows, path):
    """Draw time, cost and memory of each strategy against the number of variables."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3), layout="constrained")
    axes = figure.subplots(1, 3)
    titles = "seconds of a processor", "cost, trainings on all variables", "MB"
    for ax, title in zip(axes, titles, strict=True):
        ax.set(xscale="log", yscale="log", xlabel="variables", title=title)
    for name, rows in found.items():
        widths = [row["variables"] for row in rows]
        axes[0].plot(widths, [row["seconds"] for row in rows], "o-", label=name)
        axes[1].plot(widths, [row["trainings"] for row in rows], "o-", label=name)
        megabytes = [max(row["bytes"], 2**20) / 2**20 for row in rows]
        axes[2].plot(widths, megabytes, "o-", label=name)
    rows = next(iter(found.values()))
    widths = np.array([row["variables"] for row in rows])
    once = [20 * row["one"] for row in rows]
    axes[0].plot(widths, once, ":k", label="20 trainings on all variables")
    axes[2].plot(widths, widths * n_rows * 4 / 2**20, ":k", label="the data")
    axes[0].legend(fontsize="small")
    axes[2].legend(fontsize="small")
    figure.savefig(path, dpi=120)


def in_a_process(strategy, n_rows, n_variables, memory_mapped):
    """Return what `measured` does; the peak of memory is that of a process."""
    with tempfile.TemporaryDirectory() as folder:
        path = [str(Path(folder) / "X.npy")] * memory_mapped
        asked = [strategy, str(n_rows), str(n_variables), *path]
        command = [sys.executable, "-m", "tests.benchmarks.bench_width", "--one"]
        run = subprocess.run([*command, *asked], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


SHAPES = [(200, 20_000), (500, 100_000), (200, 1_000_000)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("name", ["rvers", "group-testing"])
def test_search(benchmark, row, name, shape):
    if not benchmark.enabled and shape != SHAPES[0]:
        pytest.skip("on little, all shapes are one")
    asked = (*(shape if benchmark.enabled else (50, 300)), False)
    found = benchmark.pedantic(in_a_process, (name, *asked), rounds=1)
    row.tell(
        f"{name}, naive Bayes, {shape[0]} x {shape[1]:,}",
        "a training on all",
        found["seconds"],
        found["one"],
        note=f"{found['found']} relevant of {found['selected']}, "
        f"{found['bytes'] / found['X']:.1f} times the memory of X",
    )


def main(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_width")
    parser.add_argument("--widths", type=int, nargs="+", default=[100, 1000, 10_000])
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--strategies", nargs="+", default=list(STRATEGIES))
    parser.add_argument("--memory-mapped", action="store_true")
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--one", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.one:
        name, n_rows, n_variables, *path = given.one
        found = measured(STRATEGIES[name], int(n_rows), int(n_variables), *path)
        print(json.dumps(found))
        return
    found = {}
    for name in given.strategies:
        print(f"\n{name}, {given.rows} rows\n{HEAD}")
        found[name] = []
        for n in given.widths:
            found[name].append(in_a_process(name, given.rows, n, given.memory_mapped))
            print(line(found[name][-1]), flush=True)
    if given.figure:
        draw(found, given.rows, given.figure)


if __name__ == "__main__":
    main(sys.argv[1:])
