"""What the papers print, as they print it; and `reasons`, why ours is not that."""

from __future__ import annotations

import csv
from importlib.resources import files


def published(name: str) -> list[dict[str, str]]:
    """Return the rows of a table; an empty cell is not printed, or lost.

    Examples
    --------
    >>> published("rve_table4")[0]["inputs"]
    '10.0'
    """
    text = files(__name__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def printed(cell: str) -> float | None:
    """Return a cell as a number; None of an empty one, and of NA.

    Examples
    --------
    >>> printed("4.61e6"), printed("NA")
    (4610000.0, None)
    """
    return None if cell in ("", "NA") else float(cell)
