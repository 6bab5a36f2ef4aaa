"""Variables that are several columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

from wrapsel.errors import shortened, unknown
from wrapsel.evaluation.table import column_names

Groups = list[tuple[Any, list[int]]]  # the name of each variable, and its columns


def by_prefix(X: Any, separator: str = "_") -> dict[str, list[str]]:
    """Return groups of the columns whose names begin alike, as variables of a Problem.

    Encoders name them so, such as `colour_red` and `colour_blue`. All before the last
    separator is the name of the group; a column that begins as no other does stays on
    its own.

    Parameters
    ----------
    X : table with text as names of columns, or the names
    separator : str, default="_"

    Examples
    --------
    >>> by_prefix(["colour_red", "colour_blue", "size", "n_legs"])
    {'colour': ['colour_red', 'colour_blue']}
    """
    names = column_names(X) if hasattr(X, "shape") else X
    groups: dict[str, list[str]] = {}
    for name in names:
        prefix, found, _ = str(name).rpartition(separator)
        if found:
            groups.setdefault(prefix, []).append(name)
    return {prefix: some for prefix, some in groups.items() if len(some) > 1}


def read_variables(given: Any, names: Sequence[Any]) -> Groups:
    """Return the variables of a table by its column names.

    Raises
    ------
    TypeError
        Unless they are lists of names or indices of columns, perhaps in a dict.
    ValueError
        If a column is in two of them, or of a list in none; or two have one name.

    Examples
    --------
    >>> read_variables({"colour": ["red", "blue"]}, ["red", "size", "blue"])
    [('colour', [0, 2]), ('size', [1])]
    >>> read_variables([["red", "blue"], ["size"]], ["red", "size", "blue"])
    [('red', [0, 2]), ('size', [1])]
    """
    index = {name: place for place, name in enumerate(names)}
    if not isinstance(given, Mapping):
        listed = [_columns(group, index) for group in _checked(given, given)]
        _check_all(listed, names)
        return [(names[columns[0]], columns) for columns in listed]
    groups = _checked(given.values(), given)
    named = {n: _columns(g, index) for n, g in zip(given, groups, strict=True)}
    used = {column for columns in named.values() for column in columns}
    alone = [(name, [place]) for name, place in index.items() if place not in used]
    _check_all([*named.values(), *(columns for _, columns in alone)], names)
    if twice := [name for name, _ in alone if name in named]:
        raise ValueError(f"variables must not have the name of a column, got {twice}")
    return sorted([*named.items(), *alone], key=lambda group: group[1][0])


def _checked(groups: Iterable[Any], given: Any) -> list[list[Any]]:
    """Return lists, or raise as `given` is none of them."""
    try:
        if any(isinstance(group, str) for group in groups):
            raise TypeError
        return [list(group) for group in groups]
    except TypeError:
        raise TypeError(
            "variables must be lists of column names or indices, "
            f"got {shortened(given)}"
        ) from None


def _columns(group: list[Any], index: dict[Any, int]) -> list[int]:
    """Return the places of columns given by name or index."""
    found = []
    for column in group:
        if column in index and type(column) is not float:
            found.append(index[column])
        elif isinstance(column, str):
            raise ValueError("variables: " + unknown("column", column, map(str, index)))
        elif isinstance(column, Integral) and not isinstance(column, bool):
            found.append(int(column))
        else:
            raise TypeError(
                "variables must be lists of column names or indices, "
                f"got {shortened(column)}"
            )
    return found


def _check_all(groups: Iterable[list[int]], names: Sequence[Any]) -> None:
    groups = list(groups)
    used = [column for columns in groups for column in columns]
    every = range(len(names))
    if sorted(used) == list(every) and all(groups):
        return
    counts = Counter(used)
    wrong = [c for c in every if counts[c] != 1]
    said = f", not so {shortened([names[c] for c in wrong])}" if wrong else ""
    raise ValueError(f"variables must hold every column of X exactly once{said}")
