"""One strategy after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Keep,
    Request,
    Search,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
)
from wrapsel.search.inner import kept_by
from wrapsel.search.removal.rvers import RVErS
from wrapsel.search.steps.forward import Forward


@dataclass(frozen=True, slots=True)
class Chain(WithParameters):
    """Search among the variables that another strategy has left.

    The result is what the second strategy keeps last, the path is that of both.

    Parameters
    ----------
    first : SearchStrategy, default=RVErS()
        What it keeps last are the variables of the second one. `Top` makes a ranker
        the first one.
    then : SearchStrategy, default=Forward()
        Not run if nothing is left.

    Examples
    --------
    >>> from wrapsel import Problem, load_learner, select
    >>> from wrapsel.datasets import load
    >>> wine = load("wine")
    >>> problem = Problem(load_learner("naive-bayes"), wine.X, wine.y)
    >>> result = select(problem, Chain(RVErS(), Forward()))
    >>> len(result.subset) < 13
    True
    """

    first: SearchStrategy = RVErS()  # noqa: RUF009  # frozen
    then: SearchStrategy = Forward()  # noqa: RUF009  # frozen

    def __post_init__(self) -> None:
        check_kinds(self)
        check_strategy_value("first", self.first)
        check_strategy_value("then", self.then)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search twice."""
        first, then = rng.spawn(2)
        kept = yield from kept_by(self.first.search(space, first))
        last = kept[-1]
        left = last.subset
        if not left:
            return None
        start = None if space.start is None else space.start & left
        narrow = replace(space, variables=left, start=start)
        return (yield from _once_as_good(self.then.search(narrow, then), last.error))


def _once_as_good(search: Search, error: float) -> Search:
    """Pass everything on, but `Keep` not before its error is as low as this.

    So what the first strategy has found is the answer if a budget ends the second.
    """
    held: list[Request] | None = []
    reply: Any = None
    while True:
        try:
            request = search.send(reply)
        except StopIteration as end:
            yield from held or []
            stopped_by: str | None = end.value
            return stopped_by
        if held is None or not isinstance(request, Keep):
            reply = yield request
            continue
        held.append(request)
        reply = None
        if request.evaluation.error <= error:
            yield from held
            held = None
