"""Backward elimination, one variable or one block at a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Search, SearchSpace
from wrapsel.search.moves import course
from wrapsel.search.sizes import Sizes, sizes_asked
from wrapsel.search.steps.forward import check_steps, greedy


@dataclass(frozen=True, slots=True)
class Backward(WithParameters):
    """Remove the variable whose loss lowers the error most, while it does not rise.

    The search starts with all variables, may end there, and never removes the last
    one but for ``min_features=0``. Of equal losses the last variable leaves.

    Parameters
    ----------
    n_features_to_select : int, optional
        Remove until there are exactly so many, whatever the error; not together with
        `tolerance`. At most the number of variables there are.
    tolerance : float, default=0.0
        Without sizes, go on while the error falls by strictly more than this, in the
        unit of the error; with 0, also while it stays: fewer variables are better. If
        negative, so much less than ``-tolerance`` may be lost at each step: -0.002
        gives up less than 0.002 a variable. `Forward` means the same by it.
    block : int, default=1
        Variables to remove in a step: those whose single losses are best, all together.
        Without sizes, the loss of the whole block must do what `tolerance` says; it is
        halved until it does. With sizes it is only cut to what is
        too much.
    min_features, max_features : int, optional
        Remove down to `min_features`, by default 1, whatever the error, and keep the
        best of the subsets passed that have at most `max_features`, by default all;
        ties to the smaller. Not together with `n_features_to_select` or `tolerance`.

    Notes
    -----
    A search space with a start is searched from there.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Backward().search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
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
        """Remove until no removal improves the error, or to the size asked for."""
        wanted = self.n_features_to_select, self.min_features, self.max_features
        sizes, tolerance = sizes_asked(space, *wanted, fewest=1), None
        if wanted == (None, None, None):
            # Every step comes closer to the last variable, and is kept.
            sizes, tolerance = Sizes(sizes.low, sizes.low), self.tolerance
        way = course(space, sizes, "backward")
        return (yield from greedy(way, sizes, self.block, tolerance))
