"""Figures 2, 4, 6, 8 and 9: the areas under the curves of nine rankers."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.spe.claims import (
    CLAIMS,
    COPIES,
    DEGREES,
    FACTORS,
    SIZES,
    WIDTHS,
    Column,
    Table,
)
from wrapsel.papers.spe.problems import make_point
from wrapsel.papers.spe.rankers import rankers_of
from wrapsel.ranking import auc_fr

SETS = 30  # data sets of each point
POINT: dict[str, tuple[Any, ...]] = {
    "n_variables": (50, 100),
    "n_samples": (50, 100),
    "n_relevant": (5, 10),
    "degree": (1, 2),
    "redundancy": (0, 1),
    "noise": (0.0, 0.05),
}
AXES = {
    "2": ("copies of each relevant variable", "redundancy", tuple(COPIES)),
    "4": ("number of variables", "n_variables", tuple(WIDTHS)),
    "6": ("degree of the polynomial", "degree", tuple(DEGREES)),
    "8": ("samples of Weston's problem", "n_samples", SIZES),
    "9": ("variables of the product", "n_relevant", tuple(FACTORS)),
}
ORIGINAL, STANDARDIZED = "(A) original", "(B) standardised"


def figure(name: str) -> Experiment:
    """Return one of the figures.

    Examples
    --------
    >>> figure("6").x
    'degree of the polynomial'
    """
    axis, _, _ = AXES[name]
    return Experiment(
        f"rankers by the {axis} (figure {name})",
        partial(_tasks, name),
        partial(_numbers, name),
        "curves",
        axis,
        "AUC-FR",
        partial(_claims, name),
    )


def areas(figure: str, point: dict[str, Any], seed: int) -> Result:
    """Return the areas of the variants of each ranker on one data set."""
    problem = make_point(figure, point, seed).shuffled(seed)
    truth = problem.relevant, problem.redundant
    degree = point["n_relevant"] if figure == "9" else point.get("degree", 2)
    rankers = rankers_of(degree, standardize=figure == "8")
    return {
        who: [auc_fr(ranker(problem.X, problem.y).order, *truth) for ranker in variants]
        for who, variants in rankers.items()
    }


def _points(name: str, x: Any, is_whole: bool) -> list[dict[str, Any]]:
    """Return the points that a column is the mean of; a part of them has the last."""
    key = AXES[name][1]
    if name == "8":
        return [{key: x, "standardized": standard} for standard in (False, True)]
    if name == "9":
        return [{key: x}]
    values = {**POINT, key: (x,)}
    points = [
        dict(zip(values, point, strict=True)) for point in product(*values.values())
    ]
    return points if is_whole else points[-1:]


def _tasks(name: str, extent: Extent) -> list[Task]:
    return [
        Task(areas, {"figure": name, "point": point, "seed": seed})
        for x in AXES[name][2]
        for point in _points(name, x, extent.repetitions is None)
        for seed in range(extent.repeated(SETS))
    ]


def _numbers(name: str, results: Results) -> list[Number]:
    """Return means over points of the best variant's median."""
    found: dict[Any, list[Result]] = defaultdict(list)
    for task, result in results:
        found[tuple(task.arguments["point"].items())].append(result)
    columns: dict[tuple[str, str, float], list[float]] = defaultdict(list)
    for items, sets in found.items():
        point = dict(items)
        panel = STANDARDIZED if point.get("standardized") else ORIGINAL
        for who in sets[0]:
            median = np.median([done[who] for done in sets], axis=0).max()
            x = point[AXES[name][1]]
            columns[panel if name == "8" else "", who, x].append(float(median))
    return [
        Number(
            f"{who}, {panel}" if panel else who,
            "AUC-FR",
            float(np.mean(medians)),
            x=float(x),
            panel=panel,
        )
        for (panel, who, x), medians in sorted(columns.items())
    ]


def _claims(name: str, numbers: list[Number]) -> list[str]:
    """Say what became of what the paper's text says of the figure."""
    table: Table = defaultdict(dict)
    for number in numbers:
        x = number.x or 0.0
        column: Column = f"{x:g}s" if number.panel == STANDARDIZED else x
        table[number.curve][column] = number.ours or 0.0
    return claims_checked(name, table)


def claims_checked(name: str, table: Table) -> list[str]:
    """Return a line for each claim, with the figures by which it holds or does not."""
    lines = []
    for claim in CLAIMS[name]:
        holds, words = claim.check(table)
        verdict = "holds" if holds else "does not hold"
        lines.append(f"  {verdict:14} {claim.text}: {words}")
    return lines
