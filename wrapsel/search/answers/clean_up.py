"""Removing what a subset can do without, on folds drawn anew."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray, Request, SearchSpace
from wrapsel.search.answers.one_standard_error import ROUNDING
from wrapsel.search.answers.redrawn import Redrawn
from wrapsel.search.moves import without
from wrapsel.subset import Subset

Passing = Generator[Request, FloatArray, list[Subset]]
Ordering = Generator[Request, FloatArray, NDArray[np.intp]]


@dataclass(frozen=True, slots=True)
class CleanUp:
    """Remove variables as long as a subset is not shown to be worse than at first.

    The variable without which the error is lowest goes first; or, of those for which it
    is not shown to be higher, by one standard error, the one that is least relevant.
    Large subsets lose a sixteenth at once, or as much of that as they can do without.

    Where every subset takes a fit, none is tried without each of its variables: the
    least relevant half is removed, or a quarter, and so on, or the first single one.

    Parameters
    ----------
    space : SearchSpace
    redrawn : Redrawn
    n_se : float, default=1.0
        Standard errors that a subset may lose against the first one.
    max_fits : float, default=inf
        The clean-up ends where `redrawn` has measured so many folds.
    prefers_relevant : bool, default=True
        Whether relevance decides between variables that tie, or the error alone.
    """

    space: SearchSpace
    redrawn: Redrawn
    n_se: float = 1.0
    max_fits: float = np.inf
    prefers_relevant: bool = True

    def descend(self, start: Subset) -> Passing:
        """Return the subsets passed, ever smaller; `start` is measured already."""
        passed = [start]
        while len(passed[-1]) > 1 and self.redrawn.n_fits < self.max_fits:
            smaller = yield from self._smaller(passed[-1], start)
            if smaller is None:
                break
            passed.append(smaller)
        return passed

    def _smaller(
        self, subset: Subset, start: Subset
    ) -> Generator[Request, FloatArray, Subset | None]:
        """Return the subset without the first block that can go, or None."""
        order = yield from self._order(subset)
        for block in self._blocks(order):
            smaller = without(subset, block)
            yield from self.redrawn.measure([smaller])
            if self._is_as_good(smaller, start):
                return smaller
            if self.redrawn.n_fits >= self.max_fits:
                break
        return None

    def _is_as_good(self, subset: Subset, start: Subset) -> bool:
        loss = self.redrawn.mean(subset) - self.redrawn.mean(start)
        return loss <= self.n_se * self.redrawn.standard_error(subset, start) + ROUNDING

    def _order(self, subset: Subset) -> Ordering:
        """Return the variables, the one that can go best first; of equals the last."""
        variables = subset.indices()
        relevance = self._relevance(variables)
        if not self.space.shares_fits:
            return variables[np.lexsort([-variables, relevance])]
        singles = [without(subset, variable) for variable in variables]
        yield from self.redrawn.measure(singles)
        means = np.array([self.redrawn.mean(s) for s in singles])
        if not self.prefers_relevant:
            return variables[np.lexsort([-variables, means])]
        lowest = singles[int(means.argmin())]
        errors = [self.redrawn.standard_error(s, lowest) for s in singles]
        tied = means <= means.min() + errors + ROUNDING
        least = np.where(tied, relevance, 0.0)
        return variables[np.lexsort([-variables, means, least, ~tied])]

    def _relevance(self, variables: NDArray[np.intp]) -> FloatArray:
        if self.space.relevance is None:
            return np.zeros(len(variables))
        return self.space.relevance[variables]

    def _blocks(self, order: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        share, n = (16 if self.space.shares_fits else 2), len(order)
        sizes = [max(1, n // share)]
        while sizes[-1] > 1:
            sizes.append(sizes[-1] // 2)
        blocks = [order[:size] for size in sizes]
        if not self.space.shares_fits:
            blocks += list(order[1:, None])
        return blocks
