"""Naive Bayes predictions of many subsets on the same rows."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from learners._kernels import naive_bayes as kernels


class NaiveBayesScorer:
    """Predicts the same rows with many subsets of the variables.

    Parameters
    ----------
    terms : ndarray of int32 of shape (n_columns, n_classes - 1, n_test)
        Log likelihood ratios of the other classes to the first, in quanta.
    prior : ndarray of int64 of shape (n_classes - 1,)
        The same of the class frequencies.
    classes : ndarray of shape (n_classes,)
        The labels. If they are the integers from zero, `predict` gives
        the smallest of int8 and int32 that holds them.

    Notes
    -----
    It remembers the sums of one subset, from which the next ones are reached by
    adding and taking away terms. That they are integers makes this invisible.

    Examples
    --------
    >>> from learners.naive_bayes import NaiveBayes
    >>> X, y = [[0.0, 5.0], [1.0, 6.0], [3.0, 5.0], [4.0, 6.0]], [0, 0, 1, 1]
    >>> scorer = NaiveBayes().subset_scorer(X, y, [[0.5, 5.0], [3.5, 5.0]])
    >>> scorer.predict(np.array([[True, True], [False, True]])).tolist()
    [[0, 1], [0, 0]]
    """

    def __init__(self, terms, prior, classes):
        self.classes_ = classes
        self._terms = terms
        self._prior_sums = np.repeat(prior[:, np.newaxis], terms.shape[2], axis=1)
        self._codes_are_labels = classes.dtype.kind in "iu" and np.array_equal(
            classes, np.arange(len(classes))
        )
        # One tuple, replaced whole: threads may share a scorer.
        self._known = np.zeros(len(terms), dtype=np.bool_), self._prior_sums

    def predict(self, masks):
        """Predict labels (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        dtype = np.int8 if len(self.classes_) < 128 else np.int32
        codes = np.empty((len(masks), self._terms.shape[2]), dtype)
        kernels.label_subsets(*self._plan(masks), codes)
        return codes if self._codes_are_labels else self.classes_[codes]

    def decision(self, masks):
        """Return log posterior ratios to the first class.

        Their shape is (n_subsets, n_test, n_classes); softmax makes them probabilities.
        """
        shape = len(masks), self._terms.shape[2], len(self.classes_)
        scores = np.zeros(shape)
        kernels.score_subsets(*self._plan(masks), scores)
        return scores

    def decision_function(self, masks):
        """Return `decision`, of two classes only that of the second."""
        scores = self.decision(masks)
        return scores[:, :, 1] if len(self.classes_) == 2 else scores

    def predict_proba(self, masks):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        return softmax(self.decision(masks), axis=2)

    def _plan(self, masks):
        masks = np.require(masks, np.bool_, ["C", "W"])
        centre, sums = self._move(_typical(masks))
        n_subsets, n_columns = masks.shape
        flips = np.flatnonzero(masks != centre)
        bounds = np.searchsorted(flips, np.arange(n_subsets + 1) * n_columns)
        return self._terms, self._prior_sums, sums, masks, bounds, flips % n_columns

    def _move(self, centre):
        known, sums = self._known
        flips = np.flatnonzero(centre != known)
        start, flips = kernels.shorter(self._prior_sums, sums, centre, flips)
        sums = np.empty_like(start)
        kernels.add_up(self._terms, start, centre, flips, sums)
        self._known = centre, sums
        return centre, sums


def _typical(masks):
    # Candidates mostly differ from their parent in a place each, so any three show it.
    first, middle, last = masks[0], masks[len(masks) // 2], masks[-1]
    return (first & middle) | (middle & last) | (first & last)
