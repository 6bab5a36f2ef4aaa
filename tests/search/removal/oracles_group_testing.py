"""Group testing as its description reads: one test at a time, in plain numbers."""

from __future__ import annotations

import math

import numpy as np


class PlainGroupTesting:
    """The loop over lists; what it asked for and where it came to are returned."""

    def __init__(self, share=None, weight=1.5, tolerance=0.002, reference="previous"):
        self.share, self.weight = share, weight
        self.tolerance, self.reference = tolerance, reference

    def run(self, n_variables, error, cost, seed):
        """Return the sets asked for, in order, and the last one accepted."""
        untested = np.random.default_rng(seed).permutation(n_variables).tolist()
        failed, confirmed, removed = [], [], []
        current = frozenset(range(n_variables))
        asked, reference = [current], error(current)
        self._make_grid(n_variables)
        while untested or failed:
            size_of_group, k = self._choose(untested, failed, confirmed, removed, cost)
            if size_of_group == 0:
                tried, rest = untested[:k], None
                untested = untested[k:]
            else:
                group = next(g for g in failed if len(g) == size_of_group)
                failed = [g for g in failed if g is not group]
                tried, rest = group[:k], group[k:]
            asked.append(current - set(tried))
            new = error(asked[-1])
            if new <= reference + self.tolerance:
                current, removed = asked[-1], removed + tried
                relevant = rest
                if self.reference == "previous" or (
                    self.reference == "best" and new < reference
                ):
                    reference = new
            else:
                relevant = tried
                untested = untested + (rest or [])
            if relevant and len(relevant) == 1:
                confirmed = confirmed + relevant
            elif relevant:
                failed = [*failed, relevant]
        return asked, current

    def _make_grid(self, n):
        odds = math.sqrt(n) if self.share is None else 1 / self.share - 1
        widest = math.log(100 * (n + 1))
        points = [-widest + 2 * widest * i / 63 for i in range(64)]
        self.p = [1 / (1 + math.exp(-x)) for x in points]
        a, b = self.weight, self.weight * odds
        self.prior = [p**a * (1 - p) ** b for p in self.p]

    def _choose(self, untested, failed, confirmed, removed, cost):
        n = len(untested) + sum(map(len, failed)) + len(confirmed)
        fewest = len(confirmed) + len(failed)
        weights = []
        for p, prior in zip(self.p, self.prior, strict=True):
            likelihood = p ** len(confirmed) * (1 - p) ** len(removed)
            for group in failed:
                likelihood *= 1 - (1 - p) ** len(group)
            weights.append(prior * likelihood)
        total = sum(weights)
        weights = [w / total for w in weights]
        price = {m: float(cost(max(m, 1))) for m in range(n + 1)}
        slope = max(0.0, (price[n] - price[fewest]) / (n - fewest))
        unknown = [self._unknown(p, untested, failed) for p in self.p]
        gains = []
        sizes = sorted({len(g) for g in failed}, reverse=True)
        for group in ([0] if untested else []) + sizes:
            for k in range(1, (group - 1 if group else len(untested)) + 1):
                gain = -price[n - k]
                for p, w, bits in zip(self.p, weights, unknown, strict=True):
                    chance = (1 - p) ** k
                    if group:
                        whole = (1 - p) ** group
                        chance = (chance - whole) / (1 - whole)
                    gain += w * (price[n] * entropy(chance) + slope * bits * k * chance)
                gains.append((gain, group, k))
        largest = max(g for g, _, _ in gains)
        close = largest - 1e-9 * max(abs(g) for g, _, _ in gains)
        return next((group, k) for gain, group, k in gains if gain >= close)

    def _unknown(self, p, untested, failed):
        bits = len(untested) * entropy(p)
        for group in failed:
            relevant = 1 - (1 - p) ** len(group)
            bits += (len(group) * entropy(p) - entropy(relevant)) / relevant
        return bits


def entropy(p):
    """Return the bits that an event of probability p tells."""
    return -sum(x * math.log2(x) for x in (p, 1 - p) if x > 0)
