"""Where a search searches: what is preselected, required and forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from wrapsel.engine.relevance.chance import AgainstChance, against_chance
from wrapsel.engine.relevance.default_ranker import default_ranker
from wrapsel.engine.relevance.scores import Ranker, relevance
from wrapsel.errors import shortened, unknown
from wrapsel.evaluation.cost import check_cost
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import SearchSpace, SearchStrategy
from wrapsel.search.composed.top import most_relevant
from wrapsel.search.composed.within import Within
from wrapsel.subset import Subset


def places(problem: Problem, kind: str, variables: Iterable[Any]) -> list[int]:
    """Return the indices of variables given by name or index.

    Raises
    ------
    ValueError
        If there is no such variable.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> places(problem, "required", ["x2", 0])
    [2, 0]
    """
    if isinstance(variables, str) or not isinstance(variables, Iterable):
        raise TypeError(f"{kind} must be a list, got {shortened(variables)}")
    variables = list(variables)
    if not variables:
        return []  # of many there are long lists of names
    index = {name: place for place, name in enumerate(problem.names)}
    found = []
    for variable in variables:
        if variable in index:
            found.append(index[variable])
        elif _is_index(variable, problem.n_variables):
            found.append(int(variable))
        else:
            names = [str(name) for name in problem.names]
            raise ValueError(f"{kind}: " + unknown("variable", str(variable), names))
    return found


def allowed(problem: Problem, forbidden: Sequence[Any]) -> Subset:
    """Return all variables but the forbidden ones.

    Raises
    ------
    ValueError
        If there is no such variable, or none is left.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> list(allowed(problem, ["x2", 0]))
    [1, 3]
    """
    n = problem.n_variables
    if isinstance(forbidden, list | tuple) and not forbidden:
        return Subset.full(n)
    left = Subset.full(n) - Subset.of(places(problem, "forbidden", forbidden), n)
    if not left:
        raise ValueError(f"forbidden must leave a variable, got all {n}")
    return left


def within(
    problem: Problem,
    strategy: SearchStrategy,
    required: Sequence[Any],
    forbidden: Sequence[Any],
    start: Sequence[Any] | None,
) -> SearchStrategy:
    """Return a strategy that keeps to what is required, forbidden and started from."""
    if not required and not forbidden and start is None:
        return strategy
    return Within(
        strategy,
        places(problem, "required", required),
        places(problem, "forbidden", forbidden),
        None if start is None else places(problem, "start", start),
    )


def search_space(
    problem: Problem,
    strategy: SearchStrategy,
    ranker: Ranker | None,
    n_preselect: int | Literal["auto"] | None,
    required: Sequence[Any],
    cost: Callable[[int], float] | None,
    among: Subset | None = None,
) -> SearchSpace:
    """Return the space of a search: those allowed, or the first and the required."""
    space = SearchSpace(
        among or Subset.full(problem.n_variables),
        problem.cost if cost is None else _checked(cost),
        resolution=problem.resolution,
        n_samples=len(problem.y),
    )
    is_wanted = getattr(strategy, "wants_relevance", False) and not problem.is_without_y
    found = None
    if is_wanted or n_preselect == "auto":
        found = _against_chance(problem, ranker, space.variables, n_preselect)
    if found is not None:
        space = _judged(space, found)
    elif ranker is not None:
        space = replace(space, relevance=relevance(problem, ranker, among=among))
    if n_preselect is None:
        return space
    n = n_preselect
    if n == "auto":
        assert found is not None
        n = found.n_standing_out(space.variables)
    kept = Subset.of(places(problem, "required", required), problem.n_variables)
    return replace(space, variables=most_relevant(space, n) | kept)


def _checked(cost: Callable[[int], float]) -> Callable[[int], float]:
    """Return a cost of training on n variables that says if it is none."""
    if not callable(cost):
        raise TypeError(f"cost must be a function of a size, got {shortened(cost)}")
    return lambda n_variables: check_cost("cost", cost(n_variables), n_variables)


def _against_chance(
    problem: Problem, ranker: Ranker | None, among: Subset, n_preselect: Any
) -> AgainstChance | None:
    """Return relevance; None where ours takes no such table, unless it is needed."""
    if ranker is not None:
        return against_chance(problem, ranker, among)
    try:
        return against_chance(problem, default_ranker(problem, among), among)
    except (TypeError, ValueError) as cause:
        if n_preselect is not None:
            raise ValueError(f"n_preselect needs a ranker: {cause}") from cause
        return None  # the learner may take what our rankers do not


def _judged(space: SearchSpace, found: AgainstChance) -> SearchSpace:
    """Return the space with what is relevant, and what the best would be by chance."""
    chance = found.largest
    return replace(
        space,
        relevance=found.scores,
        noise=float(np.median(chance)),
        noise_limit=float(chance.max()),
    )


def _is_index(variable: Any, n_variables: int) -> bool:
    whole = isinstance(variable, int | np.integer) and not isinstance(variable, bool)
    return whole and 0 <= variable < n_variables
