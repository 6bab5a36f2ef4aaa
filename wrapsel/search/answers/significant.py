"""Variables that are more relevant than chance: a choice that no search has made."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wrapsel.protocol import SearchSpace
from wrapsel.search.answers.one_standard_error import ROUNDING
from wrapsel.search.answers.redrawn import Redrawn
from wrapsel.subset import Subset

MOST = 1.5  # times as many variables as a search has found
N_SE = 1.5  # by which the error of what was found among thousands is too low


def significant(space: SearchSpace) -> list[Subset]:
    """Return the variables more relevant than the best of all would be by chance.

    Twice: than it would be in half of all tables of noise, and in hardly any. Without a
    ranking there are none.

    Examples
    --------
    >>> relevance = np.array([9.0, 4, 6, 1])
    >>> space = SearchSpace(Subset.full(4), float, relevance, noise=3, noise_limit=5)
    >>> [list(subset) for subset in significant(space)]
    [[0, 1, 2], [0, 2]]
    """
    if space.relevance is None:
        return []
    limits = space.noise, space.noise_limit
    kept = (np.flatnonzero(space.relevance > limit).tolist() for limit in limits)
    n = space.variables.n_variables
    return [Subset.of(k, n) & space.variables for k in kept]


def unless_worse(
    subsets: Sequence[Subset], found: Subset, redrawn: Redrawn, n_se: float = N_SE
) -> Subset:
    """Return the first subset that is not shown to be worse than what a search found.

    The error of a subset that was found among thousands is lower than it will be on
    other rows; that of one that was not searched for is hardly so. So it may be higher
    by `n_se` standard errors of the difference. It may not be half as large again, and
    only the last, strictest one may add to what was found.

    Parameters
    ----------
    subsets : sequence of Subset
        The empty one is passed over.
    found : Subset
    redrawn : Redrawn
        With the errors of all of them.
    n_se : float, default=1.5
    """
    for subset in filter(None, subsets):
        adds = found <= subset and subset != subsets[-1]
        loss = redrawn.mean(subset) - redrawn.mean(found)
        margin = n_se * redrawn.standard_error(subset, found) + ROUNDING
        if not adds and loss <= margin and len(subset) <= MOST * len(found):
            return subset
    return found
