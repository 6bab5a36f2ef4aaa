"""How many variables to remove at once, at the least expected cost."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray

# Costs this close, relatively, differ by rounding only: they are ties.
_ROUNDING = 1e-12
_KEPT = 4  # schedules
_MANY = 5000  # variables, for which it pays to load a compiler


@dataclass(frozen=True, slots=True, eq=False)
class RemovalSchedule:
    """The removals of least expected cost for one number of relevant variables.

    Parameters
    ----------
    n_relevant : int
        Number of relevant variables, r.
    sizes : ndarray of shape (n_max - n_relevant + 1,)
        Variables to remove at once from n_relevant, n_relevant + 1, ... variables.
    costs : ndarray of shape (n_max - n_relevant + 1,)
        Expected cost of going from so many variables down to n_relevant, in the unit
        of the cost function.
    """

    n_relevant: int
    sizes: NDArray[np.int64]
    costs: FloatArray

    def size(self, n: int) -> int:
        """Return how many of n variables to remove at once."""
        return int(self.sizes[n - self.n_relevant])

    def cost(self, n: int) -> float:
        """Return the expected cost of going from n variables to the relevant ones."""
        return float(self.costs[n - self.n_relevant])


def removal_schedule(
    n_max: int, n_relevant: int, cost: Callable[[int], float]
) -> RemovalSchedule:
    """Find the removals of least expected cost for up to `n_max` variables [1]_.

    Parameters
    ----------
    n_max : int
        Largest number of variables, at least `n_relevant`.
    n_relevant : int
        Number of relevant variables, at least 1.
    cost : callable
        Cost of training on n variables, finite and at least 0. Called once for each
        n in ``range(n_relevant, n_max)``.

    Notes
    -----
    The result is that of the dynamic program over all pairs, in time linear in `n_max`:
    a removal down to m variables succeeds with probability C(m, r) / C(n, r), so its
    expected cost is a line in C(n, r), and the best removals are the lower envelope of
    these lines. Binomials are kept as logarithms. Costs equal up to rounding (1e-12,
    relatively) are ties; the smallest removal wins.

    References
    ----------
    .. [1] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination",
       JMLR 5, 2004, table 1.

    Examples
    --------
    >>> schedule = removal_schedule(100, 10, cost=lambda n: n**2)
    >>> schedule.size(100), round(schedule.cost(100), 2)
    (10, 135578.86)
    """
    costs = _checked_costs(
        np.array([cost(n) for n in range(n_relevant, n_max)]), n_relevant
    )
    landings, expected = _envelope(costs, _log_ways(n_max, n_relevant))
    return RemovalSchedule(n_relevant, np.arange(len(landings)) - landings, expected)


def removal_sizes(cost: Callable[[int], float]) -> Callable[[int, int], int]:
    """Return how many of n variables to remove if r are relevant, as a function.

    It keeps the schedules of the last r it was called with, and asks for each cost
    once; n must not grow from call to call.

    Examples
    --------
    >>> removal_sizes(lambda n: n**2)(100, 10)
    10
    """
    sizes: dict[int, NDArray[np.int32]] = {}
    costs = _Costs(cost)

    def size(n: int, r: int) -> int:
        if r == n - 1:
            return 1
        if r not in sizes:
            if len(sizes) == _KEPT:
                del sizes[next(iter(sizes))]
            landings, _ = _envelope(costs.between(r, n), _log_ways(n, r))
            sizes[r] = (np.arange(len(landings)) - landings).astype(np.int32)
        return int(sizes[r][n - r])

    return size


class _Costs:
    """The costs of training on n variables, each asked for once."""

    def __init__(self, cost: Callable[[int], float]) -> None:
        self._cost = cost
        self._known = np.empty(0)

    def between(self, low: int, end: int) -> FloatArray:
        """Return the costs of ``range(low, end)``."""
        if len(self._known) < end:
            more = np.full(end - len(self._known), np.nan)
            self._known = np.concatenate([self._known, more])
        part = self._known[low:end]
        new = np.flatnonzero(np.isnan(part))
        asked = np.array([self._cost(low + n) for n in new.tolist()], dtype=np.float64)
        part[new] = _checked_costs(asked, low + new[0] if len(new) else low)
        return part


def expected_failures(n: int, n_relevant: int, k: int) -> float:
    """Return how often drawing k of n variables hits a relevant one before it does not.

    Examples
    --------
    >>> expected_failures(12, n_relevant=4, k=1)
    0.5
    """
    # C(n - r, k) / C(n, k) = C(n - k, r) / C(n, r): the shorter product.
    fewer, more = sorted((k, n_relevant))
    good, all_draws = math.comb(n - more, fewer), math.comb(n, fewer)
    try:
        return (all_draws - good) / good
    except OverflowError:
        return math.inf


def _checked_costs(costs: NDArray[Any], first: int) -> FloatArray:
    """Return the costs of training on `first` variables, and so on, as numbers."""
    costs = costs.astype(np.float64)
    wrong = np.flatnonzero(~((costs >= 0) & np.isfinite(costs)))
    if wrong.size:
        raise ValueError(
            f"cost must be finite and at least 0, got {costs[wrong[0]]} "
            f"for n = {first + wrong[0]}"
        )
    return costs


def _log_ways(n_max: int, n_relevant: int) -> FloatArray:
    """Return log C(n, r) for n = r, ..., n_max."""
    n = np.arange(n_relevant + 1, n_max + 1, dtype=np.float64)
    return np.concatenate(([0.0], np.cumsum(np.log(n / (n - n_relevant)))))


def _envelope(
    costs: FloatArray, log_ways: FloatArray
) -> tuple[NDArray[np.int64], FloatArray]:
    """Return what `_lower_envelope` does; of many variables, what is compiled."""
    with np.errstate(divide="ignore"):
        slopes = np.log(costs) - log_ways[:-1]
    reached = log_ways + _ROUNDING * np.maximum(1.0, log_ways)
    if len(log_ways) > _MANY:
        from wrapsel.search.removal.envelope import lower_envelope

        return lower_envelope(slopes, reached, log_ways)
    landings, expected = _lower_envelope(
        slopes.tolist(), reached.tolist(), log_ways.tolist()
    )
    return np.array(landings), np.array(expected)


def _lower_envelope(
    slopes: list[float], reached: list[float], ways: list[float]
) -> tuple[list[int], list[float]]:
    """Return, for each number of irrelevant variables, the best next one and its cost.

    A line is worth keeping only if it is less steep than all before it, since the
    expected costs, where the lines start, increase. `starts[i]` is the logarithm of
    C(n, r) from which on `lines[i]` is below the line before it.
    """
    expected, landings = [0.0] * len(ways), [0] * len(ways)
    lines, starts, current = [0], [-math.inf], 0
    for i in range(1, len(ways)):
        while current + 1 < len(lines) and starts[current + 1] <= reached[i]:
            current += 1
        m = landings[i] = lines[current]
        expected[i] = math.exp(slopes[m] + ways[i]) + expected[m]
        last = lines[-1]
        # Nothing starts from the last of all; equal lines are the ties of free costs.
        if i == len(slopes) or (slopes[i], expected[i]) > (
            slopes[last],
            expected[last],
        ):
            continue
        start = _crossing(expected[i] - expected[last], slopes[i], slopes[last])
        while start <= starts[-1] and len(lines) > current + 1:
            lines.pop()
            starts.pop()
            last = lines[-1]
            start = _crossing(expected[i] - expected[last], slopes[i], slopes[last])
        lines.append(i)
        starts.append(start)
    return landings, expected


def _crossing(rise: float, slope: float, steeper: float) -> float:
    """Return log x where a line meets a steeper one that starts lower by `rise`."""
    if rise <= 0:
        return -math.inf
    return math.log(rise / -math.expm1(slope - steeper)) - steeper
