"""Search strategies by their names on the command line."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from wrapsel.errors import unknown
from wrapsel.protocol import SearchStrategy
from wrapsel.search import RVE, Backward, Forward, RVErS

STRATEGIES: dict[str, Any] = {
    "rve": RVE,
    "rvers": RVErS,
    "forward": Forward,
    "backward": Backward,
}
_KINDS = {"int": ((int,), "a whole number"), "float": ((int, float), "a number")}


def make_search(name: str, params: Mapping[str, Any]) -> SearchStrategy:
    """Make a strategy by its name.

    Raises
    ------
    ValueError
        If there is no such strategy, or a parameter is unknown, missing or wrong.

    Examples
    --------
    >>> make_search("forward", {"n_features": 3})
    Forward(n_features=3, tolerance=0.0)
    """
    if name not in STRATEGIES:
        raise ValueError(unknown("search", name, STRATEGIES))
    known = inspect.signature(STRATEGIES[name]).parameters
    for param, value in params.items():
        if param not in known:
            raise ValueError(unknown(f"parameter of {name}", param, known))
        _check_kind(f"{param} of {name}", value, known[param].annotation)
    for param, detail in known.items():
        if detail.default is detail.empty and param not in params:
            raise ValueError(f"search {name!r} needs --set-search {param}=VALUE")
    strategy: SearchStrategy = STRATEGIES[name](**params)
    return strategy


def _check_kind(what: str, value: Any, annotation: str) -> None:
    # The strategies trust the types of Python code; a command line has none.
    first, *others = annotation.split(" | ")
    if first not in _KINDS or (value is None and "None" in others):
        return
    types, wording = _KINDS[first]
    if type(value) not in types:
        raise ValueError(f"{what} must be {wording}, got {value!r}")
