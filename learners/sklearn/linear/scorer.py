"""Predictions of linear models on many subsets of the variables."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy.special import expit, softmax
from sklearn.base import clone

from learners.sklearn.linear.labels import Labels, codes_of
from learners.sklearn.linear.moves import moves
from learners.sklearn.linear.rounding import rounded
from learners.sklearn.linear.squares import SquaredErrors


class LinearScorer:
    """Predicts the test rows of folds with many subsets, by a linear regression.

    Parameters
    ----------
    learner : estimator
        Fitted in the ordinary way to subsets whose equations are almost singular.
    X : ndarray of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,)
    folds : sequence of (training rows, test rows)
    systems : list of System
        One of each fold.

    Notes
    -----
    The centred products of all columns are summed once a fold. A subset takes its part
    and solves by Cholesky's method, alone, so that companions change no bit.

    Predictions are those of a fit within 1e-10 of the largest. The ordinary fit takes
    over where rounding could cost more, or where scikit-learn leaves out directions:
    if the sum of the variance inflation factors is above 1e5, a column varies by less
    than 1e-5 of its size, or there are not fewer variables than training rows. Limits
    are closer where scikit-learn itself depends on units or offsets: `LinearRegression`
    and the solver "lsqr".

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> from learners.sklearn.linear.fast_paths import ridge
    >>> X, y = np.array([[0.0, 5], [1, 6], [2, 5], [3, 8]]), np.array([0.0, 1, 2, 3])
    >>> scorer = ridge(Ridge(0.5), X, y, [([0, 1, 3], [2])])
    >>> scorer.predict(np.array([[True, False]]), range(1)).round(4)
    array([[1.9355]])
    """

    def __init__(self, learner, X, y, folds, systems):
        self._learner, self._X, self._y = learner, X, y
        self._folds, self._systems = folds, systems

    def predict(self, masks, folds):
        """Predict (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self.outputs(masks, folds)[:, 0]

    def squared_errors(self, masks, folds):
        """Return sums of squared errors (n_subsets, n_folds), rounded to 31 bits.

        Of masks that move one variable from the same base, they come from what changes
        there; see `SquaredErrors`.
        """
        masks = np.require(masks, np.bool_, ["C", "W"])
        found, moved = np.empty((len(masks), len(folds))), moves(masks)
        for column, fold in enumerate(folds):
            errors = self._squares[fold].errors(masks, moved)
            unknown = np.isnan(errors)
            if unknown.any():
                errors[unknown] = self._unsound_squares(masks[unknown], fold)
            found[:, column] = errors
        return found

    def _unsound_squares(self, masks, fold):
        constants = self._systems[fold].constants
        targets = self._y[self._folds[fold][1]] - constants[0]
        outputs = [self._alone(mask, fold)[0] for mask in masks]
        return rounded(np.square(targets - outputs).sum(axis=1))

    @cached_property
    def _squares(self):
        made = []
        for system, (train, test) in zip(self._systems, self._folds, strict=True):
            y = self._y - system.constants[0]
            size = float(np.linalg.norm(y[train]))
            made.append(SquaredErrors(system, y[test], size))
        return made

    def outputs(self, masks, folds):
        """Return outputs of shape (n_subsets, n_outputs, n_test)."""
        masks = np.require(masks, np.bool_, ["C", "W"])
        parts = [self._outputs(masks, fold) for fold in folds]
        return np.concatenate(parts, axis=2)

    def _outputs(self, masks, fold):
        out, sound = self._systems[fold].without_constants(masks)
        for row in np.flatnonzero(~sound):
            out[row] = self._alone(masks[row], fold)
        return out + self._systems[fold].constants[:, np.newaxis]

    def _alone(self, mask, fold):
        """Return outputs of a subset with unsound equations, less the constants."""
        system, columns = self._systems[fold], np.flatnonzero(mask)
        found = system.alone(columns)
        if found is not None:
            return found[np.newaxis]
        fitted = self._fitted(columns, *self._folds[fold])
        return fitted - system.constants[:, np.newaxis]

    def _fitted(self, columns, train, test):
        X = self._X[:, columns]
        fitted = clone(self._learner).fit(X[train], self._y[train])
        method = getattr(fitted, "decision_function", fitted.predict)
        return np.atleast_2d(method(X[test]).T)


class LinearClassScorer(LinearScorer):
    """Predicts class codes of the test rows of folds with many subsets.

    Parameters
    ----------
    learner, X, y, folds, systems
        As those of `LinearScorer`; y holds codes, all of them in each fold's training
        rows. An output is that of a class, or of two classes the second's.

    Examples
    --------
    >>> from sklearn.linear_model import RidgeClassifier
    >>> from learners.sklearn.linear.fast_paths import ridge_classifier
    >>> X, y = np.array([[0.0, 5], [1, 6], [2, 5], [3, 8]]), np.array([0, 0, 1, 1])
    >>> scorer = ridge_classifier(RidgeClassifier(), X, y, [([0, 2, 3], [1])])
    >>> scorer.predict(np.array([[True, False]]), range(1)).tolist()
    [[0]]
    """

    takes_many = True

    def predict(self, masks, folds):
        """Predict codes (n_subsets, n_test) from masks (n_subsets, n_columns).

        Of masks that move one variable from the same base, they come from what changes
        there, where rounding cannot matter.
        """
        masks = np.require(masks, np.bool_, ["C", "W"])
        moved = moves(masks)
        parts = [self._codes(masks, moved, fold) for fold in folds]
        return np.concatenate(parts, axis=1)

    def _codes(self, masks, moved, fold):
        codes = np.empty((len(masks), len(self._folds[fold][1])), np.intp)
        alone = np.ones(len(masks), np.bool_)
        if moved is not None and self._systems[fold].products.reaches(moved.base):
            found, clear = self._labels[fold].codes(moved)
            codes[moved.places[clear]] = found[clear]
            alone[moved.places[clear]] = False
        if alone.any():
            codes[alone] = codes_of(self._outputs(masks[alone], fold))
        return codes

    @cached_property
    def _labels(self):
        return [Labels(system) for system in self._systems]

    def decision_function(self, masks, folds):
        """Return (n_subsets, n_test, n_classes), of two classes the second's only."""
        out = self.outputs(masks, folds)
        return out[:, 0] if out.shape[1] == 1 else out.transpose(0, 2, 1)


class DiscriminantScorer(LinearClassScorer):
    """Predicts class codes and probabilities with many subsets.

    Parameters
    ----------
    learner, X, y, folds, systems
        As those of `LinearClassScorer`; outputs are log probabilities but for a term
        common to all classes.

    Examples
    --------
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> from learners.sklearn.linear.fast_paths import discriminant_analysis
    >>> X, y = np.array([[0.0], [2], [3], [5]]), np.array([0, 0, 1, 1])
    >>> folds = [(np.arange(4), np.array([1]))]
    >>> scorer = discriminant_analysis(LinearDiscriminantAnalysis(), X, y, folds)
    >>> scorer.predict_proba(np.array([[True]]), range(1)).round(4)
    array([[[0.8176, 0.1824]]])
    """

    def predict_proba(self, masks, folds):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        decisions = self.decision_function(masks, folds)
        if decisions.ndim == 3:
            return softmax(decisions, axis=2)
        second = expit(decisions)
        return np.stack([1 - second, second], axis=2)
