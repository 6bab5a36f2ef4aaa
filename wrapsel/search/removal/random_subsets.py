"""Subsets drawn at random, no larger than the best one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Evaluate, Evaluation, Keep, Search, SearchSpace, evaluate
from wrapsel.search.acceptance import improvement
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class RandomSubsets(WithParameters):
    """Draw subsets no larger than the best, and take what is smaller or better.

    This is the Las Vegas filter [1]_ with the error of the learner in place of the
    inconsistency. The search starts with all variables. A subset whose error is at most
    `tolerance` above theirs becomes the best if it has fewer variables than the best,
    or as many and a smaller error. The size of a draw is uniform from 1 to that of the
    best, and so is the subset among those of its size.

    Parameters
    ----------
    n : int, default=1000
        Subsets to draw, repeated ones included.
    tolerance : float, default=0.0
        How much above the error at the start an error may be, at least 0.

    Notes
    -----
    Each subset that comes within the tolerance ends a stream of draws; the next
    stream has a generator of its own.

    References
    ----------
    .. [1] H. Liu and R. Setiono, "A probabilistic approach to feature selection - a
       filter solution", ICML 1996.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(9), cost=lambda n: n)
    >>> search = RandomSubsets().search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [9]
    """

    n: int = 1000
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.n < 1:
            raise ValueError(f"n must be at least 1, got {self.n}")
        if not self.tolerance >= 0:
            raise ValueError(f"tolerance must be at least 0, got {self.tolerance}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Draw so many subsets; a best of no variable cannot be improved on."""
        start = space.variables if space.start is None else space.start
        [best] = yield from evaluate([start])
        yield Keep(best)
        allowed, left = best.error + self.tolerance, self.n
        while left and len(best.subset):
            draws = _draws(space.variables, len(best.subset), rng.spawn(1)[0])
            accept = _threshold(best, allowed)
            verdicts = yield Evaluate(islice(draws, left), accept, "first")
            left -= len(verdicts)
            if _is_better(verdicts[-1], best, allowed):
                best = verdicts[-1]
                yield Keep(best)
        return None


def _threshold(best: Evaluation, allowed: float) -> float:
    # With one variable, nothing smaller is drawn.
    return allowed if len(best.subset) > 1 else improvement(best.error, 0.0)


def _is_better(new: Evaluation, best: Evaluation, allowed: float) -> bool:
    if not (new.complete and new.error <= allowed):
        return False
    return (len(new.subset), new.error) < (len(best.subset), best.error)


def _draws(
    variables: Subset, largest: int, rng: np.random.Generator
) -> Iterator[Subset]:
    indices = variables.indices()
    while True:
        size = rng.integers(1, largest, endpoint=True)
        mask = np.zeros(variables.n_variables, dtype=np.bool_)
        mask[rng.choice(indices, size, replace=False, shuffle=False)] = True
        yield Subset.from_mask(mask)
