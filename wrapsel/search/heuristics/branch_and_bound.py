"""Branch and bound, for errors that never fall when a variable goes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import Evaluate, Evaluation, Keep, Search, SearchSpace, best_of
from wrapsel.search.acceptance import improvement
from wrapsel.search.sizes import check_sizes, sizes_asked
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class BranchAndBound(WithParameters):
    """Find the best subset of a size, if removing a variable never lowers the error.

    Under this assumption no part of a subset whose error is above that of the best
    found so far can be better, and none is tried [1]_. The result is then that of
    `Exhaustive` for this size, of equal subsets the lexicographically first one. The
    cross-validated error of a learner is seldom monotone: then the result is some
    subset of the size, at least as good as others that were tried. Up to all
    subsets may have to be tried. A start asked for is ignored.

    Parameters
    ----------
    n_features_to_select : int
        Number of variables to keep, at least 1 and at most the number there are.

    References
    ----------
    .. [1] P. M. Narendra and K. Fukunaga, "A branch and bound algorithm for feature
       subset selection", IEEE Transactions on Computers C-26, 1977.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = BranchAndBound(3).search(space, np.random.default_rng(0))
    >>> [list(subset) for subset in next(search).candidates]
    [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    """

    n_features_to_select: int

    def __post_init__(self) -> None:
        check_kinds(self)
        check_sizes(self.n_features_to_select, None, None)

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove variables depth first, the branch with the fewest leaves first."""
        n_features_to_select = sizes_asked(
            space, self.n_features_to_select, None, None
        ).low
        best: Evaluation | None = None
        branches = [_Branch(space.variables, list(space.variables), 0.0)]
        while branches:
            branch = branches.pop()
            limit = _limit(branch, n_features_to_select, best)
            if branch.error > limit:
                continue
            n_left = len(branch.subset) - n_features_to_select
            if n_left <= 1 or n_left == len(branch.removable):
                found = yield from best_of(_leaves(branch, n_left), limit)
                if found is not None:
                    best = found
                    yield Keep(best)
                continue
            candidates = [_without(branch.subset, [v]) for v in branch.removable]
            verdicts = yield Evaluate(candidates, limit, "acceptable")
            branches += _children(branch, n_left, verdicts, limit)
        return None


class _Branch(NamedTuple):
    """All subsets that are left when some of `removable` go from `subset`.

    Parameters
    ----------
    subset : Subset
    removable : list of int
        Ascending.
    error : float
        Of the subset: no leaf has a smaller one.
    """

    subset: Subset
    removable: list[int]
    error: float


def _limit(
    branch: _Branch, n_features_to_select: int, best: Evaluation | None
) -> float:
    """Return the largest error with which a leaf of the branch is the new best."""
    if best is None:
        return math.inf
    n_left = len(branch.subset) - n_features_to_select
    first = _without(branch.subset, branch.removable[len(branch.removable) - n_left :])
    if _comes_before(first, best.subset):
        return best.error
    return improvement(best.error, 0.0)


def _leaves(branch: _Branch, n_left: int) -> list[Subset]:
    """Return the leaves of a branch that has no forks, in lexicographic order."""
    if n_left == len(branch.removable):
        return [_without(branch.subset, branch.removable)]
    if n_left == 0:
        return [branch.subset]
    return [_without(branch.subset, [v]) for v in reversed(branch.removable)]


def _children(
    branch: _Branch, n_left: int, verdicts: Sequence[Evaluation], limit: float
) -> list[_Branch]:
    """Share the leaves out: the worst removal first, with all that contain it.

    The next branch has the leaves that contain the second worst but not the worst, and
    so on: so the best removals come together in the last branch, the smallest one.
    """
    errors = [v.error if v.complete else math.inf for v in verdicts]
    # Of equal ones, the removal of a large variable counts as better.
    order = sorted(range(len(errors)), key=lambda i: -errors[i])
    children = []
    for place, i in enumerate(order[: len(order) - n_left + 1]):
        if errors[i] <= limit:
            rest = sorted(branch.removable[j] for j in order[place + 1 :])
            children.append(_Branch(verdicts[i].subset, rest, errors[i]))
    return children


def _without(subset: Subset, variables: Sequence[int]) -> Subset:
    return Subset(subset.bits & ~sum(1 << v for v in variables), subset.n_variables)


def _comes_before(subset: Subset, other: Subset) -> bool:
    """Whether a subset is lexicographically before another of its size."""
    differing = subset.bits ^ other.bits
    return bool(subset.bits & differing & -differing)
