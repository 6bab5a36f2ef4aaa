"""Block deletion and block addition over frozen sets, step by step as in the paper."""

from __future__ import annotations

import math

import numpy as np

from tests.search.steps.oracles_sequential import Table


def plain_deletion(error, current, T, update):
    """Return the sets after each deletion; steps 4 to 7."""
    path = []
    while True:
        alone = {}
        for i in sorted(current):
            if len(current) > 1:
                alone[i] = error(current - {i})
        S = [i for i in alone if alone[i] <= T]
        if len(S) == 0:
            return path
        if len(S) == 1:
            (i,) = S
            current = current - {i}
            if update:
                T = alone[i]
            path.append(current)
            continue
        V = sorted(S, key=lambda i: (alone[i], -i))
        while True:
            if len(V) == 1:
                reached = alone[V[0]]
                break
            # The error of the empty set is infinite.
            reached = error(current - set(V)) if len(V) < len(current) else math.inf
            if reached <= T:
                break
            V = V[: max(1, len(V) // 2)]
        current = current - set(V)
        if update:
            T = reached
        path.append(current)


def plain_bd(error, everything, update):
    """Return all sets accepted by block deletion, all variables first."""
    T = error(everything)
    return [everything, *plain_deletion(error, everything, T, update)]


def plain_babd(error, everything, update, A, first=frozenset()):
    """Return all sets accepted, from no variable or from those preselected."""
    T = E_all = error(everything)
    path = [everything]
    current, E = first, error(first) if first else math.inf
    if E <= T:
        if update:
            T = E
        path.append(current)
        return path + plain_deletion(error, current, T, update)
    while True:
        rest = sorted(everything - current)
        alone = {i: error(current | {i}) for i in rest}
        V = sorted(rest, key=lambda i: (alone[i], i))
        of_size = {}
        k = 1
        taken = None
        while k <= 2**A and k <= len(V):
            of_size[k] = error(current | set(V[:k]))
            if not update and of_size[k] <= T:
                taken = k
                break
            k = 2 * k
        if taken is not None:
            current = current | set(V[:taken])
            path.append(current)
            break
        smallest = min(of_size.values(), default=math.inf)
        if smallest < E:
            best = min(k for k in of_size if of_size[k] == smallest)
            current, E = current | set(V[:best]), smallest
            if update:
                T = min(T, E)
                if T == E:
                    path.append(current)
            continue
        if not (update and E == T):
            current, T = everything, E_all
        break
    return path + plain_deletion(error, current, T, update)


def preselected(relevance, variables, mu):
    """Return the variables whose weight is not small, against the largest."""
    largest = max(relevance[i] for i in variables)
    return frozenset(
        i for i in variables if relevance[i] > mu * largest and relevance[i] > 1e-8
    )


class Likely(Table):
    """Errors that fall with few relevant variables, so that much can be deleted."""

    def __init__(self, n, seed, levels):
        super().__init__(n, seed, levels)
        noise, rng = self.of_subset, np.random.default_rng(seed)
        weights = rng.integers(0, 3, n) * rng.integers(0, 2, n)
        spread = rng.choice([0.5, 2.0])
        self.of_subset = lambda s: round(
            float(weights.sum() - sum(weights[v] for v in s)) + spread * noise(s), 6
        )
