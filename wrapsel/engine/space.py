"""Where a search searches: what is preselected, required and forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from wrapsel.engine.default_ranker import default_ranker
from wrapsel.errors import shortened, unknown
from wrapsel.evaluation.cost import check_cost
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import Rows, take_columns
from wrapsel.protocol import FloatArray, SearchSpace, SearchStrategy
from wrapsel.search.composed.top import most_relevant
from wrapsel.search.composed.within import Within
from wrapsel.subset import Subset

N_SHUFFLES = 39  # of the targets: one table of noise in 40 is above the largest
FEW_SHUFFLES = 9  # of those of large tables
MANY_VALUES = 80_000_000  # that are read in all before there are fewer
Ranker = Callable[[Any, Any], Any]


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
    n_preselect: int | None,
    required: Sequence[Any],
    cost: Callable[[int], float] | None,
    among: Subset | None = None,
) -> SearchSpace:
    """Return the space of a search: those allowed, or the first and the required."""
    space = SearchSpace(
        among or Subset.full(problem.n_variables),
        problem.cost if cost is None else _checked(cost),
        None if ranker is None else relevance(problem, ranker, among=among),
        resolution=problem.resolution,
        n_samples=len(problem.y),
    )
    if getattr(strategy, "wants_relevance", False) and not problem.is_without_y:
        space = _ranked(space, problem, ranker)
    if n_preselect is None:
        return space
    kept = Subset.of(places(problem, "required", required), problem.n_variables)
    return replace(space, variables=most_relevant(space, n_preselect) | kept)


def _checked(cost: Callable[[int], float]) -> Callable[[int], float]:
    """Return a cost of training on n variables that says if it is none."""
    if not callable(cost):
        raise TypeError(f"cost must be a function of a size, got {shortened(cost)}")
    return lambda n_variables: check_cost("cost", cost(n_variables), n_variables)


def _ranked(space: SearchSpace, problem: Problem, ranker: Ranker | None) -> SearchSpace:
    """Return the space with relevance; without where ours takes no such table."""
    if ranker is not None:
        return _judged(space, problem, ranker)
    try:
        return _judged(space, problem, default_ranker(problem, space.variables))
    except (TypeError, ValueError):
        return space  # the learner may take what our rankers do not


def _judged(space: SearchSpace, problem: Problem, ranker: Ranker) -> SearchSpace:
    """Return the space with what is relevant, and what the best would be by chance."""
    rng = np.random.default_rng(problem.random_state)
    targets = [rng.permutation(problem.y) for _ in range(_n_shuffles(problem))]
    among, given = space.variables, space.relevance
    largest = [relevance(problem, ranker, y, among).max() for y in targets]
    chance = np.array(largest)
    return replace(
        space,
        relevance=relevance(problem, ranker, among=among) if given is None else given,
        noise=float(np.median(chance)),
        noise_limit=float(chance.max()),
    )


def _n_shuffles(problem: Problem) -> int:
    """Return how often relevance can be asked of chance, by the size of the table."""
    affordable = MANY_VALUES // (len(problem.y) * problem.n_variables)
    return min(max(affordable, FEW_SHUFFLES), N_SHUFFLES)


def relevance(
    problem: Problem, ranker: Ranker, y: Any = None, among: Subset | None = None
) -> FloatArray:
    """Return what a ranker says of each variable, of shape (n_variables,).

    `y` are other targets than those of the problem. It is shown the variables `among`
    alone; the others are the least relevant, with minus infinity.

    Of a `Ranking` the scores count if its order agrees with them, else the order. A
    function may also give scores, as those of scikit-learn do, alone or first in a
    tuple. A group of columns is as relevant as its best one, and a column as it is to
    the target to which it is the most.

    Raises
    ------
    ValueError
        If the ranker does not give a number for each column, or there is no y.

    Examples
    --------
    >>> from sklearn.feature_selection import f_classif
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = np.array([[1, 0], [2, 1], [1, 5], [2, 7]])
    >>> problem = Problem(GaussianNB(), X, [0, 0, 1, 1], cv=2)
    >>> relevance(problem, f_classif).argmax()
    np.int64(1)
    """
    if problem.is_without_y:
        raise ValueError(
            f"ranker needs y, which the problem has not, got {shortened(ranker)}; "
            "Forward(), Backward() and others search without"
        )
    columns = np.arange(problem.X.shape[1])
    if among is not None and len(among) < problem.n_variables:
        columns = np.sort(problem.columns(among))
    values = np.full(problem.X.shape[1], -np.inf)
    y = problem.y if y is None else y
    targets = [y] if y.ndim == 1 else list(y.T)
    scores = [_scores(problem, ranker, target, columns) for target in targets]
    values[columns] = np.max(scores, axis=0)
    if problem.variables is None:
        return values
    groups = problem.column_groups
    return np.array([values[columns].max() for columns in groups])


def _scores(problem: Problem, ranker: Ranker, y: Any, columns: Rows) -> FloatArray:
    """Return what a ranker says of some columns, of shape (len(columns),)."""
    n_columns, X = len(columns), problem.X
    if n_columns < X.shape[1]:
        X = take_columns(X, columns)
    given = ranker(X, y)
    if hasattr(given, "order"):
        values = np.array(given.scores, dtype=np.float64)
        if not np.array_equal(np.argsort(-values, kind="stable"), given.order):
            values[given.order] = np.arange(len(given.order), 0.0, -1.0)
    else:
        values = np.asarray(given[0] if isinstance(given, tuple) else given, float)
    if values.shape != (n_columns,) or np.isnan(values).any():
        raise ValueError(
            f"ranker must give a number for each of the {n_columns} columns, "
            f"got {shortened(given)}"
        )
    return values


def _is_index(variable: Any, n_variables: int) -> bool:
    whole = isinstance(variable, int | np.integer) and not isinstance(variable, bool)
    return whole and 0 <= variable < n_variables
