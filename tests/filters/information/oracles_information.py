"""Cuts, entropies and the filters built on them, by plain loops."""

import math
from collections import Counter

import numpy as np


def table(seed, n_rows=None, n_columns=None, n_levels=4, n_classes=None):
    """Return columns of whole numbers, some copied or linked to the classes."""
    rng = np.random.default_rng(seed)
    n_rows = n_rows or int(rng.integers(5, 200))
    n_columns = n_columns or int(rng.integers(1, 15))
    y = rng.integers(0, n_classes or rng.integers(2, 5), n_rows)
    y[:2] = [0, 1]
    X = rng.integers(0, rng.integers(1, n_levels + 1, n_columns), (n_rows, n_columns))
    for j in range(n_columns):
        source = [X[:, j], X[:, rng.integers(n_columns)], y][rng.integers(3)]
        keep = rng.random(n_rows) < rng.random()
        X[:, j] = np.where(keep, source, X[:, j])
    return X, y


def plogp(k):
    return round(k * math.log2(k) * 2**32) if k else 0


def entropy(*columns):
    """Return the joint entropy in units of 2^-32 bits, times the samples."""
    rows = list(zip(*[np.asarray(c).tolist() for c in columns], strict=True))
    return plogp(len(rows)) - sum(plogp(k) for k in Counter(rows).values())


def shared(a, b):
    """Return the mutual information, 0 if the rounding of its terms explains it."""
    both = entropy(a) + entropy(b) - entropy(a, b)
    n_levels = len(set(a.tolist())), len(set(b.tolist()))
    return both if 2 * both > (n_levels[0] + 1) * (n_levels[1] + 1) else 0


def uncertainty(a, b):
    below = entropy(a) + entropy(b)
    return 2 * shared(a, b) / below if below else 0.0


def fcbf(X, y, delta=0.0):
    """Return those kept, those below the threshold and those removed."""
    scores = [uncertainty(column, y) for column in X.T]
    by_score = sorted(range(len(scores)), key=lambda j: (-scores[j], j))
    left = [j for j in by_score if scores[j] >= delta and scores[j] > 0]
    below = [j for j in by_score if j not in left]
    kept, removed = [], []
    while left:
        i = left.pop(0)
        kept.append(i)
        for j in list(left):
            if uncertainty(X[:, i], X[:, j]) >= scores[j]:
                left.remove(j)
                removed.append(j)
    return kept, below, removed


def mrmr(X, y, n_select, quotient=False):
    """Return the order, everything reckoned anew for each candidate."""
    left, order = list(range(X.shape[1])), []

    def criterion(j, chosen):
        relevance = shared(X[:, j], y)
        if not chosen:
            return relevance
        redundancy = sum(shared(X[:, j], X[:, i]) for i in chosen)
        if quotient:
            return relevance * len(chosen) / max(redundancy, len(y) * len(chosen))
        return relevance * len(chosen) - redundancy

    while left and len(order) < n_select:
        best = max(left, key=lambda j: (criterion(j, order), -j))
        order.append(best)
        left.remove(best)
    return order + sorted(left, key=lambda j: (-criterion(j, order), j))


def merit(X, y, chosen):
    """Return Hall's merit: k r_cf / sqrt(k + k (k - 1) r_ff), with means r."""
    k = len(chosen)
    r_cf = sum(uncertainty(X[:, j], y) for j in chosen) / k
    pairs = [(i, j) for i in chosen for j in chosen if i < j]
    r_ff = sum(uncertainty(X[:, i], X[:, j]) for i, j in pairs) / max(len(pairs), 1)
    return k * r_cf / math.sqrt(k + k * (k - 1) * r_ff)


def ranks(values):
    """Return the places among the distinct values, missing ones last."""
    distinct = sorted({v for v in values if v == v})
    return [distinct.index(v) if v == v else len(distinct) for v in values]


def equal_frequency(values, n_bins):
    """Try every boundary between distinct values for each part."""
    distinct = sorted(set(values))
    if len(distinct) <= n_bins:
        return [distinct.index(v) for v in values]
    below = [sum(v < d for v in values) for d in distinct] + [len(values)]
    ends = set()
    for k in range(1, n_bins):
        far = [abs(b * n_bins - k * len(values)) for b in below]
        best = max(p for p in range(len(below)) if far[p] == min(far))
        ends.add(best)
    ends -= {0, len(distinct)}
    return [sum(distinct.index(v) >= end for end in ends) for v in values]


def mdl(values, y):
    """Cut recursively, the entropies in floats and from their definitions."""

    def bits(labels):
        counts = Counter(labels).values()
        return -sum(k / len(labels) * math.log2(k / len(labels)) for k in counts)

    def cuts(rows):
        found = []
        for cut in sorted({v for v, _ in rows})[:-1]:
            left = [c for v, c in rows if v <= cut]
            right = [c for v, c in rows if v > cut]
            mean = (len(left) * bits(left) + len(right) * bits(right)) / len(rows)
            found.append((round(mean, 9), cut, left, right))
        if not found:
            return []
        mean, cut, left, right = min(found, key=lambda f: f[:2])
        whole, n = [c for _, c in rows], len(rows)
        k, k_left, k_right = len(set(whole)), len(set(left)), len(set(right))
        delta = math.log2(3**k - 2) - (
            k * bits(whole) - k_left * bits(left) - k_right * bits(right)
        )
        if bits(whole) - mean <= (math.log2(n - 1) + delta) / n:
            return []
        low = [row for row in rows if row[0] <= cut]
        high = [row for row in rows if row[0] > cut]
        return [*cuts(low), cut, *cuts(high)]

    found = cuts(list(zip(values, y, strict=True)))
    return [sum(v > cut for cut in found) for v in values]
