"""Blocks in pieces, one of which a worker measures at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np

from wrapsel.evaluation.evaluator import Block
from wrapsel.protocol import FloatArray

EACH = 16  # candidates for each worker, so that few wait long for the last one
ENOUGH = 2  # the same where handing a fit around costs much of its time

T = TypeVar("T")
Piece = tuple[range, range]  # rows of a block, and folds


def pieces_of(rows: range, folds: range, n_workers: int, are_slow: bool) -> list[Piece]:
    """Split by subsets if there are enough of them, else by folds too.

    Slow fits are handed out one by one, so that no worker is the last one for long.

    Examples
    --------
    >>> len(pieces_of(range(3), range(5), 2, are_slow=True))
    15
    >>> len(pieces_of(range(9), range(5), 2, are_slow=False))
    8
    """
    enough = EACH if are_slow else ENOUGH
    if len(rows) < enough * n_workers:
        singles = [folds[j : j + 1] for j in range(len(folds))]
        return [(rows[i : i + 1], fold) for i in rows for fold in singles]
    n_pieces = min(len(rows), 2 * enough * n_workers)
    ends = np.linspace(0, len(rows), n_pieces + 1).astype(int).tolist()
    return [(range(a, b), folds) for a, b in pairwise(ends)]


def without_first(rows: range, folds: range) -> list[Piece]:
    """Split off the first subset's first fold, from which the time of all is known.

    Examples
    --------
    >>> without_first(range(1), range(3))
    [(range(0, 1), range(0, 1)), (range(0, 1), range(1, 3))]
    """
    pieces = [(rows[:1], folds[:1]), (rows[:1], folds[1:]), (rows[1:], folds)]
    return [piece for piece in pieces if len(piece[0]) and len(piece[1])]


def joined(
    n_rows: int,
    folds: range,
    pieces: Sequence[Piece],
    blocks: Sequence[Block],
    weights: FloatArray,
    seconds: float,
) -> Block:
    """Return the block of all pieces."""
    errors = np.empty((n_rows, len(folds), blocks[0].errors.shape[2]))
    cost = np.empty((n_rows, len(folds)))
    for (rows, part), block in zip(pieces, blocks, strict=True):
        place = (
            slice(rows.start, rows.stop),
            slice(part.start - folds.start, part.stop - folds.start),
        )
        errors[place], cost[place] = block.errors, block.cost
    return Block(errors, weights, cost, seconds)


def halves(things: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    """Return the first half, and the rest.

    Examples
    --------
    >>> halves([1, 2, 3])
    ([1], [2, 3])
    """
    half = len(things) // 2
    return things[:half], things[half:]


def stacked(blocks: Sequence[Block]) -> Block:
    """Return one block of those of some subsets on the same folds."""
    return Block(
        np.concatenate([block.errors for block in blocks]),
        blocks[0].weights,
        np.concatenate([block.cost for block in blocks]),
        sum(block.seconds for block in blocks),
    )
