"""A search among some of the variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from wrapsel.parameters import WithParameters
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Rank,
    Request,
    Search,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
    evaluate,
)
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Within(WithParameters):
    """Require, forbid, or start from some variables, whatever the strategy.

    The strategy inside sees neither the required variables, which are added to every
    subset it asks for, nor the forbidden ones. But the required ones count in sizes: of
    ``n_features_to_select=3`` with one required it chooses two. Where all are required,
    there is nothing to choose.

    Parameters
    ----------
    strategy : SearchStrategy
    required : sequence of int, default=()
        Variables of every subset.
    forbidden : sequence of int, default=()
        Variables of none.
    start : sequence of int, optional
        Where the strategy begins, if it begins somewhere.

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Within(Forward(), [2]).search(space, np.random.default_rng(0))
    >>> [list(subset) for subset in next(search).candidates]
    [[2]]
    """

    strategy: SearchStrategy
    required: Iterable[int] = field(default=())
    forbidden: Iterable[int] = field(default=())
    start: Iterable[int] | None = None

    def __post_init__(self) -> None:
        check_strategy_value("strategy", self.strategy)
        for name in ("required", "forbidden", "start"):
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, tuple(int(i) for i in given))
        if both := set(self.required) & set(self.forbidden):
            raise ValueError(f"required must not be forbidden, got {sorted(both)}")

    @property
    def wants_relevance(self) -> bool:
        """Whether the strategy inside does."""
        return getattr(self.strategy, "wants_relevance", False)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search as the strategy does, among the variables that are left."""
        required = self._part(space.variables, "required")
        forbidden = Subset.of(self.forbidden, space.variables.n_variables)
        left = space.variables - required - forbidden
        if not left:
            return _all_required(required)
        start = space.start
        if self.start is not None:
            start = self._part(space.variables, "start")
        inner = replace(
            space,
            variables=left,
            cost=_cost_with(space.cost, len(required)),
            start=None if start is None else start & left,
            n_required=space.n_required + len(required),
        )
        return _with(required, self.strategy.search(inner, rng))

    def _part(self, variables: Subset, name: str) -> Subset:
        part = Subset.of(getattr(self, name), variables.n_variables)
        if not part <= variables:
            unknown = list(part - variables)
            raise ValueError(f"{name} must be variables in play, got {unknown}")
        return part


def _all_required(required: Subset) -> Search:
    """Keep what is required, where nothing is left to choose."""
    if not required:
        raise ValueError("forbidden must leave a variable to choose")
    [kept] = yield from evaluate([required])
    yield Keep(kept)
    return None


def _cost_with(cost: Callable[[int], float], n_required: int) -> Callable[[int], float]:
    return (lambda n: cost(n + n_required)) if n_required else cost


def _with(required: Subset, search: Search) -> Search:
    """Add the required variables to what is asked, take them from what is answered."""
    reply: Any = None
    while True:
        try:
            request: Request = search.send(reply)
        except StopIteration as end:
            stopped_by: str | None = end.value
            return stopped_by
        reply = yield _widened(request, required)
        if isinstance(request, Evaluate):
            reply = [_narrowed(evaluation, required) for evaluation in reply]
        elif isinstance(request, Rank):
            wide = request.subset | required
            reply = reply[np.isin(wide.indices(), request.subset.indices())]


def _widened(request: Any, required: Subset) -> Any:
    if isinstance(request, Keep):
        kept = request.evaluation
        return replace(request, evaluation=kept._replace(subset=kept.subset | required))
    if isinstance(request, Rank):
        return replace(request, subset=request.subset | required)
    return replace(request, candidates=_wide(request.candidates, required))


def _wide(candidates: Iterable[Subset], required: Subset) -> Iterator[Subset]:
    return (subset | required for subset in candidates)


def _narrowed(evaluation: Evaluation, required: Subset) -> Evaluation:
    return evaluation._replace(subset=evaluation.subset - required)
