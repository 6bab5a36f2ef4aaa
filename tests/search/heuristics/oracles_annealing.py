"""Simulated annealing as it reads: one flip at a time."""

import math

import numpy as np

from tests.search.steps.oracles_sequential import rule


def plain_annealing(n, error, seed, steps, t_start, cooling):
    """Return the best subsets in their order, and the number of flips accepted."""
    rng = np.random.default_rng(seed)
    flips = rng.integers(n, size=steps).tolist()
    uniforms = np.exp(-rng.standard_exponential(steps)).tolist()
    current = frozenset(range(n))
    path, accepted = [current], 0
    temperature = t_start
    for flip, u in zip(flips, uniforms, strict=True):
        new = current ^ {flip}
        loss = error(new) - error(current)
        if loss <= 0 or (temperature > 0 and u <= math.exp(-loss / temperature)):
            current = new
            accepted += 1
        if rule(error)(current) < rule(error)(path[-1]):
            path.append(current)
        temperature *= cooling
    return path, accepted
