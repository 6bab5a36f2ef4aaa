"""How a table is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def add_reading(add: Callable[..., Any]) -> None:
    """Add how the file of a table is read."""
    add("--target", metavar="COLUMN", help="what to predict (default: target)")
    add("--nominal", metavar="A,B|all", help="columns that are names, not numbers")
    add(
        "--decimal",
        choices=(".", ","),
        help="what stands before decimals (default: a full stop; in variables of files "
        "with semicolons also a comma)",
    )
    add(
        "--max-bytes",
        metavar="N",
        type=int,
        help="what a packed file may hold, and a table at 8 a cell (default: 2**30)",
    )
    add(
        "--reader",
        metavar="NAME",
        help="what reads the file, whatever its ending: the dotted path of a function "
        "that returns a DataFrame, such as pandas.read_feather, or a name such as "
        "csv, see wrapsel list readers",
    )
