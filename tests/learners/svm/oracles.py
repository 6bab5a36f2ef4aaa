"""The plain definitions of how much a variable matters to a support vector machine."""

from itertools import combinations

import numpy as np
from sklearn.svm import SVC


def kernel_of(a, b, kernel, degree, gamma):
    if kernel == "linear":
        return a @ b
    if kernel == "poly":
        return (1 + a @ b) ** degree
    return np.exp(-gamma * ((a - b) ** 2).sum())


def matrix(A, B, *kernel):
    return np.array([[kernel_of(a, b, *kernel) for b in B] for a in A])


def norm(X, duals, *kernel):
    """Return |w|^2."""
    return duals @ matrix(X, X, *kernel) @ duals


def norm_slope(X, duals, variable, *kernel, width=1e-5):
    """Return the slope of |w|^2 by the scale of a variable, by differences."""
    norms = []
    for scale in (1 + width, 1 - width):
        scaled = X.copy()
        scaled[:, variable] *= scale
        norms.append(norm(scaled, duals, *kernel))
    return abs(norms[0] - norms[1]) / (2 * width)


def agreement(X, signs, duals, mean, variable, *kernel):
    """Return the sum of signs times outputs with a variable at its mean, loop by loop.

    All rows of X are in the machine, those with a dual of 0 too.
    """
    replaced = X.copy()
    replaced[:, variable] = mean
    total = 0.0
    for k in range(len(X)):
        for j in range(len(X)):
            value = kernel_of(replaced[j], replaced[k], *kernel)
            total += signs[k] * duals[j] * value
    return total


def pairs(X, y, C, tol, kernel, degree, gamma):
    """Yield each pair's rows, signs and duals, from a fit on the pair alone."""
    for first, second in combinations(np.unique(y), 2):
        rows = np.flatnonzero((y == first) | (y == second))
        K = matrix(X[rows], X[rows], kernel, degree, gamma)
        svc = SVC(C=C, kernel="precomputed", tol=tol).fit(K, y[rows] == second)
        duals = np.zeros(len(rows))
        duals[svc.support_] = svc.dual_coef_[0]
        yield rows, np.where(y[rows] == second, 1.0, -1.0), duals


def importances(X, y, criterion, C, tol, *kernel):
    total = np.zeros(X.shape[1])
    for rows, signs, duals in pairs(X, y, C, tol, *kernel):
        for v in range(X.shape[1]):
            if criterion == "rm":
                total[v] += norm_slope(X[rows], duals, v, *kernel)
            else:
                mean = X[:, v].mean()
                total[v] -= agreement(X[rows], signs, duals, mean, v, *kernel)
    return total
