"""Genetic search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Keep, Search, SearchSpace, evaluate, precedence
from wrapsel.subset import Subset

Masks = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Genetic(WithParameters):
    """Breed subsets as strings of bits, a generation at a time [1]_.

    The first generation has each variable with probability 1/2; a start asked for is
    its first member. Every later one has the `elite` best of the last and children.
    A parent is the better of two members drawn at random; two parents exchange each
    bit with probability 1/2 (crossover), and each bit of the child may flip
    (mutation). Better is the smaller error, then the fewer variables, then the
    first in the user's order. The subset of no variable may be bred, and has the error
    of the best constant. The result is the best member ever.

    Parameters
    ----------
    population : int, default=50
        Members of a generation, at least 2.
    generations : int, default=50
        With the first one, at least 1.
    p_crossover : float, default=0.6
        Probability that a child has two parents rather than one.
    p_mutation : float, optional
        Probability that a bit flips; by default 1 / n_variables.
    elite : int, default=1
        Members that live on unchanged, at least 0 and fewer than `population`.
    patience : int, optional
        Generations in a row without a new best after which the search stops, and
        says "patience". By default none.

    References
    ----------
    .. [1] H. Vafaie and K. De Jong, "Genetic algorithms as a tool for restructuring
       feature space representations", ICTAI 1995. The selection of parents there is
       proportional to fitness; drawing two needs no scale of the error.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(9), cost=lambda n: n)
    >>> search = Genetic(population=20).search(space, np.random.default_rng(0))
    >>> len(list(next(search).candidates))
    20
    """

    population: int = 50
    generations: int = 50
    p_crossover: float = 0.6
    p_mutation: float | None = None
    elite: int = 1
    patience: int | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        _check_least("population", self.population, 2)
        _check_least("generations", self.generations, 1)
        _check_probability("p_crossover", self.p_crossover)
        if self.p_mutation is not None:
            _check_probability("p_mutation", self.p_mutation)
        if not 0 <= self.elite < self.population:
            raise ValueError(
                f"elite must be at least 0 and below population = {self.population}, "
                f"got {self.elite}"
            )
        if self.patience is not None:
            _check_least("patience", self.patience, 1)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Breed generations, and keep each new best."""
        members = self._first(space, rng)
        best, without = None, 0
        for generation in range(self.generations):
            if generation:
                members = self._next(members, rng)
            verdicts = yield from evaluate(_subsets(members, space.variables))
            ranks = sorted(range(len(verdicts)), key=lambda i: precedence(verdicts[i]))
            members, winner = members[ranks], verdicts[ranks[0]]
            without += 1
            if best is None or precedence(winner) < precedence(best):
                best, without = winner, 0
                yield Keep(best)
            if without == self.patience:
                return "patience"
        return None

    def _first(self, space: SearchSpace, rng: np.random.Generator) -> Masks:
        members = rng.random((self.population, len(space.variables))) < 0.5
        if space.start is not None:
            members[0] = space.start.mask()[space.variables.indices()]
        return members

    def _next(self, ranked: Masks, rng: np.random.Generator) -> Masks:
        """Return the next generation from one with the best member first."""
        n_children, n_bits = self.population - self.elite, ranked.shape[1]
        # The better of two drawn is the one with the smaller rank.
        drawn = rng.integers(self.population, size=(2, n_children, 2)).min(axis=2)
        mothers, fathers = ranked[drawn]
        crossed = rng.random((n_children, 1)) < self.p_crossover
        exchanged = rng.random((n_children, n_bits)) < 0.5
        children = np.where(crossed & exchanged, fathers, mothers)
        p = 1 / max(n_bits, 1) if self.p_mutation is None else self.p_mutation
        children ^= rng.random((n_children, n_bits)) < p
        return np.concatenate([ranked[: self.elite], children])


def _subsets(members: Masks, variables: Subset) -> Iterator[Subset]:
    masks = np.zeros((len(members), variables.n_variables), dtype=np.bool_)
    masks[:, variables.indices()] = members
    return (Subset.from_mask(mask) for mask in masks)  # as many as a budget lets


def _check_least(name: str, value: int, least: int) -> None:
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")


def _check_probability(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{name} must be in [0, 1], got {value}")
