"""Errors by scikit-learn's scores of ranks and probabilities, for a batch at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray

IntArray = NDArray[np.intp]

# All are of codes (n_test,), and of scores (n_subsets, n_test) that rise to class 1 or
# probabilities (n_subsets, n_test, n_classes). They give errors (n_subsets,), NaN
# where scikit-learn warns or refuses.


class _Ties(NamedTuple):
    """The groups of equal scores of all rows, one row after the other.

    Parameters
    ----------
    before, sizes, hits : ndarray of shape (n_groups,)
        Lower scores in the row; scores; those of class 1.
    rows : ndarray of shape (n_subsets,)
        The first group of each row.
    """

    before: IntArray
    sizes: IntArray
    hits: IntArray
    rows: IntArray


def roc_auc(y: IntArray, scores: FloatArray) -> FloatArray:
    """Return the part of the pairs of both classes that are in the wrong order.

    A tie is half a pair. Pairs are counted, so that the one rounding is the last.

    Examples
    --------
    >>> roc_auc(np.array([0, 0, 1]), np.array([[0.1, 0.2, 0.2], [3, 2, 1]])).tolist()
    [0.25, 1.0]
    """
    n_hits = int(y.sum())
    twice_pairs = 2 * n_hits * (len(y) - n_hits)
    if not twice_pairs:
        return np.full(len(scores), np.nan)
    ties = _ties(y, scores)
    twice_ranks = ties.hits * (2 * ties.before + ties.sizes + 1)
    twice_right = np.add.reduceat(twice_ranks, ties.rows) - n_hits * (n_hits + 1)
    return _where_finite(scores, (twice_pairs - twice_right) / twice_pairs)


def average_precision(y: IntArray, scores: FloatArray) -> FloatArray:
    """Return 1 less the mean precision at each member of class 1.

    Examples
    --------
    >>> average_precision(np.array([0, 1, 1]), np.array([[0.0, 0, 1]])).round(4)
    array([0.1667])
    """
    n_hits = int(y.sum())
    if not n_hits:
        return np.full(len(scores), np.nan)
    ties = _ties(y, -scores)
    # Each row has all the hits, so those of the rows above are known.
    above = np.repeat(np.arange(len(scores)) * n_hits, _lengths(ties))
    precisions = (np.cumsum(ties.hits) - above) / (ties.before + ties.sizes)
    sums = np.add.reduceat(ties.hits * precisions, ties.rows)
    return _where_finite(scores, 1 - sums / n_hits)


def log_loss(y: IntArray, p: FloatArray) -> FloatArray:
    """Return the means of -log p of what is true.

    Examples
    --------
    >>> log_loss(np.array([0, 1]), np.array([[[0.5, 0.5], [0.5, 0.5]]])).round(4)
    array([0.6931])
    """
    eps = np.finfo(np.float64).eps
    if p.shape[2] == 2:  # scikit-learn asks for those of class 1 only
        p = np.stack([1 - p[:, :, 1], p[:, :, 1]], axis=2)
    of_true = np.take_along_axis(p, y[np.newaxis, :, np.newaxis], axis=2)[:, :, 0]
    losses = -np.log(np.clip(of_true, eps, 1 - eps))
    return np.where(_are_probabilities(y, p), losses.mean(axis=1), np.nan)


def brier(y: IntArray, p: FloatArray) -> FloatArray:
    """Return the mean squared errors of the probability of class 1 of two."""
    errors = np.square(y - p[:, :, 1]).mean(axis=1)
    return np.where(_are_probabilities(y, p), errors, np.nan)


def _are_probabilities(y: IntArray, p: FloatArray) -> NDArray[np.bool_]:
    """Whether all classes are there, and rows have probabilities that sum to one."""
    all_there = (np.bincount(y, minlength=p.shape[2]) > 0).all()
    within = ((p >= 0) & (p <= 1)).all(axis=(1, 2))
    # The limit of scikit-learn is just above, 1.5e-8.
    sums = (np.abs(p.sum(axis=2) - 1) <= 1e-8).all(axis=1)
    return np.asarray(all_there & within & sums)


def _ties(y: IntArray, scores: FloatArray) -> _Ties:
    n = scores.shape[1]
    order = np.argsort(scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    begins = np.ones(scores.shape, dtype=np.bool_)
    np.not_equal(ranked[:, 1:], ranked[:, :-1], out=begins[:, 1:])
    starts = np.flatnonzero(begins)
    hits = np.add.reduceat(y[order].ravel(), starts)
    before = starts % n
    sizes = np.diff(starts, append=scores.size)
    return _Ties(before, sizes, hits, np.flatnonzero(before == 0))


def _lengths(ties: _Ties) -> IntArray:
    return np.diff(ties.rows, append=len(ties.hits))


def _where_finite(scores: FloatArray, errors: FloatArray) -> FloatArray:
    return np.where(np.isfinite(scores).all(axis=1), errors, np.nan)
