"""From numbers to places on a chart, in percent of its width or height."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MANY = 40  # variables, from which on their logarithm is drawn


@dataclass(frozen=True)
class Scale:
    """An axis: where values lie, and where its ticks are.

    Parameters
    ----------
    low, high : float
        The ends of the axis.
    ticks : tuple of float
    logarithmic : bool, default=False
        By log(1 + value), which has a place for 0.
    """

    low: float
    high: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        """Return the place of a value, 0 to 100; beyond the ends, the end."""
        as_drawn = math.log1p if self.logarithmic else float
        low, high = as_drawn(self.low), as_drawn(self.high)
        part = (as_drawn(min(max(value, self.low), self.high)) - low) / (high - low)
        return round(100 * part, 3)


def linear(values: Sequence[float], n_ticks: int = 5) -> Scale:
    """Return an axis for these values, with ticks at round numbers.

    Examples
    --------
    >>> linear([0.031, 0.148]).ticks
    (0.0, 0.05, 0.1, 0.15)
    """
    low, high = min(values), max(values)
    spread = (high - low) or abs(high) or 1.0
    step = _round_step(spread / n_ticks)
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = tuple(round(step * i, 12) for i in range(first, last + 1))
    return Scale(ticks[0], max(ticks[-1], ticks[0] + step), ticks)


def sizes(largest: int) -> Scale:
    """Return an axis for 0 to so many variables, by their logarithm if many.

    Examples
    --------
    >>> sizes(240).ticks
    (0, 1, 2, 5, 10, 20, 50, 100, 240)
    """
    if largest <= MANY:
        step = 1 if largest <= 15 else 5
        return Scale(0, largest, (*range(0, largest - step // 2, step), largest))
    decades = [10**i * n for i in range(len(str(largest))) for n in (1, 2, 5)]
    ticks = [0, *(n for n in decades if n <= largest / 1.6), largest]
    return Scale(0, largest, tuple(ticks), logarithmic=True)


def _round_step(least: float) -> float:
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= least * (1 - 1e-9))
