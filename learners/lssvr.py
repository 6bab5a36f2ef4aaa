"""Least-squares support vector machines for regression and classification."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from learners._least_squares import Kernel, solve
from learners._least_squares_scorer import (
    LeastSquaresClassScorer,
    LeastSquaresScorer,
    absent_classes,
    in_order,
    labels_of,
    share_rows,
)
from learners._left_out_path import LeftOutPath

KERNELS = ("rbf", "linear", "poly")
ROWS = {"dtype": np.float64, "order": "C"}


class _LeastSquares(BaseEstimator):
    def __init__(self, C=1.0, kernel="rbf", gamma=1.0, degree=3, coef0=1.0):
        self.C = C
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,)."""
        self._X, Y = self._learn(X, y)
        self._kernel = self._checked_kernel()
        self.dual_coef_, self.intercept_ = solve(
            self._kernel.matrix(self._X), Y, self.C
        )
        return self

    def cost(self, n_samples, n_variables):
        """Return the operations of one fit, up to a factor: kernel and solution."""
        return n_samples**2 * n_variables + n_samples**3 / 3

    def subset_scorer(self, X, y, folds):
        """Return what predicts the test rows of folds with some variables.

        Folds are pairs (training rows, test rows).
        """
        model = clone(self)
        X, Y = model._learn(X, y)
        return model._scorer(model._checked_kernel(), X, Y, folds)

    def tune(self, X, y, folds, gammas, Cs):
        """Return the errors of all pairs of gamma and C on each fold.

        One reduction of the kernel to a tridiagonal matrix serves all C, and all folds
        if each trains on just the rows that the others test; other folds are fitted.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_variables)
        y : array-like of shape (n_samples,)
        folds : sequence of (training rows, test rows)
        gammas : sequence of float
        Cs : sequence of float

        Returns
        -------
        ndarray of shape (n_gammas, n_Cs, n_folds)
            Mean absolute errors, of classes error rates.
        """
        for C in Cs:
            _check_positive("C", C)
        X, Y = clone(self)._learn(X, y)
        errors = [self._tune(X, Y, folds, gamma, Cs) for gamma in gammas]
        return np.reshape(errors, (len(gammas), len(Cs), len(folds)))

    def _tune(self, X, Y, folds, gamma, Cs):
        kernel = clone(self).set_params(gamma=gamma)._checked_kernel()
        if share_rows(folds):
            rows, sizes = in_order(folds), [len(test) for _, test in folds]
            ends = np.cumsum([0, *sizes])
            path = LeftOutPath(kernel.matrix(X[rows]), Y[rows], ends)
            outputs = map(path.predict, Cs)
        else:
            outputs = (_fitted(kernel, C, X, Y, folds) for C in Cs)
        return [self._errors(Y, output, folds) for output in outputs]

    def _errors(self, Y, outputs, folds):
        losses = self._losses(Y, outputs, folds)
        ends = np.cumsum([len(test) for _, test in folds])
        return [part.mean() for part in np.split(losses, ends[:-1])]

    def _outputs(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **ROWS)
        return self._kernel.matrix(X, self._X) @ self.dual_coef_ + self.intercept_

    def _checked_kernel(self):
        if self.kernel not in KERNELS:
            names = ", ".join(KERNELS)
            raise ValueError(f"kernel must be one of {names}, got {self.kernel!r}")
        _check_positive("C", self.C)
        _check_positive("gamma", self.gamma)
        if not (isinstance(self.degree, Integral) and self.degree >= 1):
            raise ValueError(f"degree must be an integer from 1, got {self.degree}")
        if not 0 <= self.coef0 < np.inf:
            raise ValueError(f"coef0 must be at least 0 and finite, got {self.coef0}")
        return Kernel(self.kernel, self.gamma, self.degree, self.coef0)


class LSSVR(RegressorMixin, _LeastSquares):
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

    Attributes
    ----------
    dual_coef_ : ndarray of shape (n_samples, 1)
    intercept_ : ndarray of shape (1,)

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

    def predict(self, X):
        """Predict targets of shape (n_samples,)."""
        return self._outputs(X)[:, 0]

    def _learn(self, X, y):
        X, y = validate_data(self, X, y, y_numeric=True, **ROWS)
        return X, np.asarray(y, np.float64)[:, np.newaxis]

    def _scorer(self, kernel, X, Y, folds):
        return LeastSquaresScorer(kernel, self.C, X, Y, folds)

    def _losses(self, Y, outputs, folds):
        return np.abs(Y[in_order(folds)] - outputs)[:, 0]


class LSSVC(ClassifierMixin, _LeastSquares):
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

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    dual_coef_ : ndarray of shape (n_samples, n_outputs)
    intercept_ : ndarray of shape (n_outputs,)

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
        return LeastSquaresClassScorer(kernel, self.C, X, Y, folds, self.classes_)

    def _losses(self, Y, outputs, folds):
        outputs = np.where(absent_classes(Y, folds), -np.inf, outputs)
        Y = Y[in_order(folds)]
        if Y.shape[1] == 1:
            return (Y[:, 0] > 0) != (outputs[:, 0] > 0)
        return Y.argmax(axis=1) != outputs.argmax(axis=1)


def _fitted(kernel, C, X, Y, folds):
    """Return the outputs for the test rows from a fit on each fold."""
    scorer = LeastSquaresScorer(kernel, C, X, Y, folds)
    every = np.ones((1, X.shape[1]), dtype=np.bool_)
    return scorer.outputs(every, range(len(folds)))[0]


def _check_positive(name, value):
    if not 0 < value < np.inf:
        raise ValueError(f"{name} must be above 0 and finite, got {value}")
