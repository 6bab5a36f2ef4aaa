"""Parquet files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import MAX_BYTES, check_file, check_size


def read_parquet(path: Path, max_bytes: int = MAX_BYTES) -> Table:
    """Read a Parquet file; dictionary and bool columns are nominal.

    Examples
    --------
    >>> import pandas as pd
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "x.parquet")
    ...     pd.DataFrame({"x": [1, 2]}).to_parquet(path)
    ...     read_parquet(path).frame["x"].tolist()
    [1, 2]
    """
    import pandas as pd
    from pyarrow.parquet import read_metadata

    check_file(path)
    about = _whole(path, read_metadata)
    check_size(path, about.num_rows, about.num_columns, max_bytes)
    return Table(_whole(path, pd.read_parquet))


def _whole(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    # What pyarrow raises for a broken or an unsupported file.
    except (ValueError, OSError, NotImplementedError) as cause:
        reason = str(cause).partition("\n")[0]
        raise ValueError(f"{path} is not a Parquet file: {reason}") from cause
