"""How alike two rankings are."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from wrapsel.ranking.walk import checked_order


def kendall_tau(order_a: ArrayLike, order_b: ArrayLike) -> float:
    """Return how alike two rankings are: 1 if equal, -1 if one is the other reversed.

    It is Kendall's tau of the places, by scipy.

    Parameters
    ----------
    order_a, order_b : array-like of shape (n_variables,)
        The same variables, at least two, the best first.

    Examples
    --------
    >>> round(kendall_tau([0, 1, 2], [1, 0, 2]), 4)  # one of three pairs differs
    0.3333
    """
    first, second = checked_order(order_a), checked_order(order_b)
    n = len(first)
    if n != len(second) or n < 2:
        raise ValueError(
            f"both orders must hold the same two or more variables, "
            f"got {n} and {len(second)}"
        )
    from scipy.stats import kendalltau  # takes as long as all else of a command

    return float(kendalltau(np.argsort(first), np.argsort(second)).statistic)
