"""Elimination of groups of variables that remembers what a failure says."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, tee

import numpy as np
from numpy.typing import NDArray

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Request,
    Search,
    SearchSpace,
    evaluate,
)
from wrapsel.search.acceptance import NEXT_REFERENCE, Reference, check_acceptance
from wrapsel.search.moves import without
from wrapsel.search.removal.group_sizes import Choice, Counts, Shares, chooser

Variables = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class GroupTesting(WithParameters):
    """Remove groups of variables, and part a group that cannot be removed.

    A group that cannot be removed holds a relevant variable [1]_, [2]_. It is set
    aside, and later a part of it is tried: if the part can be removed, the rest must
    hold the relevant one; if not, nothing is known of the rest, which goes back to the
    untested variables. A single variable that must be relevant is confirmed without a
    test of its own. The search ends when each variable is removed or confirmed, so the
    number of relevant ones need not be known.

    Each test is the one that gains most, by what is known of the share of relevant
    variables and by the cost of training: see Notes.

    Parameters
    ----------
    tolerance : float, default=0.002
        A removal is accepted if its error is at most the reference plus this, in the
        unit of the error.
    reference : {"previous", "best", "initial"}, default="previous"
        The error of the last accepted subset, the smallest one so far, or the first
        one. With "previous" the error can creep up by `tolerance` at each step: the
        search goes on, but keeps only subsets with an error at most `tolerance` above
        the first one.
    prior_share : float, optional
        Share of relevant variables to expect, in (0, 1); by default some sqrt(N) of N
        variables, 1 / (1 + sqrt(N)).
    prior_weight : float, default=1.5
        How firmly: as if so many relevant variables had been seen, and as many
        irrelevant ones as fit to `prior_share`. Above 0.
    verify : bool, default=True
        At the end try each variable left alone, until none can be removed: a noisy
        error may have misled the search, or a variable that mattered only as long as
        another one was there.

    Notes
    -----
    The variables are taken to be relevant independently, with a chance p that has a
    Beta prior; all that the tests said is accounted for. With n variables left, the
    next test is that of the k untested variables, or k of a failed group, with the
    largest ``cost(n) h(P) + slope H k P - cost(n - k)``: P is the chance that the k can
    be removed, h its entropy in bits, H the bits unknown, and `slope` the mean cost of
    one more variable between n and the fewest variables that may stay. The first two
    terms are means over p. So costly tests, with many variables left, remove many or
    say much, and failed groups are parted late, the largest first.

    With an error that never falls when a variable is removed, the result is minimal:
    each variable left is needed, and of copies exactly one stays. The search begins
    with all variables or with the start of the space, and may end with none; it says
    then that it was stopped by "no variable needed".

    References
    ----------
    .. [1] R. Dorfman, "The detection of defective members of large populations",
       Annals of Mathematical Statistics 14, 1943.
    .. [2] F. K. Hwang, "A method for detecting all defective members in a population
       by group testing", Journal of the American Statistical Association 67, 1972.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(100), cost=lambda n: n)
    >>> search = GroupTesting().search(space, np.random.default_rng(0))
    >>> everything = next(search).candidates[0]
    >>> keep = search.send([Evaluation(everything, error=0.0, n_folds=5)])
    >>> removals = next(search).candidates
    >>> [len(subset) for subset in islice(removals, 4)]  # as long as all fail
    [88, 92, 94, 95]
    """

    tolerance: float = 0.002
    reference: Reference = "previous"
    prior_share: float | None = None
    prior_weight: float = 1.5
    verify: bool = True

    def __post_init__(self) -> None:
        check_kinds(self)
        check_acceptance(self.tolerance, self.reference)
        if self.prior_share is not None and not 0 < self.prior_share < 1:
            raise ValueError(f"prior_share must be in (0, 1), got {self.prior_share}")
        if not 0 < self.prior_weight < math.inf:
            raise ValueError(
                f"prior_weight must be above 0 and finite, got {self.prior_weight}"
            )

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove until each variable is removed or confirmed."""
        start = space.variables if space.start is None else space.start
        [first] = yield from evaluate([start])
        yield Keep(first)
        place = _Place(first, first.error, first.error + self.tolerance)
        choose = chooser(self._shares(len(start)), space.cost)
        known = _Known(rng.permutation(start.indices()))
        while known.is_open:
            # What is asked next if all fail is known before: one request for all.
            tests, again = tee(_until_removed(known, choose))
            groups = (test.group for test in tests)
            left, n_tests = yield from self._remove_first(groups, place)
            test = next(islice(again, n_tests - 1, None))
            known = test.if_relevant if left is place else test.if_removed
            place = left
        if self.verify:
            place = yield from self._sweep(place)
        return None if place.evaluation.subset else "no variable needed"

    def _shares(self, n_variables: int) -> Shares:
        odds = math.sqrt(n_variables)  # against relevance
        if self.prior_share is not None:
            odds = (1 - self.prior_share) / self.prior_share
        return Shares.beta(n_variables, self.prior_weight, self.prior_weight * odds)

    def _remove_first(
        self, groups: Iterable[Variables], place: _Place
    ) -> Generator[Request, list[Evaluation], tuple[_Place, int]]:
        """Remove the first group that can be; return the new place and the tests."""
        accept = place.reference + self.tolerance
        candidates = (without(place.evaluation.subset, group) for group in groups)
        verdicts = yield Evaluate(candidates, accept, "first")
        last = verdicts[-1]
        if not (last.complete and last.error <= accept):
            return place, len(verdicts)
        if last.error <= place.limit:
            yield Keep(last)
        reference = NEXT_REFERENCE[self.reference](place.reference, last.error)
        return _Place(last, reference, place.limit), len(verdicts)

    def _sweep(self, place: _Place) -> Generator[Request, list[Evaluation], _Place]:
        """Try each variable alone, round and round, until none of those left can go."""
        singles = place.evaluation.subset.indices()
        while len(singles):
            left, n_tests = yield from self._remove_first(singles[:, None], place)
            if left is place:
                break
            place = left
            singles = np.roll(singles, -n_tests)[:-1]
        return place


def _nothing() -> Variables:
    return np.empty(0, np.intp)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the search is, the error to compare with, and the largest to keep."""

    evaluation: Evaluation
    reference: float
    limit: float


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """The untested variables, the failed groups, and how many need no more test."""

    untested: Variables
    failed: tuple[Variables, ...] = ()
    sizes: Variables = field(default_factory=_nothing)  # of the failed groups
    confirmed: int = 0
    removed: int = 0

    @property
    def is_open(self) -> bool:
        return bool(len(self.untested) or self.failed)

    @property
    def counts(self) -> Counts:
        return Counts(len(self.untested), self.sizes, self.confirmed, self.removed)

    def but_relevant(self, group: Variables) -> _Known:
        """Return this, and that a group not in it holds a relevant variable."""
        if len(group) == 1:
            return replace(self, confirmed=self.confirmed + 1)
        sizes = np.append(self.sizes, len(group))
        return replace(self, failed=(*self.failed, group), sizes=sizes)

    def but_taken(self, place: int) -> _Known:
        """Return this without a failed group."""
        failed = self.failed[:place] + self.failed[place + 1 :]
        return replace(self, failed=failed, sizes=np.delete(self.sizes, place))

    def but_removed(self, group: Variables) -> _Known:
        return replace(self, removed=self.removed + len(group))


@dataclass(frozen=True, slots=True, eq=False)
class _Test:
    """A group to remove, and what is known after each answer."""

    group: Variables
    if_removed: _Known
    if_relevant: _Known


def _until_removed(
    known: _Known, choose: Callable[[Counts], Choice]
) -> Iterator[_Test]:
    """Yield the tests to make as long as no group can be removed."""
    while known.is_open:
        test = _test(known, choose(known.counts))
        yield test
        known = test.if_relevant


def _test(known: _Known, choice: Choice) -> _Test:
    if not choice.group:
        group, rest = np.split(known.untested, [choice.size])
        known = replace(known, untested=rest)
        return _Test(group, known.but_removed(group), known.but_relevant(group))
    # The oldest of those of this size.
    place = int(np.argmax(known.sizes == choice.group))
    group, rest = np.split(known.failed[place], [choice.size])
    known = known.but_taken(place)
    returned = replace(known, untested=np.concatenate([known.untested, rest]))
    return _Test(
        group,
        known.but_removed(group).but_relevant(rest),
        returned.but_relevant(group),
    )
