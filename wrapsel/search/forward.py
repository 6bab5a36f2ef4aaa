"""Forward selection, one variable at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wrapsel.protocol import Keep, Search, SearchSpace, best_of, evaluate
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Forward:
    """Add the variable that lowers the error most, as long as the error improves.

    The search starts with no variable, whose error is that of the best constant, and
    may end there. Ties go to the smallest variable.

    Parameters
    ----------
    n_features : int, optional
        Add until there are exactly so many, whatever the error; not together with
        `tolerance`. At most the number of variables there are.
    tolerance : float, default=0.0
        Without `n_features`, go on while the error falls by strictly more than this,
        in the unit of the error. If negative, so much less than ``-tolerance`` may
        be lost at each step.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Forward().search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [0]
    """

    n_features: int | None = None
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        check_stop(self.n_features, self.tolerance)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Add until no addition improves the error, or to the size asked for."""
        n_variables = len(space.variables)
        check_size(self.n_features, n_variables)
        [kept] = yield from evaluate([Subset.empty(space.variables.n_variables)])
        yield Keep(kept)
        while len(kept.subset) < (self.n_features or n_variables):
            found = yield from best_of(
                _additions(kept.subset, space.variables),
                None if self.n_features else improvement(kept.error, self.tolerance),
            )
            if found is None:
                return None
            kept = found
            yield Keep(kept)
        return None


def _additions(subset: Subset, variables: Subset) -> Iterator[Subset]:
    for variable in variables - subset:
        yield Subset(subset.bits | 1 << variable, subset.n_variables)


def improvement(error: float, tolerance: float) -> float:
    """Return the largest error that is below `error` by strictly more than `tolerance`.

    Examples
    --------
    >>> improvement(0.5, tolerance=0.25) < 0.25
    True
    """
    return math.nextafter(error - tolerance, -math.inf)


def check_stop(n_features: int | None, tolerance: float) -> None:
    """Refuse a size below 1, a tolerance of NaN, or both rules at once."""
    if math.isnan(tolerance):
        raise ValueError(f"tolerance must be a number, got {tolerance}")
    if n_features is None:
        return
    if n_features < 1:
        raise ValueError(f"n_features must be at least 1, got {n_features}")
    if tolerance:
        raise ValueError(
            "tolerance must be 0 when n_features fixes the size, "
            f"got tolerance={tolerance} and n_features={n_features}"
        )


def check_size(n_features: int | None, n_variables: int) -> None:
    """Refuse a size larger than the number of variables."""
    if n_features is not None and n_features > n_variables:
        raise ValueError(
            f"n_features must be at most the {n_variables} variables, got {n_features}"
        )
