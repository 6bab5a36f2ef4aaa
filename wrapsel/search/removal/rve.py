"""Randomized variable elimination with a known number of relevant variables."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Keep, Search, SearchSpace, evaluate, first_acceptable
from wrapsel.search.acceptance import NEXT_REFERENCE, Reference, check_acceptance
from wrapsel.search.moves import first_subset
from wrapsel.search.removal.draws import random_removals
from wrapsel.search.removal.members import Members
from wrapsel.search.removal.schedule import expected_failures, removal_schedule
from wrapsel.search.sizes import n_to_choose

# Failures in a row, in multiples of the calls expected, after which r is too small.
_PATIENCE = 50


@dataclass(frozen=True, slots=True)
class RVE(WithParameters):
    """Remove several variables at random, as many at once as cost least [1]_.

    Parameters
    ----------
    n_relevant : int
        Number of variables to stop at, at most the number there are.
    tolerance : float, default=0.002
        A removal is accepted if its error is at most the reference plus this, in
        the unit of the error.
    reference : {"previous", "best", "initial"}, default="previous"
        The error of the last accepted subset, the smallest one so far, or that of all
        variables. With "previous" the error can creep up by `tolerance` at each step.
    k : int, optional
        Remove always so many at once; by default as many as cost least.
    max_failures : int, optional
        Failed removals in a row after which the search gives up with what it has, and
        says "failures". By default 50 times the draws expected for one success.

    References
    ----------
    .. [1] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination",
       JMLR 5, 2004, table 2.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(100), cost=lambda n: n)
    >>> next(RVE(n_relevant=10).search(space, np.random.default_rng(0))).need
    'all'
    """

    n_relevant: int
    tolerance: float = 0.002
    reference: Reference = "previous"
    k: int | None = None
    max_failures: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_acceptance(self.tolerance, self.reference)
        if self.n_relevant < 1:
            raise ValueError(f"n_relevant must be at least 1, got {self.n_relevant}")
        if self.k is not None and self.k < 1:
            raise ValueError(f"k must be at least 1, got {self.k}")
        if self.max_failures is not None and self.max_failures < 1:
            raise ValueError(
                f"max_failures must be at least 1, got {self.max_failures}"
            )

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove until only as many variables as are relevant are left."""
        everything = first_subset(space)
        r = n_to_choose(space, self.n_relevant, "n_relevant")
        size = self._removal_size(len(everything), r, space.cost)
        [kept] = yield from evaluate([everything])
        yield Keep(kept)
        reference, members = kept.error, Members(everything)
        while (n := len(kept.subset)) > r:
            k = size(n)
            draws = islice(
                random_removals(kept.subset, k, rng.spawn(1)[0], members),
                self._patience(n, r, k),
            )
            found = yield from first_acceptable(draws, reference + self.tolerance)
            if found is None:
                return "failures"
            members.remove(kept.subset.difference(found.subset))
            kept = found
            yield Keep(kept)
            reference = NEXT_REFERENCE[self.reference](reference, kept.error)
        return None

    def _removal_size(
        self, n: int, r: int, cost: Callable[[int], float]
    ) -> Callable[[int], int]:
        k = self.k
        if r > n:
            raise ValueError(f"n_relevant must be at most the {n} variables, got {r}")
        if k is None and r == 0:  # all are required
            return lambda n: n
        if k is None:
            return removal_schedule(n, r, cost).size
        return lambda n: min(k, n - r)

    def _patience(self, n: int, r: int, k: int) -> int:
        if self.max_failures is not None:
            return self.max_failures
        draws = _PATIENCE * (expected_failures(n, r, k) + 1)
        return math.ceil(draws) if draws < sys.maxsize else sys.maxsize
