"""The equations of linear models on the training rows of folds, for `System`."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from learners.sklearn.linear.least_norm import LeastNorm
from learners.sklearn.linear.products import Products, over_parts
from learners.sklearn.linear.system import System

MOST_INFLATION = 1e5  # sum of the variance inflation factors of a subset
LEAST_SPREAD = 1e-5  # of a column, against its largest value
MOST_LOST = 30.0  # sum of squares in all rows, against that around the training mean
# What scikit-learn's "lsqr" loses by units and offsets, it loses twice.
OF_LSQR = {"inflation": 1e3, "spread": 1e6, "least": 1e-2}


def regressions(X, Y, folds, alpha, fit_intercept, limits, tol=None):
    """Return the normal equations of a regression with a penalty on each fold.

    Folds whose test rows make up all rows share products of the columns. With `tol`,
    subsets of many columns have the weights of least norm.
    """
    if _share_rows(folds, len(X)):
        tests = [test for _, test in folds]
        rows, numbers = np.concatenate(tests), np.arange(len(folds))
        ends = np.cumsum([0, *map(len, tests)])
        parts = ends, ~np.eye(len(folds), dtype=bool), numbers
        more = alpha, fit_intercept, limits, tol, 1
        return _regressions(X[rows], Y[rows], parts, *more)
    systems, more = [], (alpha, fit_intercept, limits, tol, len(folds))
    for train, test in folds:
        rows = np.concatenate([train, test])
        ends = np.array([0, len(train), len(rows)])
        parts = ends, np.array([[True, False]]), np.array([1])
        systems += _regressions(X[rows], Y[rows], parts, *more)
    return systems


def _share_rows(folds, n_rows):
    """Return whether each fold is tested on a part, and trained on all other parts."""
    tests = np.concatenate([test for _, test in folds])
    if not np.array_equal(np.sort(tests), np.arange(n_rows)):
        return False
    return all(
        np.array_equal(np.sort(np.concatenate(fold)), np.arange(n_rows))
        for fold in folds
    )


def _regressions(X, Y, parts, alpha, fit_intercept, limits, tol, n_sharing):
    """Return the systems of folds, from rows in parts."""
    ends, trains, tests = parts
    sizes = _sizes(X, ends, trains)
    table, constants = np.ascontiguousarray(X.T), np.zeros(Y.shape[1])
    if fit_intercept:
        table -= table.mean(axis=1, keepdims=True)
        constants = Y.mean(axis=0)
    Y = Y - constants
    n_train = trains @ np.diff(ends)
    means, centres = np.zeros((len(trains), len(table))), np.zeros((len(trains), 1))
    sums = over_parts(table, ends)
    if fit_intercept:
        means = trains @ sums / n_train[:, np.newaxis]
        centres = trains @ over_parts(Y.T, ends) / n_train[:, np.newaxis]
    squares = over_parts(table**2, ends)
    inner = trains @ squares - n_train[:, np.newaxis] * means**2
    scales = _trusted(inner + alpha, sizes * np.sqrt(n_train)[:, np.newaxis])
    scales[inner * MOST_LOST < squares.sum(axis=0)] = 0.0
    parts = ends, trains, tests, means
    products = Products(table, *parts, inner + alpha, n_sharing)
    least_norm = None
    if tol is not None:
        least_norm = LeastNorm(products, Y[:, 0], fit_intercept, tol)
    rights = np.array([table[:, a:b] @ Y[a:b] for a, b in pairwise(ends)])
    systems = []
    for fold, train in enumerate(trains):
        outer = n_train[fold] * np.outer(means[fold], centres[fold])
        right = np.tensordot(train * 1.0, rights, 1) - outer
        more = constants + centres[fold], limits, least_norm
        systems.append(System(products, fold, scales[fold], right, *more))
    return systems


def _sizes(X, ends, trains):
    """Return the largest absolute values in the training rows of each fold."""
    sizes = np.array([np.abs(X[a:b]).max(axis=0) for a, b in pairwise(ends)])
    return np.array([sizes[train].max(axis=0) for train in trains])


def discriminant(learner, X, y, train, test, n_folds):
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
    squares = np.einsum("ij,ij->j", within, within)
    sizes = np.abs(X_train).max(axis=0)
    if by_svd:
        thinnest = max(learner.tol**2, 0.99 / MOST_INFLATION)
        scales, limits = _trusted(squares, sizes), (0.99 / thinnest, np.inf)
    else:
        scales = _trusted(squares, sizes, OF_LSQR["least"])
        limits = OF_LSQR["inflation"], OF_LSQR["spread"]
    if len(counts) == 2:
        right, centre = means[1:] - means[:1], means.mean(axis=0)
        constants, more = np.log(priors[1:] / priors[:1]), ()
    else:
        centre = priors @ means if by_svd else np.zeros(X.shape[1])
        right, constants = means - centre, np.log(priors)
        more = (True, priors if by_svd else None, learner.tol)
    table = np.ascontiguousarray(np.concatenate([within, X[test] - centre]).T)
    ends = np.array([0, len(y), len(y) + len(test)])
    parts = ends, np.array([[True, False]]), np.array([1])
    means = np.zeros((1, X.shape[1]))
    products = Products(table, *parts, means, squares[np.newaxis], n_folds)
    right = np.ascontiguousarray(right.T)
    return System(products, 0, scales, right, constants, limits, None, *more)


def _trusted(squares, sizes, least=LEAST_SPREAD):
    """Return the roots of sums of squares, zero where a column is almost constant."""
    scales = np.sqrt(np.maximum(squares, 0.0))
    return np.where(scales < least * sizes, 0.0, scales)
