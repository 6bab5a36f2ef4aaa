"""R2W2: scale factors of the variables that minimise a bound of the error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray
from wrapsel.columns.numeric import class_codes, numeric_table, standardised
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.support_vectors.parameters import check_kernel
from wrapsel.parameters import WithParameters, check_kinds

Bound = Callable[[FloatArray], tuple[float, FloatArray]]

FIRST_STEP = 0.1  # of the length of the scale factors
LEAST_STEP = 1e-8
SUFFICIENT = 1e-4  # part of the promised descent that a step must keep
LEAST_DESCENT = 1e-6  # of the bound: below it, the search ends


@dataclass(frozen=True, slots=True)
class R2W2(WithParameters):
    """Rank by scale factors that minimise the radius-margin bound of an SVM [1]_.

    Each variable is multiplied by a factor; R^2 |w|^2, the squares of the radius of
    the samples and of the inverse margin, is minimised over the factors by gradient
    descent. The score is the size of the factor, relative to its start.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf"}, default="poly"
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    C : float, default=10.0
        What a squared error costs: 1 / C is added to the diagonal of the kernel [2]_,
        which is near 1 at the start. With ``float("inf")`` the margin is hard.
    degree : int, default=2
    gamma : float, optional
        Of "rbf", in 1 / (unit of X) squared; by default 1 / n_variables.
    max_iter : int, default=100
        Most steps of the descent.
    tol : float, default=1e-8
        Largest violation of the optimality conditions when training ends.
    standardize : bool, default=True
        Whether to give each variable mean 0 and standard deviation 1 first.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, y one class,
        or the margin is hard and the classes are not separable.

    Notes
    -----
    All factors start alike: at 1 with "rbf", else such that the samples' mean squared
    length is 1, so that neither unit nor number of variables matters.

    A constant variable scores 0. Of more than two classes, each pair has a machine,
    and the bounds are added up. A step that does not lower the bound is halved, one
    that does doubles the next; the descent ends where it gains less than a
    millionth, so the order of those near 0 says little. The bound has many minima.

    References
    ----------
    .. [1] J. Weston, S. Mukherjee, O. Chapelle, M. Pontil, T. Poggio, V. Vapnik,
       "Feature selection for SVMs", NIPS 13, 2001.
    .. [2] O. Chapelle, V. Vapnik, O. Bousquet, S. Mukherjee, "Choosing multiple
       parameters for support vector machines", Machine Learning 46, 2002, section 6.

    Examples
    --------
    >>> X = [[0.0, 5.0, 1.0], [1.0, 5.0, 0.0], [4.0, 5.0, 1.0], [5.0, 5.0, 1.0]]
    >>> R2W2("linear")(X, ["low", "low", "high", "high"]).order.tolist()
    [0, 2, 1]
    """

    kernel: str = "poly"
    C: float = 10.0
    degree: int = 2
    gamma: float | None = None
    max_iter: int = 100
    tol: float = 1e-8
    standardize: bool = True

    def __post_init__(self) -> None:
        check_kinds(self)
        check_kernel(self.kernel, self.degree, self.gamma)
        if not self.C > 0:
            raise ValueError(f"C must be above 0, got {self.C}")
        if not (isinstance(self.max_iter, Integral) and self.max_iter >= 1):
            raise ValueError(f"max_iter must be an integer from 1, got {self.max_iter}")
        if not 0 < self.tol < np.inf:
            raise ValueError(f"tol must be above 0 and finite, got {self.tol}")

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        from wrapsel.filters.support_vectors.radius_margin import RadiusMargin

        X = numeric_table(X)
        _, codes = class_codes(y, len(X))
        varies = np.flatnonzero(X.min(axis=0) < X.max(axis=0))
        scores = np.zeros(X.shape[1])
        if len(varies):
            gamma = 1.0 / X.shape[1] if self.gamma is None else self.gamma
            X = self._start(X[:, varies])
            bound = RadiusMargin.of(
                X, codes, (self.kernel, self.degree, gamma), self.C, self.tol
            )
            scores[varies] = np.abs(descend(bound, len(varies), self.max_iter))
        return Ranking.by_scores(scores)

    def _start(self, X: FloatArray) -> FloatArray:
        if self.standardize:
            X = standardised(X)
        if self.kernel == "rbf":
            # Distances do not change, but are more exact.
            return np.asarray(X - X.mean(axis=0))
        # Else high powers swamp the low ones where variables are many.
        return np.asarray(X / np.sqrt((X**2).sum(axis=1).mean()))


def descend(bound: Bound, n_variables: int, max_iter: int) -> FloatArray:
    """Go down the gradient from ones, by steps as long as they pay.

    Parameters
    ----------
    bound : function
        From factors, of shape (n_variables,), to the value and its gradient.
    n_variables, max_iter : int

    Returns
    -------
    ndarray of shape (n_variables,)

    Examples
    --------
    >>> descend(lambda at: (at @ at, 2 * at), 2, 3).round(4).tolist()
    [0.432, 0.432]
    """
    factors = np.ones(n_variables)
    value, slopes = bound(factors)
    step = FIRST_STEP
    for _ in range(max_iter):
        steepness = np.linalg.norm(slopes)
        if steepness == 0:
            break
        length = np.linalg.norm(factors)
        while step >= LEAST_STEP:
            ahead = factors - step * length / steepness * slopes
            new, new_slopes = _value_or_inf(bound, ahead)
            if new <= value - SUFFICIENT * step * length * steepness:
                break
            step /= 2
        else:
            break
        gain = value - new
        factors, value, slopes, step = ahead, new, new_slopes, 2 * step
        if gain <= LEAST_DESCENT * abs(value):
            break
    return factors


def _value_or_inf(bound: Bound, factors: FloatArray) -> tuple[float, FloatArray]:
    """Return an infinite bound where a step went too far for any margin."""
    try:
        return bound(factors)
    except ValueError:
        return np.inf, factors
