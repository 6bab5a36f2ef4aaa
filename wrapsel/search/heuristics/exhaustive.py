"""Every subset of some sizes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Search, SearchSpace
from wrapsel.search.best import keep_best
from wrapsel.search.sizes import check_sizes, sizes_asked
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Exhaustive(WithParameters):
    """Try every subset of the sizes allowed, the smaller ones first.

    Subsets of a size come in lexicographic order, so that of the subsets with the
    smallest error a smallest one is found, and of these the lexicographically first.
    A start asked for is ignored.

    Parameters
    ----------
    min_features : int, default=1
        Fewest variables, at least 0: the error of none is that of the best constant.
    max_features : int, optional
        Most variables, at least `min_features`; by default all, and never more.
    limit : int, default=2**25
        Most subsets: a search of more is refused before it begins. By default all
        sizes of 25 variables are allowed, or up to 6 of 60.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(3), cost=lambda n: n)
    >>> search = Exhaustive().search(space, np.random.default_rng(0))
    >>> [list(subset) for subset in next(search).candidates]
    [[0]]
    """

    min_features: int = 1
    max_features: int | None = None
    limit: int = 2**25

    def __post_init__(self) -> None:
        check_kinds(self)
        check_sizes(None, self.min_features, self.max_features)
        if self.limit < 1:
            raise ValueError(f"limit must be at least 1, got {self.limit}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Evaluate all subsets, or as much of their folds as says that they lose."""
        wanted = sizes_asked(space, None, self.min_features, self.max_features)
        sizes = range(wanted.low, wanted.high + 1)
        self._check_limit(sizes, len(space.variables))
        subsets = (subsets_of_size(space.variables, size) for size in sizes)
        yield from keep_best(chain.from_iterable(subsets))
        return None

    def _check_limit(self, sizes: range, n: int) -> None:
        n_subsets = sum(math.comb(n, size) for size in sizes)
        if n_subsets > self.limit:
            raise ValueError(
                f"limit must be at least the {n_subsets} subsets of {sizes[0]} to "
                f"{sizes[-1]} of {n} variables, got {self.limit}; a smaller "
                "max_features makes them fewer"
            )


def subsets_of_size(variables: Subset, size: int) -> Iterator[Subset]:
    """Yield the subsets of a size in lexicographic order.

    Examples
    --------
    >>> [list(subset) for subset in subsets_of_size(Subset.of([0, 3, 4], 5), 2)]
    [[0, 3], [0, 4], [3, 4]]
    """
    for bits in combinations([1 << variable for variable in variables], size):
        yield Subset(sum(bits), variables.n_variables)
