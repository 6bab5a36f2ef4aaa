"""Block addition and block deletion."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Replies,
    Request,
    Search,
    SearchSpace,
    best_of,
    evaluate,
    first_acceptable,
    precedence,
)
from wrapsel.search.acceptance import improvement
from wrapsel.search.blocks.block_deletion import delete_blocks
from wrapsel.search.blocks.thresholds import Threshold
from wrapsel.search.moves import additions, together
from wrapsel.subset import Subset

NUMERICALLY_ZERO = 1e-8  # of the largest weight
MANY = 100  # variables


@dataclass(frozen=True, slots=True)
class BABD(WithParameters):
    """Add variables in blocks up to the accuracy of all, then delete in blocks [1]_.

    Variables are ranked by the error with each of them added alone, and the first 1, 2,
    4, ... of them are added at once: the fewest with which the error is not above that
    of all variables, or else, if the error falls, those with which it falls most. When
    it no longer falls, addition has failed, and deletion begins from all variables.

    Parameters
    ----------
    update : bool, default=False
        Whether the threshold falls to the error of each set accepted. Then the best
        block is added as long as the error falls. That gives a smaller error; a
        threshold that stays gives fewer variables.
    A : int or "auto", default="auto"
        Blocks of up to 2^A variables are added. "auto" is 3 below 100 variables, as in
        the paper, else 5.
    preselect : float, optional
        Begin not with no variable but with those whose relevance is above so much of
        the largest, in [0, 1); 0 takes all but those numerically 0. The paper's
        BABD-LP, if a ranker gives the sizes of the weights of a linear programming
        support vector machine, as `wrapsel.filters.LPWeights` does. If the error of
        these is not above the threshold, deletion follows at once, else addition.

    Notes
    -----
    A search space with a start is searched from there as from variables preselected.
    Ties go to the smallest block, then by `wrapsel.protocol.precedence`.

    References
    ----------
    .. [1] T. Nagatani, S. Ozawa and S. Abe, "Fast variable selection by block addition
       and block deletion", Journal of Intelligent Learning Systems and Applications
       2, 2010, sections 3.2 and 4.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(3), cost=float)
    >>> search = BABD().search(space, np.random.default_rng(0))
    >>> every = Evaluation(next(search).candidates[0], 0.5, 5)
    >>> kept, singles = search.send([every]), search.send(None)
    >>> [list(subset) for subset in singles.candidates]
    [[0], [1], [2]]
    """

    update: bool = False
    A: int | Literal["auto"] = "auto"
    preselect: float | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.A != "auto" and not (isinstance(self.A, int) and self.A >= 0):
            raise ValueError(f"A must be 'auto' or an integer from 0, got {self.A!r}")
        if self.preselect is not None and not 0 <= self.preselect < 1:
            raise ValueError(f"preselect must be in [0, 1), got {self.preselect}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Add blocks, then delete blocks."""
        [every] = yield from evaluate([space.variables])
        yield Keep(every)
        threshold = Threshold(every.error, self.update)
        now = yield from _measured(self._start(space))
        if threshold.accepts(now.error):  # eq. 10
            yield Keep(now)
        else:
            added = yield from self._add_blocks(now, space.variables, threshold)
            now = every if added is None else added
        return (yield from delete_blocks(now, threshold.after(now.error)))

    def _start(self, space: SearchSpace) -> Subset:
        if space.start is not None:
            return space.start
        if self.preselect is not None:
            return heavy(space, self.preselect)
        return Subset.empty(space.variables.n_variables)

    def _add_blocks(
        self, now: Evaluation, variables: Subset, threshold: Threshold
    ) -> Generator[Request, Replies, Evaluation | None]:
        """Return the last set that was accepted, or None if addition has failed."""
        while True:
            blocks = yield from self._blocks(now.subset, variables)
            if not threshold.update:
                found = yield from first_acceptable(blocks, threshold.error)  # eq. 4
                if found is not None:
                    yield Keep(found)
                    return found
            found = yield from best_of(blocks, improvement(now.error, 0.0))  # eq. 5, 6
            if found is None:
                # The error fell with each block, so none was below that of this one.
                return now if threshold.accepts(now.error) else None
            now = found
            if threshold.accepts(now.error):
                yield Keep(now)

    def _blocks(
        self, subset: Subset, variables: Subset
    ) -> Generator[Request, Replies, list[Subset]]:
        """Return the set with the 1, 2, 4, ... variables that are best alone."""
        singles = yield from evaluate(additions(subset, variables))
        ranked = [v.subset for v in sorted(singles, key=precedence)]
        most = len(ranked).bit_length() - 1
        exponent = (3 if len(variables) < MANY else 5) if self.A == "auto" else self.A
        sizes = [2**i for i in range(min(exponent, most) + 1)]
        return [together(subset, ranked[:size]) for size in sizes]


def _measured(subset: Subset) -> Generator[Request, Replies, Evaluation]:
    """Ask for the error of a set; that of no variable counts as infinite."""
    if not subset.bits:
        return Evaluation(subset, math.inf, 0)
    [verdict] = yield from evaluate([subset])
    return verdict


def heavy(space: SearchSpace, mu: float) -> Subset:
    """Return the variables whose relevance is above `mu` times the largest.

    Raises
    ------
    ValueError
        If there was no ranker.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(3), float, np.array([0.5, 0.0, 0.1]))
    >>> list(heavy(space, mu=0.0)), list(heavy(space, mu=0.2))
    ([0, 2], [0])
    """
    if space.relevance is None:
        raise ValueError(
            "preselect needs a ranker, such as select(..., ranker=LPWeights())"
        )
    variables = space.variables.indices()
    weights = space.relevance[variables]
    largest = weights.max(initial=0.0)
    chosen = variables[weights > max(mu, NUMERICALLY_ZERO) * largest]
    return Subset.of(chosen, space.variables.n_variables)
