"""Whether other errors of a subset change rows of tables 6 to 9.

The paper names neither: numbers in bins for naive Bayes, and cross-validation that is
repeated until its standard error is below 1 %.
"""

from __future__ import annotations

from wrapsel.papers.published import published
from wrapsel.papers.rve.readings import Readings, Rows, cheap, compared
from wrapsel.papers.rve.tables import NAMES
from wrapsel.papers.sources import SOURCES

DRAWS, RUNS = 5, 5
AS_MADE = {"reference": "best"}
ESTIMATES: Readings = {
    "as in the tables": AS_MADE,
    "numbers in bins": {**AS_MADE, "numbers": "bins"},
    "repeated": {**AS_MADE, "draws": DRAWS},
    "repeated, in bins": {**AS_MADE, "numbers": "bins", "draws": DRAWS},
}


def _rows(reading: str) -> Rows:
    rows = cheap(published("rve_tables6to9"))
    return [row for row in rows if "bins" not in reading or _has_numbers(row)]


def _has_numbers(row: dict[str, str]) -> bool:
    """Whether naive Bayes would take some variables of the row for names."""
    source = SOURCES.get(NAMES[row["dataset"]])
    return row["learner"] == "Bayes" and source is not None and bool(source.numeric)


ESTIMATE = compared(
    "rows of tables 6 to 9 by other errors of a subset", ESTIMATES, _rows, RUNS
)
