"""What the variables of a subset cost whoever has to measure them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from wrapsel.engine.space import places
from wrapsel.errors import shortened
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset


@dataclass(frozen=True, eq=False)
class Prices:
    """Prices of variables, and of several variables that are paid once.

    Parameters
    ----------
    own : ndarray of shape (n_variables,)
    shared : tuple of (Subset, float), default=()
        Is paid if any of the variables is in.

    Examples
    --------
    >>> prices = Prices(np.array([1.0, 0, 0]), ((Subset.of([1, 2], 3), 5.0),))
    >>> prices.of(Subset.of([0, 1], 3)), prices.of(Subset.full(3))
    (6.0, 6.0)
    """

    own: FloatArray
    shared: tuple[tuple[Subset, float], ...] = ()

    @cached_property
    def total(self) -> float:
        """What all variables cost."""
        return self.of(Subset.full(len(self.own)))

    def of(self, subset: Subset) -> float:
        """Return what a subset costs."""
        own = self.own[subset.indices()].sum()
        return float(own + sum(p for some, p in self.shared if some.bits & subset.bits))

    def paid(self, subset: Subset) -> Iterator[Subset]:
        """Yield what a subset can do without to save a price."""
        n = subset.n_variables
        yield from (Subset.of([v], n) for v in subset if self.own[v] > 0)
        bits = subset.bits
        inside = [some.bits & bits for some, price in self.shared if price > 0]
        yield from (Subset(each, n) for each in inside if each)


def read_prices(problem: Problem, given: Any) -> Prices | None:
    """Return prices given as a dict or one for each variable.

    Raises
    ------
    ValueError
        If one is not a number from 0, there is no such variable, or their number is
        not that of the variables.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> read_prices(problem, {"x3": 10, ("x0", "x1"): 4}).of(Subset.of([1, 3], 4))
    14.0
    """
    if given is None:
        return None
    n = problem.n_variables
    if not isinstance(given, Mapping):
        own = _numbers(given)
        if own.shape != (n,):
            raise ValueError(f"prices must be {n}, one a variable, got {own.shape}")
        return Prices(own)
    own, shared = np.zeros(n), []
    for key, price in given.items():
        [number] = _numbers([price])
        one = not isinstance(key, tuple | frozenset) or key in problem.names
        if one:
            own[places(problem, "prices", [key])] += number
        else:
            shared.append((Subset.of(places(problem, "prices", key), n), float(number)))
    return Prices(own, tuple(shared))


def _numbers(given: Any) -> FloatArray:
    try:
        numbers = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        numbers = np.array(math.nan)
    if not (np.isfinite(numbers) & (numbers >= 0)).all():
        raise ValueError(
            f"prices must be finite numbers of at least 0, got {shortened(given)}"
        )
    return numbers
