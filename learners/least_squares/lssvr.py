"""Least-squares support vector machines for regression and classification."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from learners.least_squares.base import ROWS, LeastSquares
from learners.least_squares.scorer import (
    LeastSquaresClassScorer,
    LeastSquaresScorer,
    absent_classes,
    in_order,
    labels_of,
)
from learners.tables.targets import learn_numbers


class LSSVR(RegressorMixin, LeastSquares):
    """Regression by least squares in the space of a kernel [1]_, with a bias.

    Parameters
    ----------
    C : float, default=1.0
        What a squared residual costs, against the norm of the weights.
    kernel : {"rbf", "linear", "poly"}, default="rbf"
        exp(-gamma |a - b|^2), a·b, or (gamma a·b + coef0)^degree.
    gamma : float, default=1.0
    degree : int, default=3
    coef0 : float, default=1.0
    C_grid : sequence of float, default=None
        Values of C of which a search takes, for each subset of variables, the one with
        the smallest cross-validated error (ties: the first). `fit` uses C.

    Attributes
    ----------
    dual_coef_ : ndarray of shape (n_samples, 1)
    intercept_ : ndarray of shape (1,)
    variants : tuple of dict
        The settings of C_grid, ``{"C": 1.0}`` and so on; without a grid a single
        ``{}``. A result's ``best.variant`` is the number of the one chosen.

    Notes
    -----
    Solves [[K + I/C, 1], [1', 0]] [alpha; b] = [y; 0]. Variables are taken as they
    come: scale them to [0, 1] first, as for any kernel. Many equal or almost equal
    rows, or a huge C, may leave K + I/C singular, which is an error.

    A subset scorer solves all folds of cross-validation together. Its predictions are
    those of a fit within 1e-8 of the largest target: both have the same kernel, but for
    rounding in linear and polynomial ones, and errors of 1e-16 in a system grow by its
    condition, at most n_samples C + 1 for RBF, so to 1e-8 at 1000 rows and C = 1e5. On
    other folds it fits, and predictions are the same bits (with RBF and more than 819
    variables, as near as above).

    References
    ----------
    .. [1] J. A. K. Suykens, T. Van Gestel, J. De Brabanter, B. De Moor, J. Vandewalle,
       "Least Squares Support Vector Machines", World Scientific, 2002.

    Examples
    --------
    >>> learner = LSSVR(C=100.0).fit([[0.0], [1.0], [2.0]], [1.0, 2.0, 3.0])
    >>> print(learner.predict([[1.0]]).round(2))
    [2.]
    """

    fingerprint_name = "learners.lssvr.LSSVR"  # its old place

    def predict(self, X):
        """Predict targets of shape (n_samples,)."""
        return self._outputs(X)[:, 0]

    def _learn(self, X, y):
        X, y = learn_numbers(self, X, y)
        return X, y[:, np.newaxis]

    def _scorer(self, kernel, X, Y, folds):
        return LeastSquaresScorer(kernel, self.C, X, Y, folds, self._grid())

    def _losses(self, Y, outputs, folds):
        return np.abs(Y[in_order(folds)] - outputs)[:, 0]


class LSSVC(ClassifierMixin, LeastSquares):
    """Classification by least-squares regression on targets of -1 and 1 [1]_.

    Parameters
    ----------
    C : float, default=1.0
        What a squared residual costs, against the norm of the weights.
    kernel : {"rbf", "linear", "poly"}, default="rbf"
        exp(-gamma |a - b|^2), a·b, or (gamma a·b + coef0)^degree.
    gamma : float, default=1.0
    degree : int, default=3
    coef0 : float, default=1.0
    C_grid : sequence of float, default=None
        Values of C of which a search takes, for each subset of variables, the one with
        the smallest cross-validated error (ties: the first). `fit` uses C.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    dual_coef_ : ndarray of shape (n_samples, n_outputs)
    intercept_ : ndarray of shape (n_outputs,)
    variants : tuple of dict
        As of `LSSVR`.

    Notes
    -----
    Of more than two classes, each is told from the rest, and the largest output wins.
    Else as `LSSVR`.

    References
    ----------
    .. [1] J. A. K. Suykens, J. Vandewalle, "Least squares support vector machine
       classifiers", Neural Processing Letters 9, 1999.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["low", "low", "high", "high"]
    >>> print(LSSVC(kernel="linear").fit(X, y).predict([[2.0], [7.0]]))
    ['low' 'high']
    """

    fingerprint_name = "learners.lssvr.LSSVC"  # its old place

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        return labels_of(self.decision_function(X), self.classes_)

    def decision_function(self, X):
        """Return outputs (n_samples, n_classes), of two classes the second's."""
        outputs = self._outputs(X)
        return outputs[:, 0] if len(self.classes_) == 2 else outputs

    def _learn(self, X, y):
        X, y = validate_data(self, X, y, **ROWS)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y must have at least two classes, got one class")
        targets = 2.0 * np.eye(len(self.classes_))[codes] - 1
        return X, targets[:, 1:] if len(self.classes_) == 2 else targets

    def _scorer(self, kernel, X, Y, folds):
        return LeastSquaresClassScorer(
            kernel, self.C, X, Y, folds, self.classes_, self._grid()
        )

    def _losses(self, Y, outputs, folds):
        outputs = np.where(absent_classes(Y, folds), -np.inf, outputs)
        Y = Y[in_order(folds)]
        if Y.shape[1] == 1:
            return (Y[:, 0] > 0) != (outputs[:, 0] > 0)
        return Y.argmax(axis=1) != outputs.argmax(axis=1)
