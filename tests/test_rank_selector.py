"""A ranker in scikit-learn's clothes."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from wrapsel import RankSelector
from wrapsel.filters import L1, Ranking


@parametrize_with_checks([RankSelector(L1(), n_features=2)])
def test_it_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


def first_is_redundant(X, y):
    return Ranking.by_scores([5.0, 1.0, 2.0, 3.0], redundant=[0])


def test_it_selects_the_first_of_the_ranking():
    X, y = load_iris(return_X_y=True)
    selector = RankSelector(L1(), n_features=2).fit(X, y)
    first = selector.ranking_.order[:2]
    assert set(np.flatnonzero(selector.support_)) == set(first)
    assert (selector.transform(X) == X[:, np.sort(first)]).all()


@pytest.mark.parametrize(
    ("drop", "selected"), [(True, [1, 2, 3]), (False, [0, 1, 2, 3])]
)
def test_redundant_variables_are_left_out(drop, selected):
    X, y = load_iris(return_X_y=True)
    selector = RankSelector(first_is_redundant, n_features=9, drop_redundant=drop)
    assert np.flatnonzero(selector.fit(X, y).support_).tolist() == selected


def test_it_works_in_a_pipeline_and_keeps_names():
    X, y = load_wine(return_X_y=True, as_frame=True)
    selector = RankSelector(L1(), n_features=4).set_output(transform="pandas")
    pipeline = make_pipeline(selector, GaussianNB())
    assert cross_val_score(pipeline, X, y).mean() > 0.85
    assert list(selector.fit(X, y).transform(X)) == list(
        selector.get_feature_names_out()
    )


def test_a_wrong_number_is_refused():
    with pytest.raises(ValueError, match="n_features must be at least 1, got 0"):
        RankSelector(L1(), n_features=0).fit(*load_iris(return_X_y=True))
