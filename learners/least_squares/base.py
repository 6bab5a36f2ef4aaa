"""What least-squares support vector machines share, whatever their targets."""

from __future__ import annotations

from numbers import Integral

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.utils.validation import check_is_fitted, validate_data

from learners.least_squares.left_out_folds import LeftOut
from learners.least_squares.scorer import LeastSquaresScorer, in_order, share_rows
from learners.least_squares.systems import Kernel, solve
from wrapsel.parameters import check_kind, check_kinds_of_defaults

KERNELS = ("rbf", "linear", "poly")
ROWS = {"dtype": np.float64, "order": "C"}


class LeastSquares(BaseEstimator):
    """What `LSSVR` and `LSSVC` share, whatever their targets and losses."""

    def __init__(
        self, C=1.0, kernel="rbf", gamma=1.0, degree=3, coef0=1.0, C_grid=None
    ):
        self.C = C
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.C_grid = C_grid

    @property
    def variants(self):
        """The parameters among which a search chooses the best for each subset."""
        if self.C_grid is None:
            return ({},)
        if isinstance(self.C_grid, str) or not np.iterable(self.C_grid):
            raise ValueError(f"C_grid must be a list of numbers, got {self.C_grid!r}")
        if not len(self.C_grid):
            raise ValueError("C_grid must hold a value of C, got none")
        for C in self.C_grid:
            _check_positive("C_grid", C)
        return tuple({"C": float(C)} for C in self.C_grid)

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

        One elimination serves all folds if each trains on just the rows that the others
        test; other folds are fitted.

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
        ends = np.cumsum([0, *(len(test) for _, test in folds)])
        solver = LeftOut(ends) if share_rows(folds) else None
        errors = [self._tune(X, Y, folds, gamma, Cs, solver) for gamma in gammas]
        return np.reshape(errors, (len(gammas), len(Cs), len(folds)))

    def _tune(self, X, Y, folds, gamma, Cs, solver):
        kernel = clone(self).set_params(gamma=gamma)._checked_kernel()
        if solver is not None:
            rows = in_order(folds)
            outputs = solver.predict_each(kernel.matrix(X[rows]), Y[rows], Cs)
        else:
            outputs = (_fitted(kernel, C, X, Y, folds) for C in Cs)
        return [self._errors(Y, output, folds) for output in outputs]

    def _errors(self, Y, outputs, folds):
        losses = self._losses(Y, outputs, folds)
        ends = np.cumsum([len(test) for _, test in folds])
        return [part.mean() for part in np.split(losses, ends[:-1])]

    def _grid(self):
        """Return the values of C among the variants, if there are any to choose."""
        return [variant["C"] for variant in self.variants if variant]

    def _outputs(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **ROWS)
        return self._kernel.matrix(X, self._X) @ self.dual_coef_ + self.intercept_

    def _checked_kernel(self):
        check_kinds_of_defaults(self)
        if self.kernel not in KERNELS:
            names = ", ".join(KERNELS)
            raise ValueError(f"kernel must be one of {names}, got {self.kernel!r}")
        _check_positive("C", self.C)
        self._grid()
        _check_positive("gamma", self.gamma)
        if not (isinstance(self.degree, Integral) and self.degree >= 1):
            raise ValueError(f"degree must be an integer from 1, got {self.degree}")
        if not 0 <= self.coef0 < np.inf:
            raise ValueError(f"coef0 must be at least 0 and finite, got {self.coef0}")
        return Kernel(self.kernel, self.gamma, self.degree, self.coef0)


def _fitted(kernel, C, X, Y, folds):
    """Return the outputs for the test rows from a fit on each fold."""
    scorer = LeastSquaresScorer(kernel, C, X, Y, folds)
    every = np.ones((1, X.shape[1]), dtype=np.bool_)
    return scorer.outputs(every, range(len(folds)))[0]


def _check_positive(name, value):
    check_kind(name, value, (float,))
    if not 0 < value < np.inf:
        raise ValueError(f"{name} must be above 0 and finite, got {value}")
