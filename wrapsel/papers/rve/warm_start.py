"""A search whose trainings start from the weights of the last hypothesis accepted.

The error of a subset then depends on the way to it. No evaluator of `select` may do
so, for a store keeps what depends on the subset alone; hence a loop of its own, that
knows no store, no folds and no look-ahead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    FloatArray,
    Keep,
    SearchSpace,
    SearchStrategy,
    is_accepted,
)
from wrapsel.subset import Subset

Train = Callable[[Subset, FloatArray | None], tuple[float, FloatArray]]
Step = tuple[Subset, bool]  # and whether it was kept, or else trained on


def warm_started(
    strategy: SearchStrategy, space: SearchSpace, train: Train, seed: int
) -> Iterator[Step]:
    """Yield what is trained on and what is kept, in order.

    Parameters
    ----------
    strategy : SearchStrategy
        Asks for errors alone, as `RVE` and `RVErS` do.
    space : SearchSpace
    train : callable
        Given a subset and the weights of what was kept last, None at first; returns
        the error and the weights, of shape (n_variables + 1,), the bias last.
    seed : int
        Of the draws, which are those of `select`.

    Examples
    --------
    >>> from wrapsel.search import RVE
    >>> space = SearchSpace(Subset.full(3), cost=float)
    >>> train = lambda subset, weights: (float(0 not in subset), np.zeros(4))
    >>> steps = warm_started(RVE(1), space, train, seed=0)
    >>> [(list(subset), kept) for subset, kept in steps][-1]
    ([0], True)
    """
    search = strategy.search(space, np.random.default_rng(seed))
    weights, known, reply = None, _Trained(train), None
    while True:
        try:
            request: Any = search.send(reply)
        except StopIteration:
            return
        if isinstance(request, Keep):
            weights, reply = known.weights[request.evaluation.subset], None
            yield request.evaluation.subset, True
        else:
            reply = yield from known.verdicts(request, weights)


class _Trained:
    """The weights of what was asked for last, for what is kept is among it."""

    def __init__(self, train: Train) -> None:
        self._train = train
        self.weights: dict[Subset, FloatArray] = {}

    def verdicts(self, request: Evaluate, start: FloatArray | None) -> Any:
        """Yield each training until one will do; return the verdicts."""
        self.weights, verdicts = {}, []
        accept = math.inf if request.accept is None else request.accept
        for subset in request.candidates:
            error, self.weights[subset] = self._train(subset, start)
            verdicts.append(Evaluation(subset, error, n_folds=1))
            yield subset, False
            if request.need == "first" and is_accepted(verdicts[-1], accept):
                break
        return verdicts
