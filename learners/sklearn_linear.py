"""Fast paths of scikit-learn's linear models, from products of all columns."""

from __future__ import annotations

from numbers import Real

import numpy as np
from scipy.special import expit, softmax
from sklearn.base import clone

from learners._kernels.gram_solve import System

MOST_BYTES = 2**30  # for the products of columns on all folds
MOST_INFLATION = 1e5  # sum of the variance inflation factors of a subset
LEAST_SPREAD = 1e-5  # of a column, against its largest value
MOST_SPREAD = 1e10  # bounds the squared condition of what scikit-learn decomposes
# What scikit-learn's "lsqr" loses by units and offsets, it loses twice.
OF_LSQR = {"inflation": 1e3, "spread": 1e6, "least": 1e-2}
CLOSED_FORMS = ("auto", "cholesky", "svd")


class LinearScorer:
    """Predicts the test rows of folds with many subsets, by a linear regression.

    Parameters
    ----------
    learner : estimator
        Fitted in the ordinary way to subsets whose equations are almost singular.
    X : ndarray of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,)
    folds : sequence of (training rows, test rows)
    systems : list of System
        One of each fold.

    Notes
    -----
    The centred products of all columns are summed once a fold. A subset takes its part
    and solves by Cholesky's method, alone, so that companions change no bit.

    Predictions are those of a fit within 1e-10 of the largest. The ordinary fit takes
    over where rounding could cost more, or where scikit-learn leaves out directions:
    if the sum of the variance inflation factors is above 1e5, a column varies by less
    than 1e-5 of its size, or there are not fewer variables than training rows. Limits
    are closer where scikit-learn itself depends on units or offsets: `LinearRegression`
    and the solver "lsqr".

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> X, y = np.array([[0.0, 5], [1, 6], [2, 5], [3, 8]]), np.array([0.0, 1, 2, 3])
    >>> scorer = ridge(Ridge(0.5), X, y, [([0, 1, 3], [2])])
    >>> scorer.predict(np.array([[True, False]]), range(1)).round(4)
    array([[1.9355]])
    """

    def __init__(self, learner, X, y, folds, systems):
        self._learner, self._X, self._y = learner, X, y
        self._folds, self._systems = folds, systems

    def predict(self, masks, folds):
        """Predict (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self.outputs(masks, folds)[:, 0]

    def outputs(self, masks, folds):
        """Return outputs of shape (n_subsets, n_outputs, n_test)."""
        masks = np.require(masks, np.bool_, ["C", "W"])
        parts = [self._outputs(masks, fold) for fold in folds]
        return np.concatenate(parts, axis=2)

    def _outputs(self, masks, fold):
        out, sound = self._systems[fold].solve(masks)
        for row in np.flatnonzero(~sound):
            out[row] = self._fitted(np.flatnonzero(masks[row]), *self._folds[fold])
        return out

    def _fitted(self, columns, train, test):
        X = self._X[:, columns]
        fitted = clone(self._learner).fit(X[train], self._y[train])
        method = getattr(fitted, "decision_function", fitted.predict)
        return method(X[test]).T


class LinearClassScorer(LinearScorer):
    """Predicts class codes of the test rows of folds with many subsets.

    Parameters
    ----------
    learner, X, y, folds, systems
        As those of `LinearScorer`; y holds codes, all of them in each fold's training
        rows. An output is that of a class, or of two classes the second's.

    Examples
    --------
    >>> from sklearn.linear_model import RidgeClassifier
    >>> X, y = np.array([[0.0, 5], [1, 6], [2, 5], [3, 8]]), np.array([0, 0, 1, 1])
    >>> scorer = ridge_classifier(RidgeClassifier(), X, y, [([0, 2, 3], [1])])
    >>> scorer.predict(np.array([[True, False]]), range(1)).tolist()
    [[0]]
    """

    def predict(self, masks, folds):
        """Predict codes (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        out = self.outputs(masks, folds)
        return (out[:, 0] > 0).astype(int) if out.shape[1] == 1 else out.argmax(axis=1)

    def decision_function(self, masks, folds):
        """Return (n_subsets, n_test, n_classes), of two classes the second's only."""
        out = self.outputs(masks, folds)
        return out[:, 0] if out.shape[1] == 1 else out.transpose(0, 2, 1)


class DiscriminantScorer(LinearClassScorer):
    """Predicts class codes and probabilities with many subsets.

    Parameters
    ----------
    learner, X, y, folds, systems
        As those of `LinearClassScorer`; outputs are log probabilities but for a term
        common to all classes.

    Examples
    --------
    >>> from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    >>> X, y = np.array([[0.0], [2], [3], [5]]), np.array([0, 0, 1, 1])
    >>> folds = [(np.arange(4), np.array([1]))]
    >>> scorer = discriminant_analysis(LinearDiscriminantAnalysis(), X, y, folds)
    >>> scorer.predict_proba(np.array([[True]]), range(1)).round(4)
    array([[[0.8176, 0.1824]]])
    """

    def predict_proba(self, masks, folds):
        """Return probabilities of shape (n_subsets, n_test, n_classes)."""
        decisions = self.decision_function(masks, folds)
        if decisions.ndim == 3:
            return softmax(decisions, axis=2)
        second = expit(decisions)
        return np.stack([1 - second, second], axis=2)


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
    return _regressions(LinearScorer, learner, table, y, y[:, None], folds, 0.0, limits)


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
    if not _have_all_classes(y, folds) or _is_large(table, folds):
        return None
    systems = [_discriminant(learner, table, y, *fold) for fold in folds]
    return DiscriminantScorer(learner, table, y, folds, systems)


def float_table(X):
    """Return X as floats, or None if scikit-learn would not count in doubles.

    Parameters
    ----------
    X : ndarray or DataFrame of shape (n_samples, n_columns)

    Returns
    -------
    ndarray of shape (n_samples, n_columns) or None
        None for text, missing values, sparse tables, single precision and other
        kinds of tables.

    Examples
    --------
    >>> float_table(np.array([[1, 2]]))
    array([[1., 2.]])
    >>> float_table(np.array([[1.0, np.nan]])) is None
    True
    """
    if hasattr(X, "iloc"):
        dtypes = list(X.dtypes)
    elif isinstance(X, np.ndarray) and X.ndim == 2:
        dtypes = [X.dtype]
    else:
        return None
    if not all(isinstance(t, np.dtype) and _is_exact(t) for t in dtypes):
        return None
    table = np.asarray(X, dtype=np.float64)
    return table if np.isfinite(table).all() else None


def _is_exact(dtype):
    return dtype.kind in "iub" or dtype == np.float64


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
    return usable and abs(priors.sum() - 1) <= 1e-5


def _have_all_classes(y, folds):
    n_classes = y.max() + 1
    return n_classes > 1 and all(
        len(np.unique(y[train])) == n_classes for train, _ in folds
    )


def _is_large(table, folds):
    return 8 * table.shape[1] ** 2 * len(folds) > MOST_BYTES


def _ridges(scorer, learner, X, y, Y, folds):
    limits = MOST_INFLATION, np.inf
    return _regressions(scorer, learner, X, y, Y, folds, learner.alpha, limits)


def _regressions(scorer, learner, X, y, Y, folds, alpha, limits):
    if _is_large(X, folds):
        return None
    systems = [
        _regression(X[train], Y[train], X[test], alpha, learner.fit_intercept, limits)
        for train, test in folds
    ]
    return scorer(learner, X, y, folds, systems)


def _regression(X, Y, X_test, alpha, fit_intercept, limits):
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


def _discriminant(learner, X, y, train, test):
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
