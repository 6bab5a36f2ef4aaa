"""The same strategy several times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Search,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
    evaluate,
)
from wrapsel.search.acceptance import check_tolerance
from wrapsel.search.inner import quietly, winner
from wrapsel.search.removal.rvers import RVErS
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Restarts(WithParameters):
    """Run a strategy with several seeds, and take the best result or a vote.

    Parameters
    ----------
    strategy : SearchStrategy, default=RVErS()
    n : int, default=5
        Number of runs.
    combine : {"best", "vote"}, default="best"
        "best" keeps the smallest result within `tolerance` of the lowest error; "vote"
        the variables that more than half of the runs have selected.
    tolerance : float, default=0.002
        In the unit of the error, at least 0.

    Examples
    --------
    >>> from wrapsel.checks import check_strategy
    >>> check_strategy(Restarts(RVErS(), n=2))
    """

    strategy: SearchStrategy = RVErS()  # noqa: RUF009  # frozen
    n: int = 5
    combine: Literal["best", "vote"] = "best"
    tolerance: float = 0.002

    def __post_init__(self) -> None:
        check_kinds(self)
        check_strategy_value("strategy", self.strategy)
        if self.n < 1:
            raise ValueError(f"n must be at least 1, got {self.n}")
        if self.combine not in ("best", "vote"):
            raise ValueError(f"combine must be 'best' or 'vote', got {self.combine!r}")
        check_tolerance(self.tolerance)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search n times, each time with a generator of its own."""
        results: list[Evaluation] = []
        for _ in range(self.n):
            [own] = rng.spawn(1)  # not all at once: a budget may end most of them
            kept = yield from quietly(self.strategy.search(space, own))
            results.append(kept[-1])
            best = winner(results, self.tolerance)
            if best is results[-1]:  # so that a run that is cut short has a result
                yield Keep(best)
        if self.combine == "vote":
            [elected] = yield from evaluate([majority([e.subset for e in results])])
            yield Keep(elected)
        elif best is not results[-1]:
            yield Keep(best)
        return None


def majority(subsets: Sequence[Subset]) -> Subset:
    """Return the variables of more than half of the subsets.

    Examples
    --------
    >>> list(majority([Subset.of([0, 1], 3), Subset.of([1], 3), Subset.full(3)]))
    [0, 1]
    """
    votes = np.sum([subset.mask() for subset in subsets], axis=0)
    return Subset.from_mask(2 * votes > len(subsets))
