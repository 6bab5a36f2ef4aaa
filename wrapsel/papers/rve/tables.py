"""Tables 6 to 9: what RVErS and other searches find with naive Bayes and C4.5.

A removal is compared with the best error so far, not with that of the last subset, as
table 3 of the paper has it: so nine of ten rows keep as many inputs as it prints, up to
a factor of 1.5; by the letter seven do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np

from wrapsel.papers.averages import averaged
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.published import printed, published
from wrapsel.papers.rve.rows import OUTER, has_test_rows
from wrapsel.papers.rve.selection import select_once

MEASURES = ("inputs", "error_percent", "subset_evals", "iters", "cost", "seconds")
NAMES = {  # in the tables: ours
    "internet": "internet-ad",
    "mult-ftp": "mfeat-pix",
    "DNA": "dna",
    "LED": "LED",
    "opt-digits": "optdigits",
    "soybean": "soybean",
    "euthyroid": "sick-euthyroid",
    "monks-2": "monks-2",
}
OURS = ("GroupTesting", "Auto")  # rows that no paper has
RUNS = 5  # with test rows given
SETS = "rve_table5"
Place = tuple[str, str, str]


def table(number: int) -> Experiment:
    """Return one of the tables.

    Examples
    --------
    >>> table(7).title
    'DNA and LED: what each selection finds (table 7)'
    """
    sets = dict.fromkeys(row["dataset"] for row in _rows(number))
    return Experiment(
        f"{' and '.join(sets)}: what each selection finds (table {number})",
        partial(_tasks, number),
        partial(_numbers, number),
    )


def _rows(number: int) -> list[dict[str, str]]:
    """Return the rows of a table; after those of a learner, ours with empty cells."""
    rows = [row for row in published("rve_tables6to9") if row["table"] == str(number)]
    blocks = groupby(rows, lambda row: place_of(row)[:2])
    return [row for block, theirs in blocks for row in [*theirs, *_own(*block)]]


def _own(dataset: str, learner: str) -> list[dict[str, str]]:
    empty = dict.fromkeys((*MEASURES, "error_sd", "table", "row"), "")
    return [
        {**empty, "dataset": dataset, "learner": learner, "selection": selection}
        for selection in OURS
    ]


def place_of(row: dict[str, str]) -> Place:
    """Return what a row is about."""
    return row["dataset"], row["learner"], row["selection"]


def _tasks(number: int, extent: Extent) -> list[Task]:
    return [
        selecting(place_of(row), run, **reading_of(row["selection"]))
        for row in _rows(number)
        if extent.affords(seconds_of(row))
        for run in range(extent.repeated(_runs(place_of(row))))
    ]


def reading_of(selection: str) -> dict[str, Any]:
    """Return how a search is read: `rve-readings` says why.

    Examples
    --------
    >>> reading_of("k=1"), reading_of("forward")
    ({'reference': 'best'}, {})
    """
    return {"reference": "best"} if "=" in selection else {}


def selecting(place: Place, run: int, **options: Any) -> Task:
    """Return the task of a run, with options of `RVErS`."""
    dataset, learner, selection = place
    arguments = {
        "name": NAMES[dataset],
        "learner": learner,
        "selection": selection,
        "run": run,
        **options,
    }
    return Task(select_once, arguments, () if dataset == "LED" else (NAMES[dataset],))


def _runs(place: Place) -> int:
    dataset, _, selection = place
    if not has_test_rows(NAMES[dataset]):
        return OUTER
    # The paper ran forward, backward and filter once: of folds drawn by chance.
    return 1 if selection == "none" else RUNS


def seconds_of(row: dict[str, str]) -> float:
    """Return the seconds that theirs took; those of a day where it was not ended.

    Of what the paper does not print or run, a minute.
    """
    unprinted = 86400.0 if row["selection"] == "backward" else 60.0
    return printed(row["seconds"]) or unprinted


def _numbers(number: int, results: Results) -> list[Number]:
    """Return the means over runs beside the paper's."""
    names = {ours: theirs for theirs, ours in NAMES.items()}
    found: dict[Place, list[Result]] = defaultdict(list)
    for task, result in results:
        given = task.arguments
        place = names[given["name"]], given["learner"], given["selection"]
        found[place].append(result)
    return [
        _number(row, measure, found[place_of(row)])
        for row in _rows(number)
        for measure in MEASURES
        if row["selection"] != "none" or measure not in ("iters", "subset_evals")
    ]


def _number(row: dict[str, str], measure: str, runs: Sequence[Result]) -> Number:
    values = [run[measure] for run in runs]
    mean, deviation = averaged(values, measure)
    if mean is not None and measure == "error_percent" and not row["error_sd"]:
        # The rows are the same in each run: seeds alone move an error too little.
        deviation = _of_test_rows(row["dataset"], mean, deviation)
    return Number(
        ", ".join(place_of(row)),
        measure,
        mean,
        deviation,
        printed(row[measure]),
        printed(row["error_sd"]) if measure == "error_percent" else None,
        source=f"table {row['table']}, row {row['row']}" if row["row"] else "",
        runs=len(values),
    )


def _of_test_rows(
    dataset: str, percent: float, deviation: float | None
) -> float | None:
    """Return the deviation of an error on given test rows as if they were drawn.

    At least that of the runs; that alone without test rows.
    """
    n_rows = {row["name_in_tables6to9"]: row["test_size"] for row in published(SETS)}
    if n_rows[dataset] == "CV":
        return deviation
    of_rows = float(np.sqrt(percent * (100 - percent) / int(n_rows[dataset])))
    return max(of_rows, deviation or 0.0)
