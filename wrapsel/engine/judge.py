"""The verdicts on candidates whose folds were measured."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray, Need


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts on candidates, in order; arrays of shape (n_candidates,).

    Parameters
    ----------
    error : ndarray of float
        The error, or at the fold that proves it too large a lower bound.
    n_folds : ndarray of int
        Folds that a one-at-a-time run needs.
    complete : ndarray of bool
        Whether those are all, so that the error is exact.
    variant : ndarray of int
        The variant with the smallest error.
    rejected : ndarray of bool
        Whether the folds measured so far prove the error too large.
    """

    error: FloatArray
    n_folds: NDArray[np.intp]
    complete: NDArray[np.bool_]
    variant: NDArray[np.intp]
    rejected: NDArray[np.bool_]


def judge(partial: FloatArray, n_measured: int, limit: float, need: Need) -> Verdicts:
    """Walk the folds of each candidate to the first that proves it too large.

    Fold errors are at least 0, so partial sums only grow (rounding is monotone): once
    one is above the bound, so is the error. Folds measured beyond that are ignored.

    Parameters
    ----------
    partial : ndarray of shape (n_candidates, n_folds, n_variants)
        Sums of the errors of the first folds over the total weight; infinite where
        not measured.
    n_measured : int
        Folds measured of the candidates that are still alive.
    limit : float
        Errors above it need not be exact.
    need : {"all", "acceptable", "first", "best"}
        As in `Evaluate`; for "best", the bound follows the smallest error so far.

    Examples
    --------
    >>> partial = np.array([[[0.1], [0.2]], [[0.3], [0.4]]])
    >>> verdicts = judge(partial, 2, limit=math.inf, need="best")
    >>> verdicts.error.tolist(), verdicts.n_folds.tolist()
    ([0.2, 0.3], [2, 1])
    """
    n_folds = partial.shape[1]
    lowest = partial.min(axis=2)
    above = lowest[:, :n_measured] > _bounds(lowest[:, -1], limit, need)[:, None]
    rejected = above[:, -1]  # partial sums never fall again
    needed = np.where(rejected, above.argmax(axis=1) + 1, n_folds)
    rows = np.arange(len(partial))
    last = partial[rows, needed - 1]
    error, variant = last.min(axis=1), last.argmin(axis=1)
    return Verdicts(error, needed, needed == n_folds, variant, rejected)


def judge_few(
    partial: list[list[float]], limit: float, need: Need, rejects: bool
) -> list[tuple[float, int, bool]]:
    """Do what `judge` does, of one variant, all folds of which are measured.

    Return the error, the folds needed and whether the error is exact. If nothing
    `rejects`, a part of the folds proves nothing.

    Examples
    --------
    >>> judge_few([[0.1, 0.2], [0.3, 0.4]], math.inf, "best", rejects=True)
    [(0.2, 2, True), (0.3, 1, False)]
    """
    bound = math.inf if need == "all" else limit
    verdicts = []
    for sums in partial:
        n_folds = needed = len(sums)
        if rejects and sums[-1] > bound:
            needed = next(i for i, e in enumerate(sums, 1) if e > bound)
        verdicts.append((sums[needed - 1], needed, needed == n_folds))
        if need == "best":
            bound = min(bound, sums[-1])
    return verdicts


def _bounds(errors: FloatArray, limit: float, need: Need) -> FloatArray:
    if need != "best":
        return np.full(len(errors), math.inf if need == "all" else limit)
    earlier = np.concatenate([[limit], errors[:-1]])
    return np.minimum.accumulate(earlier)
