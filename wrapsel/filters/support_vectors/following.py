"""Solutions that follow while variables leave, by an inverse, in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

from wrapsel.compiled import inner
from wrapsel.filters.cholesky import dot
from wrapsel.filters.support_vectors.inverses import (
    bring_in,
    lose,
    multiply,
    take_out,
)
from wrapsel.filters.support_vectors.steps import (
    advance,
    free_gap,
    keep_sum,
    level_out,
    violation,
)

# Relative to the mean of the diagonal: equal samples have an inverse, too.
RIDGE = 1e-10
# Steps of one set of free ones, and of all sets, before the general solver takes over.
MOST_FULL_STEPS = 4
MOST_STEPS = 200


class Duals(NamedTuple):
    """The dual problem of a machine, its solution, and an inverse of its kernel.

    The inverse is of the kernel between the free dual variables, those off their
    bounds, plus a constant and a ridge. As dual variables add up to 0, the constant
    changes no solution; without it, the kernel of centred columns may be singular. Nor
    does the ridge: the slopes are those of the kernel itself.
    """

    rows: Any  # (n_duals,), as in `Machine`
    targets: Any
    low: Any
    high: Any
    dual: Any
    slopes: Any
    step: Any
    free: Any  # (n_duals,), the first are free
    by_row: Any  # (n_samples,), the dual variables of a row added up
    inverse: Any  # (n_most, n_most)
    sums: Any  # (n_most,), of the inverse's rows
    work: Any  # (2 n,), n the duals or samples, whichever are more
    state: Any  # (2,), the constant, and how many are free, or 0


@inner(error_model="numpy")
def begin(K: Any, duals: Any) -> bool:
    """Invert the kernel between the free dual variables; return whether it can be."""
    set_slopes(K, duals)
    total, n = 0.0, 0
    for row in duals.rows:
        total += K[row, row]
    duals.state[0] = total / len(duals.rows)
    for i in range(len(duals.dual)):
        duals.step[i] = 0.0
        if duals.low[i] < duals.dual[i] < duals.high[i]:
            n = join(K, duals, n, i)
            if n == 0:
                return False
    duals.state[1] = n
    return True


@inner(error_model="numpy")
def join(K: Any, duals: Any, n: int, new: int) -> int:
    """Free one more than n; return how many are, or 0 if that cannot be followed."""
    if n == len(duals.sums) or new < 0:
        return 0
    row, level, of_new = duals.work[n : 2 * n], duals.state[0], K[duals.rows[new]]
    for i in range(n):
        row[i] = of_new[duals.rows[duals.free[i]]] + level
    duals.free[n] = new
    diagonal = of_new[duals.rows[new]] + level * (1.0 + RIDGE)
    known = bring_in(duals.inverse, duals.sums, row, diagonal, duals.work[:n])
    return n + 1 if known else 0


@inner(error_model="numpy")
def set_slopes(K: Any, duals: Any) -> None:
    """Set the slopes of dual variables, and those of a row added up."""
    rows, by_row, outputs = duals.rows, duals.by_row, duals.work[: len(K)]
    for k in range(len(by_row)):
        by_row[k] = 0.0
    for i in range(len(rows)):
        by_row[rows[i]] += duals.dual[i]
    multiply(K, by_row, outputs)
    for i in range(len(rows)):
        duals.slopes[i] = outputs[rows[i]] - duals.targets[i]


@inner(error_model="numpy")
def follow(duals: Any, column: Any) -> bool:
    """Prepare the step to the solution without a variable; return if there is one."""
    n = int(duals.state[1])
    values, step = duals.work[:n], duals.step[:n]
    for i in range(n):
        values[i] = column[duals.rows[duals.free[i]]]
    if not lose(duals.inverse, duals.sums, values, step):
        return False
    weight = dot(column, duals.by_row)
    for i in range(n):
        step[i] *= weight
    keep_sum(step, duals.sums[:n], 0.0)
    return True


@inner(error_model="numpy")
def settle(K: Any, duals: Any, tol: float) -> bool:
    """Go the step, and on to the solution; return whether it was reached."""
    n, n_full = int(duals.state[1]), 0
    for _ in range(MOST_STEPS):
        free, step = duals.free[:n], duals.step[:n]
        reached = advance(duals.low, duals.high, duals.dual, free, step)
        set_slopes(K, duals)
        n_full = n_full + 1 if reached < 0 else 0
        if reached >= 0:
            n -= 1
            take_out(duals.inverse, duals.sums, n, reached, duals.work[:n])
            duals.free[reached] = duals.free[n]
        else:
            level = n == 0 or free_gap(duals.slopes, free) <= tol * 1e-3
            gap = violation(duals.slopes, duals.low, duals.high, duals.dual)
            done = level or n_full == MOST_FULL_STEPS
            if done and gap <= tol:
                duals.state[1] = n
                return True
            if level:
                n, n_full = join(K, duals, n, steepest(duals, n)), 0
            if done and (n == 0 or not level):
                return False
        set_step(duals, n)
    return False


@inner(error_model="numpy")
def steepest(duals: Any, n: int) -> int:
    """Return who of those at a bound should most join n free ones, or -1."""
    low, high, dual, slopes = duals.low, duals.high, duals.dual, duals.slopes
    if n == 0:
        return -1
    level, found, most = slopes[duals.free[0]], -1, 0.0
    for i in range(len(dual)):
        fall = 0.0
        if dual[i] <= low[i]:
            fall = level - slopes[i]
        elif dual[i] >= high[i]:
            fall = slopes[i] - level
        if fall > most:
            found, most = i, fall
    return found


@inner(error_model="numpy")
def set_step(duals: Any, n: int) -> None:
    """Set the step of n free ones that levels their slopes, and keeps the sum 0."""
    wanted, step = duals.work[:n], duals.step[:n]
    level_out(duals.slopes, duals.free[:n], wanted)
    multiply(duals.inverse, wanted, step)
    keep_sum(step, duals.sums[:n], -duals.dual.sum())
