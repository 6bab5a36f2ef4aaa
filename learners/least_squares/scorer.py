"""Least-squares support vector predictions of many subsets on the same rows."""

from __future__ import annotations

import numpy as np

from learners.least_squares.left_out_folds import LeftOut
from learners.least_squares.systems import columns_of, solve

REMEMBERED = 1024  # subsets


class LeastSquaresScorer:
    """Predicts the test rows of folds with many subsets of the variables.

    Parameters
    ----------
    kernel : Kernel
    C : float
    X : ndarray of shape (n_samples, n_columns)
    Y : ndarray of shape (n_samples, n_outputs)
    folds : sequence of (training rows, test rows)
    Cs : sequence of float, default=()
        The values of C that `predict_variants` tries.

    Notes
    -----
    Folds of cross-validation, which share all their rows, are solved together, and a
    subset's answers remembered, for more of its folds may be asked later. Other folds
    are fitted one by one. Subsets are solved one at a time, whatever their company.

    The RBF kernel moves from one subset to the next by the variables in which they
    differ, at n_samples^2 each. Their distances are not kept, since to compute them
    takes no longer than to read them: memory is a few n_samples^2, whatever n_columns.
    That the sums are of integers makes the way invisible.

    Examples
    --------
    >>> from learners import LSSVR
    >>> X, y = [[0.0, 5.0], [1.0, 6.0], [2.0, 5.0]], [0.0, 1.0, 2.0]
    >>> folds = [([1, 2], [0]), ([0, 1], [2]), ([0, 2], [1])]
    >>> scorer = LSSVR(100, "linear").subset_scorer(X, y, folds)
    >>> scorer.predict(np.array([[True, False]]), range(3)).round(4)
    array([[0.0294, 1.9706, 1.    ]])
    """

    def __init__(self, kernel, C, X, Y, folds, Cs=()):
        self._kernel, self._C, self._Cs = kernel, C, tuple(Cs)
        self._folds = [tuple(map(np.asarray, fold)) for fold in folds]
        self._ends = np.cumsum([0, *(len(test) for _, test in folds)])
        self._together = share_rows(folds)
        rows = in_order(folds) if self._together else slice(None)
        self._X, self._Y = np.ascontiguousarray(X[rows]), Y[rows]
        (self._columns,) = columns_of(self._X)
        self._known = None
        self._remembered = {}

    def predict(self, masks, folds):
        """Predict (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self.outputs(masks, folds)[:, :, 0]

    def predict_variants(self, masks, folds):
        """Predict (n_variants, n_subsets, n_test), for each C of the grid."""
        return self._outputs(masks, folds, self._Cs)[:, :, :, 0]

    def outputs(self, masks, folds):
        """Return outputs of shape (n_subsets, n_test, n_outputs)."""
        return self._outputs(masks, folds, (self._C,))[0]

    def _outputs(self, masks, folds, Cs):
        """Return outputs of shape (n_Cs, n_subsets, n_test, n_outputs)."""
        masks = np.asarray(masks, dtype=np.bool_)
        if not self._together:
            outputs = [self._fitted(mask, folds, Cs) for mask in masks]
        else:
            part = slice(self._ends[folds.start], self._ends[folds.stop])
            solver = LeftOut(self._ends)
            outputs = [self._left_out(mask, solver, Cs)[:, part] for mask in masks]
        return np.stack(outputs, axis=1)

    def _left_out(self, mask, solver, Cs):
        key = mask.tobytes(), Cs
        found = self._remembered.get(key)
        if found is None:
            found = solver.predict_each(self._kernel_of(mask), self._Y, Cs)
            # Threads may share a scorer: nothing is ever taken out.
            if len(self._remembered) >= REMEMBERED:
                self._remembered = {}
            self._remembered[key] = found
        return found

    def _fitted(self, mask, folds, Cs):
        kernel_of = self._kernels(mask)
        outputs = []
        for train, test in self._folds[folds.start : folds.stop]:
            K, across = kernel_of(train), kernel_of(test, train)
            fits = [solve(K, self._Y[train], C) for C in Cs]
            outputs.append([across @ alpha + bias for alpha, bias in fits])
        return np.concatenate(outputs, axis=1)

    def _kernel_of(self, mask):
        if self._kernel.kind == "rbf":
            return self._of_sums(self._move(mask), mask)
        return self._kernel.matrix(self._X[:, mask])

    def _of_sums(self, sums, mask):
        return self._kernel.of_sums(sums, len(mask))

    def _kernels(self, mask):
        """Return what makes a subset's kernel of some rows, with others if given."""
        if self._kernel.kind != "rbf":
            X, kernel = self._X[:, mask], self._kernel
            return lambda *rows: kernel.matrix(*(X[part] for part in rows))
        sums = self._move(mask)
        return lambda *rows: self._of_sums(sums[np.ix_(rows[0], rows[-1])], mask)

    def _move(self, mask):
        """Return the sums of a subset, reached from the last one if that is near."""
        known, sums = self._known or (np.zeros_like(mask), None)
        flips = np.flatnonzero(mask != known)
        if sums is None or len(flips) > mask.sum():
            flips, sums = np.flatnonzero(mask), np.zeros([len(self._X)] * 2, np.int64)
        else:
            sums = sums.copy()
        signs = np.where(mask[flips], 1, -1)
        self._kernel.add(self._columns, self._columns, flips, signs, sums)
        self._known = mask, sums  # one tuple, replaced whole: threads may share it
        return sums


class LeastSquaresClassScorer(LeastSquaresScorer):
    """Predicts class codes of the test rows of folds with many subsets.

    Parameters
    ----------
    kernel, C, X, Y, folds, Cs
        As those of `LeastSquaresScorer`; Y holds a column of -1 and 1 for each class,
        or one for both.
    classes : ndarray of shape (n_classes,)

    Examples
    --------
    >>> from learners import LSSVC
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> folds = [([1, 2], [0, 3]), ([0, 3], [1, 2])]
    >>> scorer = LSSVC(kernel="linear").subset_scorer(X, y, folds)
    >>> scorer.predict(np.array([[True]]), range(2)).tolist()
    [[0, 1, 0, 1]]
    """

    def __init__(self, kernel, C, X, Y, folds, classes, Cs=()):
        super().__init__(kernel, C, X, Y, folds, Cs)
        self._classes = classes
        self._absent = absent_classes(Y, folds)

    def predict(self, masks, folds):
        """Predict labels (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return labels_of(self.decision_function(masks, folds), self._classes)

    def predict_variants(self, masks, folds):
        """Predict labels (n_variants, n_subsets, n_test), for each C of the grid."""
        outputs = self._outputs(masks, folds, self._Cs)
        return labels_of(self._decisions(outputs, folds), self._classes)

    def decision_function(self, masks, folds):
        """Return outputs (n_subsets, n_test, n_classes), of two classes the second's.

        That of a class which is not among the training rows is -inf.
        """
        return self._decisions(self.outputs(masks, folds), folds)

    def _decisions(self, outputs, folds):
        if len(self._classes) == 2:
            return outputs[..., 0]
        absent = self._absent[self._ends[folds.start] : self._ends[folds.stop]]
        return np.where(absent, -np.inf, outputs)


def labels_of(decisions, classes):
    """Return the labels of outputs, which of two classes are those of the second.

    Examples
    --------
    >>> labels_of(np.array([0.5, -0.5]), np.array(["a", "b"])).tolist()
    ['b', 'a']
    """
    two = len(classes) == 2
    return classes[(decisions > 0).astype(int) if two else decisions.argmax(axis=-1)]


def absent_classes(Y, folds):
    """Return which outputs (n_test, n_outputs) are of classes no training row has.

    Examples
    --------
    >>> Y = np.array([[1, -1, -1], [-1, 1, -1], [-1, 1, -1], [-1, -1, 1]])
    >>> absent_classes(Y, [([0, 1], [2, 3])]).tolist()
    [[False, False, True], [False, False, True]]
    """
    absent = []
    for fold, (train, test) in enumerate(folds):
        some, others = (Y[train] > 0).any(axis=0), (Y[train] < 0).any(axis=0)
        if not (some & others).any():
            raise ValueError(f"fold {fold} has only one class in its training rows")
        known = some | (Y.shape[1] == 1)
        absent.append(np.tile(~known, (len(test), 1)))
    return np.concatenate(absent)


def in_order(folds):
    """Return the test rows of all folds, one fold after the other.

    Examples
    --------
    >>> in_order([([1], [0, 2]), ([0, 2], [1])]).tolist()
    [0, 2, 1]
    """
    return np.concatenate([test for _, test in folds])


def share_rows(folds):
    """Return whether each fold trains on just the rows that the others test.

    Examples
    --------
    >>> share_rows([([1], [0]), ([0], [1])]), share_rows([([1], [0])])
    (True, False)
    """
    rows = np.sort(in_order(folds))
    return bool(np.diff(rows).all()) and all(
        np.array_equal(np.sort(np.concatenate(fold)), rows) for fold in folds
    )
