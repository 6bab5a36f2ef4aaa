"""Fast paths of scikit-learn's nearest neighbours, by sums over the variables."""

from __future__ import annotations

from numbers import Integral

import numpy as np

from learners.sklearn.neighbors.answers import are_close, mean, shares, winner
from learners.sklearn.neighbors.asking import ask, dtypes_of, is_brute
from learners.sklearn.neighbors.centres import Centres
from learners.sklearn.neighbors.nearest_rows import EPSILON
from learners.sklearn.neighbors.votes import Fold, Plan, Rules
from learners.sklearn.neighbors.votes_of_subsets import vote
from learners.tables.flips import flips_from, typical
from learners.tables.floats import float_table

LARGEST = 1e140  # squares of what is larger might not be finite
MOST_NEIGHBOURS = 100  # one by one
ALGORITHMS = ("auto", "ball_tree", "brute", "kd_tree")
POWERS = {"euclidean": 2, "l2": 2, "manhattan": 1, "l1": 1, "cityblock": 1}


class NeighboursScorer:
    """Predicts the test rows of folds with many subsets, by their nearest neighbours.

    Parameters
    ----------
    learner : KNeighborsClassifier or KNeighborsRegressor
        Supported, as `k_neighbors_classifier` and `k_neighbors_regressor` find out.
    X : ndarray or DataFrame of shape (n_samples, n_columns)
        A table that `float_table` takes.
    y : ndarray of shape (n_samples,)
        Codes of the classes, or numbers.
    targets : ndarray of shape (n_samples, n_outputs)
        What is summed over the neighbours: a one for the class, or the target and one.
    folds : sequence of (training rows, test rows)

    Notes
    -----
    Distances are sums over the variables in ascending order, in doubles, as in
    scikit-learn's trees. Its brute force, which it prefers beyond 15 variables, takes
    Euclidean distances from products, which cost it digits where rows are much closer
    to each other than to the origin: `_slack` bounds what that can change.

    Which of the training rows at equal distances are neighbours depends on how
    scikit-learn's tree or heap meets them. Where their targets differ so that it
    matters, the learner itself is fitted and asked, by one thread; also where brute
    force might not see which one is nearer. If that are more than a few rows of a fold,
    it is asked for all of them, so that coarse values take about the time of fits.

    Most subsets are reached from another one, in the same call or in the last one, by
    the variables in which they differ; where that could exchange two neighbours,
    distances are summed anew.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> X, y = np.array([[0.0], [1.0], [2.0], [9.0]]), [0.0, 1.0, 2.0, 9.0]
    >>> folds = [(np.array([0, 1, 3]), np.array([2]))]
    >>> scorer = k_neighbors_regressor(KNeighborsRegressor(2), X, y, folds)
    >>> scorer.predict(np.array([[True]]), range(1))
    array([[0.5]])
    """

    def __init__(self, learner, X, y, targets, folds):
        self._dtypes, X = dtypes_of(X), float_table(X)
        squared = _power(learner) == 2
        weighted = learner.weights == "distance"
        in_any_order = _are_small_integers(targets)
        self._is_whole = _are_small_integers(X)
        exact = self._is_whole and _reach(X, squared) < 2**52
        self._rules = Rules(
            int(learner.n_neighbors), squared, weighted, in_any_order, exact, False
        )
        self._learner, self._largest = learner, np.abs(X).max(axis=0)
        self._ys = [np.asarray(y)[train] for train, _ in folds]
        self._tables = [
            Fold(
                np.ascontiguousarray(X[test]),
                np.ascontiguousarray(X[train].T),
                targets[train],
            )
            for train, test in folds
        ]
        self._centres = Centres(self._tables)

    def predict(self, masks, folds):
        """Predict (n_subsets, n_test) from masks (n_subsets, n_columns)."""
        return self._answers(masks, folds, mean)

    def _answers(self, masks, folds, answer_of, method="predict", by_votes=False):
        """Return the answers to the neighbours' sums of targets, else the learner's."""
        masks = np.require(masks, np.bool_, ["C", "W"])
        plan, rules = _plan(masks, typical(masks)), self._rules
        rules, parts = rules._replace(by_votes=by_votes), []
        for fold in folds:
            sums, is_open = self._vote(fold, plan, rules)
            part = answer_of(sums)
            for r in np.flatnonzero(is_open.any(axis=1) & masks.any(axis=1)):
                rows = np.flatnonzero(is_open[r])
                table, y = self._tables[fold], self._ys[fold]
                dtype, learner = np.result_type(*self._dtypes[masks[r]]), self._learner
                part[r, rows] = ask(learner, table, y, masks[r], dtype, rows, method)
            parts.append(part)
        return np.concatenate(parts, axis=1)

    def _vote(self, fold, plan, rules):
        table = self._tables[fold]
        n_sorted = 0 if plan.centre.any() else len(plan.added)
        order = np.argsort(table.train[plan.added[:n_sorted]], axis=1)
        shape = len(plan.masks), len(table.test)
        is_open = np.zeros(shape, np.bool_)
        sums = np.ones((*shape, table.targets.shape[1]))
        slack = self._slack(plan.masks, table.train.shape[1])
        known, n_moves = self._centres.towards(fold, plan.centre)
        vote(table, rules, plan, known, slack, order, sums, is_open)
        self._centres.leave(fold, plan.centre, known, n_moves)
        if rules.weighted and rules.by_votes:
            is_open |= (slack > 0)[:, np.newaxis] & are_close(sums)
        return sums, is_open

    def _slack(self, masks, n_train):
        """Return up to which difference distances may be equal for brute force."""
        sizes = masks.sum(axis=1)
        bounds = masks @ self._largest**2  # of a product of two rows
        slack = 4 * (sizes + 2) * EPSILON * bounds
        is_exact = self._is_whole & (bounds < 2**50)
        brute = np.array([is_brute(self._learner, size, n_train) for size in sizes])
        return np.where(brute & self._rules.squared & ~is_exact, 4 * slack, 0.0)


class NeighboursClassScorer(NeighboursScorer):
    """Predicts class codes of the test rows of folds with many subsets.

    Parameters
    ----------
    learner, X, y, targets, folds
        As those of `NeighboursScorer`.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = np.array([[0.0], [1.0], [2.0], [9.0]]), np.array([0, 0, 1, 1])
    >>> folds = [(np.array([0, 1, 3]), np.array([2]))]
    >>> scorer = k_neighbors_classifier(KNeighborsClassifier(3), X, y, folds)
    >>> scorer.predict_proba(np.array([[True]]), range(1)).round(4)
    array([[[0.6667, 0.3333]]])
    """

    def predict(self, masks, folds):
        """Predict codes (n_subsets, n_test); of classes with equal votes the first."""
        return self._answers(masks, folds, winner, by_votes=True)

    def predict_proba(self, masks, folds):
        """Return shares of the votes, of shape (n_subsets, n_test, n_classes)."""
        return self._answers(masks, folds, shares, "predict_proba")


def k_neighbors_classifier(learner, X, y, folds):
    """Return a scorer for a ``KNeighborsClassifier``, or None if it has to be fitted.

    Parameters
    ----------
    learner : KNeighborsClassifier
        With Euclidean or Manhattan distances, and weights "uniform" or "distance".
    X : ndarray or DataFrame of shape (n_samples, n_columns)
    y : ndarray of shape (n_samples,)
        Codes of the classes, 0, 1, ...
    folds : sequence of (training rows, test rows)

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = np.array([[0.0], [1.0], [9.0]]), np.array([0, 0, 1])
    >>> learner = KNeighborsClassifier(n_neighbors=1)
    >>> scorer = k_neighbors_classifier(learner, X, y, [([0, 2], [1])])
    >>> scorer.predict(np.array([[True]]), range(1)).tolist()
    [[0]]
    """
    table = float_table(X)
    if table is None or not _is_supported(learner, table, folds):
        return None
    return NeighboursClassScorer(learner, X, y, np.eye(y.max() + 1)[y], folds)


def k_neighbors_regressor(learner, X, y, folds):
    """Return a scorer for a ``KNeighborsRegressor``, or None if it has to be fitted.

    Parameters
    ----------
    learner : KNeighborsRegressor
    y : array-like of shape (n_samples,)
    X, folds
        As those of `k_neighbors_classifier`, like what the learner may be.

    Examples
    --------
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> X, y = np.array([[0.0], [1.0], [9.0]]), [0.0, 1.0, 2.0]
    >>> learner = KNeighborsRegressor(metric="cosine")
    >>> k_neighbors_regressor(learner, X, y, [([0, 2], [1])]) is None
    True
    """
    table = float_table(X)
    if table is None or not _is_supported(learner, table, folds):
        return None
    y = np.asarray(y, np.float64)
    targets = np.stack([y, np.ones_like(y)], axis=1)
    return NeighboursScorer(learner, X, y, targets, folds)


def _power(learner):
    if not isinstance(learner.metric, str):
        return None
    return learner.p if learner.metric == "minkowski" else POWERS.get(learner.metric)


def _is_supported(learner, X, folds):
    n_train = min(len(train) for train, _ in folds)
    return (
        np.abs(X).max() < LARGEST
        and _power(learner) in (1, 2)
        and learner.algorithm in ALGORITHMS
        and learner.metric_params is None
        and (learner.weights is None or learner.weights in ("uniform", "distance"))
        and isinstance(learner.n_neighbors, Integral)
        and 1 <= learner.n_neighbors <= min(n_train, MOST_NEIGHBOURS)
    )


def _are_small_integers(values):
    return bool(((values == np.rint(values)) & (np.abs(values) < 2**40)).all())


def _reach(X, squared):
    """Return what no sum of distances exceeds."""
    gaps = np.ptp(X, axis=0)
    return (gaps**2 if squared else gaps).sum()


def _plan(masks, centre):
    flipped, bounds = flips_from(masks, centre)
    rows = np.flatnonzero(np.diff(bounds) == 1)
    columns = flipped[bounds[rows]]
    is_added = masks[rows, columns]
    sizes, added = masks.sum(axis=1), (columns[is_added], rows[is_added])
    return Plan(masks, centre, sizes, bounds, flipped, *added)
