"""What perceptrons share."""

from __future__ import annotations

import numbers

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from learners.perceptron import training as kernels
from learners.perceptron.scorer import PerceptronScorer
from learners.perceptron.sums import WEIGHT_BITS
from learners.perceptron.units import (
    Scaling,
    as_floats,
    check_classes,
    signs_of,
    winners,
)

LARGEST_WEIGHT = 2.0**20


class Perceptron(ClassifierMixin, BaseEstimator):
    """Trains units on integers; a subclass says by which rule, and for how long."""

    device = "cpu"

    def fit(self, X, y, coef_init=None, intercept_init=None):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,).

        Training may start from the weights of shape (n_units, n_variables) and
        (n_units,) of an earlier fit, in place of zeros.
        """
        epochs = self._epochs()
        X, labels = self._labelled(X, y)
        self._scaling = Scaling(X)
        self._weights, n_run = kernels.train(
            self._scaling.codes(X),
            np.arange(len(X)),
            np.arange(X.shape[1]),
            signs_of(labels, len(self.classes_)),
            _start(coef_init, intercept_init, len(self.classes_), X.shape[1]),
            self._seed(),
            epochs,
            self._in_pocket,
        )
        weights = np.ldexp(self._weights, -WEIGHT_BITS)
        self.coef_, self.intercept_ = weights[:, :-1], weights[:, -1]
        self.n_iter_ = n_run.max()
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        places = winners(self._sums(X))
        return self.classes_[places]

    def decision_function(self, X):
        """Return the sums of shape (n_samples, n_classes).

        Of two classes, those of the one unit, of shape (n_samples,).
        """
        sums = as_floats(self._sums(X))
        return sums[0] if len(sums) == 1 else sums.T

    def cost(self, n_samples, n_variables):
        """Return the weight updates that one fit considers, without an early end."""
        return self._epochs().shape[1] * n_samples * (n_variables + 1)

    def subset_scorer(self, X, y, folds):
        """Return what trains on each fold and predicts its test rows.

        Folds are pairs (training rows, test rows).
        """
        model = clone(self)
        X, labels = model._labelled(X, y)
        return PerceptronScorer(model, X, labels, folds)

    def _labelled(self, X, y):
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        check_classes(self, len(self.classes_))
        return X, labels

    def _seed(self, fold=0):
        """Return where the numbers for a fold start."""
        random = check_random_state(self.random_state)
        if isinstance(self.random_state, numbers.Integral):
            return np.uint64(self.random_state + fold)
        return np.uint64(random.randint(2**31 - 1))

    def _sums(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        sums = np.empty((len(self._weights), len(X)), np.int64)
        rows, columns = np.arange(len(X)), np.arange(X.shape[1])
        codes = self._scaling.codes(X)
        kernels.fill_sums(codes, rows, columns, self._weights, sums)
        return sums


def _start(coef, intercept, n_classes, n_variables):
    """Return the weights to start from in multiples of 2^-22."""
    n_units = n_classes if n_classes > 2 else 1
    coef = _checked("coef_init", coef, (n_units, n_variables))
    intercept = _checked("intercept_init", intercept, (n_units,))
    weights = np.column_stack([coef, intercept])
    return np.rint(np.ldexp(weights, WEIGHT_BITS)).astype(np.int64, order="C")


def _checked(name, weights, shape):
    if weights is None:
        return np.zeros(shape)
    weights = np.asarray(weights, np.float64)
    if weights.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {weights.shape}")
    if not (np.abs(weights) <= LARGEST_WEIGHT).all():
        raise ValueError(f"{name} must be within {LARGEST_WEIGHT:.0f}, got {weights}")
    return weights
