"""Search strategies by their names on the command line."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Mapping
from typing import Any, Literal

from wrapsel import plugins, search
from wrapsel.cli.arguments import assignment
from wrapsel.cli.parameters import check_parameters
from wrapsel.plugins import find
from wrapsel.protocol import SearchStrategy, check_strategy_value


def _babd_lp(
    update: bool = False,
    A: int | Literal["auto"] = "auto",
    preselect: float = 0.0,
) -> SearchStrategy:
    """Begin with what a linear program gives weight, then add and delete blocks."""
    return search.BABD(update, A, preselect)


STRATEGIES: dict[str, Any] = {
    "annealing": search.Annealing,
    "auto": search.Auto,
    "babd": search.BABD,
    "babd-lp": _babd_lp,
    "backward": search.Backward,
    "beam": search.Beam,
    "best-first": search.BestFirst,
    "block-deletion": search.BlockDeletion,
    "branch-and-bound": search.BranchAndBound,
    "chain": search.Chain,
    "exhaustive": search.Exhaustive,
    "filter-path": search.FilterPath,
    "floating": search.Floating,
    "forward": search.Forward,
    "genetic": search.Genetic,
    "group-testing": search.GroupTesting,
    "hoeffding-race": search.HoeffdingRace,
    "paired-race": search.PairedRace,
    "parsimony": search.Parsimony,
    "plus-l-minus-r": search.PlusLMinusR,
    "portfolio": search.Portfolio,
    "random-subsets": search.RandomSubsets,
    "recursive-elimination": search.RecursiveElimination,
    "restarts": search.Restarts,
    "rve": search.RVE,
    "rvers": search.RVErS,
    "stepwise": search.Stepwise,
    "top": search.Top,
}


def make_search(name: str, params: Mapping[str, Any]) -> SearchStrategy:
    """Make a strategy by its name.

    A parameter that is a strategy is given as NAME or NAME:PARAM=VALUE,..., several
    strategies with + between them.

    Raises
    ------
    ValueError
        If there is no such strategy, or a parameter is unknown, missing or wrong.

    Examples
    --------
    >>> make_search("rve", {"n_relevant": 3}).n_relevant
    3
    """
    made = find("search", name, STRATEGIES, plugins.STRATEGIES)
    known = inspect.signature(made).parameters
    values = check_parameters(name, params, known)
    for param, value in values.items():
        annotation = str(known[param].annotation)
        if annotation == "SearchStrategy":
            values[param] = search_of(str(value))
        elif "SearchStrategy" in annotation:
            values[param] = [search_of(spec) for spec in str(value).split("+")]
    for param, detail in known.items():
        if detail.default is detail.empty and param not in params:
            raise ValueError(f"search {name!r} needs --set-search {param}=VALUE")
    strategy: SearchStrategy = made(**values)
    check_strategy_value("search", strategy)
    return strategy


def search_of(spec: str) -> SearchStrategy:
    """Make a strategy from NAME or NAME:PARAM=VALUE,...

    Examples
    --------
    >>> search_of("rve:n_relevant=3,k=1").k
    1
    """
    name, _, listed = spec.partition(":")
    try:
        params = dict(assignment(item) for item in listed.split(",") if item)
    except argparse.ArgumentTypeError as error:
        raise ValueError(f"{spec!r}: {error}") from None
    return make_search(name, params)
