"""Plus l, take away r: a fixed number of steps ahead and back."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Request,
    Search,
    SearchSpace,
    best_of,
    evaluate,
)
from wrapsel.search.moves import Moves, course
from wrapsel.search.sizes import Sizes, check_sizes, sizes_asked


@dataclass(frozen=True, slots=True)
class PlusLMinusR(WithParameters):
    """Add the best variable l times, remove the best one r times, and so on [1]_.

    If `l` is larger, the search starts with no variable and grows; if `r` is, it starts
    with all and removes first. It ends with the first round that leaves it at the size
    asked for or past it, or that had all variables (or one) in between. The best of the
    subsets passed is kept, ties to the smaller.

    Parameters
    ----------
    l : int, default=3
        Additions in a round, at least 0.
    r : int, default=2
        Removals in a round, at least 0; not `l`.
    n_features_to_select : int, optional
        Take the best subset of this size. At most the number of variables there are.
    min_features, max_features : int, optional
        The sizes to choose from, by default all; the search grows to `max_features` or
        shrinks to `min_features`, by default 1. Not together with
        `n_features_to_select`.

    Notes
    -----
    A search space with a start is searched from there.

    References
    ----------
    .. [1] S. D. Stearns, "On selecting features for pattern classifiers", Proc. 3rd
       Int. Conf. on Pattern Recognition, 1976.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = PlusLMinusR(l=1, r=2).search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    l: int = 3  # noqa: E741  # the paper's name
    r: int = 2
    n_features_to_select: int | None = None
    min_features: int | None = None
    max_features: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        for name, value in [("l", self.l), ("r", self.r)]:
            if value < 0:
                raise ValueError(f"{name} must be at least 0, got {value}")
        if self.l == self.r:
            raise ValueError(f"l and r must differ, got {self.l} twice")
        check_sizes(self.n_features_to_select, self.min_features, self.max_features)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Go round until the sizes asked for are passed."""
        grows = self.l > self.r
        wanted = self.n_features_to_select, self.min_features, self.max_features
        sizes = sizes_asked(space, *wanted, fewest=0 if grows else 1)
        way = course(space, sizes, "forward" if grows else "backward")
        least, most = min(sizes.low, 1), len(space.variables)
        end, other = (most, least) if grows else (least, most)
        n_back, n_ahead = sorted([self.l, self.r])
        [now] = yield from evaluate([way.start])
        kept, ended = now, len(way.start) == way.goal
        yield Keep(kept)
        while not ended:
            now, kept = yield from _walk(now, kept, way.ahead, n_ahead, end, sizes)
            ended = len(now.subset) == end
            now, kept = yield from _walk(now, kept, way.back, n_back, other, sizes)
            n_left = way.goal - len(now.subset)
            ended = ended or (n_left <= 0 if grows else n_left >= 0)
        return None


def _walk(
    now: Evaluation,
    kept: Evaluation,
    moves: Moves,
    n_steps: int,
    end: int,
    sizes: Sizes,
) -> Generator[Request, Any, tuple[Evaluation, Evaluation]]:
    """Take the best steps, up to so many; return the last subset and the best one."""
    for _ in range(min(n_steps, abs(end - len(now.subset)))):
        now = (yield from best_of(moves(now.subset))) or now  # without a bound, one is
        kept = yield from sizes.better(now, kept)
    return now, kept
