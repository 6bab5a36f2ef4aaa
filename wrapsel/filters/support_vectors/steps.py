"""Steps of free dual variables, those off their bounds, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import inner
from wrapsel.filters.cholesky import factorise, substitute

# Relative to the mean of the diagonal: keeps singular systems solvable. It slows the
# approach to the solution, which it does not change.
RIDGE = 1e-12


@inner(error_model="numpy")
def off_bounds(low: Any, high: Any, dual: Any) -> Any:
    """Return the places of dual variables that are free."""
    free, n_free = np.empty(len(dual), dtype=np.intp), 0
    for i in range(len(dual)):
        free[n_free] = i
        n_free += low[i] < dual[i] < high[i]
    return free[:n_free]


@inner(error_model="numpy")
def free_gap(slopes: Any, free: Any) -> Any:
    """Return the largest difference of slopes between free multipliers."""
    least = most = slopes[free[0]]
    for i in free:
        least = min(least, slopes[i])
        most = max(most, slopes[i])
    return most - least


@inner(error_model="numpy")
def violation(slopes: Any, low: Any, high: Any, dual: Any) -> float:
    """Return by how much the steepest pair still descends."""
    up = down = -np.inf
    for i in range(len(dual)):
        if dual[i] < high[i]:
            up = max(up, -slopes[i])
        if dual[i] > low[i]:
            down = max(down, slopes[i])
    return up + down


@inner(error_model="numpy")
def newton_step(K: Any, slopes: Any, free: Any) -> Any:
    """Return the step of the free ones that levels their slopes, and sums to 0."""
    n_free = len(free)
    U = np.empty((n_free, n_free))
    trace = 0.0
    for i in range(n_free):
        row = K[free[i]]
        for k in range(i, n_free):
            U[i, k] = row[free[k]]
        trace += U[i, i]
    factorise(U, RIDGE * max(trace, 1e-300) / n_free)
    ones, step = np.empty(n_free), np.empty(n_free)
    level_out(slopes, free, step)
    for i in range(n_free):
        ones[i] = 1.0
    substitute(U, ones, step)
    keep_sum(step, ones, 0.0)
    return step


@inner(error_model="numpy")
def level_out(slopes: Any, free: Any, wanted: Any) -> None:
    """Set what the slopes of the free ones should change by."""
    mean = 0.0
    for i in free:
        mean += slopes[i] / len(free)
    for i in range(len(free)):
        wanted[i] = mean - slopes[free[i]]


@inner(error_model="numpy")
def keep_sum(step: Any, along: Any, wanted: float) -> None:
    """Add as much of a direction as gives the step this sum."""
    part = (wanted - step.sum()) / along.sum()
    for i in range(len(step)):
        step[i] += part * along[i]


@inner(error_model="numpy")
def advance(low: Any, high: Any, dual: Any, free: Any, step: Any) -> int:
    """Go the step, or as far as the first bound; return whose, or -1."""
    part, first = 1.0, -1
    for i in range(len(free)):
        s, v = step[i], free[i]
        room = high[v] - dual[v] if s > 0 else dual[v] - low[v]
        if abs(s) * part > room:
            part, first = room / abs(s), i
    for i in range(len(free)):
        v = free[i]
        dual[v] = min(max(dual[v] + part * step[i], low[v]), high[v])
    if first >= 0:
        v = free[first]
        dual[v] = high[v] if step[first] > 0 else low[v]
    return first
