"""The measures of rankings and subsets, as plain loops."""

import math
from itertools import combinations


def true_and_false(order, relevant, redundant, convention):
    """Return the positions of true and of false variables.

    "spe" takes one relevant variable in each group, as the paper has it.
    """
    true, false, met = [], [], []
    pool = set(relevant).union(*redundant)
    for position, variable in enumerate(order):
        if convention == "efr":
            if variable not in pool:
                false.append(position)
            elif len(true) < len(set(relevant)):
                true.append(position)
            continue
        group = {variable}
        for copies in redundant:
            if variable in copies:
                group = set(copies)
        if group & set(relevant) and group not in met:
            met.append(group)
            true.append(position)
        else:
            false.append(position)
    return true, false


def area(true, false):
    """Return the part of pairs in which the true one comes first."""
    won = sum(t < f for t in true for f in false)
    return won / (len(true) * len(false))


def scores(selected, relevant, redundant):
    """Return precision, recall and F1, with one relevant variable in each group."""
    hits = 0
    for variable in relevant:
        group = {variable}
        for copies in redundant:
            if variable in copies:
                group = set(copies)
        hits += bool(group & set(selected))
    precision = hits / len(selected) if selected else 0.0
    recall = hits / len(relevant)
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def kuncheva(subsets, n):
    total = 0.0
    pairs = list(combinations(subsets, 2))
    for a, b in pairs:
        k = len(a)
        total += (len(a & b) * n - k**2) / (k * (n - k))
    return total / len(pairs)


def jaccard(subsets):
    pairs = list(combinations(subsets, 2))
    return sum(len(a & b) / len(a | b) if a | b else 1.0 for a, b in pairs) / len(pairs)


def nogueira(subsets, n):
    """Return the estimate and its variance, with sums for the means of the paper."""
    m = len(subsets)
    p = [sum(f in s for s in subsets) / m for f in range(n)]
    k = sum(len(s) for s in subsets) / m
    chance = k / n * (1 - k / n)
    estimate = 1 - sum(m / (m - 1) * q * (1 - q) for q in p) / n / chance
    each = []
    for s in subsets:
        agreed = sum(p[f] for f in s) / n
        drift = 2 * k * len(s) / n**2 - len(s) / n - k / n + 1
        each.append((agreed - len(s) * k / n**2 + estimate / 2 * drift) / chance)
    mean = sum(each) / m
    return estimate, 4 / m**2 * math.fsum((e - mean) ** 2 for e in each)
