"""Predictions of C4.5 trees on many subsets of the variables."""

from __future__ import annotations

import numpy as np

from learners.c45 import asking as kernels


class C45Scorer:
    """Grows a tree for each subset and fold on columns that are sorted already.

    Parameters
    ----------
    model : C45Tree
        With ``classes_``.
    table : Table
    folds : sequence of (training rows, test rows)

    Examples
    --------
    >>> from learners import C45Tree
    >>> X, y = [[0.0, 5.0], [1.0, 6.0], [3.0, 5.0], [4.0, 6.0]], [0, 0, 1, 1]
    >>> scorer = C45Tree().subset_scorer(X, y, [([0, 1, 2, 3], [1, 2])])
    >>> scorer.predict(np.array([[True, True], [False, True]])).tolist()
    [[0, 1], [0, 0]]
    """

    takes_threads = True  # trees have nothing in common but the sorted columns

    def __init__(self, model, table, folds):
        self.classes_ = model.classes_
        self._model, self._table = model, table
        self._parts = [table.training_rows(np.asarray(train)) for train, _ in folds]
        self._tests = [np.asarray(test, np.int64) for _, test in folds]

    def predict(self, masks, folds=None):
        """Predict labels (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self.classes_[self._ask(kernels.labels_of, masks, folds, (), np.intp)]

    def predict_proba(self, masks, folds=None):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        of_row = (len(self.classes_),)
        shares = self._ask(kernels.all_shares, masks, folds, of_row, np.float64)
        return shares / shares.sum(axis=2, keepdims=True)

    def _ask(self, ask, masks, folds, of_row, dtype):
        """Return what `ask` says of the test rows of trees on each mask."""
        folds = range(len(self._tests)) if folds is None else folds
        ends = np.cumsum([0, *(len(self._tests[fold]) for fold in folds)])
        answers = np.empty((len(masks), ends[-1], *of_row), dtype)
        for mask, answer in zip(masks, answers, strict=True):
            columns = np.flatnonzero(mask)
            choice = self._table.choose(columns)
            for k, fold in enumerate(folds):
                tree = self._tree(columns, choice, fold)
                part = answer[ends[k] : ends[k + 1]]
                ask(*tree, self._table.cells, self._tests[fold], part)
        return answers

    def _tree(self, columns, choice, fold):
        table = self._table
        nodes, thresholds, _ = self._model._grow(table, choice, self._parts[fold])
        return nodes, thresholds, columns, table.nominal[columns]
