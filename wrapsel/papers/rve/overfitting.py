"""Figures 4 and 5: inner and test errors along the searches on DNA."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from wrapsel.engine import select
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.rve.rows import divided
from wrapsel.papers.rve.selection import (
    problem_of,
    ranker_of,
    strategy_of,
    test_error,
)
from wrapsel.papers.rve.tables import reading_of

SELECTIONS = ("r_max=50", "r_max=180", "k=1", "forward")
POINTS = 40  # of a path
TOP = 15.0  # percent; forward selection begins without a variable, at 48


def along(
    learner: str, selection: str, data: Path | None = None, **options: Any
) -> Result:
    """Return the sizes, inner and test errors of what a search keeps.

    The options are those of `RVErS`, as in the tables.
    """
    rows = divided("dna", learner, 0, data)
    problem = problem_of(rows, learner, 0)
    result = select(
        problem,
        strategy_of(selection, problem.n_variables, **options),
        ranker=ranker_of(rows) if selection == "filter" else None,
        honest=False,
    )
    path = result.path[:: max(1, len(result.path) // POINTS)]
    kept = [*path, *([] if path[-1] == result.best else [result.best])]
    return {
        "inputs": [len(step.subset) for step in kept],
        "inner": [100 * step.error for step in kept],
        "test": [100 * test_error(problem, step.subset, rows) for step in kept],
    }


def figure(number: int, learner: str) -> Experiment:
    """Return one of the figures.

    Examples
    --------
    >>> figure(4, "Bayes").y
    'errors in percent'
    """
    return Experiment(
        f"inner and test errors of {learner} on DNA (figure {number})",
        partial(_tasks, learner),
        _numbers,
        "curves",
        "inputs",
        "errors in percent",
        y_top=TOP,
    )


def _tasks(learner: str, extent: Extent) -> list[Task]:
    is_whole, given = extent.repetitions is None, {"learner": learner}
    return [
        Task(along, {**given, "selection": name, **reading_of(name)}, ("dna",))
        for name in (SELECTIONS if is_whole else SELECTIONS[:1])
    ]


def _numbers(results: Results) -> list[Number]:
    return [
        Number(f"{panel}, {which}", "error", error, x=float(n), panel=panel)
        for task, result in results
        for panel in [task.arguments["selection"]]
        for which in ("test", "inner")
        for n, error in zip(result["inputs"], result[which], strict=True)
    ]
