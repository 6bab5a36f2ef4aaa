"""Naive Bayes predictions of many subsets on the same rows."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax

from learners.naive_bayes import changes
from learners.naive_bayes import sums as kernels
from learners.tables.flips import flips_from, typical

WORTH_NARROWING = 8  # subsets at once
IMPOSSIBLE = 2**55  # far more than any sum of terms


class NaiveBayesScorer:
    """Predicts the test rows of folds with many subsets of the variables.

    Parameters
    ----------
    classes : ndarray of shape (n_classes,)
        The labels. If they are the integers from zero, `predict` gives
        the smallest of int8 and int32 that holds them.
    n_columns : int
    n_rows : sequence of int
        Test rows of each fold.

    Notes
    -----
    `terms`, the log likelihood ratios of the other classes to the first in quanta, and
    `prior_sums`, the same of the class frequencies, are to be filled fold by fold.

    It remembers the sums of one subset, from which the next ones are reached by
    adding and taking away terms. That they are integers makes this invisible.

    Examples
    --------
    >>> from learners import NaiveBayes
    >>> X, y = [[0.0, 5.0], [1.0, 6.0], [3.0, 5.0], [4.0, 6.0]], [0, 0, 1, 1]
    >>> scorer = NaiveBayes().subset_scorer(X, y, [([0, 1, 2, 3], [1, 2])])
    >>> scorer.predict(np.array([[True, True], [False, True]])).tolist()
    [[0, 1], [0, 0]]
    """

    def __init__(self, classes, n_columns, n_rows):
        self.classes_ = classes
        self._n_columns, self._n_others = n_columns, len(classes) - 1
        self._ends = np.cumsum([0, *n_rows])
        self._terms = np.empty(n_columns * self._n_others * self._ends[-1], np.int32)
        self._prior_sums = np.empty(self._n_others * self._ends[-1], np.int64)
        self._codes_are_labels = classes.dtype.kind in "iu" and np.array_equal(
            classes, np.arange(len(classes))
        )
        self._known = self._near = None
        self._reaches = None

    def terms(self, fold):
        """Return the place of a fold's terms, (n_columns, n_classes - 1, n_rows)."""
        first, end = self._ends[fold : fold + 2]
        shape = self._n_columns, self._n_others, end - first
        size = self._n_columns * self._n_others
        return self._terms[first * size : end * size].reshape(shape)

    def prior_sums(self, fold):
        """Return the place of a fold's priors, (n_classes - 1, n_rows)."""
        first, end = self._ends[fold : fold + 2]
        part = self._prior_sums[first * self._n_others : end * self._n_others]
        return part.reshape(self._n_others, end - first)

    def predict(self, masks, folds=None):
        """Predict labels (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        ends = self._ends_of(folds)
        dtype = np.int8 if len(self.classes_) < 128 else np.int32
        codes = np.empty((len(masks), ends[-1] - ends[0]), dtype)
        kernels.label_folds(*self._narrowed(*self._plan(masks)), ends, codes)
        return codes if self._codes_are_labels else self.classes_[codes]

    def predict_subsets(self, subsets, folds=None):
        """Predict as `predict` does, from subsets that tell what changes.

        The work is that of the changes if all were made from the same one.
        """
        origin = subsets[0].origin
        if origin is None or origin.n_variables != self._n_columns:
            return self.predict(np.array([subset.mask() for subset in subsets]), folds)
        ends = self._ends_of(folds)
        dtype = np.int8 if len(self.classes_) < 128 else np.int32
        codes = np.empty((len(subsets), ends[-1] - ends[0]), dtype)
        changes.label_changed(
            self._terms,
            self._sums_of(origin),
            self._n_columns,
            self._n_others,
            *moves_around(origin, subsets),
            ends,
            codes,
        )
        return codes if self._codes_are_labels else self.classes_[codes]

    def decision(self, masks, folds=None):
        """Return log posterior ratios to the first class.

        Their shape is (n_subsets, n_test, n_classes); softmax makes them probabilities.
        """
        ends = self._ends_of(folds)
        scores = np.zeros((len(masks), ends[-1] - ends[0], len(self.classes_)))
        kernels.score_folds(*self._plan(masks), ends, scores)
        return scores

    def decision_function(self, masks, folds=None):
        """Return `decision`, of two classes only that of the second."""
        scores = self.decision(masks, folds)
        return scores[:, :, 1] if len(self.classes_) == 2 else scores

    def predict_proba(self, masks, folds=None):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        return softmax(self.decision(masks, folds), axis=2)

    def _ends_of(self, folds):
        return self._ends if folds is None else self._ends[folds.start : folds.stop + 1]

    def _plan(self, masks):
        masks = np.require(masks, np.bool_, ["C", "W"])
        centre, sums = self._move(typical(masks))
        columns, bounds = flips_from(masks, centre)
        tables = self._terms, self._prior_sums, sums, self._n_others
        return *tables, masks, bounds, columns

    def _narrowed(self, terms, prior_sums, sums, n_others, masks, *flips):
        """Return the plan with shorter integers if no sum of any mask needs more."""
        if len(masks) < WORTH_NARROWING:
            return terms, prior_sums, sums, n_others, masks, *flips
        if self._reaches is None:
            sizes = self._n_columns, n_others, self._ends
            self._reaches = kernels.reaches(terms, *sizes).astype(np.float64)
            self._prior_reach = np.abs(prior_sums).max(initial=0)
        # Between the centre and a mask, a sum may hold the terms of both.
        if 2 * self._reach(masks) + self._prior_reach < 2**31:
            prior_sums, sums = prior_sums.astype(np.int32), sums.astype(np.int32)
        return terms, prior_sums, sums, n_others, masks, *flips

    def _reach(self, masks):
        """Return what no sum of a mask's terms exceeds, or the sum of the centre's."""
        of_all = self._reaches.sum()
        if 2 * of_all < 2**30:
            return of_all
        centre, _ = self._known
        return max((masks @ self._reaches).max(initial=0), centre @ self._reaches)

    def _sums_of(self, subset):
        """Return the sums of a subset; they are remembered."""
        # One tuple, replaced whole: threads may share a scorer.
        known, sums = self._near or (None, None)
        if known is subset:
            return sums
        variables = None
        if known is not None:
            variables, enters = known.changes(subset)
        if variables is None or len(variables) > len(subset):
            variables, sums = subset.indices(), self._prior_sums
            enters = np.ones(len(variables), dtype=np.bool_)
        start, sums = sums, np.empty_like(sums)
        changes.changed_folds(
            self._terms,
            start,
            self._n_columns,
            self._n_others,
            variables,
            enters,
            self._ends,
            sums,
        )
        self._near = subset, sums
        return sums

    def _move(self, centre):
        nothing = np.zeros(self._n_columns, dtype=np.bool_)
        # One tuple, replaced whole: threads may share a scorer.
        known, sums = self._known or (nothing, self._prior_sums)
        flips = np.flatnonzero(centre != known)
        start, flips = kernels.shorter(self._prior_sums, sums, centre, flips)
        sums = np.empty_like(start)
        kernels.add_up_folds(self._terms, start, centre, flips, self._ends, sums)
        self._known = centre, sums
        return centre, sums


def moves_around(origin, subsets):
    """Return what differs in subsets from their origin.

    These are the variables, whether they enter, and bounds: those of subset r are at
    bounds[r]:bounds[r + 1].
    """
    if all([subset.origin is origin for subset in subsets]):
        size = len(origin)
        enters = [len(subset) > size for subset in subsets]
        parts = [subset.changed for subset in subsets]
    else:
        parts, enters = zip(*map(origin.changes, subsets), strict=True)
    counts = [*map(len, parts)]
    if len(parts) == 1:
        variables = np.array(parts[0], dtype=np.int64)
        return variables, np.full(counts[0], enters[0]), np.array([0, counts[0]])
    if max(counts) == 1 == min(counts):
        variables = np.array([v for (v,) in parts], dtype=np.int64)
        return variables, np.array(enters).ravel(), np.arange(len(parts) + 1)
    variables = np.concatenate([np.asarray(part, dtype=np.int64) for part in parts])
    pairs = zip(counts, enters, strict=True)
    enters = np.concatenate([np.full(n, enter) for n, enter in pairs])
    return variables, enters, np.cumsum([0, *counts])


def spread(present, of_present, prior, terms, prior_sums):
    """Fill terms and priors of all classes from those of the present ones.

    An absent class differs from the first in its prior alone, and can never win.
    """
    ratios = np.full(len(prior_sums) + 1, -IMPOSSIBLE)
    ratios[present[0]] = 0
    ratios[present[1:]] = prior
    prior_sums[:] = (ratios[1:] - ratios[0])[:, np.newaxis]
    terms[:] = 0
    terms[:, present[1:] - 1] = of_present
