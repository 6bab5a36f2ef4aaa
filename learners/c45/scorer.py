"""Predictions of C4.5 trees on many subsets of the variables."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from learners.c45 import asking as kernels
from learners.c45.recalling.recalled import Recalled


class C45Scorer:
    """Grows a tree for each subset and fold on columns that are sorted already.

    It remembers the nodes of trees where variables are taken away: what one gains at a
    node is the same whatever others there are, so a tree is grown only where it leaves
    the earlier ones. Each thread that asks at the same time takes up to `most_bytes`
    for that; what does not fit is forgotten. No answer depends on it.

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

    takes_threads = True  # each that asks has memories of its own
    most_bytes = 2**28

    def __init__(self, model, table, folds):
        self.classes_ = model.classes_
        self._model, self._table = model, table
        self._parts = [table.training_rows(np.asarray(train)) for train, _ in folds]
        self._tests = [np.asarray(test, np.int64) for _, test in folds]
        self._idle = []  # memories that no thread uses just now

    def __getstate__(self):
        return self.__dict__ | {"_idle": []}  # memories are not pickled

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
        with self._recalled() as recalled:
            for mask, answer in recalled.through(masks, answers):
                for k, fold in enumerate(folds):
                    part = answer[ends[k] : ends[k + 1]]
                    recalled.fill(part, ask, mask, fold)
        return answers

    @contextmanager
    def _recalled(self):
        try:
            recalled = self._idle.pop()
        except IndexError:
            recalled = Recalled(
                self._model, self._table, self._parts, self._tests, self.most_bytes
            )
        yield recalled
        self._idle.append(recalled)  # not if it failed midway
