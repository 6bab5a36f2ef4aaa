"""RVErS as the algorithm reads: one draw at a time."""

from __future__ import annotations

import numpy as np

from wrapsel.protocol import evaluate
from wrapsel.search.removal.draws import random_removals
from wrapsel.search.removal.schedule import expected_failures, removal_schedule
from wrapsel.subset import Subset


class PlainRVErS:
    """The state machine in its four steps; a new stream of draws for each state."""

    def __init__(
        self,
        r_min=2,
        r_max=None,
        c1=3.0,
        c2=0.3,
        tolerance=0.002,
        bias=0.0,
        certificate=False,
        reference="previous",
    ):
        self.r_min, self.r_max, self.c1, self.c2 = r_min, r_max, c1, c2
        self.tolerance = tolerance
        self.bias, self.certificate = bias, certificate
        self.reference = reference
        self.states = []

    def search(self, space, rng):
        """Yield one candidate a request; what is kept is in `states`."""
        [h] = yield from evaluate([space.variables])
        n, c1, c2, accepted = len(h.subset), self.c1, self.c2, [h.error]
        r_max = n if self.r_max is None else min(self.r_max, n)
        r_min = min(self.r_min, r_max)
        r, success, fail, drawn_for = (r_max + r_min) // 2, 0, 0, None
        self.failures, tried = dict.fromkeys(space.variables, 0), 0
        while n > 1:
            self.states.append((h.subset, r, r_min, r_max, success, fail))
            # 1
            guess = min(r, n - 1)
            k = removal_schedule(n, guess, space.cost).size(n)
            expected = expected_failures(n, guess, k)
            # 2
            if drawn_for != (h.subset, r, r_min, r_max):
                drawn_for, tried = (h.subset, r, r_min, r_max), 0
                each_once = self.certificate and r <= r_min and r == n
                draws = self.draws(h.subset, k, rng.spawn(1)[0], each_once)
            before = n
            [new] = yield from evaluate([next(draws)])
            against = {
                "previous": accepted[-1],
                "initial": accepted[0],
                "best": min(accepted),
            }[self.reference]
            if new.error <= against + self.tolerance:
                accepted.append(new.error)
                h, n, success, fail = new, n - k, success + 1, 0
            else:
                success, fail, tried = 0, fail + 1, tried + 1
                for variable in h.subset - new.subset:
                    self.failures[variable] += 1
                if each_once and tried == n:
                    return None
            # 3
            if r <= r_min:
                r = r_min = r_max = n
                if fail > c1 * max(before - 1, 1) and not each_once:
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

    def draws(self, subset, k, rng, each_once):
        """Yield what is left when variables drawn one way or another are removed."""
        members = list(subset)
        if each_once:
            for variable in rng.permutation(np.array(members)):
                yield subset - Subset.of([variable], subset.n_variables)
        elif not self.bias:
            yield from random_removals(subset, k, rng)
        while not each_once:
            weights = [(1 + self.failures[v]) ** -self.bias for v in members]
            p = np.array(weights) / np.sum(weights)
            drawn = rng.choice(np.array(members), k, replace=False, p=p)
            yield subset - Subset.of(drawn, subset.n_variables)
