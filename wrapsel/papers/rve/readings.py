"""What the paper leaves open, inferred from all rows of tables 6 to 9 together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from wrapsel.papers.experiment import Experiment, Extent, Number, Results, Task
from wrapsel.papers.published import printed, published
from wrapsel.papers.rve.tables import NAMES, place_of, seconds_of, selecting

Rows = list[dict[str, str]]
Readings = dict[str, dict[str, Any]]
RowsOf = Callable[[str], Rows]
READINGS: Readings = {
    "previous, 0.002": {},
    "previous, 0.001": {"tolerance": 0.001},
    "previous, 0": {"tolerance": 0.0},
    "initial, 0.002": {"reference": "initial"},
    "best, 0.002": {"reference": "best"},
    "best, 0.001": {"reference": "best", "tolerance": 0.001},
}
RUNS, MOST_SECONDS = 2, 100.0  # of a row in the paper
FACTOR = 1.5  # by which inputs or evaluations may differ and still be explained
MEASURES = ("inputs", "subset_evals", "error_percent")


def compared(title: str, readings: Readings, rows: RowsOf, runs: int) -> Experiment:
    """Return an experiment of some rows of the tables under each of some readings.

    Parameters
    ----------
    title : str
    readings : dict of str to dict
        Options of `select_once`.
    rows : callable
        The rows of a reading.
    runs : int
        Of each row.

    Examples
    --------
    >>> compared("by the letter", {"letter": {}}, lambda _: [], runs=1).title
    'by the letter'
    """
    return Experiment(
        title,
        partial(_tasks, readings, rows, runs),
        partial(_numbers, readings, rows),
    )


def cheap(rows: Rows) -> Rows:
    """Return the rows that are not dear, the cheapest first.

    Examples
    --------
    >>> row = {"selection": "forward", "seconds": "0.5"}
    >>> len(cheap([row, {**row, "seconds": "101"}]))
    1
    """
    return sorted((r for r in rows if seconds_of(r) <= MOST_SECONDS), key=seconds_of)


def _tasks(readings: Readings, rows: RowsOf, runs: int, extent: Extent) -> list[Task]:
    tasks = [
        selecting(place_of(row), run, **options)
        for reading, options in readings.items()
        for row in rows(reading)
        if extent.affords(seconds_of(row))
        for run in range(extent.repeated(runs))
    ]
    # The last data sets read are kept.
    return sorted(tasks, key=lambda task: str(task.arguments["name"]))


def _numbers(readings: Readings, rows: RowsOf, results: Results) -> list[Number]:
    """Return each row under each reading, and how many rows each explains."""
    found = defaultdict(list)
    for task, result in results:
        given = dict(task.arguments)
        del given["run"]
        place = given.pop("name"), given.pop("learner"), given.pop("selection")
        reading = next(name for name, own in readings.items() if own == given)
        found[reading, place].append(result)
    numbers = []
    for reading in readings:
        for row in rows(reading):
            dataset, learner, selection = place_of(row)
            runs = found[reading, (NAMES[dataset], learner, selection)]
            for measure in MEASURES if runs else ():
                if measure in runs[0]:
                    ours = float(np.mean([run[measure] for run in runs]))
                    numbers.append(_number(row, reading, measure, ours))
    return [*numbers, *_counts(readings, numbers)]


def _number(row: dict[str, str], reading: str, measure: str, ours: float) -> Number:
    return Number(
        ", ".join(place_of(row)),
        f"{measure}: {reading}",
        ours,
        theirs=printed(row[measure]),
        their_sd=printed(row["error_sd"]) if measure == "error_percent" else None,
        source=f"table {row['table']}, row {row['row']}",
    )


def _counts(readings: Readings, rows: list[Number]) -> list[Number]:
    return [
        Number("rows explained", f"{measure}: {reading}", share)
        for reading in readings
        for measure in MEASURES
        if (share := _share(rows, f"{measure}: {reading}")) is not None
    ]


def _share(rows: list[Number], measure: str) -> float | None:
    """Return the share of rows within a factor, or 2 deviations where printed."""
    near = [_is_near(number) for number in rows if number.measure == measure]
    return float(np.mean(near)) if near else None


def _is_near(number: Number) -> bool:
    if number.apart is not None:
        return abs(number.apart) <= 2
    ours, theirs = number.ours or 0.0, number.theirs or 0.0
    return theirs / FACTOR <= ours <= theirs * FACTOR


def _of_rvers(reading: str) -> Rows:
    return cheap([r for r in published("rve_tables6to9") if "=" in r["selection"]])


READING = compared(
    "reference and tolerance that explain most rows of tables 6 to 9",
    READINGS,
    _of_rvers,
    RUNS,
)
