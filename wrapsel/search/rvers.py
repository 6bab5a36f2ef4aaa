"""Randomized variable elimination that searches for the number of relevant ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Search,
    SearchSpace,
    evaluate,
    first_acceptable,
)
from wrapsel.search.rve import (
    NEXT_REFERENCE,
    Reference,
    check_acceptance,
    random_removals,
)
from wrapsel.search.schedule import (
    RemovalSchedule,
    expected_failures,
    removal_schedule,
)


@dataclass(frozen=True, slots=True)
class RVErS:
    """Remove variables at random while bisecting for how many are relevant [1]_.

    Too many failures in a row say that more variables are relevant than assumed, many
    successes in a row that fewer are.

    With ``reference="previous"`` the error may creep up by `tolerance` at each step.
    The search goes on from there, but such a subset is not kept: the result is the last
    one whose error is at most `tolerance` above that of all variables.

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
        As in `RVE`.
    k : {1}, optional
        Remove always one variable and assume nothing on how many are relevant: stop
        after ``c1 * (n - 1)`` failures in a row with n variables left.

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

    def __post_init__(self) -> None:
        check_acceptance(self.tolerance, self.reference)
        if self.r_min < 1:
            raise ValueError(f"r_min must be at least 1, got {self.r_min}")
        if self.r_max is not None and self.r_max < self.r_min:
            raise ValueError(
                f"r_max must be at least r_min = {self.r_min}, got {self.r_max}"
            )
        for name, value in [("c1", self.c1), ("c2", self.c2)]:
            if not 0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, got {value}")
        if self.k not in (None, 1):
            raise ValueError(f"k must be 1 or None, got {self.k}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove until one variable is left or failures say that all are needed."""
        [kept] = yield from evaluate([space.variables])
        yield Keep(kept)
        if self.k == 1:
            return (yield from self._one_by_one(kept, rng))
        return (yield from self._bisecting(kept, space.cost, rng))

    def _one_by_one(self, kept: Evaluation, rng: np.random.Generator) -> Search:
        reference, limit = kept.error, kept.error + self.tolerance
        while (n := len(kept.subset)) > 1:
            draws = random_removals(kept.subset, 1, rng.spawn(1)[0])
            patience = math.ceil(self.c1 * (n - 1))
            found = yield from first_acceptable(
                islice(draws, patience), reference + self.tolerance
            )
            if found is None:
                return None
            kept = found
            if kept.error <= limit:
                yield Keep(kept)
            reference = NEXT_REFERENCE[self.reference](reference, kept.error)
        return None

    def _bisecting(
        self, kept: Evaluation, cost: Callable[[int], float], rng: np.random.Generator
    ) -> Search:
        reference, size = kept.error, _removal_size(cost)
        limit = kept.error + self.tolerance
        guess = self._first_guess(len(kept.subset))
        while (n := len(kept.subset)) > 1:
            r = min(guess.r, n - 1)
            k = size(n, r)
            expected = expected_failures(n, r, k)
            # The guess, and with it k, stays the same for so many failures.
            n_draws = self._failures_to_change(guess, n, expected)
            draws = islice(random_removals(kept.subset, k, rng.spawn(1)[0]), n_draws)
            verdicts = yield Evaluate(draws, reference + self.tolerance, "first")
            last = verdicts[-1]
            accepted = last.complete and last.error <= reference + self.tolerance
            guess = guess.seen(len(verdicts) - accepted, accepted)
            if accepted:
                kept = last
                if kept.error <= limit:
                    yield Keep(kept)
                reference = NEXT_REFERENCE[self.reference](reference, kept.error)
            elif guess.r <= guess.r_min and guess.fail > self.c1 * (n - 1):
                return None
            guess = self._revise(guess, len(kept.subset), expected)
        return None

    def _first_guess(self, n: int) -> _Guess:
        r_max = n if self.r_max is None else min(self.r_max, n)
        return _Guess.between(min(self.r_min, r_max), r_max)

    def _failures_to_change(self, guess: _Guess, n: int, expected: float) -> int:
        if guess.r <= guess.r_min:
            # Converged; the first step after that still moves r to n.
            return math.floor(self.c1 * (n - 1)) + 1 - guess.fail if guess.r == n else 1
        if self.c2 * (guess.r - expected) <= 0:
            return 1
        return max(1, math.ceil(self.c1 * expected) - guess.fail)

    def _revise(self, guess: _Guess, n: int, expected: float) -> _Guess:
        if guess.r <= guess.r_min:
            return guess.settled(n)
        if guess.fail >= self.c1 * expected:
            guess = _Guess.between(guess.r, guess.r_max)
        elif guess.success >= self.c2 * (guess.r - expected):
            guess = _Guess.between(guess.r_min, guess.r)
        return guess.settled(n) if n < guess.r_min else guess


@dataclass(frozen=True, slots=True)
class _Guess:
    """What is assumed on the number of relevant variables, r."""

    r: int
    r_min: int
    r_max: int
    success: int = 0
    fail: int = 0

    @classmethod
    def between(cls, r_min: int, r_max: int) -> _Guess:
        return cls((r_min + r_max) // 2, r_min, r_max)

    def settled(self, n: int) -> _Guess:
        return replace(self, r=n, r_min=n, r_max=n)

    def seen(self, failures: int, accepted: bool) -> _Guess:
        success = 0 if failures else self.success
        if accepted:
            return replace(self, success=success + 1, fail=0)
        return replace(self, success=success, fail=self.fail + failures)


def _removal_size(cost: Callable[[int], float]) -> Callable[[int, int], int]:
    """Return a function of n and r; n must not grow from call to call."""
    schedules: dict[int, RemovalSchedule] = {}

    def size(n: int, r: int) -> int:
        if r == n - 1:
            return 1
        if r not in schedules:
            schedules[r] = removal_schedule(n, r, cost)
        return schedules[r].size(n)

    return size
