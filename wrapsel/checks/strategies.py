"""The invariants of search strategies."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from wrapsel.checks.random_errors import RandomErrors
from wrapsel.checks.require import require
from wrapsel.engine import Budget, Run, SearchResult, Waves
from wrapsel.evaluation import Stored
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Measure,
    Rank,
    SearchSpace,
    SearchStrategy,
)
from wrapsel.search.composed.within import Within
from wrapsel.subset import Subset


def check_strategy(
    strategy: SearchStrategy, n_variables: int = 7, n_seeds: int = 5
) -> None:
    """Check a strategy against invariants I1 and I4 to I7.

    Its requests depend on the replies alone; looking ahead, a budget and a store change
    nothing; it asks only for its variables, also when some are required or forbidden,
    keeps something, and can be closed.

    Parameters
    ----------
    strategy : SearchStrategy
    n_variables : int, default=7
        Of the made-up problems that it is tried on.
    n_seeds : int, default=5
        Number of them.

    Raises
    ------
    AssertionError
        With the invariant that does not hold.

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> check_strategy(Forward())
    """
    before = repr(strategy)
    for seed in range(n_seeds):
        _check_look_ahead(strategy, n_variables, seed)
        _check_budget(strategy, n_variables, seed)
        _check_replay(strategy, n_variables, seed)
        _check_space(strategy, n_variables, seed)
        _check_close(strategy, n_variables, seed)
        _check_required(strategy, n_variables, seed)
    require(repr(strategy) == before, "a search must not change its strategy")
    require(
        repr(pickle.loads(pickle.dumps(strategy))) == before, "strategies must pickle"
    )


def _check_look_ahead(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    plain = _run(strategy, n_variables, seed)
    for width in (2, 64):
        wide = _run(strategy, n_variables, seed, width=width)
        require(_facts(wide) == _facts(plain), "looking ahead must change nothing")
    require(bool(plain.path), "a strategy must keep something")
    complete = all(kept.complete for kept in plain.path)
    require(complete, "a strategy must keep complete evaluations only")


def _check_budget(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    whole = _run(strategy, n_variables, seed)
    for evaluations in (1, 3, 10):
        budget = Budget(evaluations=evaluations)
        results = [_run(strategy, n_variables, seed, w, budget) for w in (1, 64)]
        require(_facts(results[0]) == _facts(results[1]), "nor where a budget ends it")
        part = results[0].path
        require(part == whole.path[: len(part)], "a budget must only cut the path")


def _check_replay(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    evaluator = RandomErrors(random_state=seed)
    stored = Stored(evaluator)
    budget = Budget(evaluations=4)
    _run(strategy, n_variables, seed, budget=budget, stored=stored)
    resumed = _run(strategy, n_variables, seed, stored=stored)
    fresh = _run(strategy, n_variables, seed)
    require(_facts(resumed) == _facts(fresh), "a resumed run must end alike")
    n_measured = evaluator.n_measured
    _run(strategy, n_variables, seed, stored=stored)
    require(evaluator.n_measured == n_measured, "nothing may be measured twice")


def _check_space(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    part = Subset.full(n_variables) - Subset.of([1], n_variables)
    result = _run(strategy, n_variables, seed, variables=part)
    require(result.subset <= part, "a strategy must stay in its space")


def _check_required(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    wanted, unwanted = n_variables, n_variables + 1
    within = Within(strategy, required=[wanted], forbidden=[unwanted])
    for kept in _run(within, n_variables + 2, seed).path:
        obeys = wanted in kept.subset and unwanted not in kept.subset
        require(obeys, "a strategy must leave the required and forbidden alone")


def _check_close(strategy: SearchStrategy, n_variables: int, seed: int) -> None:
    evaluator = RandomErrors(random_state=seed)
    for n_replies in range(8):
        search = strategy.search(_space(Subset.full(n_variables), seed), _rng(seed))
        reply: Any = None
        for _ in range(n_replies):
            try:
                reply = _reply(evaluator, search.send(reply))
            except StopIteration:
                break
        search.close()  # raises if the strategy goes on


def _run(
    strategy: SearchStrategy,
    n_variables: int,
    seed: int,
    width: int = 1,
    budget: Budget | None = None,
    variables: Subset | None = None,
    stored: Stored | None = None,
) -> SearchResult:
    full = variables or Subset.full(n_variables)
    stored = stored or Stored(RandomErrors(random_state=seed))
    drawn = {
        draw: Stored(RandomErrors(random_state=seed + 100 * draw))
        for draw in range(1, 9)
    }
    run = Run(Waves(stored, width), stored, budget or Budget(), full, None, drawn.get)
    reference = Evaluation(full, 0.0, 0)
    search = strategy.search(_space(full, seed), _rng(seed))
    names = tuple(range(n_variables))
    request = run.begin(search)
    return run.search(
        search, request, lambda p, s, by, _: SearchResult(p, reference, s, by, names)
    )


def _facts(result: SearchResult) -> tuple[Any, ...]:
    spent = result.spending
    counts = (spent.evaluations, spent.proposals, spent.fits, spent.cost)
    return (result.path, result.stopped_by, counts)


def _reply(evaluator: RandomErrors, request: Any) -> Any:
    waves = Waves(Stored(evaluator))
    if isinstance(request, Evaluate):
        return [verdict for verdict, _ in waves.verdicts(request)]
    if isinstance(request, Measure):
        return np.array([errors for _, errors in waves.fold_errors(request)])
    if isinstance(request, Rank):
        return evaluator.importances(request.subset, request.by)
    return None


def _space(variables: Subset, seed: int) -> SearchSpace:
    relevance = np.random.default_rng([seed, 1]).random(variables.n_variables)
    few = bool(seed % 2)
    return SearchSpace(
        variables,
        float,
        relevance,
        noise=0.7,
        n_samples=1 if few else 100,
        shares_fits=few,
    )


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)
