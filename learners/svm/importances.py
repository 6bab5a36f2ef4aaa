"""How much each variable matters to fitted support vector machines."""

from __future__ import annotations

from itertools import combinations

import numpy as np


def machines_of(svc):
    """Yield each machine's support (n_support,) among the vectors, and its duals.

    scikit-learn keeps the duals of class i against class j in row j - 1 of those i's
    vectors, and in row i of j's (i < j).
    """
    ends = np.cumsum([0, *svc.n_support_])
    for i, j in combinations(range(len(svc.n_support_)), 2):
        of_i, of_j = np.arange(*ends[i : i + 2]), np.arange(*ends[j : j + 2])
        duals = svc.dual_coef_[j - 1, of_i], svc.dual_coef_[i, of_j]
        yield np.concatenate([of_i, of_j]), np.concatenate(duals)


def norm_slopes(X, duals, kernel, degree, gamma):
    """Return the slopes of |w|^2 by each variable's scale, unsigned (eq. 3 of [1]_).

    Parameters
    ----------
    X : ndarray of shape (n_support, n_variables)
    duals : ndarray of shape (n_support,)
        With the signs of the classes.
    kernel : {"linear", "poly", "rbf"}
        a·b, (1 + a·b)^degree, or exp(-gamma |a - b|^2).
    degree : int
    gamma : float

    Returns
    -------
    ndarray of shape (n_variables,)

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.
    """
    if kernel == "linear" or not len(duals):
        return 2 * (duals @ X) ** 2
    pairs = np.outer(duals, duals)
    if kernel == "poly":
        return np.abs(_forms(X, 2 * degree * pairs * (1 + X @ X.T) ** (degree - 1)))
    X = X - X.mean(axis=0)  # distances stay, and rounding is less
    pairs *= np.exp(-gamma * _distances(X, X))
    # The sum of pairs (x - x')^2, squared out.
    return np.abs(4 * gamma * (pairs.sum(axis=1) @ X**2 - _forms(X, pairs)))


def agreements(X, signs, vectors, duals, means, kernel, degree, gamma):
    """Return what is left of signs' K duals with each variable's mean (eq. 4 of [1]_).

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_variables)
    signs : ndarray of shape (n_samples,)
        1 for the class whose vectors have duals above 0, else -1.
    vectors : ndarray of shape (n_support, n_variables)
    duals : ndarray of shape (n_support,)
    means : ndarray of shape (n_variables,)
        The values that take a variable's place, in rows and vectors.
    kernel, degree, gamma
        As of `norm_slopes`.

    Returns
    -------
    ndarray of shape (n_variables,)
        Higher, the less the variable is needed.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.
    """
    inner = X @ vectors.T
    if kernel == "linear":
        constant = means**2 * signs.sum() * duals.sum()
        return signs @ inner @ duals + constant - (signs @ X) * (duals @ vectors)
    if kernel == "rbf":
        K = np.exp(-gamma * _distances(X, vectors))
    left = np.empty(len(means))
    for v, mean in enumerate(means):
        if kernel == "poly":
            products = inner - np.outer(X[:, v], vectors[:, v]) + mean**2
            replaced = (1 + products) ** degree
        else:
            gaps = np.subtract.outer(X[:, v], vectors[:, v])
            replaced = K * np.exp(gamma * gaps**2)
        left[v] = signs @ replaced @ duals
    return left


def _forms(X, pairs):
    return np.einsum("iv,iv->v", X, pairs @ X)


def _distances(A, B):
    squares = np.add.outer((A**2).sum(axis=1), (B**2).sum(axis=1))
    return np.maximum(squares - 2 * A @ B.T, 0)
