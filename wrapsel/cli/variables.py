"""Files that say which columns are one variable, what variables cost and need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wrapsel.evaluation import Problem, by_prefix

PREFIX = "prefix:"


def read_mapping(path: str, flag: str) -> dict[str, Any]:
    """Return the one JSON object of a file.

    Raises
    ------
    ValueError
        If it cannot be read, or is none.
    """
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as cause:
        raise ValueError(f"{flag}: cannot read {path!r}: {cause}") from None
    if not isinstance(found, dict):
        raise ValueError(f"{flag}: {path!r} must hold one JSON object")
    return found


def variables_of(given: str | None, X: Any) -> Any:
    """Return the variables that a file says, or prefixes of the columns of a table.

    Examples
    --------
    >>> import pandas as pd
    >>> variables_of("prefix:_", pd.DataFrame(columns=["a_1", "a_2", "b"]))
    {'a': ['a_1', 'a_2']}
    """
    if given is None:
        return None
    if given.startswith(PREFIX) and len(given) > len(PREFIX):
        return by_prefix(X, given.removeprefix(PREFIX))
    return read_mapping(given, "--variables")


def prices_of(path: str | None, problem: Problem) -> Any:
    """Return the prices that a file says; names with commas between share one."""
    if path is None:
        return None
    given = read_mapping(path, "--prices")
    return {
        tuple(n.split(",")) if "," in n and n not in problem.names else n: price
        for n, price in given.items()
    }


def needs_of(path: str | None) -> Any:
    """Return which variables need others, as a file says."""
    return None if path is None else read_mapping(path, "--needs")
