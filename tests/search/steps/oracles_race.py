"""Races as they read: one candidate, one fold and one test at a time."""

import math

import numpy as np
from scipy.stats import t as student

from tests.search.steps.oracles_sequential import pays, rule


def plain_race(
    n, fold_errors, direction, n_features_to_select, tolerance, loses, first
):
    """Return the path over sets, and the (subset, fold) pairs raced for.

    `loses` is told the errors of a candidate and of all that are left.
    """
    path = [frozenset() if direction == "forward" else frozenset(range(n))]
    pairs = set()

    def mean(subset):
        return sum(fold_errors(subset)) / len(fold_errors(subset))

    while True:
        now = path[-1]
        if direction == "forward":
            left = [now | {v} for v in range(n) if v not in now]
        else:
            left = [now - {v} for v in sorted(now)] if len(now) > 1 else []
        if not left or len(now) == n_features_to_select:
            return path, pairs
        n_candidates, n_all = len(left), len(fold_errors(now))
        for n_folds in range(first, n_all):
            if len(left) == 1:
                break
            pairs |= {(s, fold) for s in left for fold in range(n_folds)}
            seen = [fold_errors(s)[:n_folds] for s in left]
            left = [
                s
                for s, errors in zip(left, seen, strict=True)
                if not loses(errors, seen, n_all, n_candidates)
            ]
        winner = min(left, key=rule(mean))
        if n_features_to_select is None and not pays(mean, winner, now, tolerance):
            return path, pairs
        path.append(winner)


def hoeffding_loses(delta, error_range):
    """Whether a lower bound is above the smallest upper bound."""

    def loses(errors, seen, n_all, n_candidates):
        n = len(errors)
        risk = math.log(2 * n_candidates * n_all / delta)
        margin = error_range * math.sqrt(risk / (2 * n))
        return np.mean(errors) - margin > min(np.mean(e) + margin for e in seen)

    return loses


def paired_loses(alpha):
    """Whether the corrected t test against the best one is significant."""

    def loses(errors, seen, n_all, n_candidates):
        best = min(seen, key=np.mean)
        worse = np.array(errors) - np.array(best)
        if worse.mean() <= 0:
            return False
        variance = worse.var(ddof=1) * (1 / len(worse) + 1 / (n_all - 1))
        if variance == 0:
            return True
        p = student.sf(worse.mean() / math.sqrt(variance), len(worse) - 1)
        return p <= alpha / (len(seen) - 1)

    return loses
