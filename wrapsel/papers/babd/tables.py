"""Tables 2 to 5: blocks with a fixed threshold, and with one that follows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from wrapsel.papers.averages import averaged
from wrapsel.papers.babd.selection import SOURCES, select_blocks
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.published import printed, published

PAIRS = 20  # halvings of each data set in table 4
RUNS = 5  # of tables that print one: halvings, noise variables or folds
CITED = "NLPSVM"  # the paper cites its figures
LOST = ("Water Purification",)  # no public copy is known
ERRORS = ("before_vali", "before_test", "after_vali", "after_test")
Row = dict[str, str]


def table_2() -> Experiment:
    """Return table 2: by A, on 110 of its 628 variables.

    Examples
    --------
    >>> len(table_2().tasks(Extent(repetitions=1)))
    12
    """
    return _table(
        2,
        "phenethylamines by A, on 110 of the 628 variables",
        lambda row: ("Phenethylamines", row["method"], int(row["A"])),
        RUNS,
        {
            "before_vali": "initial_vali",
            "after_vali": "vali",
            "num": "n_block_deletion",
        },
    )


def table_3() -> Experiment:
    """Return table 3: Mackey-Glass."""
    columns = {**dict.fromkeys(ERRORS), "num": "n_block_deletion", "seconds": None}
    return _table(
        3,
        "a chaotic series of 4 relevant inputs and 18 others",
        lambda row: ("Mackey-Glass", row["method"], None),
        RUNS,
        {ours: theirs or ours for ours, theirs in columns.items()},
    )


def table_4() -> Experiment:
    """Return table 4: regression on 20 halvings of each data set."""
    return _table(
        4,
        "regression on 20 halvings of each data set",
        lambda row: (row["dataset"], row["method"], None),
        PAIRS,
        {name: name for name in (*ERRORS, "num", "seconds")},
    )


def table_5() -> Experiment:
    """Return table 5: classes, by a linear kernel."""
    return _table(
        5,
        "classes by a linear kernel, beside the published figures of NLPSVM",
        lambda row: (row["dataset"], row["method"], None),
        RUNS,
        {
            "before_percent": "before_percent",
            "after_percent": "after_percent",
            "num": "num",
            "seconds": "seconds",
        },
    )


Place = tuple[str, str, int | None]


def _table(
    number: int,
    title: str,
    place: Callable[[Row], Place],
    repetitions: int,
    columns: dict[str, str],
) -> Experiment:
    return Experiment(
        f"{title} (table {number})",
        partial(_tasks, number, place, repetitions),
        partial(_numbers, number, place, columns),
        notes=_welch_tests if number == 4 else None,
    )


def _is_made(place: Place) -> bool:
    return place[0] not in LOST and place[1] != CITED


def _tasks(
    number: int, place: Callable[[Row], Place], repetitions: int, extent: Extent
) -> list[Task]:
    """Return the runs of the rows that are afforded, at least of the cheapest."""
    rows = [row for row in published(f"babd_table{number}") if _is_made(place(row))]
    least = min(map(_seconds, rows))
    return [
        _task(place(row), seed)
        for row in rows
        if extent.affords(_seconds(row)) or _seconds(row) == least
        for seed in range(extent.repeated(repetitions))
    ]


def _seconds(row: Row) -> float:
    return printed(row.get("seconds", "")) or 0.0


def _task(place: Place, seed: int) -> Task:
    dataset, method, A = place
    arguments = {"dataset": dataset, "method": method, "seed": seed, "A": A}
    sources = () if dataset == "Mackey-Glass" else (SOURCES[dataset],)
    return Task(select_blocks, arguments, sources)


def _numbers(
    number: int,
    place: Callable[[Row], Place],
    columns: dict[str, str],
    results: Results,
) -> list[Number]:
    found: dict[Place, list[Result]] = defaultdict(list)
    for task, result in results:
        given = task.arguments
        found[given["dataset"], given["method"], given["A"]].append(result)
    return [
        _number(row, place(row), ours, theirs, found[place(row)], number)
        for row in published(f"babd_table{number}")
        for ours, theirs in columns.items()
    ]


def _number(
    row: Row, place: Place, ours: str, theirs: str, runs: Iterable[Result], number: int
) -> Number:
    values = [_value(run, ours) for run in runs]
    dataset, method, A = place
    return Number(
        f"{dataset}, {method}" + (f", A={A}" if A else ""),
        ours,
        *averaged(values, ours),
        None if _is_repeated(row, ours) else printed(row[theirs]),
        printed(row.get(f"{theirs}_sd", "")) if ours != "seconds" else None,
        source=f"table {number}, row {row['row']}",
        runs=len(values),
        is_cited=method == CITED,
    )


def _is_repeated(row: Row, ours: str) -> bool:
    """Whether the paper prints the number in another row, for this one too."""
    is_once = row.get("before_printed") == "0" or int(row.get("A", "1")) > 1
    is_first = row["method"] == "BABD" or "A" not in row
    return ours in ("before_vali", "before_test") and (is_once or not is_first)


def _value(run: Result, name: str) -> float:
    """Return a number of a run; rates of right predictions for table 5."""
    if name.endswith("_percent"):
        return 100 * (1 - float(run[name.replace("percent", "vali")]))
    return float(run[name])


def _welch_tests(numbers: list[Number]) -> list[str]:
    """Say where selecting changes an error, by Welch's test at 5 %."""
    at: dict[tuple[str, str], Number] = {(n.place, n.measure): n for n in numbers}
    lines = []
    for place in dict.fromkeys(n.place for n in numbers):
        for rows in ("vali", "test"):
            before, after = (
                at[place, f"{when}_{rows}"] for when in ("before", "after")
            )
            if (better := _better(before, after)) is not None:
                lines.append(f"  * {place}: {better} is better on {rows}")
    return lines


def _better(before: Number, after: Number) -> str | None:
    """Return the better one, if the means differ by Welch's test."""
    from scipy.stats import ttest_ind_from_stats

    if not before.our_sd or not after.our_sd:
        return None
    first = before.ours, before.our_sd, before.runs
    second = after.ours, after.our_sd, after.runs
    _, p = ttest_ind_from_stats(*first, *second, equal_var=False)
    if p >= 0.05:
        return None
    ahead: Any = (before.ours or 0.0) < (after.ours or 0.0)
    return "before" if ahead else "after"
