"""The equations of linear models on some training rows, for `System` to solve."""

from __future__ import annotations

import numpy as np

from learners.sklearn.linear.gram_solve import System

MOST_INFLATION = 1e5  # sum of the variance inflation factors of a subset
LEAST_SPREAD = 1e-5  # of a column, against its largest value
# What scikit-learn's "lsqr" loses by units and offsets, it loses twice.
OF_LSQR = {"inflation": 1e3, "spread": 1e6, "least": 1e-2}


def regression(X, Y, X_test, alpha, fit_intercept, limits):
    """Return the normal equations of a regression with a penalty."""
    size = np.abs(X).max(axis=0)
    centre, constants = np.zeros(X.shape[1]), np.zeros(Y.shape[1])
    if fit_intercept:
        centre, constants = X.mean(axis=0), Y.mean(axis=0)
    X, Y = X - centre, Y - constants
    gram = X.T @ X + alpha * np.eye(X.shape[1])
    scales = _trusted(gram, size * np.sqrt(len(X)))
    test = np.ascontiguousarray((X_test - centre).T)
    return System(gram, scales, X.T @ Y, test, constants, len(X), limits)


def discriminant(learner, X, y, train, test):
    """Return the equations of a discriminant analysis.

    Two classes need one output, the ratio of their likelihoods.
    """
    X_train, y = X[train], y[train]
    counts = np.bincount(y)
    means = np.array([X_train[y == k].mean(axis=0) for k in range(len(counts))])
    priors = counts / len(y) if learner.priors is None else np.asarray(learner.priors)
    by_svd = learner.solver == "svd"
    # The weights of rows are those of their classes in the covariance within classes.
    weights = np.full(len(y), 1 / len(y)) if by_svd else (priors / counts)[y]
    within = (X_train - means[y]) * np.sqrt(weights)[:, np.newaxis]
    gram = within.T @ within
    sizes = np.abs(X_train).max(axis=0)
    if by_svd:
        thinnest = max(learner.tol**2, 0.99 / MOST_INFLATION)
        scales, limits = _trusted(gram, sizes), (0.99 / thinnest, np.inf)
    else:
        scales = _trusted(gram, sizes, OF_LSQR["least"])
        limits = OF_LSQR["inflation"], OF_LSQR["spread"]
    if len(counts) == 2:
        right, centre = means[1:] - means[:1], means.mean(axis=0)
        constants, more = np.log(priors[1:] / priors[:1]), ()
    else:
        centre = priors @ means if by_svd else np.zeros(X.shape[1])
        right, constants = means - centre, np.log(priors)
        more = (True, priors if by_svd else None, learner.tol)
    test = np.ascontiguousarray((X[test] - centre).T)
    right = np.ascontiguousarray(right.T)
    return System(gram, scales, right, test, constants, len(y), limits, *more)


def _trusted(gram, sizes, least=LEAST_SPREAD):
    """Return the roots of the diagonal, zero where a column is almost constant."""
    scales = np.sqrt(np.diag(gram))
    return np.where(scales < least * sizes, 0.0, scales)
