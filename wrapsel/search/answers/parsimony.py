"""The fewest variables at no loss: what makes an answer of the path of a search."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from wrapsel.protocol import (
    Keep,
    Request,
    Search,
    SearchSpace,
    SearchStrategy,
    check_strategy_value,
    evaluate,
)
from wrapsel.search.acceptance import check_tolerance
from wrapsel.search.answers.clean_up import CleanUp
from wrapsel.search.answers.one_standard_error import OneStandardError
from wrapsel.search.answers.redrawn import first_draws
from wrapsel.search.inner import Fits, counting, kept_by
from wrapsel.search.removal.rvers import RVErS
from wrapsel.subset import Subset

SIZES = 40  # of a path, at most


@dataclass(frozen=True, slots=True)
class Rules:
    """How `parsimonious` chooses; see `Parsimony`."""

    tolerance: float = 0.002
    n_draws: int = 3
    n_se: float = 1.0
    min_features: int = 0

    def __post_init__(self) -> None:
        check_tolerance(self.tolerance)
        if self.min_features not in (0, 1):
            raise ValueError(f"min_features must be 0 or 1, got {self.min_features}")
        if self.n_draws < 1:
            raise ValueError(f"n_draws must be at least 1, got {self.n_draws}")
        if not 0 <= self.n_se < math.inf:
            raise ValueError(f"n_se must be at least 0 and finite, got {self.n_se}")


@dataclass(frozen=True, slots=True)
class Parsimony:
    """Choose from the path of another search, on folds that it has not seen.

    The errors of a path are too good: each of its subsets was kept since it did well on
    the folds of the search. So folds are drawn anew, `n_draws` times. Of the subsets on
    the path, all variables, and none (the best constant), the one with the lowest mean
    error there is cleaned up: variables are removed as long as it is not shown to be
    worse by a standard error. Of all subsets so passed, and the other ones, the
    smallest within a standard error of the lowest is taken [1]_, on further draws,
    which had no part in it. It loses at most `tolerance`, or one row where that is
    more, against all variables there.

    Folds that were given are not drawn anew: all is done on them, as best it can.

    Parameters
    ----------
    strategy : SearchStrategy, default=RVErS()
        Whose path it is. Up to 40 subsets of it are judged, evenly by the logarithm of
        their sizes.
    tolerance : float, default=0.002
        What may be lost against all variables, in the unit of the error.
    n_draws : int, default=3
        Times that folds are drawn anew, for the clean-up and for the last choice each.
    n_se : float, default=1.0
        Standard errors, of differences, corrected for what training sets have in
        common.
    min_features : {0, 1}, default=0
        Whether the answer may be that no variable is of use.

    Notes
    -----
    All that costs at most 4 times as many fits as the search, and 200 times if the
    learner shares work between subsets, so that thousands are measured in a second; but
    for the two choices, of which each measures its subsets.

    References
    ----------
    .. [1] L. Breiman, J. Friedman, R. Olshen, C. Stone, "Classification and regression
       trees", Wadsworth, 1984, section 3.4.3.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel import Problem, select
    >>> problem = Problem(GaussianNB(), *load_breast_cancer(return_X_y=True))
    >>> result = select(problem, Parsimony())
    >>> len(result.subset) < 10, result.error < result.reference.error
    (True, True)
    """

    strategy: SearchStrategy = field(default=RVErS())
    tolerance: float = 0.002
    n_draws: int = 3
    n_se: float = 1.0
    min_features: int = 0

    wants_relevance: ClassVar[bool] = True  # which decides between equals

    def __post_init__(self) -> None:
        check_strategy_value("strategy", self.strategy)
        self._rules()

    def _rules(self) -> Rules:
        return Rules(self.tolerance, self.n_draws, self.n_se, self.min_features)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search as the strategy does, and choose from its path."""
        fits = Fits()
        path = yield from kept_by(counting(self.strategy.search(space, rng), fits))
        subsets = thinned([kept.subset for kept in path])
        yield from parsimonious(space, subsets, fits.n, self._rules())
        return None


def parsimonious(
    space: SearchSpace, subsets: Sequence[Subset], n_fits: int, rules: Rules
) -> Generator[Request, Any, None]:
    """Keep the fewest variables at no loss, after a search that took `n_fits`."""
    everything = space.variables
    allowed = max(rules.tolerance, space.resolution)
    rule = OneStandardError(everything, allowed, rules.n_se)
    nothing = [Subset.empty(everything.n_variables)]
    candidates = [
        s for s in [*subsets, everything, *nothing] if len(s) >= rules.min_features
    ]
    here, further = yield from first_draws(everything, rules.n_draws)
    yield from here.measure(candidates)
    start = min(candidates, key=lambda s: (here.mean(s), len(s)))
    yield from keep(start, f"lowest error of {len(candidates)} on redrawn folds")
    limit = here.n_fits + (200 if space.shares_fits else 4) * n_fits
    clean_up = CleanUp(space, here, rules.n_se, limit)
    passed = yield from clean_up.descend(start)
    yield from keep(passed[-1], "without the least relevant of those not needed")
    if space.shares_fits:
        other = replace(clean_up, prefers_relevant=False)
        passed += yield from other.descend(start)
        yield from keep(passed[-1], "without those that raise the error least")
    finalists = [*passed, everything, *nothing[rules.min_features :]]
    yield from further.measure(finalists)
    chosen = rule.choose(finalists, further)
    yield from keep(chosen, "smallest within a standard error of the lowest, on others")


def keep(subset: Subset, why: str) -> Generator[Request, Any, None]:
    """Keep a subset with its error on the folds of the search."""
    [evaluation] = yield from evaluate([subset])
    yield Keep(evaluation, why)


def thinned(path: Sequence[Subset], n: int = SIZES) -> list[Subset]:
    """Return at most n subsets of a path, evenly by the logarithm of their sizes.

    Examples
    --------
    >>> path = [Subset.of(range(size), 64) for size in range(64, 0, -1)]
    >>> [len(subset) for subset in thinned(path, 4)]
    [64, 16, 4, 1]
    """
    path = list(dict.fromkeys(path))
    if len(path) <= n:
        return path
    sizes = np.log([max(len(subset), 1) for subset in path])
    grid = np.linspace(sizes.min(), sizes.max(), n)
    places = {int(np.abs(sizes - size).argmin()) for size in grid}
    return [path[place] for place in sorted(places)]
