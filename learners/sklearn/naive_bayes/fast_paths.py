"""Fast paths of scikit-learn's naive Bayes classifiers, from sums over variables."""

from __future__ import annotations

from numbers import Integral, Real

import numpy as np
from sklearn.base import clone

from learners.sklearn.naive_bayes import scores as kernels
from learners.sklearn.naive_bayes.scorer import AdditiveScorer, OrderedScorer
from learners.tables.floats import float_table

MOST_REACH = 2.0**51  # of sums, whose integers are floats
MOST_OFFSET = 1e5  # of a column's mean, in standard deviations
LEAST_ALPHA = 1e-10  # below which scikit-learn warns, or has infinite scores


def gaussian(learner, X, y, folds):
    """Return a scorer for a ``GaussianNB``, or None if it has to be fitted.

    Parameters
    ----------
    learner : GaussianNB
    X : ndarray or DataFrame of shape (n_samples, n_columns)
        Of doubles, integers or truth values; none missing.
    y : ndarray of shape (n_samples,)
        Codes of the classes, 0, 1, ..., all of them in each fold's training rows.
    folds : sequence of (training rows, test rows)

    Notes
    -----
    As in scikit-learn, the largest variance among the columns of a subset smooths all
    of them. A subset of constant columns has scores of NaN, and the first class.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = np.array([[0.0], [2], [3], [5]]), np.array([0, 0, 1, 1])
    >>> folds = [(np.arange(4), np.array([1]))]
    >>> scorer = gaussian(GaussianNB(), X, y, folds)
    >>> scorer.predict_proba(np.array([[True]]), range(1)).round(4)
    array([[[0.8176, 0.1824]]])
    >>> gaussian(GaussianNB(), np.array([[0.0], [np.nan]]), [0, 1], folds) is None
    True
    """
    smoothing, table = learner.var_smoothing, float_table(X)
    if table is None or not isinstance(smoothing, Real) or not 0 <= smoothing < np.inf:
        return None
    # Without smoothing, so that the variances themselves are kept.
    fits = fits_of(clone(learner).set_params(var_smoothing=0.0), X, y, folds)
    if fits is None:
        return None
    trains = [table[train] for train, _ in folds]
    tables = [
        kernels.Gaussians(
            np.ascontiguousarray(table[test].T),
            np.ascontiguousarray(fit.theta_.T),
            np.ascontiguousarray(fit.var_.T),
        )
        for fit, (_, test) in zip(fits, folds, strict=True)
    ]
    with np.errstate(all="ignore"):  # what overflows is not sound
        spreads = np.array([of_fold.var(axis=0) for of_fold in trains])
        smoothings = smoothing * spreads
        sound = all(map(_is_sound, tables, spreads, smoothings))
        log_priors = [np.log(fit.class_prior_) for fit in fits]
    if not sound or not all(map(_has_exact_constants, trains)):
        return None
    return _scorer(AdditiveScorer, tables, log_priors, smoothings)


def categorical(learner, X, y, folds):
    """Return a scorer for a ``CategoricalNB``, or None if it has to be fitted.

    Parameters
    ----------
    learner : CategoricalNB
        With one number of `min_categories`, if any.
    X, y, folds
        As those of `gaussian`; no test row may have a level unknown in training.

    Notes
    -----
    Predictions are scikit-learn's to the bit: it rounds in the order of the columns,
    which is repeated where two classes are as good as equal.

    Examples
    --------
    >>> from sklearn.naive_bayes import CategoricalNB
    >>> X, y = np.array([[0], [0], [1], [1]]), np.array([0, 0, 1, 1])
    >>> scorer = categorical(CategoricalNB(), X, y, [(np.arange(4), np.array([1]))])
    >>> scorer.predict_proba(np.array([[True]]), range(1))
    array([[[0.75, 0.25]]])
    >>> categorical(CategoricalNB(), -X, y, [(np.arange(4), np.array([1]))]) is None
    True
    """
    table, least = float_table(X), learner.min_categories
    if table is None or not is_plain(learner) or (table <= -1).any():
        return None
    if not (least is None or isinstance(least, Integral)):
        return None  # it must be as long as the subset, so most are errors
    fits = fits_of(learner, X, y, folds)
    if fits is None:
        return None
    levels = np.trunc(table).astype(np.int64)
    n_levels = [np.asarray(fit.n_categories_) for fit in fits]
    tests = [levels[test] for _, test in folds]
    if any((test >= n).any() for test, n in zip(tests, n_levels, strict=True)):
        return None
    terms = [np.hstack(fit.feature_log_prob_) for fit in fits]
    return _levels_scorer(OrderedScorer, tests, n_levels, terms, fits)


def bernoulli(learner, X, y, folds):
    """Return a scorer for a ``BernoulliNB``, or None if it has to be fitted.

    Parameters
    ----------
    learner : BernoulliNB
        With one number for `alpha`; without `binarize` X may hold only 0 and 1.
    X, y, folds
        As those of `gaussian`.

    Examples
    --------
    >>> from sklearn.naive_bayes import BernoulliNB
    >>> X, y = np.array([[0], [0], [1], [1]]), np.array([0, 0, 1, 1])
    >>> scorer = bernoulli(BernoulliNB(), X, y, [(np.arange(4), np.array([1]))])
    >>> scorer.predict_proba(np.array([[True]]), range(1)).round(4)
    array([[[0.75, 0.25]]])
    """
    table = float_table(X)
    if table is None or not is_plain(learner):
        return None
    if learner.binarize is None and not np.isin(table, (0.0, 1.0)).all():
        return None
    fits = fits_of(learner, X, y, folds)
    if fits is None:
        return None
    levels = (table > (learner.binarize or 0.0)).astype(np.int64)
    n_levels = [np.full(table.shape[1], 2)] * len(folds)
    terms = [_two_levels(fit.feature_log_prob_) for fit in fits]
    if not all(np.isfinite(of_fold).all() for of_fold in terms):
        return None
    tests = [levels[test] for _, test in folds]
    return _levels_scorer(AdditiveScorer, tests, n_levels, terms, fits)


def is_plain(learner):
    """Whether a learner has one number for all variables, large enough to be sound."""
    return isinstance(learner.alpha, Real) and LEAST_ALPHA <= learner.alpha < np.inf


def fits_of(learner, X, y, folds):
    """Return the fits to all columns; None if one fails or lacks a class."""
    y = np.asarray(y)
    n_classes = y.max() + 1
    if any(len(np.unique(y[train])) < n_classes for train, _ in folds):
        return None
    try:
        with np.errstate(all="ignore"):
            return [clone(learner).fit(_rows(X, rows), y[rows]) for rows, _ in folds]
    except (TypeError, ValueError):
        return None  # the ordinary fit will say what is wrong


def _rows(X, rows):
    # The order of rows in memory is that of a subset's, so that means have its bits.
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X[rows] if hasattr(X, "tocsc") else np.ascontiguousarray(X[rows])


def _is_sound(table, spreads, smoothings):
    """Whether sums of densities are exact, and means as exact as those of a subset."""
    varies = spreads > 0
    # A column that is constant is smoothed by others.
    least = np.where(varies, smoothings, smoothings[varies].min(initial=np.inf))
    off = [np.abs(x[:, np.newaxis] - table.means) for x in _extremes(table.columns)]
    slopes = 0.5 / (table.variances + least[:, np.newaxis])
    reaches = np.square(np.maximum(*off)) * slopes
    # No logarithm of a double is beyond 1000.
    is_small = (reaches.max(axis=1) + 1000).sum() <= MOST_REACH
    offsets = np.abs(table.means).max(axis=1)[varies]
    return is_small and (offsets <= MOST_OFFSET * np.sqrt(spreads[varies])).all()


def _has_exact_constants(X):
    """Whether constant columns have a variance of zero, by any order of adding up."""
    constants = X[0, (X[0] == X).all(axis=0)]
    short = np.ldexp(np.frexp(constants)[0], 53 - len(X).bit_length())
    return (short == np.rint(short)).all()


def _extremes(columns):
    return columns.min(axis=1, initial=np.inf), columns.max(axis=1, initial=-np.inf)


def _two_levels(log_p):
    """Return the terms of absence and presence, one variable after the other."""
    with np.errstate(all="ignore"):
        absent = np.log(1 - np.exp(log_p))
    return np.stack([absent, log_p], axis=2).reshape(len(log_p), -1)


def _levels_scorer(scorer, tests, n_levels, terms, fits):
    tables = []
    for of_rows, n, of_levels in zip(tests, n_levels, terms, strict=True):
        places = (of_rows + (np.cumsum(n) - n)).T
        places = np.ascontiguousarray(places, dtype=np.int64)
        tables.append(kernels.Levels(places, np.ascontiguousarray(of_levels)))
    log_priors = [fit.class_log_prior_ for fit in fits]
    smoothings = np.ones((len(tests), len(n_levels[0])))  # not used
    return _scorer(scorer, tables, log_priors, smoothings)


def _scorer(scorer, tables, log_priors, smoothings):
    if not all(np.isfinite(of_fold).all() for of_fold in log_priors):
        return None
    return scorer(tables, log_priors, smoothings)
