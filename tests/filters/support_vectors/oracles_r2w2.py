"""The radius-margin bound by loops and scikit-learn, its slopes by differences."""

import numpy as np
from scipy.optimize import minimize
from sklearn.svm import SVC


def kernel(X, factors, name, degree, gamma):
    K = np.empty((len(X), len(X)))
    for i, a in enumerate(X):
        for j, b in enumerate(X):
            a_, b_ = a * factors, b * factors
            if name == "rbf":
                K[i, j] = np.exp(-gamma * sum((a_ - b_) ** 2))
            else:
                K[i, j] = (
                    sum(a_ * b_) if name == "linear" else (1 + sum(a_ * b_)) ** degree
                )
    return K


def bound(X, y, factors, name, degree, gamma, C):
    """Return R^2 |w|^2 of two classes."""
    K = kernel(X, factors, name, degree, gamma) + np.eye(len(X)) / C
    machine = SVC(kernel="precomputed", C=1e12, tol=1e-10).fit(K, y)
    dual = machine.dual_coef_[0]
    of_support = K[np.ix_(machine.support_, machine.support_)]
    # Twice the value of the dual: |w|^2, and an error in `dual` counts squared only.
    weights = 2 * np.abs(dual).sum() - dual @ of_support @ dual
    return weights * square_radius(K)


def square_radius(K):
    """Return the largest value of the dual of the least sphere."""
    n, unit = len(K), np.diag(K).mean()
    K = K / unit  # a tolerance of the solver is not relative
    squares = np.diag(K)
    solved = minimize(
        lambda beta: beta @ K @ beta - beta @ squares,
        np.full(n, 1 / n),
        jac=lambda beta: 2 * K @ beta - squares,
        bounds=[(0, 1)] * n,
        constraints={
            "type": "eq",
            "fun": lambda beta: beta.sum() - 1,
            "jac": lambda beta: np.ones(n),
        },
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 500},
    )
    return -solved.fun * unit


def slopes(function, factors, step=1e-5):
    """Return central differences."""
    found = []
    for k in range(len(factors)):
        move = np.zeros(len(factors))
        move[k] = step
        found.append((function(factors + move) - function(factors - move)) / (2 * step))
    return np.array(found)
