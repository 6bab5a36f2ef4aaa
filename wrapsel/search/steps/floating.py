"""Floating search: steps ahead, and back while that pays."""

from __future__ import annotations

from collections.abc import Generator, Mapping
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
)
from wrapsel.search.acceptance import improvement
from wrapsel.search.moves import Moves, check_direction, course
from wrapsel.search.sizes import check_sizes, sizes_asked
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Floating(WithParameters):
    """Add the best variable, then remove while that beats all seen of that size [1]_.

    This is SFFS; ``direction="backward"`` is SBFS, which removes the best variable,
    then adds. A step back has to be strictly better than the best subset of its size so
    far, so the search cannot go round in circles. Ties go to the first.

    Without `n_features_to_select` all sizes are passed, whatever the error, and the
    best of all subsets passed is kept; ties to the smaller. So variables that help only
    together can be found: forward, when the last of them comes in and the others leave.

    Parameters
    ----------
    n_features_to_select : int, optional
        Go on until there are exactly so many and no step back pays, and take the best
        subset of that size. At most the number of variables there are.
    direction : {"forward", "backward"}, default="forward"
        From no variable to more, or from all to fewer.
    min_features, max_features : int, optional
        The sizes to choose from, by default all; forward ends at `max_features`,
        backward at `min_features`, by default 1. Not together with
        `n_features_to_select`.

    Notes
    -----
    A search space with a start is searched from there; steps back never pass its size.

    References
    ----------
    .. [1] P. Pudil, J. Novovicova and J. Kittler, "Floating search methods in feature
       selection", Pattern Recognition Letters 15, 1994.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Floating(2, "backward").search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    n_features_to_select: int | None = None
    direction: Literal["forward", "backward"] = "forward"
    min_features: int | None = None
    max_features: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_sizes(self.n_features_to_select, self.min_features, self.max_features)
        check_direction(self.direction)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Go to the last size asked for, with all the steps back that pay."""
        wanted = self.n_features_to_select, self.min_features, self.max_features
        fewest = 0 if self.direction == "forward" else 1
        sizes = sizes_asked(space, *wanted, fewest)
        start, goal, ahead, back = course(space, sizes, self.direction)
        [now] = yield from evaluate([start])
        kept, lowest = now, {len(start): now.error}  # the lowest error of each size
        yield Keep(kept)
        while len(now.subset) != goal:
            found = yield from best_of(ahead(now.subset))
            while found is not None:
                now = found
                kept = yield from sizes.better(now, kept)
                size = len(now.subset)
                lowest[size] = min(now.error, lowest.get(size, now.error))
                found = yield from self._step_back(now.subset, back, lowest)
        return None

    def _step_back(
        self, subset: Subset, back: Moves, lowest: Mapping[int, float]
    ) -> Generator[Request, Replies, Evaluation | None]:
        """Ask for the best step back, or None if it does not pay."""
        size = len(subset) + (-1 if self.direction == "forward" else 1)
        if size not in lowest:
            return None
        return (yield from best_of(back(subset), improvement(lowest[size], 0.0)))
