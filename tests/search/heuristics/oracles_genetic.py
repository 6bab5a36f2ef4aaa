"""Genetic search as it reads: one child and one bit at a time."""

import numpy as np

from tests.search.steps.oracles_sequential import rule


def plain_genetic(n, error, seed, population, generations, p_c, p_m, elite, stale):
    """Return the best subsets in their order, and the reason to stop."""
    rng = np.random.default_rng(seed)
    members = [
        frozenset(v for v in range(n) if row[v] < 0.5)
        for row in rng.random((population, n))
    ]
    path, without = [], 0
    for generation in range(generations):
        if generation:
            members = _children(members, rng, n, p_c, p_m, elite)
        members.sort(key=rule(error))
        without += 1
        top = members[0]
        if not path or rule(error)(top) < rule(error)(path[-1]):
            path.append(top)
            without = 0
        if without == stale:
            return path, "patience"
    return path, None


def _children(ranked, rng, n, p_c, p_m, elite):
    n_children = len(ranked) - elite
    pairs = rng.integers(len(ranked), size=(2, n_children, 2)).tolist()
    crossing = rng.random((n_children, 1))[:, 0]
    exchange = rng.random((n_children, n))
    mutation = rng.random((n_children, n))
    children = []
    for i in range(n_children):
        mother, father = ranked[min(pairs[0][i])], ranked[min(pairs[1][i])]
        child = set(mother)
        for v in range(n):
            if crossing[i] < p_c and exchange[i, v] < 0.5:
                child.discard(v)
                child |= father & {v}
            if mutation[i, v] < p_m:
                child ^= {v}
        children.append(frozenset(child))
    return ranked[:elite] + children
