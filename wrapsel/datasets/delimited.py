"""CSV and TSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wrapsel.datasets.kinds import MISSING
from wrapsel.datasets.table import Table, check_unique
from wrapsel.datasets.text import MAX_BYTES, read_text

if TYPE_CHECKING:
    import pandas as pd


ENDINGS = (".csv", ".csv.gz", ".tsv", ".tsv.gz")


def read_delimited(
    path: Path, is_text: Callable[[str], bool], max_bytes: int = MAX_BYTES
) -> Table:
    r"""Read a CSV or TSV file; columns for which `is_text` holds keep their wording.

    A file with one column by its own delimiter is tried with ``;``, tab and ``,``;
    with ``;``, numbers may be like ``1,5``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "x.csv")
    ...     _ = path.write_text("a;b\n1,5;yes\n")
    ...     read_delimited(path, lambda name: False).frame.values.tolist()
    [['1,5', 'yes']]
    """
    text = read_text(path, max_bytes=max_bytes)
    dialect = {"delimiter": _delimiter(text, path), "skipinitialspace": True}
    names = _names(text, path, dialect)
    first = check_widths(text, path, len(names), "the header line", dialect, skip=1)
    # Only a column that starts with a number is left to pandas, which would take
    # "True" for a truth value.
    kept = {n for n, cell in zip(names, first, strict=True) if not _is_number(cell)}
    kept |= {name for name in names if is_text(name)}
    frame = read_frame(text, names, kept, MISSING, header=0, **dialect)
    return Table(frame, decimal="," if dialect["delimiter"] == ";" else ".")


def check_widths(
    text: str, path: Path, width: int, source: str, dialect: dict[str, Any], skip: int
) -> list[str]:
    r"""Check that all rows have the fields that `source` asks for; return the first.

    Examples
    --------
    >>> check_widths("1,2\n3\n", Path("x.csv"), 2, "the header line", {}, skip=0)
    Traceback (most recent call last):
    ValueError: x.csv, line 2: expected 2 fields as in the header line, found 1
    """
    first: list[str] = []
    for row, (line, fields) in enumerate(_rows(text, path, dialect)):
        if len(fields) != width:
            raise ValueError(
                f"{path}, line {line}: expected {width} fields as in {source}, "
                f"found {len(fields)}"
            )
        if row == skip:
            first = fields
    if not first:
        raise ValueError(f"{path} has no rows")
    return first


def read_frame(
    text: str,
    names: list[str],
    text_columns: Collection[str],
    missing: Collection[str],
    **dialect: Any,
) -> pd.DataFrame:
    r"""Parse rows of checked width, numbers as numbers except in `text_columns`.

    Examples
    --------
    >>> read_frame("1,01\n2,?\n", ["a", "b"], {"b"}, {"?"}, header=None).values.tolist()
    [[1, '01'], [2, nan]]
    """
    import pandas as pd

    frame: pd.DataFrame = pd.read_csv(
        io.StringIO(text, newline=""),
        names=names,
        index_col=False,
        dtype=dict.fromkeys(text_columns, object),
        keep_default_na=False,
        na_values=sorted(missing),
        low_memory=False,
        **dialect,
    )
    return frame


def _rows(
    text: str, path: Path, dialect: dict[str, Any]
) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each row that is not blank, and the line it ends on."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, **dialect)
    try:
        for fields in reader:
            if fields:
                yield reader.line_num, fields
    except csv.Error as cause:
        raise ValueError(f"{path}, line {reader.line_num}: {cause}") from cause


def _delimiter(text: str, path: Path) -> str:
    own = "\t" if ".tsv" in path.suffixes else ","
    header = text.lstrip("\r\n").partition("\n")[0]
    return own if own in header else max(own, ",", ";", "\t", key=header.count)


def _names(text: str, path: Path, dialect: dict[str, Any]) -> list[str]:
    _, fields = next(_rows(text, path, dialect))
    names = [field.strip() for field in fields]
    if "" in names:
        raise ValueError(
            f"{path}: column {names.index('') + 1} has no name in the header line"
        )
    check_unique(names)
    return names


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return cell.strip() not in MISSING
