"""The answer of a search that ended before its strategy was done."""

from __future__ import annotations

import math
from collections.abc import Callable

from wrapsel.engine.telling.stage import Stage
from wrapsel.protocol import Evaluation, SearchStrategy
from wrapsel.search.composed.chain import Chain
from wrapsel.search.composed.restarts import Restarts
from wrapsel.search.composed.within import Within

Worth = tuple[float, float, int]


def worth_to(strategy: SearchStrategy) -> Callable[[Evaluation], Worth]:
    """Return what sorts verdicts as a strategy does: the best one first.

    By the distance from the sizes asked for, then by the error, then by the size.

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> from wrapsel.subset import Subset
    >>> worth = worth_to(Forward(n_features_to_select=2))
    >>> worth(Evaluation(Subset.full(3), 0.25, 5))
    (1, 0.25, 3)
    """
    low, high = _sizes(strategy)

    def worth(found: Evaluation) -> Worth:
        size = len(found.subset)
        return max(low - size, size - high, 0), found.error, size

    return worth


class Unfinished:
    """The best subset measured since the strategy kept one, if it would accept it.

    Parameters
    ----------
    worth : callable
        From `worth_to`.

    Attributes
    ----------
    best : Evaluation or None

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> from wrapsel.subset import Subset
    >>> unfinished = Unfinished(worth_to(Forward()))
    >>> unfinished.see(Evaluation(Subset.of([1], 2), 0.25, 5))
    >>> path, stages = unfinished.answer((), Evaluation(Subset.full(2), 0.5, 5))
    >>> [list(found.subset) for found in path], stages[0].why
    ([[1]], 'the best measured, not yet kept by the strategy')
    """

    def __init__(self, worth: Callable[[Evaluation], Worth]) -> None:
        self._worth = worth
        self.best: Evaluation | None = None
        self._worth_of_best: Worth = (0, math.inf, 0)

    def see(self, found: Evaluation) -> None:
        """Remember an acceptable verdict if it is the best since the last kept."""
        worth = self._worth(found)
        if self.best is None or worth < self._worth_of_best:
            self.best, self._worth_of_best = found, worth

    def answer(
        self, path: tuple[Evaluation, ...], reference: Evaluation
    ) -> tuple[tuple[Evaluation, ...], tuple[Stage, ...]]:
        """Return the path and a stage more if that is better than what was kept."""
        kept = path[-1] if path else reference
        if self.best is None or self._worth(self.best) >= self._worth(kept):
            return path, ()
        why = "the best measured, not yet kept by the strategy"
        return (*path, self.best), (Stage(self.best, why),)


def _sizes(strategy: SearchStrategy) -> tuple[int, float]:
    """Return the fewest and the most variables that a strategy may end with."""
    while isinstance(strategy, Chain | Restarts | Within):
        strategy = strategy.then if isinstance(strategy, Chain) else strategy.strategy
    if (size := getattr(strategy, "n_features_to_select", None)) is not None:
        return size, size
    low = getattr(strategy, "min_features", None)
    high = getattr(strategy, "max_features", None)
    return low or 0, math.inf if high is None else high
