"""The dual of a support vector machine, solved from one near by, and its weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner
from wrapsel.filters.cholesky import dot
from wrapsel.filters.support_vectors.steps import (
    advance,
    free_gap,
    newton_step,
    off_bounds,
    violation,
)

# As in LIBSVM: the least curvature along a pair.
LEAST_CURVATURE = 1e-12
MAX_ROUNDS = 500
# A violation that rounding alone may cause is accepted up to here: LIBSVM's default.
MOST_ROUNDING = 1e-3
EPSILON = float(np.finfo(np.float64).eps)


@compiled(error_model="numpy")
def solve(
    K: Any, targets: Any, low: Any, high: Any, tol: float, dual: Any
) -> tuple[float, float]:
    """Minimise dual' K dual / 2 - targets' dual within bounds, the sum staying 0.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Positive semi-definite.
    targets, low, high : ndarray of shape (n_samples,)
    tol : float
        Largest violation of the optimality conditions, in the unit of the targets.
    dual : ndarray of shape (n_samples,)
        Where to begin, within the bounds; becomes the solution.

    Returns
    -------
    gap, allowed : float
        The violation that is left, and `tol`, or more if rounding allows no less. The
        first is above the second only after too many rounds.
    """
    slopes = np.empty(len(dual))
    gap, allowed = np.inf, tol
    for _ in range(MAX_ROUNDS):
        move_free(K, targets, low, high, tol, dual, slopes)
        gap = violation(slopes, low, high, dual)
        if gap <= tol:
            return gap, tol
        allowed = max(tol, min(rounding(K, dual), MOST_ROUNDING))
        if gap <= allowed:
            return gap, allowed
        # Pairs bring in those at a bound, which the free ones cannot do alone. Their
        # slopes gather rounding errors, so the next round begins with fresh ones.
        move_pairs(K, low, high, max(tol, gap / 10), dual, slopes)
    return gap, allowed


@inner(error_model="numpy")
def move_free(
    K: Any, targets: Any, low: Any, high: Any, tol: float, dual: Any, slopes: Any
) -> None:
    """Minimise over those off their bounds, fixing each that reaches one."""
    n_full = 0
    while True:
        set_slopes(K, targets, dual, slopes)
        free = off_bounds(low, high, dual)
        if len(free) < 2 or (n_full and free_gap(slopes, free) <= tol * 1e-3):
            return
        if n_full == 3:
            return
        step = newton_step(K, slopes, free)
        # In a singular system the step is huge, and so is what rounding adds up to.
        part = (step.sum() + dual.sum()) / len(free)
        for i in range(len(step)):
            step[i] -= part
        reached = advance(low, high, dual, free, step)
        n_full = n_full + 1 if reached < 0 else 0


@inner(error_model="numpy")
def set_slopes(K: Any, targets: Any, dual: Any, slopes: Any) -> None:
    """Set `slopes` to K dual - targets."""
    for i in range(len(dual)):
        slopes[i] = -targets[i]
    for i in range(len(dual)):
        if dual[i] != 0:
            row, factor = K[i], dual[i]
            for k in range(len(slopes)):
                slopes[k] += factor * row[k]


@inner(error_model="numpy")
def rounding(K: Any, dual: Any) -> float:
    """Return about how large a rounding error of the slopes may be."""
    largest = 0.0
    for i in range(len(dual)):
        total = 0.0
        for k in range(len(dual)):
            total += abs(K[i, k] * dual[k])
        largest = max(largest, total)
    return EPSILON * largest


@inner(error_model="numpy")
def move_pairs(
    K: Any, low: Any, high: Any, tol: float, dual: Any, slopes: Any
) -> float:
    """Move pairs chosen by second-order information [1]_ until the gap is `tol`.

    Stops after ten times as many moves as there are samples, and returns the gap.

    References
    ----------
    .. [1] R.-E. Fan, P.-H. Chen, C.-J. Lin, "Working set selection using second order
       information for training support vector machines", JMLR 6, 2005, WSS 2.
    """
    for _ in range(10 * len(dual)):
        i, j, gap = best_pair(K, low, high, dual, slopes)
        if gap <= tol or j < 0:
            return gap
        curvature = max(K[i, i] + K[j, j] - 2 * K[i, j], LEAST_CURVATURE)
        step = (slopes[j] - slopes[i]) / curvature
        at_i, at_j = high[i] - dual[i], dual[j] - low[j]
        step = min(step, at_i, at_j)
        # Set, not added, so that a bound is met exactly.
        dual[i] = high[i] if step == at_i else dual[i] + step
        dual[j] = low[j] if step == at_j else dual[j] - step
        for k in range(len(slopes)):
            slopes[k] += step * (K[i, k] - K[j, k])
    return violation(slopes, low, high, dual)


@inner(error_model="numpy")
def best_pair(
    K: Any, low: Any, high: Any, dual: Any, slopes: Any
) -> tuple[int, int, float]:
    """Return who goes up, who goes down (or -1), and the gap."""
    i, steepest = -1, np.inf
    for k in range(len(dual)):
        if dual[k] < high[k] and slopes[k] < steepest:
            i, steepest = k, slopes[k]
    j, down, most = -1, -np.inf, 0.0
    for k in range(len(dual)):
        if i >= 0 and dual[k] > low[k]:
            down = max(down, slopes[k])
            fall = slopes[k] - steepest
            if fall > 0:
                curvature = max(K[i, i] + K[k, k] - 2 * K[i, k], LEAST_CURVATURE)
                if fall * fall / curvature > most:
                    j, most = k, fall * fall / curvature
    return i, j, down - steepest


@compiled(error_model="numpy")
def weight_norms(columns: Any, variables: Any, duals: Any) -> Any:
    """Return each variable's norm of weights over all machines.

    Parameters
    ----------
    columns : ndarray of shape (n_variables, n_samples)
    variables : ndarray of shape (n_asked,)
    duals : ndarray of shape (n_machines, n_samples)

    Returns
    -------
    ndarray of shape (n_asked,)
        Equal columns have equal norms, whatever else is asked.
    """
    norms = np.empty(len(variables))
    for v in range(len(variables)):
        norms[v] = weight_norm(columns[variables[v]], duals)
    return norms


@inner(error_model="numpy")
def weight_norm(column: Any, duals: Any) -> Any:
    """Return the norm of a variable's weights over all machines."""
    total = 0.0
    for m in range(len(duals)):
        weight = dot(duals[m], column)
        total += weight * weight
    return np.sqrt(total)
