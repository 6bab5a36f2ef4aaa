"""What a search may be given."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import numpy as np

from wrapsel.engine.budget import Budget
from wrapsel.engine.evaluators import OnFailure
from wrapsel.errors import check_whole, shortened

_ABILITIES = ("get", "put", "get_importances", "put_importances")


def check_arguments(
    random_state: Any,
    ranker: Any,
    n_preselect: Any,
    budget: Any,
    store: Any,
    n_jobs: Any,
    lookahead: Any,
    on_event: Any,
) -> None:
    """Raise unless these are what `select` says that they are.

    Examples
    --------
    >>> check_arguments(0, None, None, 5, None, 1, None, None)
    Traceback (most recent call last):
    TypeError: budget must be a Budget, got 5
    """
    check_whole("random_state", random_state, 0)
    if budget is not None and not isinstance(budget, Budget):
        raise TypeError(f"budget must be a Budget, got {shortened(budget)}")
    if n_jobs is not None:
        check_whole("n_jobs", n_jobs, -(2**31))
    if lookahead is not None:
        check_whole("lookahead", lookahead, 1)
    for name, value in {"ranker": ranker, "on_event": on_event}.items():
        if value is not None and (not callable(value) or isinstance(value, type)):
            raise TypeError(f"{name} must be a function, got {shortened(value)}")
    _check_store(store)
    if n_preselect is not None:
        check_whole("n_preselect", n_preselect, 1)
        if ranker is None:
            raise ValueError(f"n_preselect needs a ranker, got {n_preselect=}")


def check_failing(on_failure: Any, fit_seconds: float | None) -> None:
    """Raise unless these say what to do where the learner fails, and when it does.

    Examples
    --------
    >>> check_failing("ignore", None)
    Traceback (most recent call last):
    ValueError: on_failure must be 'raise' or 'reject', got 'ignore'
    """
    if on_failure not in get_args(OnFailure):
        raise ValueError(f"on_failure must be 'raise' or 'reject', got {on_failure!r}")
    if fit_seconds is None:
        return
    number = isinstance(fit_seconds, int | float | np.number)
    if not number or isinstance(fit_seconds, bool) or not 0 < fit_seconds < np.inf:
        raise ValueError(f"fit_seconds must be above 0 and finite, got {fit_seconds!r}")


def _check_store(store: Any) -> None:
    if store is None or isinstance(store, str | Path):
        return
    if not all(callable(getattr(store, ability, None)) for ability in _ABILITIES):
        raise TypeError(f"store must be a path or a Store, got {shortened(store)}")
