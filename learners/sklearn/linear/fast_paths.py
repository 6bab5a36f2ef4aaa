"""Fast paths of scikit-learn's linear models, from products of all columns."""

from __future__ import annotations

from numbers import Real

import numpy as np

from learners.sklearn.linear.equations import MOST_INFLATION, discriminant, regressions
from learners.sklearn.linear.products import most_known
from learners.sklearn.linear.scorer import (
    DiscriminantScorer,
    LinearClassScorer,
    LinearScorer,
)
from learners.tables.floats import float_table

LEAST_KNOWN = 64  # columns that there must be room for the products of
MOST_SPREAD = 1e10  # bounds the squared condition of what scikit-learn decomposes
MOST_OFF = 1e-8  # of the sum of priors from 1; more of it bends scikit-learn's axes
CLOSED_FORMS = ("auto", "cholesky", "svd")


def linear_regression(learner, X, y, folds):
    """Return a scorer for a ``LinearRegression``, or None if it has to be fitted.

    Parameters
    ----------
    learner : LinearRegression
    X : ndarray or DataFrame of shape (n_samples, n_columns)
    y : array-like of shape (n_samples,)
    folds : sequence of (training rows, test rows)

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1.0], [2.0]]), [1.0, 2.0, 3.0]
    >>> scorer = linear_regression(LinearRegression(), X, y, [([0, 1], [2])])
    >>> scorer.predict(np.array([[True]]), range(1)).round(4)
    array([[3.]])
    """
    table = float_table(X)
    if table is None or learner.positive:
        return None
    most_spread = 0.99 / max(learner.tol**2, 0.99 / MOST_SPREAD)
    y, limits = np.asarray(y, np.float64), (MOST_INFLATION, most_spread)
    rest = y, y[:, None], folds, 0.0, limits, learner.tol
    return _regressions(LinearScorer, learner, table, *rest)


def ridge(learner, X, y, folds):
    """Return a scorer for a ``Ridge``, or None if it has to be fitted.

    Parameters
    ----------
    learner : Ridge
        With one alpha and the solver "auto", "cholesky" or "svd".
    X, y, folds
        As those of `linear_regression`.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> X, y = np.array([[0.0], [1.0], [2.0]]), [1.0, 2.0, 3.0]
    >>> ridge(Ridge(), X, y, [([0, 1], [2])]).predict(np.ones((1, 1)), range(1))
    array([[2.]])
    >>> ridge(Ridge(positive=True), X, y, [([0, 1], [2])]) is None
    True
    """
    table = float_table(X)
    if table is None or not _is_closed_form(learner):
        return None
    y = np.asarray(y, np.float64)
    return _ridges(LinearScorer, learner, table, y, y[:, None], folds)


def ridge_classifier(learner, X, y, folds):
    """Return a scorer for a ``RidgeClassifier``, or None if it has to be fitted.

    Parameters
    ----------
    learner : RidgeClassifier
        As for `ridge`, without class weights.
    X, folds
        As those of `linear_regression`.
    y : ndarray of shape (n_samples,)
        Codes of the classes, 0, 1, ...

    Examples
    --------
    >>> from sklearn.linear_model import RidgeClassifier
    >>> X, y = np.array([[0.0], [1.0], [2.0]]), np.array([0, 1, 1])
    >>> scorer = ridge_classifier(RidgeClassifier(), X, y, [([0, 1], [2])])
    >>> scorer.decision_function(np.ones((1, 1)), range(1))
    array([[1.]])
    """
    table = float_table(X)
    if table is None or not _is_closed_form(learner) or learner.class_weight:
        return None
    if not _have_all_classes(y, folds):
        return None
    Y = 2.0 * np.eye(y.max() + 1)[y] - 1
    Y = Y[:, 1:] if Y.shape[1] == 2 else Y
    return _ridges(LinearClassScorer, learner, table, y, Y, folds)


def discriminant_analysis(learner, X, y, folds):
    """Return a scorer for a ``LinearDiscriminantAnalysis``, or None.

    Parameters
    ----------
    learner : LinearDiscriminantAnalysis
        With the solver "svd" or "lsqr", no shrinkage and no `n_components`.
    X, y, folds
        As those of `ridge_classifier`.

    Examples
    --------
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> X, y = np.array([[0.0], [2], [3], [5]]), np.array([0, 0, 1, 1])
    >>> folds = [(np.arange(4), np.array([1]))]
    >>> scorer = discriminant_analysis(LinearDiscriminantAnalysis(), X, y, folds)
    >>> scorer.decision_function(np.array([[True]]), range(1)).round(4)
    array([[-1.5]])
    """
    table = float_table(X)
    if table is None or not _is_plain_discriminant(learner, y.max() + 1):
        return None
    if not _have_all_classes(y, folds) or _is_wide(table, folds):
        return None
    systems = [discriminant(learner, table, y, *f, len(folds)) for f in folds]
    return DiscriminantScorer(learner, table, y, folds, systems)


def _is_closed_form(learner):
    alpha = learner.alpha
    plain = not learner.positive and learner.solver in CLOSED_FORMS
    return plain and isinstance(alpha, Real) and 0 <= alpha < np.inf


def _is_plain_discriminant(learner, n_classes):
    if learner.solver not in ("svd", "lsqr") or learner.shrinkage is not None:
        return False
    if learner.n_components is not None or learner.covariance_estimator is not None:
        return False
    if learner.priors is None:
        return True
    priors = np.asarray(learner.priors, np.float64)
    usable = priors.shape == (n_classes,) and (priors > 0).all()
    return usable and abs(priors.sum() - 1) <= MOST_OFF


def _have_all_classes(y, folds):
    n_classes = y.max() + 1
    return n_classes > 1 and all(
        len(np.unique(y[train])) == n_classes for train, _ in folds
    )


def _is_wide(table, folds):
    return most_known(len(folds), table.shape[1]) < LEAST_KNOWN


def _ridges(scorer, learner, X, y, Y, folds):
    limits = MOST_INFLATION, np.inf
    return _regressions(scorer, learner, X, y, Y, folds, learner.alpha, limits)


def _regressions(scorer, learner, X, y, Y, folds, alpha, limits, tol=None):
    if _is_wide(X, folds):
        return None
    systems = regressions(X, Y, folds, alpha, learner.fit_intercept, limits, tol)
    return scorer(learner, X, y, folds, systems)
