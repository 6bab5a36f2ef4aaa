"""Steps from a subset to its neighbours."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import (
    Evaluation,
    FloatArray,
    Replies,
    Request,
    SearchSpace,
    best_of,
    evaluate,
    first_acceptable,
    precedence,
)
from wrapsel.search.sizes import Sizes
from wrapsel.subset import Subset

FIRST, MOST = 256, 1024  # moves that are made at once
Moves = Callable[[Subset], Iterator[Subset]]


def additions(subset: Subset, variables: Subset) -> Iterator[Subset]:
    """Return the subset with each further one of `variables`, ascending.

    Examples
    --------
    >>> [list(s) for s in additions(Subset.of([1], 3), Subset.full(3))]
    [[0, 1], [1, 2]]
    """
    more = (variables - subset).indices()
    return chain.from_iterable(map(subset.adding_each, _parts(more)))


def removals(subset: Subset) -> Iterator[Subset]:
    """Return the subset without each of its variables, ascending.

    Examples
    --------
    >>> [list(s) for s in removals(Subset.of([1, 2], 3))]
    [[2], [1]]
    """
    return chain.from_iterable(map(subset.removing_each, _parts(subset.indices())))


def neighbours(subset: Subset, variables: Subset) -> Iterator[Subset]:
    """Return all removals, then all additions.

    Examples
    --------
    >>> [list(s) for s in neighbours(Subset.of([1], 3), Subset.full(3))]
    [[], [0, 1], [1, 2]]
    """
    return chain(removals(subset), additions(subset, variables))


def _parts(variables: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """Yield variables some at a time: whoever takes a few moves pays for a few."""
    start, size = 0, FIRST
    while start < len(variables):
        yield variables[start : start + size]
        start, size = start + size, MOST


def without(subset: Subset, variables: int | NDArray[np.intp]) -> Subset:
    """Return the subset without one of its variables or several.

    Examples
    --------
    >>> list(without(Subset.full(4), np.array([0, 2])))
    [1, 3]
    """
    return subset.removing(np.atleast_1d(variables))


def by_relevance(variables: Subset, relevance: FloatArray) -> NDArray[np.intp]:
    """Return variables, the most relevant first; ties go to the smaller one.

    Examples
    --------
    >>> by_relevance(Subset.full(3), np.array([0.1, 0.7, 0.7])).tolist()
    [1, 2, 0]
    """
    indices = variables.indices()
    return indices[np.argsort(-relevance[indices], kind="stable")]


def together(subset: Subset, moved: Iterable[Subset]) -> Subset:
    """Make all the moves at once that lead from `subset` to each of `moved`.

    Examples
    --------
    >>> start = Subset.of([1], 3)
    >>> list(together(start, [Subset.of([0, 1], 3), Subset.empty(3)]))
    [0]
    """
    bits = subset.bits
    for other in moved:
        bits ^= other.bits ^ subset.bits
    return Subset(bits, subset.n_variables)


def best_block(
    subset: Subset, moved: Iterable[Subset], block: int, limit: float | None
) -> Generator[Request, Replies, Evaluation | None]:
    """Ask for the best single move, or for so many of the best ones at once.

    A block whose error is above `limit` is halved; None if even the best single move
    is above it.
    """
    if block == 1:
        return (yield from best_of(moved, limit))
    singles = yield from evaluate(moved)
    ranked = [v.subset for v in sorted(singles, key=precedence)]
    blocks = (together(subset, ranked[:size]) for size in _halved(block))
    return (yield from first_acceptable(blocks, math.inf if limit is None else limit))


def _halved(size: int) -> Iterator[int]:
    while size:
        yield size
        size //= 2


class Course(NamedTuple):
    """The way of a search from small subsets to large ones, or from large to small.

    Parameters
    ----------
    start : Subset
    goal : int
        The size at which it ends.
    ahead, back : callable
        The single moves to the next size, and those to the last.
    """

    start: Subset
    goal: int
    ahead: Moves
    back: Moves


def course(
    space: SearchSpace, sizes: Sizes, direction: Literal["forward", "backward"]
) -> Course:
    """Return the way from none or all variables, or the user's start, to `sizes`.

    Raises
    ------
    ValueError
        If the user's start is past them.
    """
    add = partial(additions, variables=space.variables)
    start = start_of(space, everything=direction == "backward")
    if direction == "forward":
        if len(start) > sizes.high:
            raise ValueError(
                f"start must have at most {sizes.high} variables, got {len(start)}"
            )
        return Course(start, sizes.high, add, removals)
    if len(start) < sizes.low:
        raise ValueError(
            f"start must have at least {sizes.low} variables, got {len(start)}"
        )
    return Course(start, sizes.low, removals, add)


def start_of(space: SearchSpace, everything: bool) -> Subset:
    """Return where the user wants to begin, else all variables or none."""
    if space.start is not None:
        return space.start
    return space.variables if everything else Subset.empty(space.variables.n_variables)


def first_subset(space: SearchSpace) -> Subset:
    """Return where a search that removes variables starts."""
    if space.start is None:
        return space.variables
    if not space.start:
        raise ValueError("start must not be empty where variables are removed")
    return space.start


def check_direction(direction: str) -> None:
    """Refuse all but forward and backward."""
    if direction not in ("forward", "backward"):
        raise ValueError(
            f"direction must be 'forward' or 'backward', got {direction!r}"
        )
