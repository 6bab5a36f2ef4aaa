"""Backward elimination, one variable at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wrapsel.protocol import Keep, Search, SearchSpace, best_of, evaluate
from wrapsel.search.forward import check_size, check_stop, improvement
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Backward:
    """Remove the variable whose loss lowers the error most, while the error improves.

    The search starts with all variables, may end there, and never removes the last
    one. Ties go to the smallest variable.

    Parameters
    ----------
    n_features : int, optional
        Remove until there are exactly so many, whatever the error; not together with
        `tolerance`. At most the number of variables there are.
    tolerance : float, default=0.0
        Without `n_features`, go on while the error falls by strictly more than this,
        in the unit of the error. If negative, so much less than ``-tolerance`` may be
        lost at each step: -0.002 gives up less than 0.002 a variable, and -1e-12
        removes variables that change nothing.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Backward().search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    n_features: int | None = None
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        check_stop(self.n_features, self.tolerance)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove until no removal improves the error, or to the size asked for."""
        check_size(self.n_features, len(space.variables))
        [kept] = yield from evaluate([space.variables])
        yield Keep(kept)
        while len(kept.subset) > (self.n_features or 1):
            found = yield from best_of(
                _removals(kept.subset),
                None if self.n_features else improvement(kept.error, self.tolerance),
            )
            if found is None:
                return None
            kept = found
            yield Keep(kept)
        return None


def _removals(subset: Subset) -> Iterator[Subset]:
    for variable in subset:
        yield Subset(subset.bits ^ 1 << variable, subset.n_variables)
