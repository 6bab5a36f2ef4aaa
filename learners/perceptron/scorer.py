"""Perceptrons on many subsets of the variables."""

from __future__ import annotations

import numpy as np

from learners.perceptron import training as kernels
from learners.perceptron.device import gpu_of
from learners.perceptron.units import (
    Scaling,
    as_floats,
    check_classes,
    signs_of,
    winners,
)

NEVER = np.finfo(np.float64).min
FEWEST = 64  # trainings that pay on a GPU, where a few take as long as thousands


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
    >>> from learners import ThermalPerceptron
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
            present[winners(sums, axis=1)] for present, sums in self._of(masks, folds)
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
        check_classes(model, len(present))
        codes = Scaling(X[train]).codes(X)
        rows = (np.require(part, np.intp, ["C", "W"]) for part in (train, test))
        return present, codes, *rows, signs_of(own, len(present)), seed

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
        from learners.perceptron.by_torch import sums_of_subsets

        return sums_of_subsets(masks, folds, self._epochs, self._gpu)

    def _decisions(self, present, sums):
        sums = as_floats(sums)
        if len(self.classes_) == 2:
            return sums[:, 0]
        if len(present) == 2:
            sums = np.concatenate([-sums, sums], axis=1)
        decisions = np.full((len(sums), sums.shape[2], len(self.classes_)), NEVER)
        decisions[:, :, present] = sums.transpose(0, 2, 1)
        return decisions
