"""The honest error of a search: by rows that had no part in it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any, Literal

import numpy as np

from wrapsel.engine.events import HonestFold, Observer
from wrapsel.engine.fold_errors import HONEST_DRAWS, fold_errors, on_honest_draws
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.many.each import each
from wrapsel.engine.one_search import one_search
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.result import SearchResult
from wrapsel.evaluation.folds import Fold
from wrapsel.evaluation.given.asking import asks_problem
from wrapsel.evaluation.part import outer_folds, part
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import Evaluation, SearchStrategy
from wrapsel.subset import Subset
from wrapsel.words import check_words

Outer = tuple[SearchResult, float]  # a search, and what it promised too much


@asks_problem
def honest_error(
    problem: Problem,
    strategy: SearchStrategy | None = None,
    *,
    how: Literal["nested", "redrawn"] = "nested",
    n_outer: int = 5,
    n_repeats: int = 2,
    result: SearchResult | None = None,
    on_event: Observer | None = None,
    **options: Any,
) -> HonestError:
    """Say which error the selection of a search will have on other rows.

    The error that a search reports is optimistic, since it was selected for. The mean
    over folds that were drawn anew is less so; but they are made of the rows on which
    variables were selected, so only rows kept apart tell the rest. The whole call is
    repeated on the training rows of each outer fold: ranker, search and tuning. What
    it says of its selection, on folds drawn anew there, is compared with the error on
    the outer test rows; by the mean of these gaps, if it is above 0, the error on all
    rows is corrected.

    Parameters
    ----------
    problem : Problem
    strategy : SearchStrategy, default=Auto()
    how : {"nested", "redrawn"}, default="nested"
        "redrawn" is without outer searches, and no more than a measurement.
    n_outer : int, default=5
        Outer folds, stratified for classes. If folds were given, the first so many of
        them, less rows of the groups that are tested; and the given folds stand in for
        those drawn anew.
    n_repeats : int, default=2
        Times that outer folds are drawn. Twice, told errors were too good by more than
        two standard errors half as often. Given folds are not drawn again.
    result : SearchResult, optional
        What the same call of `select` gave, if it was made already.
    on_event : callable, optional
        Observer of the search, if it is yet to be made, then of `HonestFold`.
    **options
        Of `select`. Each outer search has the whole budget. With a store, a call that
        was stopped goes on. Slow searches run side by side if there are `n_jobs`, and
        the store is a path or none.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Forward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> print(honest_error(problem, Forward()))
    0.09 +- 0.03 (nested in 5 folds, drawn 2 times)
    """
    if how not in ("nested", "redrawn"):
        raise ValueError(f"how must be 'nested' or 'redrawn', got {how!r}")
    check_words("honest_error", options, signature(SearchOptions).parameters)
    given = SearchOptions(on_event=on_event, **options)
    folds = outer_folds(problem, n_outer, n_repeats) if how == "nested" else []
    if result is None:
        result = one_search(problem, strategy, given)
    told = redrawn_error(problem, result.best, **given.measuring)
    if not folds:
        return told
    search = partial(_outer_search, problem, strategy)
    alone = replace(given, on_event=None)
    outer = each(search, folds, alone, result.spending.seconds)
    found = list(_shown(outer, len(folds), on_event))
    n_drawn = 1 if problem.n_drawn is None else n_repeats
    return _corrected(replace(told, n_repeats=n_drawn), result.subset, found)


def redrawn_error(
    problem: Problem,
    chosen: Evaluation,
    **measuring: Any,
) -> HonestError:
    """Return the mean error of a selection over folds drawn for this alone.

    If the folds were given, there are no others: it is the error on these then. The
    options are those of `select` that say how to measure, such as `store` and `n_jobs`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.subset import Subset
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> print(redrawn_error(problem, Evaluation(Subset.of([3], 4), 0.04, 5)))
    0.05 +- 0.02 (on folds drawn anew 5 times)
    """
    measured = fold_errors(on_honest_draws(problem), chosen, **measuring)
    is_drawn = problem.n_drawn is not None
    return HonestError(
        measured.mean,
        measured.standard_error,
        "redrawn" if is_drawn else "given",
        measured.mean,
        n_draws=len(HONEST_DRAWS) if is_drawn else 0,
    )


def _outer_search(
    problem: Problem,
    strategy: SearchStrategy | None,
    options: SearchOptions,
    fold: Fold,
) -> Outer:
    """Search on the training rows of a fold alone, and judge by its test rows."""
    inner = part(problem, fold[0])
    found = one_search(inner, strategy, options)
    promised = redrawn_error(inner, found.best, **options.measuring).error
    outside = fold_errors(replace(problem, cv=[fold]), found.best, **options.measuring)
    return found, outside.mean - promised


def _shown(
    made: Iterator[Outer], total: int, on_event: Observer | None
) -> Iterator[Outer]:
    tell: Observer = on_event or (lambda _: None)
    tell(HonestFold(0, total))
    for done, outer in enumerate(made, 1):
        tell(HonestFold(done, total))
        yield outer


def _corrected(
    told: HonestError, chosen: Subset, outer: Sequence[Outer]
) -> HonestError:
    """Add what the outer searches promised too much, on average.

    No variable promises nothing, whatever outer searches may choose.
    """
    nested = replace(
        told, method="nested", subsets=tuple(found.subset for found, _ in outer)
    )
    if not len(chosen):
        return nested
    gaps = np.array([gap for _, gap in outer])
    correction = max(0.0, float(gaps.mean()))
    # Other drawings are of the same rows, so that they add little.
    n = len(gaps) // told.n_repeats
    spread = math.sqrt(gaps.var(ddof=1) / n) if len(gaps) > 1 else math.inf
    return replace(
        nested,
        error=told.measured + correction,
        standard_error=math.hypot(told.standard_error, spread),
        correction=correction,
    )
