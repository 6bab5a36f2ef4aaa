"""A patient engine: it answers one candidate after the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from wrapsel.protocol import Evaluate, Evaluation, Keep, Measure, SearchSpace
from wrapsel.subset import Subset


@dataclass
class Run:
    """What a search asked for, and what it kept."""

    path: list[Evaluation] = field(default_factory=list)
    asked: list[Subset] = field(default_factory=list)
    exact: int = 0
    stopped: str | None = None

    @property
    def best(self) -> list[int]:
        """Return the variables kept last."""
        return list(self.path[-1].subset)

    def cost(self, cost: Callable[[int], float]) -> float:
        """Return the cost of all evaluations, a fit each."""
        return sum(cost(len(subset)) for subset in self.asked)


def drive(
    strategy,
    n_variables,
    error,
    *,
    seed=0,
    cost=float,
    lookahead=0,
    relevance=None,
    start=None,
    fold_errors=None,
    redrawn=None,
) -> Run:
    """Run a strategy on all of `n_variables` variables, or on a `Subset` of them.

    A race measures the `fold_errors` of a subset: by default its error, twice. What is
    measured on folds drawn anew is `redrawn(subset, draw)`, by default nothing.
    """
    variables = n_variables
    if not isinstance(variables, Subset):
        variables = Subset.full(n_variables)
    space = SearchSpace(variables, cost, relevance, start)
    n_folds = 2 if fold_errors is None else len(fold_errors(variables))
    search = strategy.search(space, np.random.default_rng(seed))
    run, reply = Run(), None
    while True:
        try:
            request = search.send(reply)
        except StopIteration as stop:
            run.stopped = stop.value
            return run
        if isinstance(request, Keep):
            run.path.append(request.evaluation)
            reply = None
        elif isinstance(request, Measure) and request.draw:
            asked = list(request.candidates) if redrawn else []
            rows = [redrawn(subset, request.draw) for subset in asked]
            reply = np.reshape(rows, (len(rows), n_folds))
        elif isinstance(request, Measure):
            of = fold_errors or (lambda subset: [error(subset)] * n_folds)
            asked = list(request.candidates)
            run.asked += asked
            reply = np.array([of(subset)[: request.n_folds] for subset in asked])
        else:
            reply = list(_answers(request, error, run, lookahead, n_folds))


def _answers(
    request: Evaluate, error, run: Run, lookahead: int, n_folds: int
) -> Iterator[Evaluation]:
    limit = math.inf if request.accept is None else request.accept
    candidates = iter(request.candidates)
    for subset in candidates:
        run.asked.append(subset)
        verdict = _verdict(subset, error(subset), limit, request.need, n_folds)
        run.exact += verdict.complete
        yield verdict
        if request.need == "best" and verdict.complete:
            limit = min(limit, verdict.error)
        if request.need == "first" and verdict.complete:
            break
    list(islice(candidates, lookahead))


def _verdict(
    subset: Subset, error: float, limit: float, need: str, n_folds: int
) -> Evaluation:
    if need == "all" or error <= limit:
        return Evaluation(subset, error, n_folds)
    # The least that proves it to be above the limit.
    bound = math.nextafter(max(limit, 0.0), math.inf)
    return Evaluation(subset, min(error, bound), n_folds=1, complete=False)


def perfect_learner(relevant: Subset) -> Callable[[Subset], float]:
    """Return an error that is 0 until a relevant variable is missing."""
    return lambda subset: float(bool(relevant.bits & ~subset.bits))


def random_table(seed: int, levels: int = 50) -> Callable[[Subset], float]:
    """Return errors that look random, with ties, the same for the same subset."""
    return lambda subset: hash((subset.bits, seed)) % levels / levels
