"""Several strategies on one problem."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import partial
from inspect import signature
from typing import Any

from wrapsel.engine.many.each import each
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.result import SearchResult
from wrapsel.engine.select import select
from wrapsel.engine.telling.affording import how_honest
from wrapsel.errors import DataWarning, shortened
from wrapsel.evaluation.data_problems import data_problems
from wrapsel.evaluation.given.asking import asks_problem
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import SearchStrategy, check_strategy_value
from wrapsel.words import check_words


@asks_problem
def compare(
    problem: Problem,
    strategies: Mapping[str, SearchStrategy],
    *,
    honest: Any = None,
    **options: Any,
) -> dict[str, SearchResult]:
    """Search with each of several strategies, as `select` does.

    With `n_jobs`, whole searches are made side by side, once the rest of them takes
    long enough, if the store is a path or none. The results are the same; but on a
    store, what one strategy has measured is no fit of another, and which was first then
    depends on the workers (`Spending.fits`).

    Parameters
    ----------
    problem : Problem
    strategies : dict of str to SearchStrategy
        By what they are to be called.
    honest
        As of `select`.
    **options
        Of `select`, but for `on_event` and `verbose`. Each strategy has the whole
        budget.

    Returns
    -------
    dict of str to SearchResult
        In the order of the strategies; `wrapsel.plots.compare` draws it.

    Raises
    ------
    ValueError, TypeError
        If there is no strategy, or what `select` refuses.
    LearnerError
        As of `select`, and if a worker dies that makes a whole search. With a store,
        the same call goes on.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Backward, Forward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> found = compare(problem, {"there": Forward(), "back": Backward()})
    >>> {name: len(result.subset) for name, result in found.items()}
    {'there': 1, 'back': 3}
    """
    _check_strategies(strategies)
    allowed = [name for name in signature(SearchOptions).parameters if name != _SHOWN]
    check_words("compare", options, ["honest", *allowed])
    given = SearchOptions(**options)
    how = how_honest(honest, next(iter(strategies.values())))
    for line in data_problems(problem):
        warnings.warn(line, DataWarning, stacklevel=3)
    search = partial(_selected, problem, how)
    found = each(search, list(strategies.values()), given)
    return dict(zip(strategies, found, strict=True))


_SHOWN = "on_event"  # which no worker could call


def _check_strategies(strategies: Any) -> None:
    if not isinstance(strategies, Mapping):
        raise TypeError(
            "strategies must be a dict of names to strategies, "
            f"got {shortened(strategies)}"
        )
    if not strategies:
        raise ValueError("strategies must hold at least one, got none")
    for name, strategy in strategies.items():
        check_strategy_value(f"strategies[{name!r}]", strategy)


def _selected(
    problem: Problem, how: Any, options: SearchOptions, strategy: SearchStrategy
) -> SearchResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # it was said once
        return select(problem, strategy, honest=how, **vars(options))
