"""The fewest variables at no loss: what makes an answer of the path of a search."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
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
from wrapsel.search.answers.redrawn import Redrawn, first_draws
from wrapsel.search.answers.significant import significant, unless_worse
from wrapsel.search.inner import Fits, counting, kept_by
from wrapsel.search.removal.rvers import RVErS
from wrapsel.subset import Subset

SIZES = 40  # of a path, at most
Choosing = Generator[Request, Any, Subset]


@dataclass(frozen=True, slots=True)
class Rules:
    """How `parsimonious` chooses; see `Parsimony`."""

    tolerance: float = 0.002
    n_draws: int = 3
    n_se: float = 0.5
    min_features: int = 0

    def __post_init__(self) -> None:
        check_kinds(self)
        check_tolerance(self.tolerance)
        if self.min_features not in (0, 1):
            raise ValueError(f"min_features must be 0 or 1, got {self.min_features}")
        if self.n_draws < 1:
            raise ValueError(f"n_draws must be at least 1, got {self.n_draws}")
        if not 0 <= self.n_se < math.inf:
            raise ValueError(f"n_se must be at least 0 and finite, got {self.n_se}")


@dataclass(frozen=True, slots=True)
class Parsimony(WithParameters):
    """Choose from the path of another search, on folds that it has not seen.

    The errors of a path are too good: each of its subsets was kept since it did well on
    the folds of the search. So folds are drawn anew, `n_draws` times. Of the subsets on
    the path, all variables, and none (the best constant), the one with the lowest mean
    error there is cleaned up: variables are removed as long as it is not shown to be
    worse by half a standard error. Of all subsets so passed, and the other ones, the
    smallest within half a standard error of the lowest is taken, much as in [1]_, on
    further draws, which had no part in it. It loses at most `tolerance`, or one row
    where that is more, against all variables there; if that leaves all variables, the
    others that the path had are asked, too.

    What was found among thousands of subsets is better on these rows than on others. So
    the variables that are more relevant than chance, which no search has chosen, are
    taken instead, unless they are worse by 1.5 standard errors, or half as many again;
    where they add to what was found, those that hardly any noise would equal.

    Folds that were given are not drawn anew: all is done on them, as best it can.

    On noise, some subset always does well. Where the ranking shows no variable to be
    relevant beyond chance (1 in 10), and all together do not beat the best constant by
    two standard errors, what is chosen must beat it by more than the best of all
    subsets of its size would by chance: the root of 2 log n standard errors, n being
    their number. Else the answer is no variable.

    Parameters
    ----------
    strategy : SearchStrategy, default=RVErS()
        Whose path it is. Up to 40 subsets of it are judged, evenly by the logarithm of
        their sizes.
    tolerance : float, default=0.002
        What may be lost against all variables, in the unit of the error.
    n_draws : int, default=3
        Times that folds are drawn anew, for the clean-up and for the last choice each.
    n_se : float, default=0.5
        Standard errors, of differences, corrected for what training sets have in
        common. With 1 there are a quarter fewer variables, and more often a small loss.
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
    n_se: float = 0.5
    min_features: int = 0

    wants_relevance: ClassVar[bool] = True  # which decides between equals

    def __post_init__(self) -> None:
        check_kinds(self)
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
    extremes = [space.variables, Subset.empty(space.variables.n_variables)]
    fewest = max(rules.min_features - space.n_required, 0)
    extremes = extremes[: 2 - fewest]
    candidates = [s for s in subsets if len(s) >= fewest] + extremes
    here, further = yield from first_draws(space.variables, rules.n_draws)
    yield from here.measure(candidates)
    start = min(candidates, key=lambda s: (here.mean(s), len(s), s.order()))
    yield from keep(start, f"lowest error of {len(candidates)} on redrawn folds")
    limit = here.n_fits + (200 if space.shares_fits else 4) * n_fits
    passed = yield from _cleaned(CleanUp(space, here, rules.n_se, limit), start)
    chosen = yield from _smallest(
        space, [*passed, *extremes], candidates, further, rules
    )
    why = f"smallest within {rules.n_se:g} standard errors of the lowest, on others"
    yield from keep(chosen, why)
    chosen = yield from _unsearched(space, chosen, further)
    if rules.min_features == 0 and _is_chance(space, chosen, further):
        yield from keep(extremes[1], "none, as the best of as many does it by chance")


def _smallest(
    space: SearchSpace,
    passed: Sequence[Subset],
    candidates: Sequence[Subset],
    further: Redrawn,
    rules: Rules,
) -> Choosing:
    """Choose among what the clean-up passed; or all, if all that it passed lose."""
    allowed = max(rules.tolerance, space.resolution)
    rule = OneStandardError(space.variables, allowed, rules.n_se)
    yield from further.measure(passed)
    chosen = rule.choose(passed, further)
    if chosen == space.variables:
        yield from further.measure(candidates)
        chosen = rule.choose([*passed, *candidates], further)
    return chosen


def _unsearched(space: SearchSpace, found: Subset, further: Redrawn) -> Choosing:
    """Prefer what no search has chosen, unless it is shown to be worse."""
    subsets = significant(space)
    yield from further.measure(filter(None, subsets))
    chosen = unless_worse(subsets, found, further)
    if chosen != found:
        yield from keep(chosen, "all beyond chance, not shown to be worse, unsearched")
    return chosen


def _cleaned(clean_up: CleanUp, start: Subset) -> Generator[Request, Any, list[Subset]]:
    """Clean up by relevance, and by errors alone where that is cheap."""
    passed = yield from clean_up.descend(start)
    yield from keep(passed[-1], "without the least relevant of those not needed")
    if clean_up.space.shares_fits:
        other = replace(clean_up, prefers_relevant=False)
        passed += yield from other.descend(start)
        yield from keep(passed[-1], "without those that raise the error least")
    return passed


def _is_chance(space: SearchSpace, chosen: Subset, redrawn: Redrawn) -> bool:
    """Say whether among all subsets of that size, of noise, one would do as well.

    The largest of n normal variables is hardly above the root of 2 log n. It is not
    asked where a single variable, or all of them, are beyond chance.
    """
    relevance, n = space.relevance, len(space.variables)
    if relevance is None or not len(chosen):
        return False
    if relevance[space.variables.indices()].max() > space.noise_limit:
        return False
    n_subsets = math.comb(n, len(chosen))
    clearly = math.sqrt(2 * math.log(n_subsets))
    return not (
        _beats_nothing(space.variables, redrawn, 2.0)
        or _beats_nothing(chosen, redrawn, clearly)
    )


def _beats_nothing(subset: Subset, redrawn: Redrawn, n_se: float) -> bool:
    nothing = Subset.empty(subset.n_variables)
    gain = redrawn.mean(nothing) - redrawn.mean(subset)
    return gain > n_se * redrawn.standard_error(subset, nothing)


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
