"""What a training costs, by the number of variables."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from wrapsel.errors import LearnerError, shortened
from wrapsel.learner import HasCost


def cost_of(learner: Any, n_samples: int) -> Callable[[int], float]:
    """Return the learner's own cost by number of variables, else that number.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> cost_of(GaussianNB(), n_samples=100)(7)
    7.0
    """
    if not isinstance(learner, HasCost):
        return float

    def cost(n_variables: int) -> float:
        name = type(learner).__name__
        try:
            said = learner.cost(n_samples, n_variables)
            return check_cost(f"cost of {name}", said, n_variables)
        except Exception as cause:
            says = cause if isinstance(cause, ValueError) else repr(cause)
            raise LearnerError(f"{name} failed to say its cost: {says}") from cause

    return cost


def check_cost(what: str, cost: Any, n_variables: int) -> float:
    """Return a cost as a number, if it can be added up.

    Raises
    ------
    ValueError
        If it is not finite, or negative: no budget would ever be spent.

    Examples
    --------
    >>> check_cost("cost", 7, n_variables=2)
    7.0
    """
    try:
        number = float(cost)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise ValueError(
            f"{what} must be a finite number of at least 0, got {shortened(cost)} for "
            f"{n_variables} variables"
        )
    return number


def fitted_cost(
    sizes: Sequence[int], seconds: Sequence[float]
) -> Callable[[int], float]:
    """Fit ``b * n**p``, p in [0, 3], to the times of some trainings.

    A cost from times is not the same in two runs, so a search never makes one by
    itself; hand the result to ``select(cost=…)``.

    Parameters
    ----------
    sizes : sequence of int
        Numbers of variables, at least 1.
    seconds : sequence of float
        Time of a training with each, above 0.

    Examples
    --------
    >>> cost = fitted_cost([1, 2, 4, 8, 16], [2.0, 8.0, 32.0, 128.0, 512.0])
    >>> round(cost(10), 6)
    200.0
    """
    p = 1.0
    x, y = np.log(np.asarray(sizes)), np.log(np.asarray(seconds))
    if len(x) >= 5 and np.ptp(x) > 0:
        p = float(np.clip(np.polyfit(x, y, 1)[0], 0, 3))
    b = float(np.exp(np.mean(y - p * x)))
    return lambda n_variables: float(b * n_variables**p)
