"""Turns in which one variable leaves, in compiled code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from wrapsel.compiled import compiled, inner
from wrapsel.filters.support_vectors.following import Duals, begin, follow, settle
from wrapsel.filters.support_vectors.leaving import take_away
from wrapsel.filters.support_vectors.lightest import lightest, short_list, tune
from wrapsel.filters.support_vectors.machines import Machine

GIVEN = ("rows", "targets", "low", "high", "dual")


class Flat(NamedTuple):
    """Machines side by side, as compiled code takes them."""

    all: Duals  # with by_row (n_machines, n_samples), state (n_machines, 2)
    ends: Any  # (n_machines + 1,), of dual variables
    starts: Any  # (n_machines + 1,), of inverses, which are flat


def side_by_side(machines: list[Machine], n_samples: int) -> tuple[list[Machine], Flat]:
    """Return the same machines, whose dual variables are those of the second value."""
    sizes = np.array([len(machine.dual) for machine in machines])
    # Of many classes, one of which is large, all inverses would be too much.
    most = np.where(np.cumsum(sizes**2) > 4 * n_samples**2, 0, sizes)
    ends, starts = np.cumsum([0, *sizes]), np.cumsum([0, *most**2])
    given = {name: [getattr(m, name) for m in machines] for name in GIVEN}
    duals = Duals(
        **{name: np.concatenate(arrays) for name, arrays in given.items()},
        slopes=np.zeros(ends[-1]),
        step=np.zeros(ends[-1]),
        free=np.zeros(ends[-1], dtype=np.intp),
        by_row=np.zeros((len(machines), n_samples)),
        inverse=np.empty(starts[-1]),
        sums=np.zeros(ends[-1]),
        work=np.zeros(2 * max(n_samples, sizes.max())),
        state=np.zeros((len(machines), 2)),
    )
    parts = np.split(duals.dual, ends[1:-1])
    moved = [replace(m, dual=d) for m, d in zip(machines, parts, strict=True)]
    return moved, Flat(duals, ends, starts)


@inner
def machine_of(flat: Any, m: int) -> Any:
    """Return the part of one machine."""
    duals, a, b = flat.all, flat.ends[m], flat.ends[m + 1]
    inverse = duals.inverse[flat.starts[m] : flat.starts[m + 1]]
    n_most = int(np.sqrt(len(inverse)) + 0.5)
    return Duals(
        duals.rows[a:b],
        duals.targets[a:b],
        duals.low[a:b],
        duals.high[a:b],
        duals.dual[a:b],
        duals.slopes[a:b],
        duals.step[a:b],
        duals.free[a:b],
        duals.by_row[m],
        inverse.reshape((n_most, n_most)),
        duals.sums[a : a + n_most],
        duals.work,
        duals.state[m],
    )


@inner
def begin_all(K: Any, flat: Any) -> bool:
    """Invert the kernels of all machines; return whether they can be."""
    could = True
    for m in range(len(flat.all.state)):
        could &= begin(K, machine_of(flat, m))
    return could


@inner
def follow_all(K: Any, flat: Any, column: Any, tol: float) -> bool:
    """Solve all machines once a variable has left; return whether they could be."""
    for m in range(len(flat.all.state)):
        duals = machine_of(flat, m)
        if not (follow(duals, column) and settle(K, duals, tol)):
            return False
    return True


@inner
def staying(left: Any, stays: Any) -> Any:
    """Return those who stay."""
    rest, n_rest = np.empty_like(left), 0
    for variable in left:
        rest[n_rest] = variable
        n_rest += stays[variable]
    return rest[:n_rest]


@compiled(error_model="numpy")
def leave_in_turn(
    K: Any, weights: Any, flat: Any, left: Any, tol: float, room: float
) -> Any:
    """Let those leave, one by one, whose weights are least, while machines can follow.

    Parameters
    ----------
    K : ndarray of shape (n_samples, n_samples)
        Inner products over those left; follows.
    weights : Weights
    flat : Flat
        Solved for `K`.
    left : ndarray of shape (n_left,)
    tol : float
    room : float
        By how much the trace of the products may fall while they are exact enough.

    Returns
    -------
    ndarray of shape (n_gone,)
        At least one.
    """
    duals, n_left, n_gone, n_turns = flat.all.by_row, len(left), 0, 0
    follows = begin_all(K, flat)
    stays, gone = np.ones(len(weights.norms), dtype=np.bool_), np.empty_like(left)
    short = short_list(weights, left, duals)
    while True:
        place = lightest(weights, short, duals)
        if place < 0:
            left = staying(left, stays)
            tune(weights, duals, n_left, len(short.variables) * n_turns)
            short, n_turns = short_list(weights, left, duals), 0
            place = lightest(weights, short, duals)
        variable = short.variables[place]
        short.sizes[place], stays[variable] = np.inf, False
        gone[n_gone] = variable
        n_gone, n_left, n_turns = n_gone + 1, n_left - 1, n_turns + 1
        take_away(K, weights.columns, gone[n_gone - 1 : n_gone])
        room -= weights.sizes[variable] ** 2
        if n_left < 2 or not follows or room < 0:
            return gone[:n_gone]
        follows = follow_all(K, flat, weights.columns[variable], tol)
        if not follows:
            return gone[:n_gone]
