"""Recursive elimination by support vector machines: weights, RM and DM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from wrapsel.filters.ranker import Ranking
from wrapsel.filters.support_vectors.parameters import check_kernel, check_machine
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class SVMRFE(WithParameters):
    """Remove the variable of least weight in a linear machine, again and again [1]_.

    Parameters
    ----------
    C : float, default=1.0
        What an error costs, against the norm of the weights.
    step : int or float, default=1
        How many variables leave at once; below 1, which part of those left, but at
        least one.
    tol : float, default=1e-8
        Largest violation of the optimality conditions when training ends, in the unit
        of the outputs; more, up to 1e-3, if rounding allows no less, as with a huge C.
        At 1e-3, LIBSVM's default, half of the best 20 of 7,129
        variables may be others.
    standardize : bool, default=True
        Whether to give each variable mean 0 and standard deviation 1 first, as [1]_
        does. Without, its unit decides how large its weight is.
    epsilon : float, optional
        If given, y are numbers to predict, and errors count beyond it, in the unit of
        y; else y are classes.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        class.

    Notes
    -----
    `order` is that of elimination, from its end; `scores` count how many variables left
    earlier, so they fall along `order`. In a round of several, the least leaves first;
    ties go to the smaller variable, which leaves first, as in scikit-learn's RFE.
    Constant columns have weight 0.

    More than two classes are told apart pair by pair, and squared weights added up, as
    scikit-learn does. With ``standardize=False`` and ``step=1``, the order is that of
    ``RFE(SVC(kernel="linear", C=C, tol=tol))`` as far as that reaches its solution.

    Each training starts at the last solution, and solves for the same support vectors
    first, which most often is all. With ``step=1``, an inverse of the kernel between
    them follows what leaves, and the kernel itself says whether the solution is one.
    Weights that cannot have become the least are not reckoned. Time grows with
    n_samples^2 for each variable, memory with n_samples^2.

    References
    ----------
    .. [1] I. Guyon, J. Weston, S. Barnhill, V. Vapnik, "Gene selection for cancer
       classification using support vector machines", Machine Learning 46, 2002.

    Examples
    --------
    >>> X = [[0.0, 5.0, 1.0], [1.0, 5.0, 0.0], [4.0, 5.0, 1.0], [5.0, 5.0, 1.0]]
    >>> SVMRFE()(X, ["low", "low", "high", "high"]).order.tolist()
    [0, 2, 1]
    """

    C: float = 1.0
    step: float = 1
    tol: float = 1e-8
    standardize: bool = True
    epsilon: float | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_machine(self.C, self.step, self.tol)
        if self.epsilon is not None and not 0 <= self.epsilon < np.inf:
            raise ValueError(
                f"epsilon must be at least 0 and finite, got {self.epsilon}"
            )

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        from wrapsel.columns.numeric import class_codes, numeric_targets
        from wrapsel.filters.support_vectors import rows as given
        from wrapsel.filters.support_vectors.elimination import (
            LeastWeights,
            eliminate,
            eliminate_singly,
        )
        from wrapsel.filters.support_vectors.machines import one_against_one, regression

        columns = given.columns_of(X)
        n_variables, n_samples = columns.shape
        columns = given.without_scale(columns, self.standardize)
        if self.epsilon is None:
            machines = one_against_one(class_codes(y, n_samples)[1], self.C)
        else:
            y = numeric_targets(y, n_samples)
            machines = regression(y, self.C, self.epsilon)
        if self.step == 1:
            return eliminate_singly(columns, machines, self.tol)
        return eliminate(
            n_variables, self.step, LeastWeights(columns, machines, self.tol)
        )


@dataclass(frozen=True, slots=True)
class _ByCriterion(WithParameters):
    """The parameters of the eliminations with a kernel, and the ranking."""

    _criterion: ClassVar[str]

    kernel: str = "poly"
    C: float = 1.0
    degree: int = 2
    gamma: float | None = None
    step: float = 1
    tol: float = 1e-8
    standardize: bool = True

    def __post_init__(self) -> None:
        check_kinds(self)
        check_machine(self.C, self.step, self.tol)
        check_kernel(self.kernel, self.degree, self.gamma)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        from wrapsel.filters.support_vectors.criteria import rank

        return rank(self, self._criterion, X, y)


@dataclass(frozen=True, slots=True)
class RM(_ByCriterion):
    """Remove the variable whose scale least changes the margin, again and again [1]_.

    The criterion is the slope of |w|^2 by the variable's scale, unsigned (eq. 3 of
    [2]_). With a linear kernel it is twice the squared weight, so the order is that of
    `SVMRFE`.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf"}, default="poly"
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    C : float, default=1.0
        What an error costs, against the norm of the weights.
    degree : int, default=2
    gamma : float, optional
        Of "rbf", in 1 / (unit of X) squared; by default 1 / n_variables, of all of
        them, to the end.
    step : int or float, default=1
        How many variables leave at once; below 1, which part of those left, but at
        least one.
    tol : float, default=1e-8
        Largest violation of the optimality conditions when training ends.
    standardize : bool, default=True
        Whether to give each variable mean 0 and standard deviation 1 first.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        class.

    Notes
    -----
    Order, scores and ties as in `SVMRFE`; constant columns leave first. Of more than
    two classes, each pair has a machine, and their criteria are added up.

    References
    ----------
    .. [1] A. Rakotomamonjy, "Variable selection using SVM-based criteria", JMLR 3,
       2003.
    .. [2] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007, eq. 3.

    Examples
    --------
    >>> X = [[1, 1, 5], [1, -1, 6], [-1, 1, 5], [-1, -1, 5], [0, 0, 6], [0, 0, 5]]
    >>> RM(degree=2)(X, [1, 0, 0, 1, 1, 0]).order.tolist()[2]
    2
    """

    _criterion: ClassVar[str] = "rm"


@dataclass(frozen=True, slots=True)
class DM(_ByCriterion):
    """Remove the variable whose mean serves best in its place, again and again [1]_.

    The criterion is the sum of the true signs times the outputs, without the bias, once
    the variable has its mean over all rows everywhere (eq. 4 of [2]_). The variable of
    the highest leaves.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf"}, default="poly"
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    C : float, default=1.0
        What an error costs, against the norm of the weights.
    degree : int, default=2
    gamma : float, optional
        Of "rbf", in 1 / (unit of X) squared; by default 1 / n_variables, of all of
        them, to the end.
    step : int or float, default=1
        How many variables leave at once; below 1, which part of those left, but at
        least one.
    tol : float, default=1e-8
        Largest violation of the optimality conditions when training ends.
    standardize : bool, default=True
        Whether to give each variable mean 0 and standard deviation 1 first.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        class.

    Notes
    -----
    Order, scores and ties as in `SVMRFE`; constant columns leave first. Of more than
    two classes, each pair has a machine, and their criteria are added up. With a kernel
    that is not linear each variable costs a kernel, so a ranking costs
    n_samples^2 n_variables^2 / 2.

    References
    ----------
    .. [1] S. Degroeve, B. De Baets, Y. Van de Peer, P. Rouze, "Feature subset selection
       for splice site prediction", Bioinformatics 18, 2002.
    .. [2] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007, eq. 4.

    Examples
    --------
    >>> X = [[0.0, 5.0, 1.0], [1.0, 5.0, 0.0], [4.0, 5.0, 1.0], [5.0, 5.0, 1.0]]
    >>> DM("linear")(X, ["low", "low", "high", "high"]).order.tolist()
    [0, 2, 1]
    """

    _criterion: ClassVar[str] = "dm"
