"""Support vector machines that say how much each variable matters."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.svm import SVC, SVR
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from learners._svm_importances import agreements, machines_of, norm_slopes

KERNELS = ("linear", "poly", "rbf")


class _SupportVectors(BaseEstimator):
    criteria = ("weights", "rm")

    def predict(self, X):
        """Predict of shape (n_samples,)."""
        return self._machine().predict(self._rows(X))

    def cost(self, n_samples, n_variables):
        """Return the operations of one fit, up to a factor: kernel and its use."""
        return n_samples**2 * (n_variables + 1)

    def importances(self):
        """Return the importances of shape (n_variables,), by the criterion."""
        self._machine()
        if self.criterion == "weights" and self.kernel != "linear":
            raise ValueError(
                f"criterion must be one of {', '.join(self.criteria[1:])} "
                f"with kernel {self.kernel!r}, got 'weights'"
            )
        return sum(self._importances(*machine) for machine in self._machines())

    def _importances(self, support, duals):
        vectors = self.machine_.support_vectors_[support]
        if self.criterion == "weights":
            return (duals @ vectors) ** 2
        return norm_slopes(vectors, duals, *self._kernel())

    def _machine(self):
        check_is_fitted(self)
        return self.machine_

    def _rows(self, X):
        return validate_data(self, X, dtype=np.float64, reset=False)

    def _kernel(self):
        return self.kernel, self.degree, self.machine_._gamma  # "scale" made a number

    def _params(self):
        self._check()
        # (1 + a·b)^degree: the gamma of scikit-learn's polynomials is 1.
        gamma = 1.0 if self.kernel == "poly" else self.gamma
        names = ("C", "kernel", "degree", "tol")
        return {"gamma": gamma, "coef0": 1.0} | {n: getattr(self, n) for n in names}

    def _check(self):
        _check_one_of("kernel", self.kernel, KERNELS)
        _check_one_of("criterion", self.criterion, self.criteria)
        _check_positive("C", self.C)
        _check_positive("tol", self.tol)
        if not (isinstance(self.degree, Integral) and self.degree >= 1):
            raise ValueError(f"degree must be an integer from 1, got {self.degree!r}")
        if self.gamma != "scale":
            _check_positive("gamma", self.gamma, "'scale', or ")


class SVMClassifier(ClassifierMixin, _SupportVectors):
    """Classify by scikit-learn's SVC, and rank variables by weights, RM or DM.

    Parameters
    ----------
    C : float, default=1.0
        What an error costs, against the norm of the weights.
    kernel : {"linear", "poly", "rbf"}, default="linear"
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    degree : int, default=3
    gamma : float or "scale", default="scale"
        Of "rbf", in 1 / (unit of X) squared; "scale" is 1 / (n_variables * variance of
        all values of X), so it follows the variables used.
    criterion : {"weights", "rm", "dm"}, default="weights"
        Importances are squared weights, with a linear kernel only [1]_; the slopes of
        |w|^2 by each variable's scale, unsigned (RM, eq. 3 of [2]_); or the sum of true
        signs times outputs without the bias once a variable has its mean everywhere,
        negated (DM, eq. 4 of [2]_).
    tol : float, default=1e-3
        Largest violation of the optimality conditions when training ends. Ranks need a
        smaller one than predictions do: at 1e-3 near ranks may change places.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    machine_ : SVC
        The fitted machine.

    Notes
    -----
    Of more than two classes, each pair has a machine, and the importances of all are
    added up; for squared weights that is the sum over the rows of `coef_`. The means of
    DM are over all rows, whatever the pair. Variables are taken as they come: scale
    them first.

    References
    ----------
    .. [1] I. Guyon, J. Weston, S. Barnhill, V. Vapnik, "Gene selection for cancer
       classification using support vector machines", Machine Learning 46, 2002.
    .. [2] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.

    Examples
    --------
    >>> X, y = [[0, 1], [1, 0], [8, 1], [9, 0]], ["low", "low", "high", "high"]
    >>> learner = SVMClassifier(criterion="dm").fit(X, y)
    >>> print(learner.predict([[2, 1], [7, 1]]), learner.importances().argmax())
    ['low' 'high'] 0
    """

    criteria = ("weights", "rm", "dm")

    def __init__(
        self,
        C=1.0,
        kernel="linear",
        degree=3,
        gamma="scale",
        criterion="weights",
        tol=1e-3,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.criterion = criterion
        self.tol = tol

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and labels of shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError("y must have at least two classes, got one class")
        self.machine_ = SVC(**self._params()).fit(X, y)
        # Only DM asks what becomes of the rows that are no support vectors.
        self._taught = (X, codes) if self.criterion == "dm" else None
        return self

    def decision_function(self, X):
        """Return outputs (n_samples, n_classes), of two classes the second's."""
        return self._machine().decision_function(self._rows(X))

    def _machines(self):
        return machines_of(self.machine_)

    def _importances(self, support, duals):
        if self.criterion != "dm":
            return super()._importances(support, duals)
        X, codes = self._taught
        positive, negative = (
            codes[self.machine_.support_[support[duals * sign > 0][0]]]
            for sign in (1, -1)
        )
        signs = (codes == positive) * 1.0 - (codes == negative)
        rows, vectors = signs != 0, self.machine_.support_vectors_[support]
        means = X.mean(axis=0)
        kernel = self._kernel()
        return -agreements(X[rows], signs[rows], vectors, duals, means, *kernel)


class SVMRegressor(RegressorMixin, _SupportVectors):
    """Predict numbers by scikit-learn's SVR, and rank variables by weights or RM.

    Parameters
    ----------
    C : float, default=1.0
        What an error costs, against the norm of the weights.
    kernel : {"linear", "poly", "rbf"}, default="rbf"
    degree : int, default=3
    gamma : float or "scale", default="scale"
    criterion : {"weights", "rm"}, default="rm"
        As of `SVMClassifier`, whose references hold here; DM needs classes.
    epsilon : float, default=0.1
        Errors up to this cost nothing, in the unit of y.
    tol : float, default=1e-3
        Largest violation of the optimality conditions when training ends.

    Attributes
    ----------
    machine_ : SVR
        The fitted machine.

    Notes
    -----
    Variables are taken as they come: scale them first, or a linear kernel may train for
    minutes. If a constant errs by no more than `epsilon`, there are no support vectors
    and all importances are 0.

    Examples
    --------
    >>> X, y = [[0, 1], [1, 0], [2, 1]], [1.0, 2.0, 3.0]
    >>> learner = SVMRegressor(100.0, "linear").fit(X, y)
    >>> print(learner.predict([[1, 0]]).round(1), learner.importances().argmax())
    [2.] 0
    """

    def __init__(
        self,
        C=1.0,
        kernel="rbf",
        degree=3,
        gamma="scale",
        criterion="rm",
        epsilon=0.1,
        tol=1e-3,
    ):
        self.C = C
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.criterion = criterion
        self.epsilon = epsilon
        self.tol = tol

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,)."""
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        if not 0 <= self.epsilon < np.inf:
            raise ValueError(f"epsilon must be from 0 and finite, got {self.epsilon}")
        self.machine_ = SVR(**self._params(), epsilon=self.epsilon).fit(X, y)
        return self

    def _machines(self):
        return [(np.arange(len(self.machine_.support_)), self.machine_.dual_coef_[0])]


def _check_one_of(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")


def _check_positive(name, value, other=""):
    if not (isinstance(value, Real) and 0 < value < np.inf):
        raise ValueError(f"{name} must be {other}above 0 and finite, got {value!r}")
