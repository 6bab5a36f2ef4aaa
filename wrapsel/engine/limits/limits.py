"""Which subsets may be the answer, and what is added to their errors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wrapsel.engine.limits.prices import Prices, read_prices
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.space import places
from wrapsel.errors import shortened
from wrapsel.evaluation.evaluator import Block, Evaluator, Portion
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset

_TIE = 2.0**-36  # of all prices: of equal errors the cheaper subset's is less
_FAR = 1000  # times as large as an error that may be: those of what is not allowed


@dataclass(frozen=True, eq=False)
class Limits:
    """What a subset may cost, what that weighs, and which variables need others.

    Parameters
    ----------
    prices : Prices, optional
    max_price : float, default=inf
    price_weight : float, default=0.0
        What a unit of price adds to an error.
    needs : sequence of (int, Subset), default=()
        A variable, and those without which it must not be.
    required : Subset, optional
        Variables of every subset.

    Examples
    --------
    >>> limits = Limits(needs=[(2, Subset.of([0, 1], 3))])
    >>> limits.allows(Subset.of([1, 2], 3)), limits.allows(Subset.full(3))
    (False, True)
    """

    prices: Prices | None = None
    max_price: float = math.inf
    price_weight: float = 0.0
    needs: Sequence[tuple[int, Subset]] = ()
    required: Subset | None = None

    def allows(self, subset: Subset) -> bool:
        """Whether it may be the answer."""
        if self.required is not None and not self.required <= subset:
            return False
        return self.price(subset) <= self.max_price and self.closed(subset) == subset

    def price(self, subset: Subset) -> float:
        """Return what a subset costs; nothing if nothing has a price."""
        return 0.0 if self.prices is None else self.prices.of(subset)

    def closed(self, subset: Subset) -> Subset:
        """Return a subset without the variables that lack one that they need."""
        lacking = [
            v for v, others in self.needs if v in subset and not others <= subset
        ]
        if not lacking:
            return subset
        return self.closed(subset - Subset.of(lacking, subset.n_variables))

    def penalty(self, subset: Subset, far: float) -> float:
        """Return what is added to an error; at least `far` beyond the limits."""
        penalty = 0.0 if self.allows(subset) else far
        if self.prices is None:
            return penalty
        tie = _TIE / (self.prices.total or 1.0)
        return penalty + self.price(subset) * max(self.price_weight, tie)


def limits_of(problem: Problem, options: SearchOptions) -> Limits | None:
    """Return the limits of a search, None if there are none.

    Raises
    ------
    ValueError
        If there are no such variables, a price is none, or what is required is beyond
        the limits.
    """
    if options.prices is None and not options.needs:
        return None
    n = problem.n_variables
    required = Subset.of(places(problem, "required", options.required), n)
    limits = Limits(
        read_prices(problem, options.prices),
        math.inf if options.max_price is None else options.max_price,
        options.price_weight,
        _read_needs(problem, options.needs),
        required,
    )
    if not limits.allows(required):
        why = f"for max_price, which is {limits.max_price:g}"
        if limits.closed(required) != required:
            why = "without all that they need"
        raise ValueError(f"required must not be {why}, got {options.required}")
    return limits


def _read_needs(problem: Problem, needs: Any) -> list[tuple[int, Subset]]:
    if needs is None:
        return []
    if not isinstance(needs, Mapping):
        raise TypeError(
            f"needs must be a dict of name to list of names, got {shortened(needs)}"
        )
    find, n = partial(places, problem, "needs"), problem.n_variables
    return [
        (find([name])[0], Subset.of(find(others), n)) for name, others in needs.items()
    ]


class Limited:
    """An evaluator whose errors are larger by what limits add to them.

    So every strategy keeps to them: what is not allowed is worse than all that is.

    Parameters
    ----------
    evaluator : Evaluator
    limits : Limits
    typical : float
        An error of the problem.

    Notes
    -----
    Each fold gets its part, so that partial sums still only grow.
    """

    def __init__(self, evaluator: Evaluator, limits: Limits, typical: float) -> None:
        self._evaluator, self._limits = evaluator, limits
        # A power of two: what is added leaves most of the last bits of an error.
        self._far = 2.0 ** math.ceil(math.log2(_FAR * max(typical, 1e-6)))
        self.weights = evaluator.weights
        self.n_variants = evaluator.n_variants

    @property
    def portion(self) -> Portion:
        """How much is best measured at once."""
        return self._evaluator.portion

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""
        block = self._evaluator.measure(subsets, folds)
        added = np.array([self.penalty(subset) for subset in subsets])
        errors = block.errors + added[:, None, None] * block.weights[:, None]
        return Block(errors, block.weights, block.cost, block.seconds)

    def penalty(self, subset: Subset) -> float:
        """Return what is added to the error of a subset."""
        return self._limits.penalty(subset, self._far)

    def importances(self, subset: Subset, by: Any, /) -> FloatArray:
        """Return the importances of a subset, which have no price."""
        return self._evaluator.importances(subset, by)

    def rank_costs(self, n_variables: int, by: Any, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return self._evaluator.rank_costs(n_variables, by)
