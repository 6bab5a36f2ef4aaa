"""Files that are read by their endings, by our own readers or somebody's."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wrapsel.datasets import delimited
from wrapsel.datasets.arff import read_arff
from wrapsel.datasets.by_others import Reader, read_by, reader_of
from wrapsel.datasets.c45 import read_c45
from wrapsel.datasets.libsvm import read_libsvm
from wrapsel.datasets.parquet import read_parquet
from wrapsel.datasets.table import Table
from wrapsel.errors import unknown
from wrapsel.plugins import READERS, find, points

_READERS: dict[str, Callable[[Path, int], Table]] = {
    ".parquet": read_parquet,
    ".arff": read_arff,
    **dict.fromkeys((".names", ".data", ".test"), lambda path, _: read_c45(path)),
    **{
        ending + packing: read_libsvm
        for ending in (".libsvm", ".svm", ".svmlight")
        for packing in ("", ".gz", ".bz2")
    },
}
_PACKED = "also packed: .gz"
_LIBSVM = f"LIBSVM (svmlight), {_PACKED}, .bz2"
_SAID = {
    ".csv": f"text with commas, else semicolons or tabs between cells, {_PACKED}",
    ".tsv": f"text with tabs, else commas or semicolons between cells, {_PACKED}",
    ".parquet": "Parquet",
    ".arff": "ARFF; the target is the last attribute, if no other is named",
    ".names": "C4.5: the columns of a .data file, and of a .test file if there is one",
    ".data": "C4.5: the rows that a .names file describes",
    ".test": "C4.5: the test rows that a .names file describes",
    **dict.fromkeys((".libsvm", ".svm", ".svmlight"), _LIBSVM),
}


def list_readers() -> dict[str, str]:
    """Return the endings of files that `load` reads, and one line on each.

    Those that packages add by entry points come last.

    Examples
    --------
    >>> list_readers()[".parquet"]
    'Parquet'
    """
    added = {name: _line(name) for name in points(READERS) if name not in _SAID}
    return {**_SAID, **added}


def reader_name(name: str) -> str:
    """Return the name of a reader that may lack the dot of an ending.

    Examples
    --------
    >>> reader_name("csv"), reader_name("pandas.read_feather")
    ('.csv', 'pandas.read_feather')
    """
    return f".{name}" if f".{name}" in list_readers() else name


def read_named(
    reader: Reader, source: Any, is_text: Callable[[str], bool], max_bytes: int
) -> Table:
    """Read a file of any ending as the reader does that `load` was given.

    Parameters as of `read_known`, and errors as of `read_by`.

    Examples
    --------
    >>> read_named("csv", "missing.txt", lambda name: False, 1000)
    Traceback (most recent call last):
    FileNotFoundError: no such file: 'missing.txt'
    """
    if not (isinstance(reader, str) and isinstance(source, str | Path)):
        return read_by(reader, source)
    name = reader_name(reader)
    if "." not in name:
        known = (ending.lstrip(".") for ending in list_readers())
        raise ValueError(unknown("reader", name, known))
    path = Path(source).expanduser()
    table = read_known(path, is_text, max_bytes, name) if name in _SAID else None
    return read_by(name, path) if table is None else table


def read_known(
    path: Path,
    is_text: Callable[[str], bool],
    max_bytes: int,
    ending: str | None = None,
) -> Table | None:
    """Read a file by its ending; None if nothing reads what ends so.

    Parameters
    ----------
    path : Path
    is_text : callable
        Whether the cells of a column keep their wording, by its name.
    max_bytes : int
    ending : str, optional
        In place of that of the file.

    Examples
    --------
    >>> read_known(Path("table.xyz"), lambda name: False, 1000) is None
    True
    """
    name = path.name.lower() if ending is None else ending
    if name.endswith(delimited.ENDINGS):
        return delimited.read_delimited(path, is_text, max_bytes)
    for ending, read in _READERS.items():
        if name.endswith(ending):
            return read(path, max_bytes)
    known_to = reader_of(path)
    return None if known_to is None else read_by(known_to, path)


def _line(name: str) -> str:
    """Return the first line on somebody's reader, or why it cannot be had."""
    try:
        read = find("reader", name, {}, READERS)
    except ValueError as error:
        return f"broken: {error}"
    first = (inspect.getdoc(read) or "").partition("\n")[0]
    return first or f"of {points(READERS)[name].module}"
