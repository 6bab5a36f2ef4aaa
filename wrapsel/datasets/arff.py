"""Weka's ARFF files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import read_text

if TYPE_CHECKING:
    import pandas as pd


def read_arff(path: Path) -> Table:
    r"""Read an ARFF file; the last attribute is the target.

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

    content = _decode(path)
    names = [name for name, _ in content["attributes"]]
    if not content["data"]:
        raise ValueError(f"{path} has no rows")
    cells = zip(*content["data"], strict=True)
    columns = {
        name: _column(list(column), kind)
        for (name, kind), column in zip(content["attributes"], cells, strict=True)
    }
    return Table(pd.DataFrame(columns), target=names[-1])


def _decode(path: Path) -> dict[str, Any]:
    import arff

    text = read_text(path, "latin-1")
    try:
        content: dict[str, Any] = arff.loads(text)
    except (arff.ArffException, ValueError) as cause:
        raise ValueError(f"{path}: {cause}") from cause
    return content


def _column(cells: list[Any], kind: str | list[str]) -> pd.Series[Any]:
    import pandas as pd

    if isinstance(kind, list):
        return pd.Series(cells, dtype="category")
    if kind == "STRING":
        return pd.Series(cells, dtype=object)
    return pd.Series([np.nan if cell is None else cell for cell in cells], dtype=float)
