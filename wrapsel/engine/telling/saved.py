"""Values as JSON that gives back the same values."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.errors import shortened
from wrapsel.subset import Subset

VERSION = 1
FORMAT = "wrapsel result"
Kinds = Mapping[str, type]


def write(path: str | Path, value: Any, kinds: Kinds) -> None:
    """Write a value, the whole of it or nothing.

    Parameters
    ----------
    path : str or Path
    value : object
        Made of numbers, text, lists, tuples, arrays, subsets, and of `kinds`.
    kinds : mapping of str to type
        Dataclasses and named tuples, by their names.

    Raises
    ------
    TypeError
        If something else is in it.
    """
    record = {"format": FORMAT, "version": VERSION, "value": encoded(value, kinds)}
    text = json.dumps(record, allow_nan=False)
    part = Path(f"{path}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def read(path: str | Path, kinds: Kinds) -> Any:
    """Return what was written; parameters as those of `write`.

    Raises
    ------
    ValueError
        If it is not such a file, or one of a later version.
    """
    try:
        record = json.loads(Path(path).read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as cause:
        raise ValueError(f"{str(path)!r} is no saved result: {cause}") from cause
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(f"{str(path)!r} is no saved result")
    if record.get("version") != VERSION:
        raise ValueError(
            f"{str(path)!r} was saved by a later version of wrapsel: its format is "
            f"{record.get('version')}, known is {VERSION}"
        )
    try:
        return decoded(record["value"], kinds)
    except (KeyError, TypeError, ValueError) as cause:
        raise ValueError(f"{str(path)!r} is damaged: {cause!r}") from cause


def encoded(value: Any, kinds: Kinds) -> Any:
    """Return a value as what JSON knows; what it does not know has its kind.

    Examples
    --------
    >>> encoded((1, math.inf), {})
    {'tuple': [1, {'float': 'inf'}]}
    """
    value = value.item() if isinstance(value, np.generic) else value
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, Subset):
        return {"Subset": [list(value), value.n_variables]}
    if isinstance(value, np.ndarray):
        return {"array": value.tolist()}
    name = type(value).__name__
    if kinds.get(name) is type(value):
        return {name: [encoded(part, kinds) for part in _parts(value)]}
    if isinstance(value, Sequence):
        kind = "list" if isinstance(value, list) else "tuple"
        return {kind: [encoded(part, kinds) for part in value]}
    raise TypeError(
        "a result is saved if its names are text or numbers (or tuples of these), "
        f"got {shortened(value)}"
    )


def decoded(value: Any, kinds: Kinds) -> Any:
    """Return what was encoded.

    Examples
    --------
    >>> decoded({"tuple": [1, {"float": "inf"}]}, {})
    (1, inf)
    """
    if not isinstance(value, dict):
        return value
    [(kind, content)] = value.items()
    if kind == "float":
        return float(content)
    if kind == "Subset":
        return Subset.of(*content)
    if kind == "array":
        return np.array(content)
    parts = [decoded(part, kinds) for part in content]
    if kind in ("list", "tuple"):
        return parts if kind == "list" else tuple(parts)
    return kinds[kind](*parts)


def _parts(value: Any) -> list[Any]:
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    return list(value)
