"""Support vector regression that says how much each variable matters."""

from __future__ import annotations

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.svm import SVR

from learners.svm.base import SupportVectors
from learners.tables.targets import learn_numbers


class SVMRegressor(RegressorMixin, SupportVectors):
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

    fingerprint_name = "learners.svm.SVMRegressor"  # its old place

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
        X, y = learn_numbers(self, X, y)
        self._check()
        if not 0 <= self.epsilon < np.inf:
            raise ValueError(f"epsilon must be from 0 and finite, got {self.epsilon}")
        self.machine_ = SVR(**self._params(), epsilon=self.epsilon).fit(X, y)
        return self

    def _machines(self):
        return [(np.arange(len(self.machine_.support_)), self.machine_.dual_coef_[0])]
