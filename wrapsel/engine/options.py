"""What a search may be given beside its problem and its strategy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from wrapsel.engine.budget import Budget
from wrapsel.engine.evaluators import OnFailure
from wrapsel.engine.events import Observer
from wrapsel.engine.relevance.scores import Ranker
from wrapsel.errors import check_whole, shortened
from wrapsel.evaluation.processes.workers import Backend, check_workers
from wrapsel.evaluation.stores.stored import Store
from wrapsel.parameters import check_function

_ABILITIES = ("get", "put", "get_importances", "put_importances")


@dataclass(frozen=True)
class SearchOptions:
    """The options of `select`, checked; how honest the error is, is not among them.

    Raises
    ------
    TypeError, ValueError
        Unless they are what `select` says that they are.

    Examples
    --------
    >>> SearchOptions(budget=5)
    Traceback (most recent call last):
    TypeError: budget must be a Budget, such as Budget(evaluations=5), got 5
    """

    ranker: Ranker | None = None
    n_preselect: int | Literal["auto"] | None = None
    required: Sequence[Any] = ()
    forbidden: Sequence[Any] = ()
    start: Sequence[Any] | None = None
    random_state: int = 0
    budget: Budget | None = None
    store: Store | str | Path | None = None
    n_jobs: int | None = 1
    backend: Backend | None = None
    scheduler: str | None = None
    lookahead: int | None = None
    cost: Callable[[int], float] | None = None
    on_failure: OnFailure = "raise"
    fit_seconds: float | None = None
    on_event: Observer | None = None
    prices: Any = None
    max_price: float | None = None
    price_weight: float = 0.0
    needs: Any = None

    def __post_init__(self) -> None:
        check_whole("random_state", self.random_state, 0)
        _check_budget(self.budget)
        check_workers(self.n_jobs, self.backend, self.scheduler)
        if self.lookahead is not None:
            check_whole("lookahead", self.lookahead, 1)
        for name in ("ranker", "on_event"):
            if (function := getattr(self, name)) is not None:
                check_function(name, function)
        _check_store(self.store)
        _check_preselection(self.n_preselect, self.ranker)
        _check_failing(self.on_failure, self.fit_seconds)
        _check_price(self.prices, self.max_price, self.price_weight)
        if self.fit_seconds is not None and self.backend is not None:
            raise ValueError(
                "fit_seconds is kept by processes of this machine, and must not come "
                f"with backend={self.backend!r}"
            )

    @property
    def measuring(self) -> dict[str, Any]:
        """Those that say how to measure, and not what."""
        names = ("store", "n_jobs", "fit_seconds", "backend", "scheduler")
        return {name: getattr(self, name) for name in names}


def _check_preselection(n: Any, ranker: Any) -> None:
    if n is None or (isinstance(n, str) and n == "auto"):
        return
    if isinstance(n, str):
        raise TypeError(
            f"n_preselect must be a whole number or 'auto', got {shortened(n)}"
        )
    check_whole("n_preselect", n, 1)
    if ranker is None:
        raise ValueError(f"n_preselect needs a ranker, got n_preselect={n!r}")


def _check_budget(budget: Any) -> None:
    if budget is None or isinstance(budget, Budget):
        return
    is_number = isinstance(budget, int | float) and not isinstance(budget, bool)
    example = f", such as Budget(evaluations={budget})," if is_number else ","
    raise TypeError(f"budget must be a Budget{example} got {shortened(budget)}")


def _check_failing(on_failure: Any, fit_seconds: Any) -> None:
    if on_failure not in get_args(OnFailure):
        raise ValueError(f"on_failure must be 'raise' or 'reject', got {on_failure!r}")
    if fit_seconds is None:
        return
    number = isinstance(fit_seconds, int | float | np.number)
    if not number or isinstance(fit_seconds, bool) or not 0 < fit_seconds < np.inf:
        raise ValueError(f"fit_seconds must be above 0 and finite, got {fit_seconds!r}")


def _check_price(prices: Any, most: Any, weight: Any) -> None:
    for name, value in (
        ("max_price", 0.0 if most is None else most),
        ("price_weight", weight),
    ):
        number = isinstance(value, int | float | np.number)
        if not number or isinstance(value, bool) or not 0 <= value < np.inf:
            raise ValueError(
                f"{name} must be at least 0 and finite, got {shortened(value)}"
            )
        if value > 0 and prices is None:
            raise ValueError(f"{name} needs prices, got {name}={value!r}")


def _check_store(store: Any) -> None:
    if store is None or isinstance(store, str | Path):
        return
    if not all(callable(getattr(store, ability, None)) for ability in _ABILITIES):
        raise TypeError(f"store must be a path or a Store, got {shortened(store)}")
