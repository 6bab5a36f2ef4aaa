"""What perceptrons share: inputs as integers, units of classes, many subsets."""

from __future__ import annotations

import numbers

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from learners._device import gpu_of
from learners._kernels import thermal_perceptron as kernels

ONE = 2**kernels.INPUT_BITS  # the code of an input of 1
FARTHEST = 127  # the largest code
LARGEST_WEIGHT = 2.0**20
NEVER = np.finfo(np.float64).min
FEWEST = 64  # trainings that pay on a GPU, where a few take as long as thousands


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
            _signs(labels, len(self.classes_)),
            _start(coef_init, intercept_init, len(self.classes_), X.shape[1]),
            self._seed(),
            epochs,
            self._in_pocket,
        )
        weights = np.ldexp(self._weights, -kernels.WEIGHT_BITS)
        self.coef_, self.intercept_ = weights[:, :-1], weights[:, -1]
        self.n_iter_ = n_run.max()
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        winners = _winners(self._sums(X))
        return self.classes_[winners]

    def decision_function(self, X):
        """Return the sums of shape (n_samples, n_classes).

        Of two classes, those of the one unit, of shape (n_samples,).
        """
        sums = _as_floats(self._sums(X))
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
        _check_classes(self, len(self.classes_))
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


class Scaling:
    """Maps the range of each column to -1 to 1, in steps of 1/64.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_variables)
        The rows that the ranges are learnt from. A constant column becomes zero.
    """

    def __init__(self, X):
        low, high = X.min(axis=0), X.max(axis=0)
        # Halves first, since a range may exceed the largest float.
        self.centres = low / 2 + high / 2
        self.halves = high / 2 - low / 2
        self.constant = self.halves == 0
        self.halves[self.constant] = 1.0

    def codes(self, X):
        """Return X in sixty-fourths, as int8; values far outside are cut at 127."""
        with np.errstate(over="ignore"):
            scaled = (X / 2 - self.centres / 2) / self.halves * (2 * ONE)
        scaled[:, self.constant] = 0.0
        rounded = np.clip(np.rint(scaled), -FARTHEST, FARTHEST)
        return rounded.astype(np.int8, order="C")


class PerceptronScorer:
    """Predicts the test rows of folds with many subsets of the variables.

    Parameters
    ----------
    model : Perceptron
        Its ``classes_`` are known.
    X : ndarray of shape (n_samples, n_columns)
    labels : ndarray of shape (n_samples,)
        Codes of the classes.
    folds : sequence of (training rows, test rows)
        Fold f is trained with the seed ``random_state + f``.

    Examples
    --------
    >>> from learners.thermal_perceptron import ThermalPerceptron
    >>> X, y = [[0.0, 5.0], [1.0, 6.0], [3.0, 5.0], [4.0, 6.0]], [0, 0, 1, 1]
    >>> learner = ThermalPerceptron(random_state=0)
    >>> scorer = learner.subset_scorer(X, y, [([0, 1, 2, 3], [1, 2])])
    >>> scorer.predict(np.array([[True, True], [True, False]])).tolist()
    [[0, 1], [0, 1]]
    """

    def __init__(self, model, X, labels, folds):
        self.classes_ = model.classes_
        self._epochs, self._in_pocket = model._epochs(), model._in_pocket
        self._gpu = gpu_of(model.device)
        self._fewest = 1 if model.device == "cuda" else FEWEST
        self._folds = [
            self._prepared(model, X, labels, model._seed(fold), *rows)
            for fold, rows in enumerate(folds)
        ]

    def predict(self, masks, folds=None):
        """Predict labels (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        parts = [
            present[_winners(sums, axis=1)] for present, sums in self._of(masks, folds)
        ]
        return self.classes_[np.concatenate(parts, axis=1)]

    def decision_function(self, masks, folds=None):
        """Return sums of shape (n_subsets, n_test, n_classes).

        Of two classes, those of the one unit, of shape (n_subsets, n_test). A class
        that a fold lacks has the least number of all.
        """
        parts = [self._decisions(*part) for part in self._of(masks, folds)]
        return np.concatenate(parts, axis=1)

    def _prepared(self, model, X, labels, seed, train, test):
        # A fold may lack a class.
        present, own = np.unique(labels[train], return_inverse=True)
        _check_classes(model, len(present))
        codes = Scaling(X[train]).codes(X)
        rows = (np.require(part, np.intp, ["C", "W"]) for part in (train, test))
        return present, codes, *rows, _signs(own, len(present)), seed

    def _of(self, masks, folds):
        """Yield the classes present and the sums, fold by fold."""
        masks = np.require(masks, np.bool_, ["C", "W"])
        chosen = range(len(self._folds)) if folds is None else folds
        folds = [self._folds[fold] for fold in chosen]
        n_trainings = len(masks) * sum(len(signs) for *_, signs, _ in folds)
        if self._gpu is not None and n_trainings >= self._fewest:
            sums = self._sums_by_gpu(masks, folds)
        else:
            sums = (self._sums(masks, *fold) for _, *fold in folds)
        return zip((present for present, *_ in folds), sums, strict=True)

    def _sums(self, masks, codes, train, test, signs, seed):
        sums = np.empty((len(masks), len(signs), len(test)), np.int64)
        how = seed, self._epochs, self._in_pocket
        kernels.fill_sums_of_subsets(codes, train, test, masks, signs, *how, sums)
        return sums

    def _sums_by_gpu(self, masks, folds):
        from learners._perceptron_torch import sums_of_subsets

        return sums_of_subsets(masks, folds, self._epochs, self._gpu)

    def _decisions(self, present, sums):
        sums = _as_floats(sums)
        if len(self.classes_) == 2:
            return sums[:, 0]
        if len(present) == 2:
            sums = np.concatenate([-sums, sums], axis=1)
        decisions = np.full((len(sums), sums.shape[2], len(self.classes_)), NEVER)
        decisions[:, :, present] = sums.transpose(0, 2, 1)
        return decisions


def _check_classes(model, n_classes):
    if n_classes < 2:
        name = type(model).__name__
        raise ValueError(f"{name} needs rows of at least 2 classes, got 1 class")


def _signs(labels, n_classes):
    """Return 1 and -1 for each unit and row; two classes share a unit."""
    units = np.arange(n_classes) if n_classes > 2 else np.array([1])
    return np.where(labels == units[:, np.newaxis], 1, -1)


def _start(coef, intercept, n_classes, n_variables):
    """Return the weights to start from in multiples of 2^-22."""
    n_units = n_classes if n_classes > 2 else 1
    coef = _checked("coef_init", coef, (n_units, n_variables))
    intercept = _checked("intercept_init", intercept, (n_units,))
    weights = np.column_stack([coef, intercept])
    return np.rint(np.ldexp(weights, kernels.WEIGHT_BITS)).astype(np.int64, order="C")


def _checked(name, weights, shape):
    if weights is None:
        return np.zeros(shape)
    weights = np.asarray(weights, np.float64)
    if weights.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, got {weights.shape}")
    if not (np.abs(weights) <= LARGEST_WEIGHT).all():
        raise ValueError(f"{name} must be within {LARGEST_WEIGHT:.0f}, got {weights}")
    return weights


def _winners(sums, axis=0):
    """Return the places of the classes whose unit, along an axis, wins."""
    if sums.shape[axis] == 1:
        return (sums.take(0, axis) > 0).astype(np.intp)
    return sums.argmax(axis)


def _as_floats(sums):
    return np.ldexp(sums.astype(np.float64), -kernels.WEIGHT_BITS - kernels.INPUT_BITS)
