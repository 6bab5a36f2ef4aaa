"""Randomized variable elimination that searches for the number of relevant ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Search,
    SearchSpace,
    evaluate,
    is_accepted,
)
from wrapsel.search.acceptance import NEXT_REFERENCE, Reference, check_acceptance
from wrapsel.search.moves import first_subset
from wrapsel.search.removal.draws import biased_removals, each_once, random_removals
from wrapsel.search.removal.guess import Guess
from wrapsel.search.removal.members import Members
from wrapsel.search.removal.schedule import expected_failures, removal_sizes
from wrapsel.subset import Subset

MOST_BIAS = 50.0  # with which no weight is 0 after a million failures


@dataclass(frozen=True, slots=True)
class RVErS(WithParameters):
    """Remove variables at random while bisecting for how many are relevant [1]_.

    Too many failures in a row say that more variables are relevant than assumed, many
    successes in a row that fewer are.

    The result is the last subset accepted. With ``reference="previous"`` its error
    may have crept up by `tolerance` at each step, and it was selected on the folds of
    the search: `Parsimony` chooses from the path on other folds.

    Parameters
    ----------
    r_min : int, default=2
        Fewest relevant variables to assume; a larger one than there are variables
        means all of them.
    r_max : int, optional
        Most relevant variables to assume, at least `r_min`; by default all variables.
    c1 : float, default=3.0
        Failures in a row allowed, in multiples of those expected, above 0.
    c2 : float, default=0.3
        How fast successes lower `r_max`, above 0; a larger one needs more of them.
    tolerance : float, default=0.002
        As in `RVE`.
    reference : {"previous", "best", "initial"}, default="previous"
        As in `RVE`. With a learner whose errors jump about, one lucky error can end the
        search far too early: then take "initial" or a larger `tolerance`.
    k : {1}, optional
        Remove always one variable and assume nothing on how many are relevant: stop
        after ``c1 * (n - 1)`` failures in a row with n variables left.
    bias : float, default=0.0
        Draw a variable that was in f failed removals with a weight of
        ``(1 + f) ** -bias``; at most 50, so that none is 0.
    certificate : bool, default=False
        Once all variables seem to be needed, try each just once, and stop when the
        removal of each has failed: nothing is left to find then.

    References
    ----------
    .. [1] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination",
       JMLR 5, 2004, table 3.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(100), cost=lambda n: n)
    >>> search = RVErS(r_max=40).search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [100]
    """

    r_min: int = 2
    r_max: int | None = None
    c1: float = 3.0
    c2: float = 0.3
    tolerance: float = 0.002
    reference: Reference = "previous"
    k: int | None = None
    bias: float = 0.0
    certificate: bool = False

    def __post_init__(self) -> None:
        check_kinds(self)
        check_acceptance(self.tolerance, self.reference)
        if self.r_min < 1:
            raise ValueError(f"r_min must be at least 1, got {self.r_min}")
        if self.r_max is not None and self.r_max < self.r_min:
            raise ValueError(
                f"r_max must be at least r_min = {self.r_min}, got {self.r_max}"
            )
        if not 0 <= self.bias < math.inf:
            raise ValueError(f"bias must be at least 0 and finite, got {self.bias}")
        if self.bias > MOST_BIAS:
            raise ValueError(f"bias must be at most {MOST_BIAS:g}, got {self.bias:g}")
        for name, value in [("c1", self.c1), ("c2", self.c2)]:
            if not 0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, got {value}")
        if self.k not in (None, 1):
            raise ValueError(f"k must be 1 or None, got {self.k}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove until one variable is left or failures say that all are needed."""
        [kept] = yield from evaluate([first_subset(space)])
        yield Keep(kept)
        drawn = _Drawn(kept.subset, self.bias)
        if self.k == 1:
            return (yield from self._one_by_one(kept, rng, drawn))
        return (yield from self._bisecting(kept, space.cost, rng, drawn))

    def _one_by_one(
        self, kept: Evaluation, rng: np.random.Generator, drawn: _Drawn
    ) -> Search:
        reference = kept.error
        while (n := len(kept.subset)) > 1:
            patience = n if self.certificate else math.ceil(self.c1 * (n - 1))
            draws = drawn.removals(1, rng, self.certificate)
            verdicts = yield Evaluate(
                islice(draws, patience), reference + self.tolerance, "first"
            )
            last = verdicts[-1]
            if not is_accepted(last, reference + self.tolerance):
                return None
            drawn.count(verdicts[:-1])
            drawn.go_to(last.subset)
            kept = last
            yield Keep(kept)
            reference = NEXT_REFERENCE[self.reference](reference, kept.error)
        return None

    def _bisecting(
        self,
        kept: Evaluation,
        cost: Callable[[int], float],
        rng: np.random.Generator,
        drawn: _Drawn,
    ) -> Search:
        reference, size = kept.error, removal_sizes(cost)
        guess = self._first_guess(len(kept.subset))
        while (n := len(kept.subset)) > 1:
            r = min(guess.r, n - 1)
            k = size(n, r)
            expected = expected_failures(n, r, k)
            # The guess, and with it k, stays the same for so many failures.
            n_draws = self._failures_to_change(guess, n, expected)
            last_round = self.certificate and guess.r <= guess.r_min and guess.r == n
            draws = drawn.removals(k, rng, last_round)
            n_draws = n if last_round else n_draws
            verdicts = yield Evaluate(
                islice(draws, n_draws), reference + self.tolerance, "first"
            )
            last = verdicts[-1]
            accepted = is_accepted(last, reference + self.tolerance)
            failed = verdicts[:-1] if accepted else verdicts
            drawn.count(failed)
            guess = guess.seen(len(failed), accepted)
            if accepted:
                drawn.go_to(last.subset)
                kept = last
                yield Keep(kept)
                reference = NEXT_REFERENCE[self.reference](reference, kept.error)
            elif last_round or (
                guess.r <= guess.r_min and guess.fail > self.c1 * (n - 1)
            ):
                return None
            guess = self._revise(guess, len(kept.subset), expected)
        return None

    def _first_guess(self, n: int) -> Guess:
        r_max = n if self.r_max is None else min(self.r_max, n)
        return Guess.between(min(self.r_min, r_max), r_max)

    def _failures_to_change(self, guess: Guess, n: int, expected: float) -> int:
        if guess.r <= guess.r_min:
            # Converged; the first step after that still moves r to n.
            return math.floor(self.c1 * (n - 1)) + 1 - guess.fail if guess.r == n else 1
        if self.c2 * (guess.r - expected) <= 0:
            return 1
        return max(1, math.ceil(self.c1 * expected) - guess.fail)

    def _revise(self, guess: Guess, n: int, expected: float) -> Guess:
        if guess.r <= guess.r_min:
            return guess.settled(n)
        if guess.fail >= self.c1 * expected:
            guess = Guess.between(guess.r, guess.r_max)
        elif guess.success >= self.c2 * (guess.r - expected):
            guess = Guess.between(guess.r_min, guess.r)
        return guess.settled(n) if n < guess.r_min else guess


class _Drawn:
    """The subset that removals are drawn from, and which variables failed in some."""

    def __init__(self, subset: Subset, bias: float) -> None:
        self._subset, self._bias = subset, bias
        self._members = Members(subset)
        self._failures = np.zeros(subset.n_variables if bias else 0)

    def removals(
        self, k: int, rng: np.random.Generator, once: bool
    ) -> Iterator[Subset]:
        own = rng.spawn(1)[0]
        if once:
            return each_once(self._subset, own)
        if self._bias:
            failures = self._failures
            return biased_removals(self._subset, k, own, failures, self._bias)
        return random_removals(self._subset, k, own, self._members)

    def count(self, failed: list[Evaluation]) -> None:
        """Count the failed removals that each variable was in."""
        if self._bias:
            for verdict in failed:
                self._failures[self._subset.difference(verdict.subset)] += 1

    def go_to(self, subset: Subset) -> None:
        self._members.remove(self._subset.difference(subset))
        self._subset = subset
