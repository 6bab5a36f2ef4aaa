"""Figures 10 and 11: two variables that tell the classes apart only together."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from wrapsel.datasets import make_problem
from wrapsel.filters import SPERanker
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.spe.claims import DISTANCES
from wrapsel.papers.spe.figures import claims_checked

SETS = 30
DEVIATIONS = 21  # values of sigma, from 1 to 3
SHOWN = {"A": 0.54, "B": 0.42}  # distances in sigma, of figure 11


def removed_at(distance: float, seed: int) -> Result:
    """Return how often one of the two is taken for redundant, and their correlation.

    Parameters
    ----------
    distance : float
        Of the classes, in sigma.
    seed : int
    """
    removed, correlations = [], []
    for sigma in np.linspace(1, 3, DEVIATIONS):
        problem = _problem(float(sigma), distance, 1000 * seed + round(10 * sigma))
        removed.append(len(SPERanker(1)(problem.X, problem.y).redundant) > 0)
        correlations.append(abs(np.corrcoef(problem.X.T)[0, 1]))
    return {"removed": float(np.mean(removed)), "|r|": float(np.mean(correlations))}


def drawn_at(distance: float) -> Result:
    """Return the examples of one problem."""
    problem = _problem(1.0, distance, 0)
    return {"X": problem.X.tolist(), "y": problem.y.tolist()}


def _problem(sigma: float, distance: float, seed: int) -> Any:
    return make_problem(
        f"anticorrelated?sigma={sigma}&distance={distance * sigma}&random_state={seed}"
    )


def _tasks(extent: Extent) -> list[Task]:
    return [
        Task(removed_at, {"distance": distance, "seed": seed})
        for distance in DISTANCES
        for seed in range(extent.repeated(SETS))
    ]


def _numbers(results: Results) -> list[Number]:
    found = defaultdict(list)
    for task, result in results:
        for what, value in result.items():
            found[what, task.arguments["distance"]].append(value)
    return [
        Number(what, "share", float(np.mean(values)), x=distance)
        for (what, distance), values in sorted(found.items())
    ]


def _claims(numbers: list[Number]) -> list[str]:
    table: dict[str, dict[Any, float]] = defaultdict(dict)
    for number in numbers:
        table[number.place][number.x] = number.ours or 0.0
    return claims_checked("10", table)


def _drawn_tasks(extent: Extent) -> list[Task]:
    return [Task(drawn_at, {"distance": distance}) for distance in SHOWN.values()]


def _drawn(results: Results) -> list[Number]:
    numbers = []
    for name, (_, result) in zip(SHOWN, results, strict=True):
        for (x, height), label in zip(result["X"], result["y"], strict=True):
            panel = f"({name}) {SHOWN[name]} sigma"
            place = f"{panel}, class {label}"
            numbers.append(Number(place, "x2", height, x=x, panel=panel))
    return numbers


FIGURE_10 = Experiment(
    "how often SPE-ranker removes one of two anti-correlated variables (figure 10)",
    _tasks,
    _numbers,
    "curves",
    "distance of the classes / sigma",
    "share, |correlation|",
    _claims,
)
FIGURE_11 = Experiment(
    "the farthest and nearest classes of two anti-correlated variables (figure 11)",
    _drawn_tasks,
    _drawn,
    "points",
    "x1",
    "x2",
)
