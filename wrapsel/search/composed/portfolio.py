"""Several strategies side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Request,
    Search,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
)
from wrapsel.search.acceptance import check_tolerance
from wrapsel.search.inner import advance, winner
from wrapsel.search.removal.rvers import RVErS
from wrapsel.search.steps.forward import Forward


@dataclass(frozen=True, slots=True)
class Portfolio(WithParameters):
    """Run strategies side by side; at any time the best that one has kept wins.

    They take turns, a request each, and share the budget and all that was measured.

    Parameters
    ----------
    strategies : sequence of SearchStrategy, default=(RVErS(), Forward())
    tolerance : float, default=0.002
        The winner is the smallest subset within this of the lowest error kept so far.

    Examples
    --------
    >>> from wrapsel.checks import check_strategy
    >>> check_strategy(Portfolio())
    """

    strategies: Iterable[SearchStrategy] = field(default=(RVErS(), Forward()))
    tolerance: float = 0.002

    def __post_init__(self) -> None:
        check_kinds(self)
        object.__setattr__(self, "strategies", tuple(self.strategies))
        if not self.strategies:
            raise ValueError("strategies must not be empty")
        for place, strategy in enumerate(self.strategies):
            check_strategy_value(f"strategies[{place}]", strategy)
        check_tolerance(self.tolerance)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Let them take turns until all have ended."""
        strategies = list(self.strategies)
        turns: list[tuple[Search, Any]] = [
            (strategy.search(space, own), None)
            for strategy, own in zip(
                strategies, rng.spawn(len(strategies)), strict=True
            )
        ]
        kept: list[Evaluation] = []
        while turns:
            search, reply = turns.pop(0)
            news: list[Evaluation] = []
            request = _next(search, reply, news)
            if news:
                best = winner(kept, self.tolerance) if kept else None
                kept += news
                if (now := winner(kept, self.tolerance)) is not best:
                    yield Keep(now)
            if request is not None:
                turns.append((search, (yield request)))
        return None


def _next(search: Search, reply: Any, kept: list[Evaluation]) -> Request | None:
    """Return the next request that needs an answer; what is kept goes to `kept`."""
    while isinstance(request := advance(search, reply), Keep):
        kept.append(request.evaluation)
        reply = None
    return request
