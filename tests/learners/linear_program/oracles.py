"""Linear programs of support vector machines, written down plainly."""

import numpy as np
from scipy.optimize import linprog


def objective(X, losses, C, weights):
    return np.abs(weights).sum() + C * losses.sum()


def tube_losses(residuals, epsilon):
    return np.maximum(np.abs(residuals) - epsilon, 0)


def hinge_losses(signs, outputs):
    return np.maximum(1 - signs * outputs, 0)


def least_tube_objective(X, y, C, epsilon):
    """Return the least objective of regression: free w, sizes of w, b and losses."""
    m, n = X.shape
    program = _Program(n, m, C)
    for i in range(m):
        program.require(-X[i], -1, i, epsilon - y[i])
        program.require(X[i], 1, i, epsilon + y[i])
    return program.least()


def least_hinge_objective(X, signs, C):
    """Return the least objective of telling 1 from -1."""
    m, n = X.shape
    program = _Program(n, m, C)
    for i in range(m):
        program.require(-signs[i] * X[i], -signs[i], i, -1)
    return program.least()


class _Program:
    """Dense, of the columns w (free), sizes of w, b (free) and one loss a sample."""

    def __init__(self, n, m, C):
        self.n, self.m = n, m
        self.costs = np.concatenate([np.zeros(n), np.ones(n), [0], np.full(m, C)])
        self.rows, self.limits = [], []
        for j in range(n):
            for sign in (1, -1):  # sign w_j <= size_j
                row = np.zeros(2 * n + 1 + m)
                row[j], row[n + j] = sign, -1
                self.rows.append(row)
                self.limits.append(0)

    def require(self, weights, intercept, i, limit):
        """Require weights w + intercept b - loss_i <= limit."""
        row = np.zeros(2 * self.n + 1 + self.m)
        row[: self.n], row[2 * self.n], row[2 * self.n + 1 + i] = weights, intercept, -1
        self.rows.append(row)
        self.limits.append(limit)

    def least(self):
        free, positive = (None, None), (0, None)
        bounds = [free] * self.n + [positive] * self.n + [free] + [positive] * self.m
        solved = linprog(self.costs, np.array(self.rows), self.limits, bounds=bounds)
        assert solved.status == 0, solved.message
        return solved.fun
