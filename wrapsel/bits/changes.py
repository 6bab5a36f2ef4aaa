"""What changes from one subset to another, over several steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

FEW = 16  # variables, which a loop is through before numpy has begun
_ENTER, _LEAVE = np.ones(FEW, dtype=np.bool_), np.zeros(FEW, dtype=np.bool_)
Variables = NDArray[np.intp] | tuple[int, ...]
Changes = tuple[NDArray[np.intp], NDArray[np.bool_]]  # ascending; whether they enter


def of_one_step(changed: Variables, enters: bool) -> Changes:
    """Return what changes in a step in which all variables enter, or all leave.

    Examples
    --------
    >>> of_one_step((5, 2), enters=True)
    (array([2, 5]), array([ True,  True]))
    """
    variables = np.array(changed, dtype=np.intp)
    if len(variables) > 1:
        variables.sort()
    if len(variables) <= FEW:
        return variables, (_ENTER if enters else _LEAVE)[: len(variables)]
    return variables, np.full(len(variables), enters)


def of_steps(steps: Sequence[tuple[Variables, bool]]) -> Changes:
    """Return what changes over some steps, one after the other.

    Examples
    --------
    >>> of_steps([((2,), True), ((5,), False), ((2, 7), False)])
    (array([5, 7]), array([False, False]))
    """
    if not steps:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.bool_)
    parts = [np.asarray(changed, dtype=np.intp) for changed, _ in steps]
    enters = [
        np.full(len(p), enters) for p, (_, enters) in zip(parts, steps, strict=True)
    ]
    # A variable comes and goes in turns: what counts is the last one of an odd number.
    variables, firsts, counts = np.unique(
        np.concatenate(parts), return_index=True, return_counts=True
    )
    odd = counts % 2 == 1
    return variables[odd], np.concatenate(enters)[firsts[odd]]


def odd(steps: Sequence[Variables]) -> NDArray[np.intp]:
    """Return what changed in an odd number of one or more steps, ascending.

    Examples
    --------
    >>> odd([(2,), (5,), (2, 7)]).tolist()
    [5, 7]
    """
    if len(steps) == 1:
        return np.sort(np.asarray(steps[0], dtype=np.intp))
    changed = np.concatenate([np.asarray(each, dtype=np.intp) for each in steps])
    variables, counts = np.unique(changed, return_counts=True)
    found: NDArray[np.intp] = variables[counts % 2 == 1]
    return found
