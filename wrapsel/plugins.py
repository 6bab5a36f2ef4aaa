"""What others add by entry points, and what is named by its dotted path."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wrapsel.errors import unknown

STRATEGIES, RANKERS = "wrapsel.strategies", "wrapsel.rankers"
METRICS, READERS = "wrapsel.metrics", "wrapsel.readers"


def points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name.

    Examples
    --------
    >>> "naive-bayes" in points("wrapsel.learners")
    True
    """
    return {point.name: point for point in entry_points(group=group)}


def find(kind: str, name: str, own: Mapping[str, Any], group: str) -> Any:
    """Return one of our own, of an entry point, or what a dotted path leads to.

    Parameters
    ----------
    kind : str
        What it is, for messages.
    name : str
    own : mapping of str to object
    group : str
        Of entry points.

    Raises
    ------
    ValueError
        If there is none, or it cannot be imported.

    Examples
    --------
    >>> find("ranker", "wrapsel.filters.Correlation", {}, "wrapsel.rankers").__name__
    'Correlation'
    """
    if name in own:
        return own[name]
    added = points(group)
    try:
        if name in added:
            return added[name].load()
        module, dot, attribute = name.rpartition(".")
        if dot and module:
            return getattr(import_module(module), attribute)
    except Exception as cause:
        said = f"cannot import {kind} {name!r}: {type(cause).__name__}: {cause}"
        raise ValueError(said) from cause
    raise ValueError(unknown(kind, name, [*own, *added]))
