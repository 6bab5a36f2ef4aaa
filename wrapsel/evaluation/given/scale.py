"""How much the folds of a problem count."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from wrapsel.errors import shortened
from wrapsel.evaluation.folds import Fold
from wrapsel.protocol import FloatArray

_AGGREGATES = ("mean", "pooled")


def check_aggregate(aggregate: Any) -> None:
    """Raise ValueError unless it says how folds count.

    Examples
    --------
    >>> check_aggregate("sum")
    Traceback (most recent call last):
    ValueError: aggregate must be 'mean' or 'pooled', got 'sum'
    """
    if not (isinstance(aggregate, str) and aggregate in _AGGREGATES):
        raise ValueError(
            f"aggregate must be 'mean' or 'pooled', got {shortened(aggregate)}"
        )


def fold_sizes(folds: Sequence[Fold], weights: FloatArray | None) -> list[float]:
    """Return the number of test rows of each fold, or what they weigh.

    Raises
    ------
    ValueError
        If those of a fold weigh nothing.

    Examples
    --------
    >>> rows = np.arange(4)
    >>> fold_sizes([(rows[:1], rows[1:]), (rows[1:], rows[:1])], None)
    [3, 1]
    """
    if weights is None:
        return [len(test) for _, test in folds]
    sums = [float(weights[test].sum()) for _, test in folds]
    if not all(sums):
        raise ValueError(
            "sample_weight must not be 0 for all test rows of a fold, "
            f"got so in fold {sums.index(0.0)}"
        )
    return sums


def scale_of(
    sizes: Sequence[float], aggregate: str, is_summed: bool
) -> tuple[FloatArray, FloatArray]:
    """Return factors for the errors of each fold and their weights, (n_folds,) each.

    Parameters
    ----------
    sizes : sequence of number
        Of the folds.
    aggregate : {"mean", "pooled"}
    is_summed : bool
        Whether the error of a fold is a sum over its rows.

    Examples
    --------
    >>> factors, weights = scale_of([2, 3], "mean", is_summed=True)
    >>> factors.tolist(), weights.tolist()
    ([3.0, 2.0], [6.0, 6.0])
    """
    n_folds = len(sizes)
    if aggregate == "pooled":
        weights = np.array(sizes, dtype=np.float64)
        return np.ones(n_folds) if is_summed else weights, weights
    if not is_summed:
        return np.ones(n_folds), np.ones(n_folds)
    # With a common denominator, the mean of fold means is exact for counts, so
    # that subsets with the same number of mistakes tie.
    whole = all(isinstance(size, int) for size in sizes)
    common = math.lcm(*map(int, sizes)) if whole else 1
    if common * n_folds * max(sizes) > 2**53:
        common = 1
    return common / np.array(sizes), np.full(n_folds, float(common))
