"""Block deletion."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Replies,
    Request,
    Search,
    SearchSpace,
    acceptable,
    evaluate,
    first_acceptable,
    precedence,
)
from wrapsel.search.blocks.thresholds import Threshold
from wrapsel.search.moves import removals, start_of, together
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class BlockDeletion(WithParameters):
    """Delete at once all variables that are superfluous alone, or half of them [1]_.

    A variable is superfluous if the error without it is not above the threshold: at
    first the error of all variables. All superfluous ones are deleted together, or if
    the error is then above the threshold the better half of them, the better quarter,
    and so on down to the best one. It ends when no variable is superfluous, and never
    deletes the last one.

    Parameters
    ----------
    update : bool, default=False
        Whether the threshold falls to the error of each set accepted. That gives a
        smaller error; a threshold that stays gives fewer variables.

    Notes
    -----
    A search space with a start is searched from there, and the threshold begins with
    its error. Variables are ranked by the error without them; of equal ones the last
    leaves first.

    References
    ----------
    .. [1] T. Nagatani, S. Ozawa and S. Abe, "Fast variable selection by block addition
       and block deletion", Journal of Intelligent Learning Systems and Applications
       2, 2010, section 3: steps 4 to 7.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(3), cost=float)
    >>> search = BlockDeletion().search(space, np.random.default_rng(0))
    >>> every = Evaluation(next(search).candidates[0], 0.5, 5)
    >>> kept, singles = search.send([every]), search.send(None)
    >>> [list(subset) for subset in singles.candidates], singles.accept
    ([[1, 2], [0, 2], [0, 1]], 0.5)
    """

    update: bool = False

    def __post_init__(self) -> None:
        check_kinds(self)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Delete blocks until no variable is superfluous."""
        [every] = yield from evaluate([start_of(space, everything=True)])
        yield Keep(every)
        return (yield from delete_blocks(every, Threshold(every.error, self.update)))


def delete_blocks(now: Evaluation, threshold: Threshold) -> Search:
    """Delete blocks from a set until no variable is superfluous."""
    while True:
        found = yield from _without_block(now.subset, threshold.error)
        if found is None:
            return None
        now, threshold = found, threshold.after(found.error)
        yield Keep(now)


def _without_block(
    subset: Subset, accept: float
) -> Generator[Request, Replies, Evaluation | None]:
    """Return the verdict without the largest block that can go; None: no variable."""
    if len(subset) <= 1:
        return None
    singles = yield from acceptable(removals(subset), accept)  # eq. 8
    if not singles:
        return None
    ranked = sorted(singles, key=precedence)
    blocks = _blocks(subset, [verdict.subset for verdict in ranked])
    found = yield from first_acceptable(blocks, accept)  # eq. 9
    return ranked[0] if found is None else found


def _blocks(subset: Subset, ranked: list[Subset]) -> Iterator[Subset]:
    """Yield the set without all ranked ones, the better half, ..., the best two.

    It is never without all variables: the error of no variable counts as infinite.
    """
    size = len(ranked)
    while size > 1:
        if size < len(subset):
            yield together(subset, ranked[:size])
        size //= 2
