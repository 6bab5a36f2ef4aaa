"""The first variables of a ranking, as many as do best."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Search, SearchSpace
from wrapsel.search.best import keep_best
from wrapsel.search.moves import by_relevance
from wrapsel.search.sizes import Sizes, check_sizes, sizes_asked
from wrapsel.subset import Subset

Grid = Literal["all", "geometric"]


@dataclass(frozen=True, slots=True)
class FilterPath(WithParameters):
    """Try the first 1, 2, 3, ... variables of a ranking, and take the best number.

    The ranking is that of the relevance a filter gave, the highest first; ties go to
    the smaller variable. Of equal errors the fewest variables are taken. A start asked
    for is ignored.

    Parameters
    ----------
    grid : {"all", "geometric"}, default="all"
        Every number of variables, or 1, 2, 4, 8, ..., and the fewest and the most.
    n_features_to_select : int, optional
        Take exactly so many, whatever the error: selection by the filter alone. At
        most the number of variables there are.
    min_features, max_features : int, optional
        The fewest and the most to try, by default 1 and all; not together with
        `n_features_to_select`.

    Notes
    -----
    Linear forward selection [2]_, which adds only variables among the first of a
    ranking, needs no strategy of its own: it is `Forward` behind a preselection.

    References
    ----------
    .. [1] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination",
       JMLR 5, 2004, where the ranking is by gain ratio.
    .. [2] M. Guetlein, E. Frank, M. Hall and A. Karwath, "Large-scale attribute
       selection using wrappers", CIDM 2009.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(3), float, np.array([0.1, 0.7, 0.4]))
    >>> path = FilterPath(n_features_to_select=2)
    >>> search = path.search(space, np.random.default_rng(0))
    >>> [list(subset) for subset in next(search).candidates]
    [[1, 2]]
    """

    grid: Grid = "all"
    n_features_to_select: int | None = None
    min_features: int | None = None
    max_features: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.grid not in ("all", "geometric"):
            raise ValueError(
                f"grid must be one of 'all', 'geometric', got {self.grid!r}"
            )
        check_sizes(self.n_features_to_select, self.min_features, self.max_features)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Evaluate the beginnings of the ranking, the shortest one first."""
        order = _ranking(space)
        wanted = self.n_features_to_select, self.min_features, self.max_features
        sizes = sizes_asked(replace(space, start=None), *wanted, fewest=1)
        n_variables = space.variables.n_variables
        yield from keep_best(
            Subset.of(order[:size], n_variables) for size in self._numbers(sizes)
        )
        return None

    def _numbers(self, sizes: Sizes) -> list[int]:
        numbers = range(sizes.low, sizes.high + 1)
        if self.grid == "all":
            return list(numbers)
        powers = {2**i for i in range(sizes.high.bit_length())}
        return sorted(powers.intersection(numbers) | {sizes.low, sizes.high})


def _ranking(space: SearchSpace) -> list[int]:
    if space.relevance is None:
        raise ValueError("filter-path needs y and a ranker: --preselect or ranker=...")
    ranked: list[int] = by_relevance(space.variables, space.relevance).tolist()
    return ranked
