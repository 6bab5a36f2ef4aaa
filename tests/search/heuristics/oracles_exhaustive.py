"""Exhaustive search as it reads: sort everything."""

from itertools import combinations


def plain_exhaustive(n, error, sizes):
    """Return the variables of the best subset: smallest error, size, then order."""
    subsets = [s for size in sizes for s in combinations(range(n), size)]
    return min(subsets, key=lambda s: (error(s), len(s), s))
