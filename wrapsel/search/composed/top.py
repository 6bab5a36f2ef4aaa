"""The variables that a ranker puts first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Keep, Search, SearchSpace, evaluate
from wrapsel.search.moves import by_relevance
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class Top(WithParameters):
    """Keep the variables that a ranker puts first; for use in a `Chain`.

    Parameters
    ----------
    n_features_to_select : int, default=100
        How many; all of them if there are fewer. Ties go to the smaller variable.

    Examples
    --------
    >>> relevance = np.array([0.1, 0.7, 0.7, 0.9])
    >>> space = SearchSpace(Subset.full(4), lambda n: n, relevance)
    >>> search = Top(2).search(space, np.random.default_rng(0))
    >>> [list(subset) for subset in next(search).candidates]
    [[1, 3]]
    """

    n_features_to_select: int = 100

    def __post_init__(self) -> None:
        check_kinds(self)
        if (n := self.n_features_to_select) < 1:
            raise ValueError(f"n_features_to_select must be at least 1, got {n}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Keep them, whatever their error."""
        n = max(self.n_features_to_select - space.n_required, 0)
        [kept] = yield from evaluate([most_relevant(space, n)])
        yield Keep(kept)
        return None


def most_relevant(space: SearchSpace, n: int) -> Subset:
    """Return the n most relevant variables of a space; ties: the smaller variable.

    Raises
    ------
    ValueError
        If there was no ranker.
    """
    if space.relevance is None:
        raise ValueError(
            "the search needs a ranker, such as select(..., ranker=SPERanker())"
        )
    ranked = by_relevance(space.variables, space.relevance)
    return Subset.of(ranked[:n], space.variables.n_variables)
