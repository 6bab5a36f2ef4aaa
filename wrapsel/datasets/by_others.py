"""Files that the readers of others read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import check_file
from wrapsel.errors import shortened
from wrapsel.plugins import READERS, find, points

if TYPE_CHECKING:
    import pandas as pd

Reader: TypeAlias = "str | Callable[[Path], pd.DataFrame]"


def read_by(reader: Reader, source: Any) -> Table:
    """Read a file by a function, a dotted path to one, or the name of a plugin's.

    Raises
    ------
    ValueError
        If there is no such reader, or it fails.
    TypeError
        If the source is no path, or what is read no DataFrame.

    Examples
    --------
    >>> read_by("pandas.read_feathers", __file__)
    Traceback (most recent call last):
    ValueError: cannot import reader 'pandas.read_feathers': AttributeError: module ...
    """
    if not isinstance(source, str | Path):
        kind = type(source).__name__
        raise TypeError(f"reader needs a path as source, got {kind}")
    read = find("reader", reader, {}, READERS) if isinstance(reader, str) else reader
    if not callable(read):
        raise TypeError(f"reader must be a function of a path, got {read!r}")
    path = Path(source).expanduser()
    check_file(path)
    try:
        frame = read(path)
    except Exception as cause:  # of any kind: it is not ours
        said = f"{path.name} cannot be read by {shortened(reader)}: "
        raise ValueError(f"{said}{type(cause).__name__}: {cause}") from cause
    return from_frame(frame)


def reader_of(path: Path) -> str | None:
    """Return the ending of a file that somebody's entry point reads, or None."""
    endings = (e for e in points(READERS) if path.name.lower().endswith(e.lower()))
    return next(endings, None)


def from_frame(source: Any) -> Table:
    """Return a table of a DataFrame.

    Raises
    ------
    TypeError
        If it is none.
    """
    import pandas as pd

    if not isinstance(source, pd.DataFrame):
        raise TypeError(
            f"source must be a path, a name or a DataFrame, got {type(source).__name__}"
        )
    return Table(source)
