"""Learners without targets are judged by a score of the rows alone."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.metrics import get_scorer, silhouette_score
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

from wrapsel import LearnerError, Problem, filters, holdout_error, select
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.stores.fingerprint import problem_id
from wrapsel.search import Auto, FilterPath, Forward
from wrapsel.subset import Subset

X = np.random.default_rng(0).normal(size=(60, 4))
X[:30, 0] += 9
LEARNER = KMeans(2, n_init=1)


def silhouette(estimator, X, y=None):
    return silhouette_score(X, estimator.predict(X))


class Mean(BaseEstimator):
    """What has no predictions, and takes no y but None."""

    def fit(self, X, y=None):
        assert y is None
        self.mean_ = X.mean(axis=0)
        return self


def closeness(estimator, X, y=None):
    return -float(np.square(X - estimator.mean_).mean())


def without_y(learner=LEARNER, scoring=silhouette, **options):
    return Problem(learner, X, None, scoring=scoring, **options)


def test_errors_are_minus_the_scores_of_test_rows_by_the_plain_way():
    problem = without_y(random_state=3)
    folds = list(KFold(5, shuffle=True, random_state=3).split(X))
    scores = []
    for fold, (train, test) in enumerate(folds):
        fitted = KMeans(2, n_init=1, random_state=3 + fold).fit(X[train][:, [0, 2]])
        scores.append(silhouette(fitted, X[test][:, [0, 2]]))
    block = CrossValidation(problem).measure([Subset.of([0, 2], 4)], range(5))
    errors = block.errors[0, :, 0] / block.weights
    np.testing.assert_allclose(errors, np.negative(scores))


def test_what_has_no_predictions_is_fitted_and_judged_without_y():
    found = select(without_y(Mean(), closeness), Forward(1), honest=False)
    expected = X[:, 1:].var(axis=0).argmin() + 1
    assert found.subset == Subset.of([int(expected)], 4)


@pytest.mark.parametrize("min_features", [0, 1])
def test_auto_chooses_a_variable_at_least(min_features):
    assert len(select(without_y(), Auto(min_features=min_features)).subset) >= 1


def test_honest_errors_other_rows_and_stores_need_no_y(tmp_path):
    problem, store = without_y(), tmp_path / "store.db"
    found = select(problem, Forward(1), honest="nested", store=store)
    assert found.selected == ("x0",)
    assert found.honest.error < -0.5
    assert holdout_error(problem, found.subset, X[::2], None) < -0.5
    assert problem_id(problem) == problem_id(without_y())
    assert problem_id(problem) != problem_id(
        Problem(LEARNER, X, X[:, 0], scoring=silhouette)
    )


def test_no_variable_is_never_chosen():
    problem = without_y()
    block = CrossValidation(problem).measure([Subset.empty(4)], range(1))
    assert np.isinf(block.errors).all()


@pytest.mark.parametrize(
    ("learner", "scoring", "says"),
    [
        (LEARNER, None, r"without y, scoring must be a function .* got None"),
        (LEARNER, "silhouette", "without y, scoring must be .* got 'silhouette'"),
        (LEARNER, "accuracy", "without y, scoring must be .* got 'accuracy'"),
        (LEARNER, get_scorer("rand_score"), "without y, scoring must be a function"),
        (GaussianNB(), silhouette, "y must be targets for a classifier, got None"),
    ],
)
def test_what_needs_y_is_refused(learner, scoring, says):
    with pytest.raises(ValueError, match=says):
        without_y(learner, scoring)


@pytest.mark.parametrize(
    ("strategy", "options", "says"),
    [
        (Forward(), {"ranker": filters.Correlation()}, "ranker needs y, which the"),
        (FilterPath(), {}, "filter-path needs y and a ranker"),
    ],
)
def test_rankings_without_y_are_refused_before_any_fit(strategy, options, says):
    def fails(estimator, X, y=None):
        raise AssertionError

    with pytest.raises(ValueError, match=says):
        select(without_y(scoring=fails), strategy, **options)
    with pytest.raises(LearnerError):
        select(without_y(scoring=fails), Forward())
