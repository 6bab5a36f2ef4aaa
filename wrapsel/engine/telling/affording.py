"""The honest error of a search as `select` makes it: as long as it is cheap."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Literal, get_args

from wrapsel.engine.honest import honest_error
from wrapsel.engine.one_search import one_search
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.result import SearchResult
from wrapsel.errors import LearnerError, shortened
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import SearchStrategy

CHEAP_SECONDS = 10.0  # of a search that may be repeated without being asked to
QUICK_SECONDS = 2.0  # of one that may be repeated twice as often
Honest = Literal["auto", "nested", "redrawn"]


def how_honest(honest: Any, strategy: SearchStrategy | None) -> Any:
    """Return how the honest error is made; refuse what there is not.

    Examples
    --------
    >>> how_honest(None, None), how_honest(False, None)
    ('auto', False)
    """
    if honest is None:
        return "auto" if strategy is None else "redrawn"
    named = isinstance(honest, str) and honest in get_args(Honest)
    if honest is not False and not named:
        raise ValueError(
            "honest must be 'auto', 'nested', 'redrawn' or False, "
            f"got {shortened(honest)}"
        )
    return honest


def affordable(how: Any, seconds: float) -> tuple[Any, int]:
    """Return how the honest error is made, and how often outer folds are drawn.

    Parameters
    ----------
    how : {"auto", "nested", "redrawn"}
    seconds : float
        That the search took.

    Examples
    --------
    >>> affordable("auto", 1.0), affordable("auto", 5.0), affordable("auto", 20.0)
    (('nested', 2), ('nested', 1), ('redrawn', 1))
    """
    if how != "auto":
        return how, 2
    if seconds > CHEAP_SECONDS:
        return "redrawn", 1
    return "nested", 2 if seconds <= QUICK_SECONDS else 1


def honest_search(
    problem: Problem, strategy: SearchStrategy | None, options: SearchOptions, how: Any
) -> SearchResult:
    """Search, and say how honest the error is, unless `how` is False.

    Where the selection fails on other rows, and failures are rejected, that is one more
    of them.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Backward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> honest_search(problem, Backward(), SearchOptions(), "redrawn").honest.n_outer
    0
    """
    if how is False:
        return one_search(problem, strategy, options)
    from wrapsel.compiled import compile_seconds  # which loads numba

    began = time.process_time()
    with compile_seconds() as compiling:
        result = one_search(problem, strategy, options)
    # What else a machine does makes no search dear; but other processes take none of
    # the time of this one.
    own = time.process_time() - began - compiling()
    alone = options.n_jobs in (1, None) and options.backend is None
    how, n_repeats = affordable(how, own if alone else result.spending.seconds)
    try:
        told = honest_error(
            problem,
            strategy,
            how=how,
            n_repeats=n_repeats,
            result=result,
            **vars(options),
        )
    except LearnerError as error:
        if options.on_failure == "raise":
            raise
        failure = Failure(result.subset, str(error))
        return replace(result, failures=(*result.failures, failure))
    return replace(result, honest=told)
