"""Forward selection, one variable or one block at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Keep, Search, SearchSpace, evaluate
from wrapsel.search.acceptance import check_stop, step_limit
from wrapsel.search.moves import Course, best_block, course
from wrapsel.search.sizes import Sizes, check_sizes, sizes_asked


@dataclass(frozen=True, slots=True)
class Forward(WithParameters):
    """Add the variable that lowers the error most, as long as the error improves.

    The search starts with no variable, whose error is that of the best constant, and
    may end there, or with all variables. Ties go to the smallest variable.

    It is blind to variables that help only together: on an exclusive or of two
    variables, neither lowers the error alone.

    Parameters
    ----------
    n_features_to_select : int, optional
        Add until there are exactly so many, whatever the error; not together with
        `tolerance`. At most the number of variables there are.
    tolerance : float, default=0.0
        Without sizes, go on while the error falls by strictly more than this, in the
        unit of the error. If negative, so much less than ``-tolerance`` may be lost at
        each step. `Backward` means the same by it.
    block : int, default=1
        Variables to add in a step: those that are best alone, all together. Without
        sizes, the block as a whole must lower the error by more than `tolerance`; it is
        halved until it does. With sizes it is only cut to what is missing.
    min_features, max_features : int, optional
        Add up to `max_features`, by default all variables, whatever the error, and keep
        the best of the subsets passed that have at least `min_features`, by default
        none; ties to the smaller. Not together with `n_features_to_select` or
        `tolerance`.

    Notes
    -----
    A search space with a start is searched from there.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Forward().search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [0]
    """

    n_features_to_select: int | None = None
    tolerance: float = 0.0
    block: int = 1
    min_features: int | None = None
    max_features: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        ranged = self.min_features, self.max_features
        check_steps(self.n_features_to_select, self.tolerance, self.block, *ranged)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Add until no addition improves the error, or to the size asked for."""
        wanted = self.n_features_to_select, self.min_features, self.max_features
        sizes, tolerance = sizes_asked(space, *wanted), None
        if wanted == (None, None, None):
            # Every step comes closer to all variables, and is kept.
            sizes, tolerance = Sizes(sizes.high, sizes.high), self.tolerance
        way = course(space, sizes, "forward")
        return (yield from greedy(way, sizes, self.block, tolerance))


def greedy(course: Course, sizes: Sizes, block: int, tolerance: float | None) -> Search:
    """Take the best steps to the goal, while they improve unless tolerance is None."""
    [now] = yield from evaluate([course.start])
    kept = now
    yield Keep(kept)
    while n_left := abs(course.goal - len(now.subset)):
        shrinks = course.goal < len(now.subset)
        limit = None if tolerance is None else step_limit(now.error, tolerance, shrinks)
        moved = course.ahead(now.subset)
        found = yield from best_block(now.subset, moved, min(block, n_left), limit)
        if found is None:
            return None
        now = found
        kept = yield from sizes.better(now, kept)
    return None


def check_steps(
    n_features_to_select: int | None,
    tolerance: float,
    block: int,
    min_features: int | None,
    max_features: int | None,
) -> None:
    """Refuse what `Forward` and `Backward` cannot do."""
    check_stop(n_features_to_select, tolerance)
    check_sizes(n_features_to_select, min_features, max_features)
    if block < 1:
        raise ValueError(f"block must be at least 1, got {block}")
    if tolerance and (min_features, max_features) != (None, None):
        raise ValueError(
            "tolerance must be 0 when min_features or max_features is given, "
            f"got {tolerance}"
        )
