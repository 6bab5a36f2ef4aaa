"""The choice from a path, in plain loops over errors that are all known before."""

import math

import numpy as np


def standard_error(differences):
    n_draws, n_folds = differences.shape
    mean = sum(differences.ravel()) / differences.size
    variance = sum((d - mean) ** 2 for d in differences.ravel()) / (
        differences.size - 1
    )
    share = 1 / (n_draws * n_folds) + (1 / n_folds) / ((n_folds - 1) / n_folds)
    return math.sqrt(share * variance)


def one_standard_error(subsets, errors, everything, allowed, n_se):
    """Return the smallest subset that qualifies; subsets are sets of variables."""
    best = min(subsets, key=lambda s: (errors(s).mean(), len(s)))
    found = None
    for subset in subsets:
        gap = errors(subset) - errors(best)
        if gap.mean() > n_se * standard_error(gap) + 1e-12:
            continue
        if errors(subset).mean() > errors(everything).mean() + allowed + 1e-12:
            continue
        key = (len(subset), errors(subset).mean())
        if found is None or key < found[0]:
            found = key, subset
    return found[1]


def clean_up(start, errors, n_se, relevance=None):
    """Return the subsets passed; without relevance by the error alone."""
    passed = [start]
    while len(passed[-1]) > 1:
        now = passed[-1]
        singles = {v: errors(now - {v}) for v in sorted(now)}
        means = {v: singles[v].mean() for v in singles}
        lowest = min(means, key=lambda v: (means[v], v))
        keys = {}
        for v in singles:
            gap = singles[v] - singles[lowest]
            tied = gap.mean() <= standard_error(gap) + 1e-12
            if relevance is None:
                keys[v] = (means[v], -v)  # of equals the last goes
            else:
                keys[v] = (not tied, relevance[v] if tied else 0.0, means[v], -v)
        order = sorted(singles, key=keys.get)
        size = max(1, len(now) // 16)
        while size:
            smaller = now - set(order[:size])
            loss = errors(smaller) - errors(start)
            if loss.mean() <= n_se * standard_error(loss) + 1e-12:
                break
            size //= 2
        if not size:
            break
        passed.append(smaller)
    return passed


def random_errors(seed, n_draws=3, n_folds=5, n_relevant=4, scale=0.02):
    """Return errors of sets of variables on draws: some matter, the rest is noise."""

    def errors(subset, draws):
        rows = []
        for draw in draws:
            key = [seed, draw, sum(1 << v for v in subset)]
            noise = np.random.default_rng(key).normal(size=n_folds)
            missing = n_relevant - sum(v < n_relevant for v in subset)
            rows.append(np.abs(0.1 + 0.02 * missing + scale * noise))
        return np.round(rows, 3)

    return errors
