"""Tables 1 and 2: the cosine with the targets, and ensembles of ROGER."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from typing import Any

import numpy as np

from wrapsel.papers.efr.ranking import How, judged
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.published import printed, published

HOW: dict[int, How] = {1: "cosine", 2: "ensemble"}
THEIR_SETS = {1: 30, 2: 20}  # data sets of each cell
OUR_SETS = {1: 200, 2: 20}
MEASURES = ("p_b", "p_w", "AUC")
DRAWS = 500  # of as many sets as they have, for the deviation of what they print


def table(number: int) -> Experiment:
    """Return one of the tables.

    Examples
    --------
    >>> len(table(1).tasks(Extent(repetitions=1)))
    24
    """
    return Experiment(
        f"{HOW[number]} on artificial concepts (table {number})",
        partial(_tasks, number),
        partial(_numbers, number),
    )


def cells_of(number: int) -> list[dict[str, str]]:
    """Return the cells that are not lost in our copy."""
    return [row for row in published(f"efr_table{number}") if row["p_b"]]


def arguments_of(row: dict[str, str], how: How) -> dict[str, Any]:
    """Return what a cell asks for, but for the seed."""
    return {
        "how": how,
        "n": int(row["n"]),
        "label_noise": float(row["e"]),
        "sigma": float(row["sigma"]),
        "concept": row["concept"],
        "redundant": row["redundancy"] == "1",
    }


def _tasks(number: int, extent: Extent) -> list[Task]:
    """Return the data sets of each cell; with ensembles, of a few if in part."""
    cells = cells_of(number)
    if number == 2 and extent.repetitions is not None:
        cells = cells[:2]
    return [
        Task(judged, {**arguments_of(row, HOW[number]), "seed": seed})
        for row in cells
        for seed in range(extent.repeated(OUR_SETS[number]))
    ]


def _numbers(number: int, results: Results) -> list[Number]:
    found: dict[Any, list[Result]] = defaultdict(list)
    for task, result in results:
        given = dict(task.arguments)
        del given["seed"]
        found[tuple(given.items())].append(result)
    return [
        _number(number, row, measure, found[tuple(given.items())])
        for row in cells_of(number)
        for given in [arguments_of(row, HOW[number])]
        for measure in MEASURES
    ]


def _number(
    number: int, row: dict[str, str], measure: str, sets: list[Result]
) -> Number:
    """Return the mean (p_b) or median, and the deviation of its difference from theirs.

    The paper prints none: theirs is that of as many of our sets, and both vary.
    """
    summary = np.mean if measure == "p_b" else np.median
    values = np.array([done[measure] for done in sets])
    concept = row["concept"] + ", redundant" * int(row["redundancy"])
    deviation = None
    if len(values) > 1:
        rng = np.random.default_rng(0)
        theirs, ours = (
            summary(values[rng.integers(len(values), size=(DRAWS, n))], axis=1)
            for n in (THEIR_SETS[number], len(values))
        )
        deviation = float(np.std(theirs - ours))
    return Number(
        f"n={row['n']}, e={row['e']}, sigma={row['sigma']}, {concept}",
        measure,
        float(summary(values)) if len(values) else None,
        deviation,
        printed(row[measure]),
        source=f"table {number}, row {row['row']}",
    )
