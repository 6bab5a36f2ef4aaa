"""Table 4, figures 2 and 3: thermal perceptrons on seven of ten variables."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

import numpy as np

from wrapsel.papers.averages import averaged
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.published import printed, published
from wrapsel.papers.rve.expected_costs import RELEVANT
from wrapsel.papers.rve.seven_of_ten import ALGORITHMS, eliminate

PROBLEMS = 20
FIGURE_2 = ("RVE(k=kopt)", "RVE(k=1)")
FIGURE_3 = ("RVErS(r_max=20)", "RVErS(r_max=60)", "RVErS(r_max=100)")
SIZES = (90, 80, 70, 60, 50, 40, 30, 25, 20, 17, 15, 13, 12, 11, 10)
MEASURES = ("mean_updates", "calls", "inputs", "seconds")
FROM_ZERO = ", weights from zero"
THEIR_WRONG = 3 / 20  # of both versions of RVE, section 5.3


def _tasks(algorithms: tuple[str, ...], extent: Extent) -> list[Task]:
    return [
        Task(eliminate, {"algorithm": algorithm, "seed": seed, "warm_start": True})
        for algorithm in algorithms
        for seed in range(extent.repeated(PROBLEMS))
    ]


def _tasks_of_both(extent: Extent) -> list[Task]:
    """Return the paper's runs; of all problems, also those with weights from zero."""
    warm = _tasks(tuple(ALGORITHMS), extent)
    if extent.repetitions is not None:
        return warm
    given = [{**task.arguments, "warm_start": False} for task in warm]
    return [*warm, *(Task(eliminate, arguments) for arguments in given)]


def _by_algorithm(results: Results) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = defaultdict(list)
    for task, result in results:
        given = task.arguments
        ending = "" if given["warm_start"] else FROM_ZERO
        found[given["algorithm"] + ending].append(result)
    return found


def _table(results: Results) -> list[Number]:
    found = _by_algorithm(results)
    return [
        number
        for ending in ("", FROM_ZERO)
        for row in published("rve_table4")
        for number in _row(row, ending, found[row["algorithm"] + ending])
    ]


def _row(row: dict[str, str], ending: str, runs: list[Result]) -> list[Number]:
    place, source = row["algorithm"] + ending, f"table 4, row {row['row']}"
    prints = not ending  # runs from zero are ours alone
    columns = [
        Number(
            place,
            measure,
            *averaged([run[measure] for run in runs], measure),
            theirs=printed(row[measure]) if prints else None,
            source=source,
        )
        for measure in MEASURES
    ]
    wrong = [float(run["missing"] > 0 or run["inputs"] != RELEVANT) for run in runs]
    share = float(np.mean(wrong)) if wrong else None
    theirs = THEIR_WRONG if prints and row["algorithm"] in FIGURE_2 else None
    return [
        *columns,
        Number(place, "wrong", share, theirs=theirs, source="section 5.3"),
    ]


def _curves(results: Results) -> list[Number]:
    """Return the updates until so few inputs were left, and their deviation."""
    return [
        Number(algorithm, "updates", *averaged(spent, "updates"), x=float(size))
        for algorithm, runs in _by_algorithm(results).items()
        for size in SIZES
        if (spent := [s for run in runs if (s := _spent(run, size)) is not None])
    ]


def _spent(run: Result, size: int) -> float | None:
    """Return the updates until the size was reached, those of the end at the last."""
    path = run["path"]
    if path[-1][0] == size:
        return float(path[-1][1])
    return next((float(spent) for n, spent, _ in path if n <= size), None)


def _figure(algorithms: tuple[str, ...], title: str) -> Experiment:
    tasks = partial(_tasks, algorithms)
    return Experiment(title, tasks, _curves, "curves", "inputs", "weight updates")


TABLE_4 = Experiment(
    "RVE and RVErS on seven of ten variables (table 4)",
    _tasks_of_both,
    _table,
)
RVE_CURVES = _figure(FIGURE_2, "updates until so few inputs are left: RVE (figure 2)")
RVERS_CURVES = _figure(
    FIGURE_3, "updates until so few inputs are left: RVErS (figure 3)"
)
