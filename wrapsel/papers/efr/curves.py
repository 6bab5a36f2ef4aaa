"""Figures 1 and 2: median ROC-FS curves on linear and non-linear concepts."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

import numpy as np

from wrapsel.papers.efr.ranking import judged
from wrapsel.papers.efr.tables import HOW, THEIR_SETS
from wrapsel.papers.experiment import Experiment, Extent, Number, Results, Task

CONCEPTS = ("linear", "nonlinear")
SAMPLES = 50
PARTS = np.linspace(0, 1, 91)  # of the 90 irrelevant variables


def figure(number: int) -> Experiment:
    """Return one of the figures.

    Examples
    --------
    >>> figure(1).x
    'irrelevant variables met'
    """
    return Experiment(
        f"median ROC-FS curves of {HOW[number]} (figure {number})",
        partial(_tasks, number),
        _numbers,
        "curves",
        "irrelevant variables met",
        "relevant variables met",
    )


def _tasks(number: int, extent: Extent) -> list[Task]:
    given = {"n": SAMPLES, "label_noise": 0.0, "sigma": 0.0, "redundant": False}
    return [
        Task(judged, {"how": HOW[number], "concept": concept, "seed": seed, **given})
        for concept in CONCEPTS
        for seed in range(extent.repeated(THEIR_SETS[number]))
    ]


def _numbers(results: Results) -> list[Number]:
    curves = defaultdict(list)
    for task, result in results:
        false, true = np.array(result["false"]), np.array(result["true"])
        # The highest point at each part of the false ones met.
        last = np.searchsorted(false, PARTS + 1e-9, side="right") - 1
        curves[task.arguments["concept"]].append(true[last])
    return [
        Number(concept, "true", float(height), x=float(part))
        for concept, own in curves.items()
        for part, height in zip(PARTS, np.median(own, axis=0), strict=True)
    ]
