"""Figure 1: how many neighbours Relief_k needs."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np

from wrapsel.filters import GSReliefK, ReliefK
from wrapsel.papers.experiment import Experiment, Extent, Number, Result, Results, Task
from wrapsel.papers.spe.problems import make_point
from wrapsel.ranking import auc_fr

NUMBERS = (1, 2, 5, 10, 20, 30, 40)
SETS = 10  # the paper does not say how many
# A part of the grid of section 4.2: classes of 50 rows have no 30 neighbours.
POINTS = tuple(product((50, 100), (5, 10), (1, 2), (0, 1)))
ENOUGH = 30


def areas_by_neighbours(
    n_variables: int, n_relevant: int, degree: int, redundancy: int, seed: int
) -> Result:
    """Return the areas of both rankers for each number of neighbours."""
    point = {
        "n_variables": n_variables,
        "n_samples": 100,
        "n_relevant": n_relevant,
        "degree": degree,
        "redundancy": redundancy,
        "noise": 0.0,
    }
    problem = make_point("1", point, seed).shuffled(seed)
    truth = problem.relevant, problem.redundant
    return {
        name: [auc_fr(kind(k)(problem.X, problem.y).order, *truth) for k in NUMBERS]
        for name, kind in (("Relief_k", ReliefK), ("GSRelief_k", GSReliefK))
    }


def _tasks(extent: Extent) -> list[Task]:
    keys = ("n_variables", "n_relevant", "degree", "redundancy", "seed")
    points = POINTS if extent.repetitions is None else POINTS[-2:]
    return [
        Task(areas_by_neighbours, dict(zip(keys, (*point, seed), strict=True)))
        for point in points
        for seed in range(extent.repeated(SETS))
    ]


def _numbers(results: Results) -> list[Number]:
    found = defaultdict(list)
    for _, result in results:
        for name, areas in result.items():
            found[name].append(areas)
    return [
        Number(name, "AUC-FR", float(area), x=float(k))
        for name, areas in found.items()
        for k, area in zip(NUMBERS, np.mean(areas, axis=0), strict=True)
    ]


def _claims(numbers: list[Number]) -> list[str]:
    """Say what more than 30 neighbours add: the paper says little or nothing."""
    lines = []
    for name in dict.fromkeys(number.place for number in numbers):
        own = {n.x: n.ours or 0.0 for n in numbers if n.place == name}
        gain = max(v for k, v in own.items() if k and k > ENOUGH) - own[ENOUGH]
        lines.append(f"  {name}: {gain:+.3f} with more than {ENOUGH} neighbours")
    return lines


FIGURE_1 = Experiment(
    "Relief_k and GSRelief_k by the number of neighbours (figure 1)",
    _tasks,
    _numbers,
    "curves",
    "neighbours k",
    "AUC-FR",
    _claims,
)
