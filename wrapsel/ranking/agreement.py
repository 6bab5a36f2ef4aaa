"""How alike two rankings are."""

from __future__ import annotations

from bisect import bisect, insort

import numpy as np
from numpy.typing import ArrayLike

from wrapsel.ranking.walk import checked_order


def kendall_tau(order_a: ArrayLike, order_b: ArrayLike) -> float:
    """Return how alike two rankings are: 1 if equal, -1 if one is the other reversed.

    Parameters
    ----------
    order_a, order_b : array-like of shape (n_variables,)
        The same variables, at least two, the best first.

    Examples
    --------
    >>> kendall_tau([0, 1, 2], [1, 0, 2])  # one of three pairs differs
    0.3333333333333333
    """
    first, second = checked_order(order_a), checked_order(order_b)
    n = len(first)
    if n != len(second) or n < 2:
        raise ValueError(
            f"both orders must hold the same two or more variables, "
            f"got {n} and {len(second)}"
        )
    place = np.argsort(second)
    met: list[int] = []
    n_swapped = 0
    for rank in place[first].tolist():
        n_swapped += len(met) - bisect(met, rank)
        insort(met, rank)
    n_pairs = n * (n - 1) // 2
    return (n_pairs - 2 * n_swapped) / n_pairs
