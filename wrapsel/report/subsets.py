"""The frontier of size and error, and other subsets that are as good."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from wrapsel.engine import SearchResult
from wrapsel.engine.telling.answer import listed
from wrapsel.engine.telling.frontier import frontier
from wrapsel.protocol import Evaluation
from wrapsel.report.scales import Scale, linear, sizes

MOST_SHOWN = 10


@dataclass(frozen=True)
class Frontier:
    """The smallest error found for each size, and the axes to draw it on."""

    points: tuple[Evaluation, ...]
    x: Scale
    y: Scale
    band: tuple[float, ...]  # of the honest error: its ends, or nothing


def drawn(result: SearchResult, known: Iterable[Evaluation]) -> Frontier:
    """Return the frontier with its axes."""
    points = frontier(known)
    errors = [result.error, *band(result), *(point.error for point in points)]
    axes = sizes(len(result.names)), linear(errors)
    return Frontier(points, *axes, band(result))


def band(result: SearchResult) -> tuple[float, ...]:
    """Return a standard error below and above the honest error, where known."""
    honest = result.honest
    if honest is None or not math.isfinite(honest.standard_error):
        return ()
    return honest.error - honest.standard_error, honest.error + honest.standard_error


@dataclass(frozen=True)
class Alternative:
    """Another subset: how it differs from the chosen one."""

    size: int
    error: float
    added: str
    removed: str


def as_good(
    result: SearchResult, known: Iterable[Evaluation], margin: float
) -> list[Alternative]:
    """Return the subsets with an error of at most `margin` more, the smallest first."""
    limit = result.error + margin
    others = [v for v in known if v.error <= limit and v.subset != result.subset]
    others.sort(key=lambda v: (len(v.subset), v.error))
    return [_alternative(result, other) for other in others[:MOST_SHOWN]]


def _alternative(result: SearchResult, other: Evaluation) -> Alternative:
    added, removed = other.subset - result.subset, result.subset - other.subset
    return Alternative(
        len(other.subset),
        other.error,
        listed(_named(added, result.names)),
        listed(_named(removed, result.names)),
    )


def _named(subset: Iterable[int], names: Sequence[Any]) -> list[Any]:
    return [names[i] for i in subset]
