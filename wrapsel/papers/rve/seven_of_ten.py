"""One elimination with thermal perceptrons on seven of ten variables."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from wrapsel.datasets import make_seven_of_ten
from wrapsel.engine import Judged, Kept, select
from wrapsel.evaluation import Problem
from wrapsel.evaluation.clones import cloned
from wrapsel.learner import load_learner
from wrapsel.papers.experiment import Result
from wrapsel.papers.rve.expected_costs import RELEVANT, SAMPLES, perceptron_cost
from wrapsel.papers.rve.warm_start import Step, warm_started
from wrapsel.protocol import FloatArray, SearchSpace, SearchStrategy
from wrapsel.search import RVE, RVErS
from wrapsel.subset import Subset

TOLERANCE = 0.06
# 466 of their 1000 samples differ in the ten variables, as is so of such coins; of
# fair ones it is 638.
P_ONE = 0.67
ALGORITHMS = {  # in table 4: (r_max, k)
    "RVE(k=kopt)": (None, None),
    **{f"RVErS(r_max={r})": (r, None) for r in (20, 40, 60, 80, 100)},
    "RVE(k=1)": (None, 1),
}


def eliminate(algorithm: str, seed: int, warm_start: bool) -> Result:
    """Run an algorithm on one problem, whose errors are those on 1000 other samples.

    Parameters
    ----------
    algorithm : str
        A row of the table.
    seed : int
    warm_start : bool
        Start each training from the weights that the hypothesis accepted last has for
        the variables left, as section 5.2 says, and not from zero.
    """
    made = make_seven_of_ten(2 * SAMPLES, p_one=P_ONE, random_state=seed)
    run = carrying if warm_start else selecting
    began = time.process_time()
    steps = list(run(made.X, made.y, strategy_of(algorithm), seed))
    seconds = time.process_time() - began
    kept = next(subset for subset, is_kept in reversed(steps) if is_kept)
    end = (len(kept), *_spent_on(steps))
    return {
        "mean_updates": end[1],
        "seconds": seconds,
        "calls": end[2],
        "inputs": len(kept),
        "missing": len(set(made.relevant) - set(kept)),
        "path": [*_path(steps), end],
    }


def strategy_of(algorithm: str) -> SearchStrategy:
    """Return the strategy of a row.

    Examples
    --------
    >>> strategy_of("RVErS(r_max=20)").r_max
    20
    """
    r_max, k = ALGORITHMS[algorithm]
    if r_max is None:
        return RVE(RELEVANT, tolerance=TOLERANCE, k=k)
    return RVErS(r_max=r_max, tolerance=TOLERANCE)


def selecting(X: Any, y: Any, strategy: SearchStrategy, seed: int) -> list[Step]:
    """Return the steps of `select`, in which each training starts from zero."""
    halves = [(np.arange(SAMPLES), np.arange(SAMPLES, 2 * SAMPLES))]
    learner = load_learner("thermal-perceptron")
    events: list[Any] = []
    select(
        Problem(learner, X, y, halves, random_state=seed),
        strategy,
        random_state=seed,
        cost=perceptron_cost,
        honest=False,
        on_event=events.append,
    )
    steps = [
        (event.evaluation.subset, isinstance(event, Kept))
        for event in events
        if isinstance(event, (Judged, Kept))
    ]
    # The first is all variables, to compare with, which the strategy did not ask for.
    return steps[1:]


def carrying(
    X: Any, y: Any, strategy: SearchStrategy, seed: int, carries: bool = True
) -> Iterable[Step]:
    """Return the steps of a search that carries the weights over, if it does."""
    learner = cloned(load_learner("thermal-perceptron")).set_params(random_state=seed)
    n = X.shape[1]

    def train(subset: Subset, start: FloatArray | None) -> tuple[float, FloatArray]:
        columns, weights = subset.indices(), np.zeros(n + 1)
        first = start if carries and start is not None else weights
        own = X[:, columns]
        learner.fit(own[:SAMPLES], y[:SAMPLES], first[None, columns], first[-1:])
        weights[columns], weights[-1] = learner.coef_[0], learner.intercept_[0]
        return float(np.mean(learner.predict(own[SAMPLES:]) != y[SAMPLES:])), weights

    space = SearchSpace(Subset.full(n), perceptron_cost)
    return warm_started(strategy, space, train, seed)


def _spent_on(steps: Sequence[Step]) -> tuple[float, int]:
    """Return the updates and trainings of some steps."""
    sizes = [len(subset) for subset, is_kept in steps if not is_kept]
    return sum(map(perceptron_cost, sizes)), len(sizes)


def _path(steps: Sequence[Step]) -> list[tuple[int, float, int]]:
    """Return the size of what is kept, and what was spent until then."""
    return [
        (len(subset), *_spent_on(steps[:place]))
        for place, (subset, is_kept) in enumerate(steps)
        if is_kept
    ]
