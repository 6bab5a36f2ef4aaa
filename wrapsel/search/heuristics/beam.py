"""Beam search."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
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
    acceptable,
    best_of,
    evaluate,
    precedence,
)
from wrapsel.search.moves import Moves, check_direction, course
from wrapsel.search.sizes import check_sizes, sizes_asked
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Beam(WithParameters):
    """Go on from the best few subsets of each size, not from the best one alone [1]_.

    Each generation adds every variable to every subset of the beam (or removes it), and
    the best of the results are the next beam.

    Without sizes the search ends, and says "patience", when it stops paying; of the
    subsets seen the best is kept, ties to the smaller.

    Parameters
    ----------
    width : int, default=5
        Subsets in the beam. With 1 this is forward selection, or backward elimination,
        that looks further ahead.
    direction : {"forward", "backward"}, default="forward"
        From no variable to more, or from all to fewer.
    patience : int, default=3
        Without sizes, generations in a row without a smaller error, or the same with
        fewer variables, after which the search ends.
    n_features_to_select : int, optional
        Take the best subset of this size. At most the number of variables there are.
    min_features, max_features : int, optional
        The sizes to choose from, by default all; forward ends at `max_features`,
        backward at `min_features`, by default 1. Not together with
        `n_features_to_select`.

    Notes
    -----
    A search space with a start is searched from there.

    References
    ----------
    .. [1] D. W. Aha and R. L. Bankert, "Feature selection for case-based classification
       of cloud types: an empirical comparison", AAAI-94 workshop on case-based
       reasoning, 1994.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Beam(2, "backward").search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    width: int = 5
    direction: Literal["forward", "backward"] = "forward"
    patience: int = 3
    n_features_to_select: int | None = None
    min_features: int | None = None
    max_features: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        for name, value in [("width", self.width), ("patience", self.patience)]:
            if value < 1:
                raise ValueError(f"{name} must be at least 1, got {value}")
        check_direction(self.direction)
        check_sizes(self.n_features_to_select, self.min_features, self.max_features)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Go from size to size, to the last one asked for or until it stops paying."""
        wanted = self.n_features_to_select, self.min_features, self.max_features
        fewest = 0 if self.direction == "forward" else 1
        sizes = sizes_asked(space, *wanted, fewest)
        way = course(space, sizes, self.direction)
        patience = self.patience if wanted == (None, None, None) else math.inf
        [kept] = beam = yield from evaluate([way.start])
        yield Keep(kept)
        unchanged = 0
        while len(beam[0].subset) != way.goal:
            if unchanged >= patience:
                return "patience"
            beam = yield from _best(_moved(beam, way.ahead), self.width)
            last, kept = kept, (yield from sizes.better(beam[0], kept))
            unchanged = unchanged + 1 if kept is last else 0
        return None


def _moved(beam: Replies, moves: Moves) -> Iterator[Subset]:
    """Yield all that one move leads to, once."""
    for place, parent in enumerate(beam):
        earlier = [verdict.subset.bits for verdict in beam[:place]]
        for subset in moves(parent.subset):
            # All parents are of one size: what one bit parts from another was there.
            if all((subset.bits ^ bits).bit_count() != 1 for bits in earlier):
                yield subset


def _best(
    candidates: Iterable[Subset], n: int
) -> Generator[Request, Replies, list[Evaluation]]:
    """Ask for the n best by `precedence`."""
    if n == 1:
        only = yield from best_of(candidates)
        return [] if only is None else [only]
    candidates = iter(candidates)
    first = yield from evaluate(list(islice(candidates, n)))
    best, n_asked = sorted(first, key=precedence), n
    # A later one has to be as good as the last of these, which only gets better.
    while batch := list(islice(candidates, n_asked)):
        found = yield from acceptable(batch, best[-1].error)
        best = sorted([*best, *found], key=precedence)[:n]
        n_asked *= 2
    return best
