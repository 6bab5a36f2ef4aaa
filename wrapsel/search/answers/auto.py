"""What to do when nothing is said: several searches, and one answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Search,
    SearchSpace,
    SearchStrategy,
)
from wrapsel.search.answers.parsimony import Rules, parsimonious, thinned
from wrapsel.search.inner import Fits, counting, quietly, winner
from wrapsel.search.moves import by_relevance
from wrapsel.search.removal.group_testing import GroupTesting
from wrapsel.search.removal.rvers import RVErS
from wrapsel.search.steps.backward import Backward
from wrapsel.subset import Subset

WIDEST = 100  # variables, of more than rows, none of which is significant
FEW = 50  # variables, each of which may be tried before the worst goes
FASTER = 1.3  # growth of the beginnings of the ranking


@dataclass(frozen=True, slots=True)
class Auto(WithParameters):
    """Search in several ways, and choose the fewest variables at no loss.

    The candidates are the paths of `RVErS`, of `GroupTesting`, and of `Backward` where
    there are at most 50 variables; the beginnings of the ranking of the variables; and
    those that are significant: more relevant than the best of all would be by chance.
    `Parsimony` chooses among them.

    It adapts to the problem, and says so in the stages of the result:

    - With no fewer variables than rows, all variables together may predict like a
      coin, and errors on the rows tell chance from relevance no more. Then the searches
      are confined to the significant variables; if there are not two, to the 100 that
      are most relevant.
    - Where each subset takes a fit, `GroupTesting` searches alone, since it needs the
      fewest subsets.

    Parameters
    ----------
    tolerance : float, default=0.002
        What may be lost against all variables, in the unit of the error.
    n_draws, n_se, min_features
        As in `Parsimony`.

    Notes
    -----
    Without a ranker, `wrapsel.select` ranks by the F statistic for classes, by the
    correlation for numbers, and by symmetric uncertainty where values are nominal or
    missing. What it gives to shuffled targets tells what is significant.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel import Problem, select
    >>> problem = Problem(GaussianNB(), *load_breast_cancer(return_X_y=True))
    >>> len(select(problem, Auto()).subset) < 10
    True
    """

    tolerance: float = 0.002
    n_draws: int = 3
    n_se: float = 0.5
    min_features: int = 0

    wants_relevance: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_kinds(self)
        self._rules()

    def _rules(self) -> Rules:
        return Rules(self.tolerance, self.n_draws, self.n_se, self.min_features)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Gather candidates by each search in turn, and choose among them."""
        order = _ranked(space)
        significant = order[: _n_significant(space)]
        inner, why = _confined(space, order, significant)
        subsets = [*_beginnings(inner, order), _of(significant, space)]
        fits, kept = Fits(), list[Evaluation]()
        for strategy in self._strategies(inner):
            search = counting(strategy.search(inner, rng), fits)
            path = yield from quietly(search)
            kept += path
            subsets += thinned([found.subset for found in path])
            yield Keep(winner(kept, self.tolerance), f"{_name(strategy)}, {why}")
        yield from parsimonious(space, subsets, fits.n, self._rules())
        return None

    def _strategies(self, inner: SearchSpace) -> list[SearchStrategy]:
        thorough = GroupTesting(self.tolerance)
        if not inner.shares_fits:
            return [thorough]
        several: list[SearchStrategy] = [RVErS(tolerance=self.tolerance), thorough]
        if len(inner.variables) <= FEW:
            several.append(Backward(n_features_to_select=max(1, inner.n_required)))
        return several


def _ranked(space: SearchSpace) -> NDArray[np.intp]:
    """Return the variables, the most relevant first."""
    if space.relevance is None:
        return space.variables.indices()
    return by_relevance(space.variables, space.relevance)


def _n_significant(space: SearchSpace) -> int:
    if space.relevance is None:
        return 0
    relevance = space.relevance[space.variables.indices()]
    return int((relevance > space.noise).sum())


def _confined(
    space: SearchSpace, order: NDArray[np.intp], significant: NDArray[np.intp]
) -> tuple[SearchSpace, str]:
    """Return where to search, and what to say of it."""
    n = len(order)
    if space.relevance is None or n < space.n_samples or n <= 2:
        return space, f"among all {n} variables"
    if len(significant) > 1:
        few = _of(significant, space)
        return _within(space, few), f"among {len(few)} significant of {n} variables"
    few = _of(order[:WIDEST], space)
    return _within(space, few), f"among the {len(few)} most relevant of {n} variables"


def _within(space: SearchSpace, variables: Subset) -> SearchSpace:
    start = None if space.start is None else space.start | variables
    if start is not None:
        variables = start
    return replace(space, variables=variables, start=start)


def _beginnings(space: SearchSpace, order: NDArray[np.intp]) -> Iterator[Subset]:
    """Yield the first 1, 2, 3, ... of a ranking, ever further apart, then all."""
    if space.relevance is None:
        return
    size, n = 1, len(space.variables)
    while size < n:
        yield _of(order[:size], space)
        size = max(size + 1, int(size * FASTER))
    yield space.variables


def _of(variables: NDArray[np.intp], space: SearchSpace) -> Subset:
    return Subset.of(variables.tolist(), space.variables.n_variables)


def _name(strategy: SearchStrategy) -> str:
    return type(strategy).__name__
