"""The front door: run a search on a problem, and say how honest its error is."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

from wrapsel.engine.budget import Budget
from wrapsel.engine.evaluators import OnFailure
from wrapsel.engine.events import Observer
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.progress import shown
from wrapsel.engine.relevance.scores import Ranker
from wrapsel.engine.result import SearchResult
from wrapsel.engine.telling.affording import Honest, honest_search, how_honest
from wrapsel.engine.telling.other_metrics import OtherMetrics
from wrapsel.engine.telling.repeatable import told_repeatable
from wrapsel.errors import DataWarning
from wrapsel.evaluation.data_problems import data_problems
from wrapsel.evaluation.given.asking import asks_problem
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.processes.workers import Backend
from wrapsel.evaluation.stores.stored import Store
from wrapsel.protocol import SearchStrategy
from wrapsel.words import checks_words


@asks_problem
@checks_words
def select(
    problem: Problem,
    strategy: SearchStrategy | None = None,
    *,
    ranker: Ranker | None = None,
    n_preselect: int | Literal["auto"] | None = None,
    required: Sequence[Any] = (),
    forbidden: Sequence[Any] = (),
    start: Sequence[Any] | None = None,
    random_state: int = 0,
    budget: Budget | None = None,
    store: Store | str | Path | None = None,
    n_jobs: int | None = 1,
    backend: Backend | None = None,
    scheduler: str | None = None,
    lookahead: int | None = None,
    cost: Callable[[int], float] | None = None,
    on_failure: OnFailure = "raise",
    fit_seconds: float | None = None,
    honest: Honest | Literal[False] | None = None,
    prices: Any = None,
    max_price: float | None = None,
    price_weight: float = 0.0,
    needs: Any = None,
    on_event: Observer | None = None,
    verbose: bool = False,
) -> SearchResult:
    """Search the smallest subset with which the learner predicts as well as with all.

    The same call gives the same result, whatever the workers and look-ahead; on a
    store, a call that was stopped goes on, and measures nothing twice.

    Of several metrics, the first alone decides, and all else here speaks of it, the
    honest error too. The others measure the subset found, all variables, none, and the
    frontier of the first, see `SearchResult.metrics`. That is no part of the search:
    the budget does not pay for it, and a search that Ctrl-C ends goes without.

    Parameters
    ----------
    problem : Problem
    strategy : SearchStrategy, default=Auto()
    ranker : callable, optional
        One of `wrapsel.filters`, or a function of X and y that gives scores, such as
        those of scikit-learn. It sees all rows of the problem.
    n_preselect : int or "auto", optional
        Search among the variables alone that the ranker puts first. "auto": as many as
        stand out the most from what it says of shuffled targets, at least 20; then the
        ranker is that of `Auto` by default.
    required, forbidden : sequence of str or int, default=()
        Names or indices of variables of every subset, and of none.
    start : sequence of str or int, optional
        Variables to start from, where the strategy starts somewhere.
    random_state : int, default=0
        Of the strategy's draws.
    budget : Budget, optional
        Limits; none by default.
    store : Store, str or Path, optional
        Where measurements are kept; a path is a SQLite file.
    n_jobs : int or None, default=1
        Processes, as joblib's ``n_jobs``; -1 is one a core. In several, the learner's
        own ``n_jobs`` is 1.
    backend : {"loky", "threading", "dask", "ray"}, optional
        What the workers are: processes (by default, or what joblib's
        ``parallel_config`` says), threads, or those of a cluster, which says itself how
        many they are.
    scheduler : str, optional
        Address of the scheduler of dask, such as ``tcp://10.0.0.1:8786``; by default
        that of the ``Client`` made last.
    lookahead : int, optional
        Candidates in the widest wave; by default what suits learner and workers.
    cost : callable, optional
        Cost of training on n variables; by default the learner's own, else n.
    on_failure : {"raise", "reject"}, default="raise"
        Whether a failure of the learner, NaN too, ends the search, or makes its subset
        fail, which is never chosen then, and stands in `SearchResult.failures`. All
        variables must not fail, since nothing compares with them. Where the selection
        fails on other rows, `SearchResult.honest` is None.
    fit_seconds : float, optional
        Limit of one fit and its predictions, but for what they compile; a longer one is
        a failure, and its process is ended. Fits are made in processes of their own
        then, one even with ``n_jobs=1``, so that one that crashes is a failure, too.
    honest : {"auto", "nested", "redrawn"} or False, optional
        How `SearchResult.honest` is made. "redrawn" is the mean error of the selection
        on folds drawn anew, which had no part in the choice. "nested" adds what the
        whole call, repeated in 5 outer folds that are drawn twice, promises too much:
        see `honest_error`. "auto" nests if the search has taken at most 10 seconds of
        processor time, but for what it compiled, and once if it was above 2; so it may
        differ between machines, and what is to be repeated to the letter names one. By
        default "auto" where no strategy is named, else "redrawn"; False leaves it out.
    prices : dict or array-like of shape (n_variables,), optional
        What each variable costs to measure, at least 0. In a dict by name or index,
        where what is not named is free; a tuple of names has a price that is paid
        once, for any of them.
    max_price : float, optional
        What the selected variables may cost in all.
    price_weight : float, default=0.0
        What a unit of price adds to an error, as the search sees it. With prices, the
        cheaper of two subsets with equal errors is better in any case.
    needs : dict of name to list of names, optional
        Variables that must not be without others, as an interaction without its main
        effects.
    on_event : callable, optional
        Observer of `Started`, `Compiling`, `Judged`, `Kept`, `Finished` and
        `HonestFold`.
    verbose : bool, default=False
        Whether to show a `ProgressBar`.

    Returns
    -------
    SearchResult
        Its `error` is optimistic, since it was selected for; `honest` is less so.

    Warns
    -----
    DataWarning
        Of columns with one value only, copies, columns that are the target or like an
        id, classes with fewer rows than folds, and an index of y that is not X's.
    SeedWarning
        If the learner draws from what cannot be seeded, see `SearchResult.repeatable`;
        not asked with ``honest=False``.

    Raises
    ------
    ValueError
        If there is no such variable, a number to preselect comes without a ranker, or a
        parameter is out of range.
    LearnerError
        If the learner raises, gives no number, or lets its process die. What was
        measured stays stored.
    StoreError
        If the store cannot be used.
    ConnectionError
        If the scheduler does not answer, or has no worker.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.search import Backward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> result = select(problem, Backward(n_features_to_select=2))
    >>> len(result.subset)
    2
    """
    how = how_honest(honest, strategy)
    for line in data_problems(problem):
        warnings.warn(line, DataWarning, stacklevel=4)
    bar = shown(on_event) if verbose else on_event
    options = SearchOptions(
        ranker,
        n_preselect,
        required,
        forbidden,
        start,
        random_state,
        budget,
        store,
        n_jobs,
        backend,
        scheduler,
        lookahead,
        cost,
        on_failure,
        fit_seconds,
        bar,
        prices,
        max_price,
        price_weight,
        needs,
    )
    if len(problem.metrics) == 1:
        found = honest_search(problem, strategy, options, how)
    else:
        others = OtherMetrics.begun(problem, strategy, options)
        leading = problem.by_metric(problem.metrics[0])
        found = others.added_to(honest_search(leading, strategy, options, how))
    if how is False:  # nothing is to be fitted but for the search
        return found
    return told_repeatable(found, problem, options, stacklevel=4)
