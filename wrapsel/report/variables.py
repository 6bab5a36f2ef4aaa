"""The chosen variables, and how each earned its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wrapsel.engine import SearchResult
from wrapsel.engine.telling.answer import listed
from wrapsel.report.figures import shown
from wrapsel.report.measured import Measured

MOST_OTHERS = 10  # variables not chosen here, but in the repeated searches


@dataclass(frozen=True)
class Chosen:
    """A row of the table; what is not known is None."""

    name: str
    times: int | None  # how many of the repeated searches chose it
    loss: float | None  # what the error rises by without it
    instead: str | None

    @property
    def loss_shown(self) -> str:
        """The rise with its sign."""
        return "" if self.loss is None else f"{self.loss:+.3g}"


@dataclass(frozen=True)
class Other:
    """A variable that was not chosen, but was so in a repeated search."""

    name: str
    times: int


def chosen(result: SearchResult, known: Measured) -> list[Chosen]:
    """Return a row for each chosen variable; what is lost most without comes first."""
    times = _times(result)
    rows = [
        Chosen(
            str(result.names[i]),
            None if times is None else times[i],
            _loss(result.names[i], known),
            _instead(result.names[i], known),
        )
        for i in result.subset
    ]
    return sorted(rows, key=lambda row: (-(row.loss or 0.0), -(row.times or 0)))


def others(result: SearchResult) -> list[Other]:
    """Return the variables that only repeated searches chose, the most often first."""
    times = _times(result) or []
    found = [
        Other(str(result.names[i]), n)
        for i, n in enumerate(times)
        if n and i not in result.subset
    ]
    return sorted(found, key=lambda other: -other.times)[:MOST_OTHERS]


def _times(result: SearchResult) -> list[int] | None:
    honest = result.honest
    if honest is None or not honest.n_outer:
        return None
    counts = (honest.frequency * honest.n_outer).round().astype(int)
    return [int(n) for n in counts]


def _loss(name: Any, known: Measured) -> float | None:
    if known.error is None or name not in known.without:
        return None
    return known.without[name] - known.error


def _instead(name: Any, known: Measured) -> str | None:
    if known.substitutes is None:
        return None
    found = known.substitutes.found[name]
    return listed([f"{other} ({shown(error)})" for other, error in found.items()], 3)
