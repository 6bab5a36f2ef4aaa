"""The word for a parameter that was given by another package's word, or an old one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, TypeVar, cast

from wrapsel.errors import unknown

# What may be meant by a word, the first that there is. Ours are those of scikit-learn.
_MEANT = {
    "random_state": "seed random_seed rng rng_seed seed_value",
    "n_jobs": "workers n_workers jobs n_cores n_cpus n_threads num_threads n_processes "
    "processes nthread",
    "scoring": "metric metrics score scorer loss eval_metric measure criterion "
    "predict_params",
    "n_features_to_select": "n_features k_features n_select n_selected n_ranked k size "
    "num_features n_vars n_variables top_k n n_feats",
    "max_features": "max_features_to_select max_vars",
    "min_features": "min_features_to_select min_vars",
    "patience": "stale early_stopping early_stopping_rounds n_iter_no_change "
    "max_no_improve",
    "learner": "estimator model clf classifier regressor base_estimator pipeline",
    "tolerance": "tol min_delta epsilon",
    "strategy": "search method algorithm direction",
    "cv": "folds n_splits n_folds k_folds kfold splitter resampling",
    "required": "fixed_features must_have include keep forced require",
    "forbidden": "exclude excluded drop ignore forbid",
    "variables": "feature_groups column_groups groups",
    "groups": "row_groups cv_groups group",
    "sample_weight": "weights weight sample_weights case_weights",
    "budget": "max_evaluations max_evals n_trials time_limit timeout max_time "
    "max_seconds n_iter max_iter",
    "prices": "price feature_costs feature_prices",
    "max_price": "price_limit price_budget",
    "needs": "hierarchy heredity interactions",
    "verbose": "verbosity progress progress_bar on_event",
    "on_event": "callback callbacks observer verbose",
    "on_failure": "error_score",
    "store": "cache memory storage checkpoint",
    "fit_seconds": "fit_timeout",
    "honest": "nested",
    "start": "init initial initial_features warm_start",
    "n_preselect": "preselect",
    "search": "strategy method algorithm",
    "preselect": "ranker n_preselect",
    "max_evaluations": "budget evaluations n_trials n_iter max_iter max_evals",
    "max_seconds": "timeout time_limit max_time seconds",
    "X": "data features",
    "y": "target labels",
}
# Where the words are taken that are not at home everywhere.
_HOMES = {
    "Problem": "learner X y cv scoring aggregate groups variables sample_weight "
    "weigh_errors fit_params adapt",
    "select": "strategy ranker n_preselect required forbidden start n_jobs backend "
    "scheduler budget store lookahead cost on_failure fit_seconds honest prices "
    "max_price price_weight needs on_event",
    "Forward": "n_features_to_select max_features min_features tolerance",
    "BestFirst": "patience direction",
}
_Function = TypeVar("_Function", bound=Callable[..., Any])


def unknown_parameter(owner: str, word: str, allowed: Iterable[str]) -> str:
    """Say that there is no such parameter, and which one was probably meant.

    Examples
    --------
    >>> unknown_parameter("select", "workers", ["random_state", "n_jobs"])
    "no parameter of select named 'workers'; did you mean 'n_jobs'?"
    >>> unknown_parameter("select", "metric", ["random_state", "n_jobs"])
    "no parameter of select named 'metric'; did you mean Problem(scoring=...)?"
    """
    kind, allowed, meant = f"parameter of {owner}", list(allowed), _meant(word)
    for ours in meant:
        if ours in allowed:
            return f"no {kind} named {word!r}; did you mean {ours!r}?"
    for ours in [word, *meant]:
        for home, words in _HOMES.items():
            if ours in words.split() and home != owner:
                return f"no {kind} named {word!r}; did you mean {home}({ours}=...)?"
    return unknown(kind, word, allowed)


def unknown_option(command: str, flag: str, allowed: Iterable[str]) -> str:
    """Say that a command has no such option, and which one was probably meant.

    Examples
    --------
    >>> unknown_option("wrapsel select", "--seed=3", ["random-state", "n-jobs"])
    "no option of wrapsel select named '--seed'; did you mean '--random-state'?"
    """
    word = flag.partition("=")[0].removeprefix("--")
    flags = [f"--{name}" for name in allowed]
    for ours in _meant(word.replace("-", "_")):
        if (meant := f"--{ours.replace('_', '-')}") in flags:
            return f"no option of {command} named '--{word}'; did you mean {meant!r}?"
    return unknown(f"option of {command}", f"--{word}", flags)


def _meant(word: str) -> list[str]:
    return [ours for ours, others in _MEANT.items() if word in others.split()]


def check_words(owner: str, given: Iterable[str], allowed: Iterable[str]) -> None:
    """Refuse parameters that there are not.

    Examples
    --------
    >>> check_words("select", ["seed"], ["random_state"])
    Traceback (most recent call last):
    TypeError: no parameter of select named 'seed'; did you mean 'random_state'?
    """
    allowed = list(allowed)
    for word in given:
        if word not in allowed:
            raise TypeError(unknown_parameter(owner, word, allowed))


def checks_words(function: _Function) -> _Function:
    """Let a function say which parameter was meant by one that it has not."""
    allowed = list(signature(function).parameters)

    @wraps(function)
    def checked(*values: Any, **given: Any) -> Any:
        check_words(function.__name__, given, allowed)
        return function(*values, **given)

    return cast(_Function, checked)


@lru_cache
def _parameters(owner: type) -> tuple[str, ...]:
    return tuple(signature(owner).parameters)


class ChecksWords:
    """What says which parameter was meant by one that it has not.

    Examples
    --------
    >>> from wrapsel.search import BestFirst
    >>> BestFirst(stale=3)
    Traceback (most recent call last):
    TypeError: no parameter of BestFirst named 'stale'; did you mean 'patience'?
    """

    __slots__ = ()

    def __new__(cls, *values: Any, **given: Any) -> Any:
        """Refuse words before a value is made."""
        if given:
            check_words(cls.__name__, given, _parameters(cls))  # type: ignore[arg-type]  # it has a hash
        return super().__new__(cls)
