"""Naive Bayes on numeric and nominal variables, by sums that are exact."""

from __future__ import annotations

import numpy as np
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from learners.naive_bayes import terms as kernels
from learners.naive_bayes.frequencies import level_frequencies
from learners.naive_bayes.scorer import NaiveBayesScorer, spread
from learners.tables.mixed import code_cells, learn_cells
from wrapsel.parameters import check_kinds_of_defaults

BLOCK_CELLS = 2**20  # cells of a part of X at work
BLOCK_TERMS = 2**23  # terms in memory at once when all variables are used


class NaiveBayes(ClassifierMixin, BaseEstimator):
    """Classify by class frequencies and independent variables [1]_.

    Parameters
    ----------
    nominal : None, "all" or list of int or str, default=None
        The nominal columns; the others are numeric. In a DataFrame those of any dtype
        but a number are nominal anyway. Numbers count the columns of the X given to
        `fit` or `subset_scorer`, so on columns chosen by hand only names, None and
        "all" keep their meaning; names that a DataFrame lacks are ignored.
    alpha : float, default=1.0
        Rows added to each known level of a nominal variable in each class (Laplace).
    var_smoothing : float, default=1e-9
        Part of a variable's variance over all rows that is added to its variance
        within each class.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels, ascending.

    Notes
    -----
    The levels of a nominal variable are the categories of its dtype (category, bool),
    else the values seen in `fit`. Any other value counts as missing. A missing value
    (NaN, None) is left out, in `fit` and in `predict`; every number is a value. A class
    in which a variable was never present takes its distribution over all rows. A
    numeric variable that is constant in `fit` says nothing.

    scikit-learn smooths by the largest variance of the columns used. Here each
    variable has its own, so that a subset's score is a sum over its variables,
    whatever their units.

    A variable's log likelihoods are taken relative to that of its best class, rounded
    to multiples of 2^-21 (an error of at most 2.4e-7) and cut at -1024. Their sums are
    integers, so order, companions and ways of adding up never change a prediction;
    classes whose scores differ by less than n_variables * 4.8e-7 may be exchanged.

    References
    ----------
    .. [1] T. M. Mitchell, "Machine Learning", McGraw-Hill, 1997, section 6.9.

    Examples
    --------
    >>> X = [[1.0, 0], [2.0, 0], [8.0, 1], [9.0, 1]]
    >>> learner = NaiveBayes(nominal=[1]).fit(X, ["low", "low", "high", "high"])
    >>> print(learner.predict([[1.5, np.nan], [np.nan, 1]]))
    ['low' 'high']
    """

    fingerprint_name = "learners.naive_bayes.NaiveBayes"  # its old place

    def __init__(self, nominal=None, alpha=1.0, var_smoothing=1e-9):
        self.nominal = nominal
        self.alpha = alpha
        self.var_smoothing = var_smoothing

    def fit(self, X, y):
        """Learn from X (n_samples, n_variables) and y of shape (n_samples,)."""
        X, labels = self._learn(X, y)
        self._fit_rows(X, self._cells(X)[1], np.arange(len(X)), labels)
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        labels = self._with_all_variables("predict", X)
        return labels.astype(self.classes_.dtype, copy=False)

    def decision_function(self, X):
        """Return log posterior ratios to the first class, (n_samples, n_classes).

        Of two classes, only those of the second, of shape (n_samples,).
        """
        scores = self._with_all_variables("decision", X)
        return scores[:, 1] if len(self.classes_) == 2 else scores

    def predict_log_proba(self, X):
        """Return the logs of probabilities of shape (n_samples, n_classes)."""
        scores = self._with_all_variables("decision", X)
        return scores - logsumexp(scores, axis=1, keepdims=True)

    def predict_proba(self, X):
        """Return probabilities of shape (n_samples, n_classes)."""
        return np.exp(self.predict_log_proba(X))

    def cost(self, n_samples, n_variables):
        """Return the operations of one fit, up to a factor: cells of X."""
        return n_samples * n_variables

    def subset_scorer(self, X, y, folds):
        """Train on each fold; return what predicts its test rows with some variables.

        Folds are pairs (training rows, test rows).
        """
        scorer, n_rows = None, [len(test) for _, test in folds]
        for start, part in _blocks(X, self.nominal):
            model = clone(self)
            cells, labels = model._learn(part, y)
            columns, levels = model._cells(cells)
            if scorer is None:
                scorer = NaiveBayesScorer(model.classes_, np.shape(X)[1], n_rows)
            for fold, (train, test) in enumerate(folds):
                train, test = np.asarray(train), np.asarray(test)
                model._fit_rows(cells, levels, train, labels[train])
                model._fill(scorer, fold, columns, levels, test, start)
        return scorer

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _check_parameters(self):
        check_kinds_of_defaults(self)
        for name in ("alpha", "var_smoothing"):
            if not 0 <= getattr(self, name) < np.inf:
                value = getattr(self, name)
                raise ValueError(f"{name} must be at least 0 and finite, got {value}")

    def _learn(self, X, y):
        """Return the cells of X, with codes for levels, and the codes of labels."""
        self._check_parameters()
        X, y, self._coding = learn_cells(self, X, y)
        check_classification_targets(y)
        self._starts = np.append(0, np.cumsum(self._coding.n_levels + 1))
        self._numeric = np.setdiff1d(np.arange(X.shape[1]), self._coding.places)
        self.classes_, labels = np.unique(y, return_inverse=True)
        return np.require(X, requirements=["C", "W"]), labels

    def _cells(self, X):
        """Return X by columns, and the places of nominal values among all levels."""
        columns = np.require(X.T, np.float64, ["C", "W"])
        nominal = self._coding.places
        return columns, kernels.level_places(columns, nominal, self._starts)

    def _fit_rows(self, X, levels, rows, labels):
        """Fit on some rows of X and of the levels."""
        # A fold may lack a class.
        self._present, labels = np.unique(labels, return_inverse=True)
        counts = np.bincount(labels)
        self._prior = np.zeros(len(counts) - 1, np.int64)
        kernels.ratios(np.log(counts / len(labels)), self._prior)
        if len(self._numeric):
            self._fit_numeric(X, rows, labels)
        if len(levels):
            self._fit_nominal(levels, rows, labels)

    def _test_cells(self, X):
        check_is_fitted(self)
        return self._cells(code_cells(self, X, self._coding))

    def _fit_numeric(self, X, rows, labels):
        if len(self._numeric) < X.shape[1]:
            X, rows = X[np.ix_(rows, self._numeric)], np.arange(len(rows))
        low, high = kernels.extremes(X, rows)
        scale = _scale(low, high)
        n_classes = len(self._present)
        counts, totals = kernels.class_totals(X, rows, labels, scale, n_classes)
        means = totals / np.maximum(counts, 1)
        squares = kernels.class_squares(X, rows, labels, scale, means)
        variances = squares / np.maximum(counts, 1)
        pooled = (counts[:-1] == 0) | (low >= high)
        means = np.where(pooled, means[-1], means[:-1])
        smoothing = self.var_smoothing * variances[-1]
        variances = np.where(pooled, variances[-1], variances[:-1]) + smoothing
        self._gaussians = scale, means, *kernels.densities(means, variances)

    def _fit_nominal(self, levels, rows, labels):
        counts = kernels.level_counts(
            levels, rows, self._starts[-1], labels, len(self._present)
        )
        frequencies, known = level_frequencies(
            counts, self._starts, self._coding.declared, self.alpha
        )
        self._of_levels = kernels.level_terms(frequencies, known)

    def _fill(self, scorer, fold, columns, levels, rows, start=0):
        """Fill a fold of a scorer with the terms of some rows, from a column on."""
        terms, prior_sums = scorer.terms(fold), scorer.prior_sums(fold)
        terms = terms[start : start + len(columns)]
        if len(self._present) == len(self.classes_):
            self._fill_terms(columns, levels, rows, terms)
            prior_sums[:] = self._prior[:, np.newaxis]
            return
        of_present = np.empty((len(columns), len(self._prior), len(rows)), np.int32)
        self._fill_terms(columns, levels, rows, of_present)
        spread(self._present, of_present, self._prior, terms, prior_sums)

    def _fill_terms(self, columns, levels, rows, terms):
        numeric, nominal = self._numeric, self._coding.places
        if len(numeric):
            kernels.gaussian_terms(columns, rows, numeric, *self._gaussians, terms)
        if len(nominal):
            kernels.nominal_terms(levels, rows, nominal, self._of_levels, terms)

    def _with_all_variables(self, ability, X):
        columns, levels = self._test_cells(X)
        n_columns, n_all = columns.shape
        every = np.ones((1, n_columns), dtype=np.bool_)
        n_rows = max(1, BLOCK_TERMS // (n_columns * len(self.classes_)))
        parts = []
        for start in range(0, n_all, n_rows):
            rows = np.arange(start, min(start + n_rows, n_all))
            scorer = NaiveBayesScorer(self.classes_, n_columns, [len(rows)])
            self._fill(scorer, 0, columns, levels, rows)
            parts.append(getattr(scorer, ability)(every)[0])
        return np.concatenate(parts)


def _blocks(X, nominal):
    """Yield the first column and the columns of parts, which are fitted alike.

    Of numbers alone a part at a time is copied; other tables are one part.
    """
    is_plain = isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind in "biuf"
    if nominal is not None or not is_plain:
        yield 0, X
        return
    width = max(1, BLOCK_CELLS // len(X))
    for start in range(0, X.shape[1], width):
        yield start, X[:, start : start + width]


def _scale(low, high):
    # Powers of two are exact, and keep squares of any values in range.
    exponents = np.frexp(np.maximum(0.0, np.maximum(-low, high)))[1]
    return np.ldexp(1.0, -np.maximum(exponents, -1000))
