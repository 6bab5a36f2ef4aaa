"""Weka's ARFF files.

Read here: scipy reads no strings, no sparse rows and no blanks within braces; what
scikit-learn reads with is private, cuts integers off at the point, and takes no dates,
no comments after a declaration and no tabs between values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wrapsel.datasets.arff_attributes import Attribute, Value, declared
from wrapsel.datasets.arff_tokens import Cell, Token, listed, tokens
from wrapsel.datasets.table import Table, check_unique
from wrapsel.datasets.text import MAX_BYTES, check_size, read_text

if TYPE_CHECKING:
    import pandas as pd

Lines = Iterator[tuple[int, str]]
_QUOTED_OR_BLANK = re.compile(r"""["'{}%\s]""")


def read_arff(path: Path, max_bytes: int = MAX_BYTES) -> Table:
    r"""Read an ARFF file; the last attribute is the target.

    Integers are numbers as any other; strings keep their wording; dates are numbers,
    the milliseconds since 1970, as in Weka.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "x.arff")
    ...     text = "@relation x\n@attribute a {0,1}\n@attribute b real\n@data\n1,?\n"
    ...     _ = path.write_text(text)
    ...     read_arff(path).frame.values.tolist()
    [['1', nan]]
    """
    import pandas as pd

    lines = _lines(read_text(path, "latin-1"))
    attributes = _header(lines, path)
    _blaming(str(path), check_unique, [a.name for a in attributes])
    numbered = list(lines)  # a sparse row may say little, and be long
    check_size(path, len(numbered), len(attributes), max_bytes)
    rows = [_blaming(f"{path}, line {n}", _row, s, attributes) for n, s in numbered]
    if not rows:
        raise ValueError(f"{path} has no rows")
    columns = {
        attribute.name: _column(cells, attribute)
        for attribute, cells in zip(attributes, zip(*rows, strict=True), strict=True)
    }
    return Table(pd.DataFrame(columns), target=attributes[-1].name)


def _lines(text: str) -> Lines:
    """Yield the lines that are not empty or comments, and their numbers."""
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = line.strip(" \t")
        if line and not line.startswith("%"):
            yield number, line


def _header(lines: Lines, path: Path) -> list[Attribute]:
    """Take the lines of the header, and return what they declare."""
    attributes: list[Attribute] = []
    for number, line in lines:
        word = line.split()[0].lower()
        if word == "@data" and attributes:
            return attributes
        if word != "@relation":
            attributes.append(_blaming(f"{path}, line {number}", declared, line))
    raise ValueError(f"{path} must have '@attribute' lines and then '@data'")


def _blaming(where: str, read: Any, *arguments: Any) -> Any:
    """Return what is read, or say where it cannot be."""
    try:
        return read(*arguments)
    except ValueError as cause:
        raise ValueError(f"{where}: {cause}") from cause


def _row(line: str, attributes: list[Attribute]) -> list[Value]:
    if not _QUOTED_OR_BLANK.search(line):  # the most, and quickly read
        return _dense(
            [None if c in ("", "?") else c for c in line.split(",")], attributes
        )
    found = [*tokens(line)]
    if found[0][0] == "{":
        return _sparse(found[1:], attributes)
    if "{" in dict(found):
        raise ValueError(f"weights of rows are not read, as in {line[-60:]!r}")
    return _dense(listed(found), attributes)


def _dense(cells: list[Cell], attributes: list[Attribute]) -> list[Value]:
    if len(cells) != len(attributes):
        raise ValueError(f"expected {len(attributes)} values, found {len(cells)}")
    return [a.read(cell) for a, cell in zip(attributes, cells, strict=True)]


def _sparse(found: list[Token], attributes: list[Attribute]) -> list[Value]:
    given = _pairs(found, len(attributes))
    return [
        a.read(given[i]) if i in given else a.left_out for i, a in enumerate(attributes)
    ]


def _pairs(found: list[Token], n_attributes: int) -> dict[int, Cell]:
    """Return the cells of a sparse row by the places of their attributes."""
    places = {str(i): i for i in range(n_attributes)}
    cells = listed(found[:-1]) if len(found) > 1 else []
    given: dict[int, Cell] = {}
    for key, cell in zip(cells[::2], cells[1::2], strict=False):
        place = places.get(str(key), -1)
        if place in given:
            raise ValueError(f"{key} occurs twice in a sparse row")
        given[place] = cell
    if found[-1:] != [("}", None)] or len(cells) % 2 or -1 in given:
        raise ValueError(
            f"a sparse row must give pairs of 0 to {n_attributes - 1} and a value"
        )
    return given


def _column(cells: tuple[Value, ...], attribute: Attribute) -> pd.Series[Any]:
    import pandas as pd

    if attribute.values is not None:
        return pd.Series(cells, dtype="category")
    return pd.Series([np.nan if cell is None else cell for cell in cells], dtype=float)
