"""Linear support vector machines by linear programs, which choose variables."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from learners.linear_program.programs import (
    LinearProgramClassScorer,
    LinearProgramScorer,
    solve,
    winners,
)
from learners.tables.targets import learn_numbers
from wrapsel.parameters import check_kinds_of_defaults

ROWS = {"dtype": np.float64, "order": "C"}
NUMERICALLY_ZERO = 1e-8  # of the largest weight


class _LinearProgram(BaseEstimator):
    def cost(self, n_samples, n_variables):
        """Return about what a fit takes, up to a factor: the solver's pivots."""
        return n_samples * n_variables * min(n_samples, n_variables) ** 0.5

    def importances(self):
        """Return the sizes of the weights (n_variables,), of classes the largest."""
        check_is_fitted(self)
        return np.abs(np.atleast_2d(self.coef_)).max(axis=0)

    def subset_scorer(self, X, y, folds):
        """Return what predicts the test rows of folds with some variables.

        Folds are pairs (training rows, test rows).
        """
        model = clone(self)
        X, y = model._validated(X, y)
        return model._scorer(X, y, folds)

    def _chosen(self):
        sizes = self.importances()
        return sizes > max(self.mu, NUMERICALLY_ZERO) * sizes.max()

    def _check_parameters(self):
        check_kinds_of_defaults(self, time_limit=(float, type(None)))
        if not 0 < self.C < np.inf:
            raise ValueError(f"C must be above 0 and finite, got {self.C}")
        if not 0 <= self.mu < 1:
            raise ValueError(f"mu must be in [0, 1), got {self.mu}")
        if not (self.time_limit is None or self.time_limit > 0):
            raise ValueError(f"time_limit must be above 0, got {self.time_limit}")


class LPSVR(RegressorMixin, _LinearProgram):
    """Linear regression of small error outside a tube, and a small sum of |w| [1]_.

    Parameters
    ----------
    C : float, default=10.0
        What a unit of error outside the tube costs, against a unit of weight.
    epsilon : float, default=0.01
        Half the width of the tube in which errors cost nothing, in the unit of y.
    mu : float, default=0.0
        Variables are selected whose |w| is above mu times the largest, in [0, 1).
    time_limit : float, default=None
        Seconds for the linear program.

    Attributes
    ----------
    coef_ : ndarray of shape (n_variables,)
    intercept_ : float
    selected_ : ndarray of bool of shape (n_variables,)
        None is selected if all weights are 0. With mu=0, |w| above 1e-8 of the largest.

    Raises
    ------
    RuntimeError
        If the solver finds no optimum: on fit, with its status and what to change.

    Notes
    -----
    Minimises sum |w_i| + C sum (xi_i + xi*_i). The paper chooses C from 10 and 10000,
    and epsilon from 0.01 and 0.2, by cross-validation. At most as many weights as
    samples are not 0. What is large depends on the units of X: scale it to [0, 1]
    first. The unit of y matters to epsilon only.

    Equal columns, or values on a coarse grid, may have several optima. The same table
    always gets the same one, but in another order of its columns maybe another of the
    same objective. Among intercepts it is the middle one.

    References
    ----------
    .. [1] T. Nagatani, S. Ozawa, S. Abe, "Fast Variable Selection by Block Addition and
       Block Deletion", 2010, section 4.

    Examples
    --------
    >>> X, y = [[0.0, 0.3], [0.5, 0.9], [1.0, 0.1]], [1.0, 2.0, 3.0]
    >>> learner = LPSVR(C=10.0, epsilon=0.1).fit(X, y)
    >>> print(learner.coef_.round(4), round(learner.intercept_, 4), learner.selected_)
    [1.8 0. ] 1.1 [ True False]
    """

    fingerprint_name = "learners.lpsvr.LPSVR"  # its old place

    def __init__(self, C=10.0, epsilon=0.01, mu=0.0, time_limit=None):
        self.C = C
        self.epsilon = epsilon
        self.mu = mu
        self.time_limit = time_limit

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,)."""
        self.coef_, self.intercept_ = self._solve(*self._validated(X, y))
        self.selected_ = self._chosen()
        return self

    def predict(self, X):
        """Predict targets of shape (n_samples,)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **ROWS)
        return X @ self.coef_ + self.intercept_

    def _validated(self, X, y):
        self._check_parameters()
        if not 0 <= self.epsilon < np.inf:
            raise ValueError(
                f"epsilon must be at least 0 and finite, got {self.epsilon}"
            )
        return learn_numbers(self, X, y)

    def _solve(self, X, y):
        # The solver's tolerance is absolute, so it gets targets in [-1, 1].
        highest, lowest = y.max() / 2, y.min() / 2
        centre, unit = highest + lowest, highest - lowest or 1.0
        half = np.full(len(y), self.epsilon / unit)
        weights, intercept = solve(
            X, (y - centre) / unit, -half, half, self.C, self.time_limit
        )
        return weights * unit, intercept * unit + centre

    def _scorer(self, X, y, folds):
        return LinearProgramScorer(self._solve, X, y, folds)


class LPSVC(ClassifierMixin, _LinearProgram):
    """Linear classification of small hinge loss, and a small sum of |w| [1]_.

    Parameters
    ----------
    C : float, default=10.0
        What a unit of hinge loss costs, against a unit of weight.
    mu : float, default=0.0
        Variables are selected whose |w| is above mu times the largest, in [0, 1).
    time_limit : float, default=None
        Seconds for each linear program.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.
    coef_ : ndarray of shape (n_outputs, n_variables)
    intercept_ : ndarray of shape (n_outputs,)
    selected_ : ndarray of bool of shape (n_variables,)
        By the largest |w| over the outputs.

    Raises
    ------
    RuntimeError
        If the solver finds no optimum: on fit, with its status and what to change.

    Notes
    -----
    Of more than two classes, each is told from the rest by its own linear program, and
    the largest output wins. Else as `LPSVR`.

    References
    ----------
    .. [1] P. S. Bradley, O. L. Mangasarian, "Feature selection via concave minimization
       and support vector machines", ICML 1998, the 1-norm SVM.

    Examples
    --------
    >>> X, y = [[0.0, 5.0], [1.0, 3.0], [8.0, 4.0], [9.0, 4.0]], ["a", "a", "b", "b"]
    >>> learner = LPSVC().fit(X, y)
    >>> print(learner.predict([[2.0, 4.0], [7.0, 4.0]]), learner.selected_)
    ['a' 'b'] [ True False]
    """

    fingerprint_name = "learners.lpsvr.LPSVC"  # its old place

    def __init__(self, C=10.0, mu=0.0, time_limit=None):
        self.C = C
        self.mu = mu
        self.time_limit = time_limit

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,)."""
        X, y = self._validated(X, y)
        self.classes_ = np.unique(y)
        self.coef_, self.intercept_ = self._solve(X, y)
        self.selected_ = self._chosen()
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        outputs = self._outputs(X)
        return self.classes_[winners(outputs)]

    def decision_function(self, X):
        """Return outputs (n_samples, n_classes), of two classes the second's."""
        outputs = self._outputs(X)
        return outputs[:, 0] if len(self.classes_) == 2 else outputs

    def _outputs(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **ROWS)
        return X @ self.coef_.T + self.intercept_

    def _validated(self, X, y):
        self._check_parameters()
        X, y = validate_data(self, X, y, **ROWS)
        check_classification_targets(y)
        return X, y

    def _solve(self, X, y):
        """Return weights (n_outputs, n_variables) and intercepts (n_outputs,)."""
        classes = np.unique(y)
        if len(classes) < 2:
            raise ValueError("y must have at least two classes, got one class")
        positive = classes[1:] if len(classes) == 2 else classes
        solved = [self._tell(X, y == one) for one in positive]
        weights, intercepts = zip(*solved, strict=True)
        return np.array(weights), np.array(intercepts)

    def _tell(self, X, is_one):
        lower, upper = np.where(is_one, -np.inf, 0.0), np.where(is_one, 0.0, np.inf)
        signs = np.where(is_one, 1.0, -1.0)
        return solve(X, signs, lower, upper, self.C, self.time_limit)

    def _scorer(self, X, y, folds):
        return LinearProgramClassScorer(self._solve, X, y, folds)
