"""Figure 1: error and variables as selections on orange juice proceed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from wrapsel.papers.babd.selection import rows_of, search, tuned_problem
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task

METHODS = ("BD", "BABD", "BABD-LP")
DATASET, SOURCE = "Orange Juice", "orange-juice"


def follow(method: str, seed: int, data: Path | None = None) -> Result:
    """Return errors and numbers of variables of what a method keeps, by evaluations."""
    problem, _ = tuned_problem(rows_of(DATASET, seed, data), seed)
    result = search(problem, method, seed, None)
    return {
        "evaluations": [spending.evaluations for spending in result.spent],
        "error": [step.error for step in result.path],
        "variables": [len(step.subset) for step in result.path],
    }


def figure(part: str, measure: str) -> Experiment:
    """Return a part of the figure; both share their runs.

    Examples
    --------
    >>> figure("a", "error").x
    'evaluations'
    """
    return Experiment(
        f"{measure} on orange juice, fixed threshold (figure 1 {part})",
        _tasks,
        partial(_numbers, measure),
        "steps",
        "evaluations",
        measure,
    )


def _tasks(extent: Extent) -> list[Task]:
    """Return a run of each method; in part, of that which searches least."""
    methods = METHODS if extent.repetitions is None else METHODS[-1:]
    return [
        Task(follow, {"method": method, "seed": 0}, (SOURCE,)) for method in methods
    ]


def _numbers(measure: str, results: Results) -> list[Number]:
    return [
        Number(task.arguments["method"], measure, float(value), x=float(spent))
        for task, result in results
        for spent, value in zip(result["evaluations"], result[measure], strict=True)
    ]
