"""C4.5 files, the true form of UCI's: NAME.names, NAME.data and perhaps NAME.test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.c45_text import BLANKS, bare, hidden, lines_of, shown, split
from wrapsel.datasets.kinds import to_numeric
from wrapsel.datasets.table import Table, check_unique
from wrapsel.datasets.text import check_file, read_text

if TYPE_CHECKING:
    import pandas as pd

_CLASSES = "the classes, 'class, class, ...'"
_ATTRIBUTE = "'name: continuous.' or 'name: value, value, ...'"


@dataclass(frozen=True)
class Attribute:
    """A column as .names declares it.

    Parameters
    ----------
    name : str
        Its name.
    values : list of str or None, default=None
        What it may hold; empty: any label; None: numbers.
    ignored : bool, default=False
        Whether it is to be left out.

    Examples
    --------
    >>> Attribute("sex", ["M", "F"]).values
    ['M', 'F']
    """

    name: str
    values: list[str] | None = None
    ignored: bool = False


def read_c45(path: Path) -> Table:
    r"""Read rows with the .names file beside them, and NAME.test as the test set.

    Parameters
    ----------
    path : Path
        NAME.names or NAME.data; NAME.test gives its rows alone.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "x.names").write_text("no, yes.\nage: continuous.\n")
    ...     _ = Path(folder, "x.data").write_text("41, yes.\n?, no.\n")
    ...     read_c45(Path(folder, "x.data")).frame.values.tolist()
    [[41.0, 'yes'], [nan, 'no']]
    """
    names = path.with_suffix(".names")
    rows = path.with_suffix(".data") if path.suffix == ".names" else path
    check_file(path)
    attributes, target = parse_names(read_text(names, "latin-1"), names)
    table = Table(_read_rows(rows, attributes, names), target)
    test = path.with_suffix(".test")
    if path.suffix == ".test" or not test.exists():
        return table
    return table.with_test(Table(_read_rows(test, attributes, names), target))


def parse_names(text: str, path: Path) -> tuple[list[Attribute], str]:
    r"""Return the columns that a .names text declares, and the name of the target.

    Examples
    --------
    >>> text = "no, yes. | classes\nage: continuous.\nsex: M, F.\n"
    >>> attributes, target = parse_names(text, Path("x.names"))
    >>> [attribute.name for attribute in attributes], target
    (['age', 'sex', 'class'], 'class')
    """
    (line, first), *rest = [*_statements(text)] or [(1, "")]
    classes = split(first)
    # See5 may name one of the attributes as the target in place of the classes.
    named = [shown(s.partition(":")[0]) for _, s in rest if ":" in s]
    names_target = len(classes) == 1 and classes[0] in named
    if len(classes) < 2 and not names_target:
        raise _unexpected(path, line, text, _CLASSES)
    attributes = [_attribute(*statement, text, path) for statement in rest]
    if names_target:
        return attributes, classes[0]
    return [*attributes, Attribute("class", classes)], "class"


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield what stands between full stops or line ends, with the line it starts on."""
    start, pending = 0, ""
    for number, line in enumerate(lines_of(hidden(text)), 1):
        line = line.partition("|")[0].strip(BLANKS)
        for part in filter(None, re.split(rf"\.(?:[{BLANKS}]+|$)", line)):
            start, pending = (
                (start if pending else number),
                pending + part.strip(BLANKS),
            )
            if not pending.endswith((",", ":")):  # else it goes on in the next line
                yield start, pending
                pending = ""
    if pending:
        yield start, pending


def _attribute(line: int, statement: str, text: str, path: Path) -> Attribute:
    before, _, kind = statement.partition(":")
    name, kind = shown(before), kind.strip(BLANKS)
    values = split(kind.removeprefix("[ordered]"))
    if not (name and all(values)) or kind.startswith("="):
        raise _unexpected(path, line, text, _ATTRIBUTE)
    if kind in ("ignore", "label"):
        return Attribute(name, ignored=True)
    if kind == "continuous":
        return Attribute(name)
    return Attribute(name, [] if re.fullmatch(r"discrete\s+\d+", kind) else values)


def _unexpected(path: Path, line: int, text: str, expected: str) -> ValueError:
    got = lines_of(text)[line - 1].strip() if text else ""
    return ValueError(
        f"{path}, line {line}: expected {expected} as in C4.5, got {got[:60]!r}; "
        "if the file is prose, give the rows a header line and read them as .csv"
    )


def _read_rows(path: Path, attributes: list[Attribute], source: Path) -> pd.DataFrame:
    import pandas as pd

    check_unique(attribute.name for attribute in attributes)
    rows = list(_rows(path, len(attributes), source.name))
    if not rows:
        raise ValueError(f"{path} has no rows")
    columns = zip(attributes, zip(*rows, strict=True), strict=True)
    return pd.DataFrame(
        {a.name: _column(cells, a, path) for a, cells in columns if not a.ignored}
    )


def _rows(path: Path, width: int, source: str) -> Iterator[list[str]]:
    for number, line in enumerate(lines_of(hidden(read_text(path, "latin-1"))), 1):
        if not (row := bare(line)):
            continue
        fields = split(row)
        if len(fields) != width:
            raise ValueError(
                f"{path}, line {number}: expected {width} fields as in {source}, "
                f"found {len(fields)}"
            )
        yield fields


def _column(
    cells: tuple[str, ...], attribute: Attribute, path: Path
) -> pd.Categorical[Any] | NDArray[np.float64]:
    import pandas as pd

    known = [None if cell in ("?", "") else cell for cell in cells]
    raw = pd.Series(known, dtype=object, name=attribute.name)
    try:
        if attribute.values is None:
            return to_numeric(raw, lambda row: f"row {row + 1}")
        return _nominal(raw, attribute.values)
    except ValueError as cause:
        raise ValueError(f"{path}: {cause}") from cause


def _nominal(raw: pd.Series[Any], declared: list[str]) -> pd.Categorical[Any]:
    import pandas as pd

    codes, labels = pd.factorize(raw)
    for code, label in enumerate(labels):
        if declared and label not in declared:
            raise ValueError(
                f"column {str(raw.name)!r} must hold one of {', '.join(declared[:8])} "
                f"as declared, got {label!r} (row {(codes == code).argmax() + 1})"
            )
    return pd.Categorical.from_codes(codes, labels)
