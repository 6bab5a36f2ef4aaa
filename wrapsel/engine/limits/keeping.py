"""A search whose answer keeps to limits, whatever the strategy."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.engine.limits.limits import Limits
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Request,
    Search,
    SearchSpace,
    SearchStrategy,
    evaluate,
)
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class KeepingLimits:
    """Keep only what is allowed; bring the rest within the limits at the end.

    Where the strategy inside ends with what is not allowed, such as a path downwards
    that never came to it, variables are removed, those first that raise the error the
    least for the price that they save.

    Parameters
    ----------
    strategy : SearchStrategy
    limits : Limits
    """

    strategy: SearchStrategy
    limits: Limits

    @property
    def wants_relevance(self) -> bool:
        """Whether the strategy inside does."""
        return getattr(self.strategy, "wants_relevance", False)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search as the strategy does, but keep to the limits."""
        search = self.strategy.search(space, rng)
        last: Evaluation | None = None
        reply: Any = None
        while True:
            try:
                request: Request = search.send(reply)
            except StopIteration as end:
                why: str | None = end.value
                break
            reply = None
            if isinstance(request, Keep):
                last = request.evaluation
                if not self.limits.allows(last.subset):
                    continue
            reply = yield request
        if last is not None and not self.limits.allows(last.subset):
            yield from self._within(last)
        return why

    def _within(self, best: Evaluation) -> Generator[Request, Any, None]:
        """Remove variables until what is left is allowed, and keep it."""
        while not self.limits.allows(best.subset):
            candidates = list(dict.fromkeys(self._smaller(best.subset)))
            verdicts = yield from evaluate(candidates)
            before, price = best.error, self.limits.price(best.subset)
            best = min(verdicts, key=lambda v: self._rate(v, before, price))
        yield Keep(best, "brought within the limits, at the least error for the price")

    def _rate(
        self, verdict: Evaluation, before: float, price: float
    ) -> tuple[bool, float, int]:
        saved = price - self.limits.price(verdict.subset)
        rise = verdict.error - before
        return saved <= 0, rise / saved if saved > 0 else rise, len(verdict.subset)

    def _smaller(self, subset: Subset) -> list[Subset]:
        """Return subsets that cost less, or lack nothing that they need."""
        closed = self.limits.closed(subset)
        if closed != subset:
            return [closed]
        prices = self.limits.prices
        assert prices is not None  # else it would be allowed
        required = self.limits.required or Subset.empty(subset.n_variables)
        found = [some - required for some in prices.paid(subset)]
        return [self.limits.closed(subset - some) for some in found if some]
