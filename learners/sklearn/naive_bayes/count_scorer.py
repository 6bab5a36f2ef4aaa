"""Class predictions of many subsets of counts, as of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import softmax
from sklearn.base import clone

from learners.naive_bayes.scorer import moves_around
from learners.sklearn.naive_bayes import count_kernels as kernels
from learners.sklearn.naive_bayes.scores import first_largest
from learners.tables.flips import flips_from, typical

MOST_SCORES = 2**20  # in memory at once
FEW = 16  # changes, which cost less than counting variables does


class CountScorer:
    """Predicts class codes of the test rows of folds with many subsets of counts.

    Parameters
    ----------
    learner : estimator
        Fitted in the ordinary way where rounding decides between classes.
    X : table of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,)
        Codes.
    folds : sequence of (training rows, test rows)
    tables : list of Counts
        One of each fold.
    log_priors : list of ndarray of shape (n_classes,)
    factor : {1.0, -1.0}
        What sums are multiplied by.

    Notes
    -----
    A score is a log prior, and a sum of counts times log probabilities. These are logs
    of a class's count of a variable, less the log of its count of all that are in the
    subset; so three sums, which are exact, give the scores of any subset. Those of the
    last subset are remembered, and the next goes on from there: a sparse variable more
    or less costs the rows in which it occurs, and a few operations for each row.

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> from learners.sklearn.naive_bayes.count_paths import multinomial
    >>> X, y = np.array([[3, 0, 1], [0, 2, 1], [2, 1, 0]]), np.array([0, 1, 0])
    >>> scorer = multinomial(MultinomialNB(), X, y, [([0, 1], [2])])
    >>> scorer.predict(np.array([[True, True, False]]), range(1)).tolist()
    [[0]]
    """

    def __init__(self, learner, X, y, folds, tables, log_priors, factor):
        self._learner, self._X, self._y, self._folds = learner, X, y, folds
        self._tables, self._log_priors, self._factor = tables, log_priors, factor
        # Twice as many rests of at most a half, in quanta: at most 2^53.
        self._to_rest = 1.5 * 2.0 ** X.shape[1].bit_length()
        self._known = {}  # of folds, a centre and its sums
        self._origin = (
            None,
            None,
        )  # the last subset that others were made from, its mask
        self._step = None, None, None  # two of these masks, and where they differ

    def predict(self, masks, folds):
        """Predict codes (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self._predicted(flips_of_masks(masks), folds)

    def predict_subsets(self, subsets, folds):
        """Predict as `predict` does, from subsets that tell what changes.

        The work is that of the changes if all were made from the same one.
        """
        origin = subsets[0].origin
        if origin is None or origin.n_variables != self._X.shape[1]:
            return self.predict(np.array([s.mask() for s in subsets]), folds)
        known, before = self._origin
        if known is not origin:
            self._origin = origin, self._stepped(known, before, origin)
        centre = self._origin[1]
        variables, _, bounds = moves_around(origin, subsets)
        sizes = np.array([len(subset) for subset in subsets])
        return self._predicted(Flips(centre, variables, bounds, sizes), folds)

    def _stepped(self, known, before, origin):
        """Return the mask of an origin, from that of the one before."""
        if known is None:
            return origin.mask().copy()
        flips, _ = known.changes(origin)
        centre = before.copy()
        centre[flips] ^= True
        self._step = before, centre, flips
        return centre

    def joint_log_likelihood(self, masks, folds):
        """Return logs of class and counts, of shape (n_subsets, n_test, n_classes)."""
        flips = flips_of_masks(masks)
        parts = [self._scores(flips, fold)[0] for fold in folds]
        return np.concatenate([part.transpose(0, 2, 1) for part in parts], axis=1)

    def predict_proba(self, masks, folds):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        return softmax(self.joint_log_likelihood(masks, folds), axis=2)

    def _predicted(self, flips, folds):
        return np.concatenate([self._labels(flips, fold) for fold in folds], axis=1)

    def _labels(self, flips, fold):
        n_classes, n_rows = len(self._log_priors[fold]), len(self._folds[fold][1])
        dtype = np.int8 if n_classes < 128 else np.int32
        labels = np.empty((len(flips.sizes), n_rows), dtype)
        step = max(1, MOST_SCORES // max(1, n_classes * n_rows))
        for start in range(0, len(labels), step):
            part = flips.part(start, start + step)
            scores, close = self._scores(part, fold)
            first_largest(scores, labels[start : start + step])
            for row in np.flatnonzero(close):
                labels[start + row] = self._fitted(part.columns(row), fold)
        return labels

    def _fitted(self, columns, fold):
        (train, test), X = self._folds[fold], self._X
        X = X.iloc[:, columns] if hasattr(X, "iloc") else X[:, columns]
        X = X.iloc if hasattr(X, "iloc") else X
        return clone(self._learner).fit(X[train], self._y[train]).predict(X[test])

    def _scores(self, flips, fold):
        """Return scores (n_subsets, n_classes, n_rows), and how many rows are close."""
        log_priors, n_subsets = self._log_priors[fold], len(flips.sizes)
        scores = np.empty((n_subsets, len(log_priors), len(self._folds[fold][1])))
        close = np.zeros(n_subsets, np.int64)
        sums = self._sums(flips.centre, fold)
        around = self._tables[fold], flips.centre, flips.variables, flips.bounds
        given = self._to_rest, log_priors, self._factor, sums
        kernels.score_flipped(*around, *given, scores, close)
        # A variable alone has a probability of 1, and none has any.
        alone = flips.sizes <= 1
        scores[alone], close[alone] = log_priors[:, np.newaxis], 0
        self._known[fold] = flips.centre, sums
        return scores, close

    def _sums(self, centre, fold):
        # It is taken away, so that no other thread changes the same.
        known, sums = self._known.pop(fold, (None, None))
        if known is centre:
            return sums
        flips = () if known is None else self._changes(known, centre)
        is_far = len(flips) > FEW and len(flips) > np.count_nonzero(centre)
        if known is None or is_far:
            known, flips = np.zeros_like(centre), np.flatnonzero(centre)
            n_classes, n_rows = len(self._log_priors[fold]), len(self._folds[fold][1])
            shapes = (n_classes, 2, n_rows), (2, n_rows), (n_classes, 2, 1)
            sums = kernels.Sums(*map(np.zeros, shapes))
        kernels.flip(self._tables[fold], known, flips, 1.0, self._to_rest, sums)
        return sums

    def _changes(self, known, centre):
        before, after, flips = self._step
        is_step = known is before and centre is after
        return flips if is_step else np.flatnonzero(known != centre)


@dataclass(frozen=True, slots=True)
class Flips:
    """Subsets as what differs from a centre.

    Parameters
    ----------
    centre : ndarray of bool, shape (n_columns,)
        Never changed.
    variables : ndarray of int
        Those in which subset r differs are at bounds[r]:bounds[r + 1].
    bounds : ndarray of shape (n_subsets + 1,)
    sizes : ndarray of shape (n_subsets,)
    """

    centre: np.ndarray
    variables: np.ndarray
    bounds: np.ndarray
    sizes: np.ndarray

    def part(self, start, stop):
        """Return some of the subsets."""
        if start == 0 and stop >= len(self.sizes):
            return self
        bounds, sizes = self.bounds[start : stop + 1], self.sizes[start:stop]
        return Flips(self.centre, self.variables, bounds, sizes)

    def columns(self, row):
        """Return the variables of a subset, ascending."""
        mask = self.centre.copy()
        mask[self.variables[self.bounds[row] : self.bounds[row + 1]]] ^= True
        return np.flatnonzero(mask)


def flips_of_masks(masks):
    """Return masks (n_subsets, n_columns) as what differs from what most have.

    Examples
    --------
    >>> flips = flips_of_masks(np.array([[True, False], [True, True], [True, True]]))
    >>> flips.centre.tolist(), flips.variables.tolist(), flips.bounds.tolist()
    ([True, True], [1], [0, 1, 1, 1])
    """
    centre = typical(masks)
    return Flips(centre, *flips_from(masks, centre), np.count_nonzero(masks, axis=1))
