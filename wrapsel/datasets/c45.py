"""C4.5 files, the true form of UCI's: NAME.names, NAME.data and perhaps NAME.test."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.delimited import check_widths, read_frame
from wrapsel.datasets.kinds import to_numeric
from wrapsel.datasets.table import Table, check_unique
from wrapsel.datasets.text import check_file, read_text

if TYPE_CHECKING:
    import pandas as pd

_DIALECT = {"skipinitialspace": True, "quoting": csv.QUOTE_NONE, "escapechar": "\\"}
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
    classes = _values(first)
    # See5 may name one of the attributes as the target in place of the classes.
    names_target = any(re.match(re.escape(first) + r"\s*:", s) for _, s in rest)
    if len(classes) < 2 and not names_target:
        raise _unexpected(path, line, text, _CLASSES)
    attributes = [_attribute(*statement, text, path) for statement in rest]
    if names_target:
        return attributes, classes[0]
    return [*attributes, Attribute("class", classes)], "class"


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield what stands between full stops or line ends, with the line it starts on."""
    start, pending = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"(?<!\\)\|.*", "", line).strip()
        for part in filter(None, re.split(r"(?<!\\)\.(?:\s+|$)", line)):
            start, pending = (start if pending else number), pending + part.strip()
            if not pending.endswith((",", ":")):  # else it goes on in the next line
                yield start, pending
                pending = ""
    if pending:
        yield start, pending


def _attribute(line: int, statement: str, text: str, path: Path) -> Attribute:
    before, *after = re.split(r"(?<!\\):", statement, maxsplit=1)
    name, kind = _unescaped(before.strip()), "".join(after).strip()
    values = _values(kind.removeprefix("[ordered]"))
    if not (name and all(values)) or kind.startswith("="):
        raise _unexpected(path, line, text, _ATTRIBUTE)
    if kind in ("ignore", "label"):
        return Attribute(name, ignored=True)
    if kind == "continuous":
        return Attribute(name)
    return Attribute(name, [] if re.fullmatch(r"discrete\s+\d+", kind) else values)


def _values(text: str) -> list[str]:
    return [_unescaped(value.strip()) for value in re.split(r"(?<!\\),", text)]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _unexpected(path: Path, line: int, text: str, expected: str) -> ValueError:
    got = text.splitlines()[line - 1].strip() if text else ""
    return ValueError(
        f"{path}, line {line}: expected {expected} as in C4.5, got {got[:60]!r}; "
        "if the file is prose, give the rows a header line and read them as .csv"
    )


def _read_rows(path: Path, attributes: list[Attribute], source: Path) -> pd.DataFrame:
    import pandas as pd

    text = "\n".join(map(_bare, read_text(path, "latin-1").splitlines()))
    names = [attribute.name for attribute in attributes]
    check_unique(names)
    check_widths(text, path, len(names), source.name, _DIALECT, skip=0)
    nominal = {a.name for a in attributes if a.values is not None or a.ignored}
    raw = read_frame(text, names, nominal, {"?", ""}, header=None, **_DIALECT)
    columns = {
        a.name: _column(raw[a.name], a, path) for a in attributes if not a.ignored
    }
    return pd.DataFrame(columns)


def _bare(line: str) -> str:
    """Cut the comment, the full stop, and the blanks before commas off a row."""
    line = line.partition("|")[0].rstrip().removesuffix(".")
    return re.sub(r"\s+,", ",", line)


def _column(
    raw: pd.Series[Any], attribute: Attribute, path: Path
) -> pd.Categorical[Any] | NDArray[np.float64]:
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
