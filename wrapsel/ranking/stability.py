"""How alike the subsets are that were selected from resamples."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Stability(NamedTuple):
    """A stability and its confidence interval."""

    estimate: float
    lower: float
    upper: float


def kuncheva(masks: ArrayLike) -> float:
    """Return Kuncheva's consistency of subsets of equal size [1]_.

    The overlap of two subsets, corrected for chance (0) and at most 1, is averaged over
    all pairs.

    Parameters
    ----------
    masks : array-like of bool of shape (n_subsets, n_variables)
        At least two subsets, all of the same size, neither empty nor full.

    References
    ----------
    .. [1] L. I. Kuncheva, "A stability index for feature selection", Artificial
       Intelligence and Applications, 2007.

    Examples
    --------
    >>> kuncheva([[1, 1, 0, 0], [1, 0, 1, 0]])
    0.0
    """
    chosen = _masks(masks)
    sizes, n_variables = chosen.sum(axis=1), chosen.shape[1]
    size = int(sizes[0])
    if (sizes != size).any():
        raise ValueError(f"subsets must have the same size, got {sizes.tolist()}")
    if size in (0, n_variables):
        raise ValueError(f"subsets must be neither empty nor full, got size {size}")
    by_chance = size**2 / n_variables
    overlap = _mean_over_pairs(chosen.astype(np.float64) @ chosen.T)
    return float((overlap - by_chance) / (size - by_chance))


def jaccard(masks: ArrayLike) -> float:
    """Return the Jaccard index of subsets: common over joint variables, pairs averaged.

    Not corrected for chance. Two empty subsets are equal: their index is 1.

    Parameters
    ----------
    masks : array-like of bool of shape (n_subsets, n_variables)
        At least two subsets.

    Examples
    --------
    >>> jaccard([[1, 1, 0, 0], [1, 0, 1, 0]])
    0.3333333333333333
    """
    chosen = _masks(masks).astype(np.float64)
    common, sizes = chosen @ chosen.T, chosen.sum(axis=1)
    joint = sizes[:, None] + sizes - common
    return _mean_over_pairs(np.where(joint > 0, common / np.maximum(joint, 1), 1.0))


def nogueira(masks: ArrayLike, confidence: float = 0.95) -> Stability:
    """Return the stability of Nogueira et al. and its confidence interval [1]_.

    It is at most 1, and 0 for chance; for subsets of equal size it is `kuncheva`.

    Parameters
    ----------
    masks : array-like of bool of shape (n_subsets, n_variables)
        At least two subsets, not all empty and not all full.
    confidence : float, default=0.95
        Probability that the interval covers the true value, in (0, 1). It holds for
        many subsets, drawn independently.

    References
    ----------
    .. [1] S. Nogueira, K. Sechidis and G. Brown, "On the stability of feature selection
       algorithms", JMLR 18, 2018, definition 4 and theorem 7.

    Examples
    --------
    >>> nogueira([[1, 1, 0, 0], [1, 1, 0, 0]])
    Stability(estimate=1.0, lower=1.0, upper=1.0)
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in (0, 1), got {confidence}")
    chosen = _masks(masks).astype(np.float64)
    n_subsets, n_variables = chosen.shape
    shares = chosen.mean(axis=0)
    sizes = chosen.mean(axis=1)  # as parts of all variables
    size = sizes.mean()
    by_chance = size * (1 - size)
    if chosen.all() or not chosen.any():
        raise ValueError("subsets must not be all empty or all full")
    variances = shares * (1 - shares) * n_subsets / (n_subsets - 1)
    index = 1 - variances.mean() / by_chance
    drift = index / 2 * (2 * size * sizes - sizes - size + 1)
    each = (chosen @ shares / n_variables - sizes * size + drift) / by_chance
    variance = 4 / n_subsets**2 * ((each - each.mean()) ** 2).sum()
    half = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(variance)
    return Stability(float(index), float(index - half), float(index + half))


def _masks(masks: ArrayLike) -> NDArray[np.bool_]:
    chosen = np.asarray(masks)
    if chosen.ndim != 2 or len(chosen) < 2 or not chosen.shape[1]:
        raise ValueError(
            f"masks must have two or more rows, one for each subset, "
            f"got shape {chosen.shape}"
        )
    if not np.isin(chosen, (0, 1)).all():
        raise ValueError("masks must hold True and False, or 1 and 0")
    return chosen.astype(np.bool_)


def _mean_over_pairs(values: NDArray[Any]) -> float:
    return float(values[np.triu_indices(len(values), 1)].mean())
