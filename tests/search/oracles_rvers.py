"""RVErS as the algorithm reads: one draw at a time."""

from __future__ import annotations

from wrapsel.protocol import evaluate
from wrapsel.search.draws import random_removals
from wrapsel.search.schedule import expected_failures, removal_schedule


class PlainRVErS:
    """The state machine in its four steps; a new stream of draws for each state."""

    def __init__(self, r_min=2, r_max=None, c1=3.0, c2=0.3, tolerance=0.002):
        self.r_min, self.r_max, self.c1, self.c2 = r_min, r_max, c1, c2
        self.tolerance = tolerance
        self.states = []

    def search(self, space, rng):
        """Yield one candidate a request; what is kept is in `states`."""
        [h] = yield from evaluate([space.variables])
        n, c1, c2 = len(h.subset), self.c1, self.c2
        r_max = n if self.r_max is None else min(self.r_max, n)
        r_min = min(self.r_min, r_max)
        r, success, fail, drawn_for = (r_max + r_min) // 2, 0, 0, None
        while n > 1:
            self.states.append((h.subset, r, r_min, r_max, success, fail))
            # 1
            guess = min(r, n - 1)
            k = removal_schedule(n, guess, space.cost).size(n)
            expected = expected_failures(n, guess, k)
            # 2
            if drawn_for != (h.subset, r, r_min, r_max):
                drawn_for = (h.subset, r, r_min, r_max)
                draws = random_removals(h.subset, k, rng.spawn(1)[0])
            before = n
            [new] = yield from evaluate([next(draws)])
            if new.error <= h.error + self.tolerance:
                h, n, success, fail = new, n - k, success + 1, 0
            else:
                success, fail = 0, fail + 1
            # 3
            if r <= r_min:
                r = r_min = r_max = n
                if fail > c1 * max(before - 1, 1):
                    return None
            elif fail >= c1 * expected:
                r_min, r = r, (r_max + r) // 2
                success = fail = 0
            elif success >= c2 * (r - expected):
                r_max, r = r, (r + r_min) // 2
                success = fail = 0
            # 4
            if n < r_min:
                r = r_min = r_max = n
        return None
