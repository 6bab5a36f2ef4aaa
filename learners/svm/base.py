"""What support vector machines share: importances, and checks of parameters."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from learners.svm.importances import norm_slopes
from wrapsel.parameters import check_kinds_of_defaults

KERNELS = ("linear", "poly", "rbf")


class SupportVectors(BaseEstimator):
    """Wraps a machine of scikit-learn; a subclass says which."""

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
        check_kinds_of_defaults(self, gamma=(float, str))
        _check_one_of("kernel", self.kernel, KERNELS)
        _check_one_of("criterion", self.criterion, self.criteria)
        _check_positive("C", self.C)
        _check_positive("tol", self.tol)
        if not (isinstance(self.degree, Integral) and self.degree >= 1):
            raise ValueError(f"degree must be an integer from 1, got {self.degree!r}")
        if self.gamma != "scale":
            _check_positive("gamma", self.gamma, "'scale', or ")


def _check_one_of(name, value, allowed):
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")


def _check_positive(name, value, other=""):
    if not (isinstance(value, Real) and 0 < value < np.inf):
        raise ValueError(f"{name} must be {other}above 0 and finite, got {value!r}")
