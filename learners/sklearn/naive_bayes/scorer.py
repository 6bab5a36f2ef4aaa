"""Class predictions of many subsets whose scores are sums over variables."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from learners.sklearn.naive_bayes import scores as kernels

MOST_SCORES = 2**20  # in memory at once


class AdditiveScorer:
    """Predicts class codes of the test rows of folds with many subsets.

    Parameters
    ----------
    tables : list of Gaussians or Levels
        The terms of all variables on each fold.
    log_priors : list of ndarray of shape (n_classes,)
        What each fold's class scores begin with.
    smoothings : ndarray of shape (n_folds, n_columns)
        Of which a subset's largest is added to its variances.

    Notes
    -----
    A score is a sum of integers, and one of multiples of 2^-52 times a power of two
    above n_columns (2^-45 for 100 columns). Both are exact, so subsets that share
    variables share sums, and neither companions nor what was asked before change a bit.

    Examples
    --------
    >>> places, log_p = np.array([[0, 1]]), np.log([[0.75, 0.25], [0.25, 0.75]])
    >>> tables, priors = [kernels.Levels(places, log_p)], [np.log([0.5, 0.5])]
    >>> scorer = AdditiveScorer(tables, priors, np.ones((1, 1)))
    >>> scorer.predict(np.array([[True], [False]]), range(1)).tolist()
    [[0, 1], [0, 0]]
    """

    def __init__(self, tables, log_priors, smoothings):
        self._tables, self._log_priors = tables, log_priors
        self._smoothings = smoothings
        n_columns = smoothings.shape[1]
        # Twice as many rests of at most a half, in quanta: at most 2^53.
        self._to_rest = 1.5 * 2.0 ** n_columns.bit_length()
        self._known = {}  # of folds, the sums that the next subsets may start from

    def predict(self, masks, folds):
        """Predict codes (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        parts = [self._labels(masks, fold) for fold in folds]
        return np.concatenate(parts, axis=1)

    def joint_log_likelihood(self, masks, folds):
        """Return logs of class and values, of shape (n_subsets, n_test, n_classes)."""
        parts = [self._scores(masks, fold).transpose(0, 2, 1) for fold in folds]
        return np.concatenate(parts, axis=1)

    def predict_proba(self, masks, folds):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        return softmax(self.joint_log_likelihood(masks, folds), axis=2)

    def _labels(self, masks, fold):
        n_classes, n_rows = len(self._log_priors[fold]), self._tables[fold][0].shape[1]
        dtype = np.int8 if n_classes < 128 else np.int32
        labels = np.empty((len(masks), n_rows), dtype)
        step = max(1, MOST_SCORES // max(1, n_classes * n_rows))
        for start in range(0, len(masks), step):
            part = slice(start, start + step)
            scores = self._scores(masks[part], fold)
            kernels.first_largest(scores, labels[part])
            self._break_ties(masks[part], fold, scores, labels[part])
        return labels

    def _break_ties(self, masks, fold, scores, labels):
        """Leave ties to the first class."""

    def _scores(self, masks, fold):
        masks = np.require(masks, np.bool_, ["C", "W"])
        table, log_priors = self._tables[fold], self._log_priors[fold]
        smoothings = (masks * self._smoothings[fold]).max(axis=1)
        shape = len(log_priors), table[0].shape[1]
        scores, nothing = np.empty((len(masks), *shape)), np.zeros_like(masks[0])
        # It is taken away, so that no other thread adds to the same.
        known = self._known.pop(fold, None)
        centre, smoothing, shared = known or (
            nothing,
            0.0,
            np.zeros((shape[0], 2, shape[1])),
        )
        smoothing = kernels.score_masks(
            table,
            log_priors,
            smoothings,
            self._to_rest,
            masks,
            centre,
            smoothing,
            shared,
            scores,
        )
        self._known[fold] = centre, smoothing, shared
        return scores


class OrderedScorer(AdditiveScorer):
    """Predicts as if terms had been added up, and rounded, in the order of columns.

    Parameters
    ----------
    tables : list of Levels
    log_priors, smoothings
        As those of `AdditiveScorer`; added last.

    Examples
    --------
    >>> places, log_p = np.array([[0, 1]]), np.log([[0.75, 0.25], [0.25, 0.75]])
    >>> tables, priors = [kernels.Levels(places, log_p)], [np.log([0.5, 0.5])]
    >>> OrderedScorer(tables, priors, np.ones((1, 1))).predict(
    ...     np.array([[True]]), range(1)
    ... ).tolist()
    [[0, 1]]
    """

    def _break_ties(self, masks, fold, scores, labels):
        table, log_priors = self._tables[fold], self._log_priors[fold]
        masks = np.require(masks, np.bool_, ["C", "W"])
        kernels.order_ties(table, log_priors, masks, scores, labels)
