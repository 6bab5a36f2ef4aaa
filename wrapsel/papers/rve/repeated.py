"""Errors of cross-validation that is repeated until they are sure enough."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Measure,
    Search,
    SearchSpace,
    SearchStrategy,
)
from wrapsel.subset import Subset


@dataclass(frozen=True)
class Repeated:
    """Search by errors over several draws of folds, as many as a subset needs [1]_.

    Folds are drawn anew until the standard error of the mean over all of them is small.
    The draws are the same for all subsets, so an error depends on its subset alone.

    Parameters
    ----------
    strategy : SearchStrategy
    n_folds : int
        Of each draw.
    most : int, default=5
        Draws of a subset, at most.
    sure : float, default=0.01
        The standard error of the mean below which no more are drawn.

    References
    ----------
    .. [1] R. Kohavi, G. H. John, "Wrappers for feature subset selection", Artificial
       Intelligence 97, 1997, section 3.2.

    Examples
    --------
    >>> from wrapsel.search import RVErS
    >>> space = SearchSpace(Subset.full(9), cost=float)
    >>> search = Repeated(RVErS(), 5).search(space, np.random.default_rng(0))
    >>> request = next(search)
    >>> request = search.send(np.array([[0.0, 0.3, 0.1, 0.4, 0.2]]))
    >>> type(request).__name__, request.draw
    ('Measure', 1)
    """

    strategy: SearchStrategy
    n_folds: int
    most: int = 5
    sure: float = 0.01

    @property
    def wants_relevance(self) -> bool:
        """Whether the strategy inside does."""
        return getattr(self.strategy, "wants_relevance", False)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search as the strategy inside does."""
        search, reply = self.strategy.search(space, rng), None
        while True:
            try:
                request: Any = search.send(reply)
            except StopIteration as end:
                stopped_by: str | None = end.value
                return stopped_by
            if isinstance(request, Evaluate):
                reply = yield from self._verdicts(request)
            else:
                reply = yield request

    def _verdicts(self, request: Evaluate) -> Any:
        accept = math.inf if request.accept is None else request.accept
        verdicts: list[Evaluation] = []
        for group in _groups(request):
            errors = yield from self._errors(group)
            verdicts += [
                Evaluation(subset, error, self.n_folds)
                for subset, error in zip(group, errors, strict=True)
            ]
            if request.need == "first" and verdicts[-1].error <= accept:
                break
        return verdicts

    def _errors(self, group: list[Subset]) -> Any:
        drawn = yield Measure(group, self.n_folds)
        folds = [list(row) for row in drawn]
        for draw in range(1, self.most):
            unsure = [i for i, row in enumerate(folds) if _of_mean(row) >= self.sure]
            if not unsure:
                break
            more = yield Measure([group[i] for i in unsure], self.n_folds, draw)
            for i, row in zip(unsure, more, strict=True):
                folds[i] += list(row)
        return [float(np.mean(row)) for row in folds]


def _groups(request: Evaluate) -> Iterator[list[Subset]]:
    """Yield what is measured at once: of endless candidates one."""
    if request.need == "first":
        return ([subset] for subset in request.candidates)
    return iter([list(request.candidates)])


def _of_mean(errors: list[float]) -> float:
    return float(np.std(errors, ddof=1)) / math.sqrt(len(errors))
