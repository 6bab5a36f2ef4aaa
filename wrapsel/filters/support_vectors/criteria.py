"""Recursive elimination by RM and DM, which need a kernel only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import class_codes
from wrapsel.filters.ranker import Ranking
from wrapsel.filters.support_vectors import rows as given
from wrapsel.filters.support_vectors.elimination import Products, eliminate
from wrapsel.filters.support_vectors.machines import Machine, one_against_one


class Settings(Protocol):
    """What the rankers RM and DM have in common."""

    @property
    def kernel(self) -> str:
        """The kernel's name."""

    @property
    def C(self) -> float:
        """The weight of training errors."""

    @property
    def degree(self) -> int:
        """Of a polynomial kernel."""

    @property
    def gamma(self) -> float | None:
        """Of a kernel; None is 1 / n_variables."""

    @property
    def step(self) -> float:
        """How many leave at once, or which part."""

    @property
    def tol(self) -> float:
        """Where training may stop."""

    @property
    def standardize(self) -> bool:
        """Whether columns are scaled to unit variance."""


def rank(ranker: Settings, criterion: str, X: Any, y: Any) -> Ranking:
    """Rank by the criterion of this name."""
    columns = given.columns_of(X)
    n_variables, n_samples = columns.shape
    constant = given.is_constant(columns)
    columns = _prepared(columns, ranker)
    gamma = 1.0 / n_variables if ranker.gamma is None else ranker.gamma
    worst = LeastImportant(
        columns,
        one_against_one(class_codes(y, n_samples)[1], ranker.C),
        Kernel(ranker.kernel, ranker.degree, gamma),
        criterion,
        ranker.tol,
        constant,
        Products(columns),
    )
    return eliminate(n_variables, ranker.step, worst)


def _prepared(columns: FloatArray, ranker: Settings) -> FloatArray:
    # Distances do not change, but are more exact.
    if ranker.standardize or ranker.kernel == "rbf":
        return given.without_scale(columns, ranker.standardize)
    return columns


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel as a function of the inner products of all samples.

    Parameters
    ----------
    name : {"linear", "poly", "rbf"}
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    degree : int
    gamma : float
    """

    name: str
    degree: int
    gamma: float

    def of(self, products: FloatArray) -> FloatArray:
        """Return the kernel, of the shape of the inner products."""
        if self.name == "linear":
            return products
        if self.name == "poly":
            return power(1.0 + products, self.degree)
        squares = np.diag(products)
        distances = squares[:, np.newaxis] + squares - 2.0 * products
        return np.exp(-self.gamma * np.maximum(distances, 0.0))


def power(base: FloatArray, degree: int) -> FloatArray:
    """Return base ** degree by products, many times quicker than by logarithms.

    Examples
    --------
    >>> power(np.array([-2.0, 3.0]), 3).tolist()
    [-8.0, 27.0]
    """
    product = base if degree else np.ones_like(base)
    for _ in range(degree - 1):
        product = product * base
    return product


@dataclass(frozen=True, slots=True, eq=False)
class LeastImportant:
    """Finds whom machines with a kernel need least, by RM or DM.

    Parameters
    ----------
    columns : ndarray of shape (n_variables, n_samples)
    machines : list of Machine
    kernel : Kernel
    criterion : {"rm", "dm"}
    tol : float
    first : ndarray of shape (n_variables,), bool
        Who leaves before all others.
    products : Products
        Over the columns.
    """

    columns: FloatArray
    machines: list[Machine]
    kernel: Kernel
    criterion: str
    tol: float
    first: FloatArray
    products: Products

    def __call__(self, left: IntArray, gone: IntArray, n_out: int) -> IntArray:
        """Train, and return the places of the least important, ties to the first."""
        products, columns = self.products.over(left, gone), self.columns[left]
        K = self.kernel.of(products)
        importances = np.zeros(len(left))
        for machine in self.machines:
            machine.train(K, self.tol)
            dual = machine.by_row(len(K))
            if self.criterion == "rm":
                importances += norm_slopes(columns, products, dual, self.kernel)
            else:
                signs = np.zeros(len(K))
                signs[machine.rows] = machine.targets
                importances -= agreements(columns, products, dual, signs, self.kernel)
        importances[self.first[left]] = -np.inf
        return np.argsort(importances, kind="stable")[:n_out]


def norm_slopes(
    columns: FloatArray, products: FloatArray, dual: FloatArray, kernel: Kernel
) -> FloatArray:
    """Return the slopes of |w|^2 by the scale of each variable, unsigned; eq. 3."""
    support = np.flatnonzero(dual)
    columns, dual = columns[:, support], dual[support]
    if kernel.name == "linear":
        return 2.0 * (columns @ dual) ** 2
    products = products[np.ix_(support, support)]
    pairs = np.multiply.outer(dual, dual)
    if kernel.name == "poly":
        slopes = 2.0 * kernel.degree * power(1.0 + products, kernel.degree - 1)
        return np.abs(_quadratic(columns, pairs * slopes))
    pairs *= kernel.of(products)
    # The sum of pairs (x - x')^2, squared out.
    squares = columns**2 @ pairs.sum(axis=1)
    distances: FloatArray = 2.0 * (squares - _quadratic(columns, pairs))
    return np.abs(2.0 * kernel.gamma * distances)


def _quadratic(columns: FloatArray, pairs: FloatArray) -> FloatArray:
    forms: FloatArray = np.einsum("vi,vi->v", columns @ pairs, columns)
    return forms


def agreements(
    columns: FloatArray,
    products: FloatArray,
    dual: FloatArray,
    signs: FloatArray,
    kernel: Kernel,
) -> FloatArray:
    """Return signs' K dual with the mean in place of each variable; eq. 4.

    Rows whose sign is 0 are not in the machine, but in the mean.
    """
    means = columns.mean(axis=1)
    rows, support = np.flatnonzero(signs), np.flatnonzero(dual)
    ahead, behind = columns[:, rows], columns[:, support]
    signs, dual = signs[rows], dual[support]
    if kernel.name == "linear":
        whole = signs @ products[np.ix_(rows, support)] @ dual
        change = means**2 * signs.sum() * dual.sum() - (ahead @ signs) * (behind @ dual)
        changed: FloatArray = whole + change
        return changed
    K = kernel.of(products)[np.ix_(rows, support)]
    inner = 1.0 + products[np.ix_(rows, support)]
    found = np.empty(len(columns))
    for v in range(len(columns)):
        if kernel.name == "poly":
            outer = np.multiply.outer(ahead[v], behind[v])
            replaced = power(inner - outer + means[v] ** 2, kernel.degree)
        else:
            gaps = np.subtract.outer(ahead[v], behind[v])
            replaced = K * np.exp(kernel.gamma * gaps**2)
        found[v] = signs @ replaced @ dual
    return found
