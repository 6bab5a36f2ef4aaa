"""The Las Vegas filter as it reads: one draw at a time."""

import numpy as np


def plain_random_subsets(n, error, seed, n_draws, tolerance):
    """Return the path over sets of variables, and how many were drawn."""
    rng = np.random.default_rng(seed)
    path = [frozenset(range(n))]
    allowed = error(path[0]) + tolerance
    stream = rng.spawn(1)[0]
    for _ in range(n_draws):
        best = path[-1]
        size = stream.integers(1, len(best), endpoint=True)
        drawn = stream.choice(n, size, replace=False, shuffle=False)
        new = frozenset(drawn.tolist())
        if len(new) == len(best):
            better = error(new) < error(best)
        else:
            better = error(new) <= allowed
        if better and error(new) <= allowed:
            path.append(new)
        # One variable left: all draws are of its size, and worse ones go unnoticed.
        if better if len(best) == 1 else error(new) <= allowed:
            stream = rng.spawn(1)[0]
    return path
