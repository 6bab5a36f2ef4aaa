"""Parquet files."""

from __future__ import annotations

from pathlib import Path

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import check_file


def read_parquet(path: Path) -> Table:
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

    check_file(path)
    try:
        frame = pd.read_parquet(path)
    # What pyarrow raises for a broken or an unsupported file.
    except (ValueError, OSError, NotImplementedError) as cause:
        reason = str(cause).partition("\n")[0]
        raise ValueError(f"{path} is not a Parquet file: {reason}") from cause
    return Table(frame)
