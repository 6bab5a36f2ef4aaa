"""Fast paths of scikit-learn's naive Bayes classifiers of counts."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_matrix

from learners.sklearn.naive_bayes.count_kernels import Counts
from learners.sklearn.naive_bayes.count_scorer import CountScorer
from learners.sklearn.naive_bayes.fast_paths import MOST_REACH, fits_of, is_plain
from learners.tables.floats import float_table


def multinomial(learner, X, y, folds):
    """Return a scorer for a ``MultinomialNB``, or None if it has to be fitted.

    Parameters
    ----------
    learner : MultinomialNB
        With one number for `alpha`.
    X : ndarray, DataFrame or sparse matrix of shape (n_samples, n_columns)
        Of doubles, integers or truth values.
    y : ndarray of shape (n_samples,)
        Codes of the classes, 0, 1, ..., all of them in each fold's training rows.
    folds : sequence of (training rows, test rows)

    Examples
    --------
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> X, y = np.array([[3, 0, 1], [0, 2, 1], [2, 1, 0]]), np.array([0, 1, 0])
    >>> scorer = multinomial(MultinomialNB(), X, y, [([0, 1], [2])])
    >>> scorer.predict_proba(np.array([[True, True, False]]), range(1)).round(4)
    array([[[0.732, 0.268]]])
    """
    return _scorer(learner, X, y, folds, 1.0, lambda fit: fit.feature_count_)


def complement(learner, X, y, folds):
    """Return a scorer for a ``ComplementNB``, or None if it has to be fitted.

    Parameters
    ----------
    learner : ComplementNB
        With one number for `alpha`, and without `norm`.
    X, y, folds
        As those of `multinomial`.

    Examples
    --------
    >>> from sklearn.naive_bayes import ComplementNB
    >>> X, y = np.array([[3, 0, 1], [0, 2, 1], [2, 1, 0]]), np.array([0, 1, 0])
    >>> scorer = complement(ComplementNB(), X, y, [([0, 1], [2])])
    >>> scorer.predict(np.array([[True, True, False]]), range(1)).tolist()
    [[0]]
    >>> complement(ComplementNB(norm=True), X, y, [([0, 1], [2])]) is None
    True
    """
    if learner.norm:
        return None  # weights depend on each other
    return _scorer(
        learner, X, y, folds, -1.0, lambda fit: fit.feature_all_ - fit.feature_count_
    )


def _scorer(learner, X, y, folds, factor, counted):
    """Return the scorer; `counted` gives of a fit what each class counts."""
    table = _by_columns(X)
    if table is None or not is_plain(learner):
        return None
    fits = fits_of(learner, X, y, folds)
    if fits is None:
        return None
    totals = [np.ascontiguousarray(counted(fit) + learner.alpha) for fit in fits]
    tables = []
    for of_fold, (_, test) in zip(totals, folds, strict=True):
        part = table[test]
        part.sum_duplicates()
        places = part.indptr.astype(np.int64), part.indices.astype(np.int64)
        tables.append(Counts(*places, part.data, of_fold, np.log(of_fold)))
    if not all(map(_are_exact, tables)):
        return None
    priors = [fit.class_log_prior_ for fit in fits]
    priors = priors if factor > 0 else [np.zeros_like(prior) for prior in priors]
    if not all(np.isfinite(prior).all() for prior in priors):
        return None
    return CountScorer(learner, X, y, folds, tables, priors, factor)


def _by_columns(X):
    """Return a sparse matrix of doubles, or None if scikit-learn's were others."""
    if not hasattr(X, "tocsc"):
        table = float_table(X)
        return None if table is None else csc_matrix(table)
    if X.dtype.kind not in "iub" and X.dtype != np.float64:
        return None
    return csc_matrix(X, dtype=np.float64)


def _are_exact(counts):
    """Whether the sums of all variables are exact."""
    columns = np.repeat(np.arange(len(counts.indptr) - 1), np.diff(counts.indptr))
    largest = np.abs(counts.logs).max(axis=0, initial=1)
    reach = np.bincount(counts.rows, counts.values * largest[columns]).max(initial=0)
    return max(reach, counts.totals.sum(axis=1).max()) <= MOST_REACH
