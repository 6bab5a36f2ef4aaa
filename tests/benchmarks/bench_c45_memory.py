"""Searches with C4.5 trees whose nodes are remembered, against trees grown anew.

``python -m tests.benchmarks.bench_c45_memory`` runs each search in turns with a memory
and without; the histories, all subsets with their errors, must be the same.
``--width 20000`` adds `RVErS` on 200 rows of so many variables, 10 of them relevant.
"""

from __future__ import annotations

import argparse
import operator
import sys
import time
import warnings

import numpy as np
import pandas as pd
import pytest

from learners import C45Tree
from learners.c45.recalling.recalled import Recalled
from tests.benchmarks.bench_c45_tree import DATA
from tests.benchmarks.bench_width import table
from wrapsel import Budget, DataWarning, Problem, select
from wrapsel.engine.events import Judged
from wrapsel.search import Backward, Forward, RVErS

SETS = "internet-ad", "mfeat-pix", "dna"
STRATEGIES = Forward(), RVErS(), Backward()


class Forgetful(Recalled):
    """Grows each tree anew."""

    def _wide(self, memory, mask):
        return None


def shared(name):
    rows = pd.read_csv(DATA / f"{name}.csv.gz")
    if "split" in rows:
        rows = rows[rows.pop("split") == "train"]
    return rows, rows.pop("target").to_numpy()


def searched(problem, strategy, budget):
    """Return the CPU seconds of a search, and the verdicts that it was given."""
    verdicts, start = [], time.process_time()
    select(problem, strategy, budget=budget, honest=False, on_event=verdicts.append)
    seconds = time.process_time() - start
    seen = [event.evaluation for event in verdicts if isinstance(event, Judged)]
    return seconds, [(v.subset.key, v.error, v.n_folds) for v in seen]


def compare(problem, strategy, budget, rounds):
    """Return median seconds with a memory and without, and how many verdicts."""
    from learners.c45 import scorer

    seconds, histories = {Recalled: [], Forgetful: []}, []
    for kind in [Recalled, Forgetful] * rounds:
        scorer.Recalled = kind
        taken, history = searched(problem, strategy, budget)
        seconds[kind].append(taken)
        histories.append(history)
    assert all(history == histories[0] for history in histories)
    return *(np.median(each) for each in seconds.values()), len(histories[0])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda it: type(it).__name__)
@pytest.mark.parametrize("name", SETS)
def test_memory(row, monkeypatch, name, strategy):
    from learners.c45 import scorer

    if not DATA.exists():
        pytest.skip("shared data are absent")
    problem = Problem(C45Tree(nominal=[]), *shared(name), cv=5)
    budget = Budget(evaluations=300 if row.benchmark.enabled else 10)

    def history(kind):
        monkeypatch.setattr(scorer, "Recalled", kind)
        return searched(problem, strategy, budget)[1]

    row(
        f"300 evaluations of c45 on {name} by {type(strategy).__name__}",
        lambda: history(Recalled),
        "trees grown anew",
        lambda: history(Forgetful),
        same=operator.eq,
        rounds=3,
        peer_rounds=3,
        warm_up=lambda: searched(problem, strategy, Budget(evaluations=5)),
    )


def main(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bench_c45_memory")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--evaluations", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--width", type=int)
    given = parser.parse_args(arguments)
    warnings.simplefilter("ignore", DataWarning)  # of copies, which stay
    budget = Budget(evaluations=given.evaluations)
    print("set          search     evaluations   with   without   ratio")
    for name in given.sets:
        problem = Problem(C45Tree(nominal=[]), *shared(name), cv=5)
        for strategy in STRATEGIES:
            searched(problem, strategy, Budget(evaluations=5))  # compiles
            ours, plain, n = compare(problem, strategy, budget, given.rounds)
            print(
                f"{name:12} {type(strategy).__name__:10} {n:11} {ours:6.2f} s "
                f"{plain:6.2f} s {plain / ours:7.2f}",
                flush=True,
            )
    if given.width:
        X, y, _ = table(200, given.width)
        seconds, history = searched(Problem(C45Tree(), X, y), RVErS(), Budget())
        print(f"{given.width} variables, {len(history)} evaluations: {seconds:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
