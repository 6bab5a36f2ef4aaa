"""Support vector machines for classes that say how much each variable matters."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.svm import SVC
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from learners.svm.base import SupportVectors
from learners.svm.importances import agreements, machines_of


class SVMClassifier(ClassifierMixin, SupportVectors):
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

    fingerprint_name = "learners.svm.SVMClassifier"  # its old place

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
