"""A selector by several metrics, refitted by one of them."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.metrics import accuracy_score, get_scorer, roc_auc_score
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, WrapperSelector, select
from wrapsel.search import Forward

SCORING = ["accuracy", "roc_auc"]


def data(seed):
    return make_classification(90, 6, n_informative=3, flip_y=0.2, random_state=seed)


def selector_of(**options):
    options = {"scoring": SCORING, "honest": False} | options
    return WrapperSelector(GaussianNB(), Forward(), **options)


def test_parameters_survive_clones():
    selector = clone(selector_of(refit="roc_auc"))

    assert selector.get_params()["scoring"] == SCORING
    assert selector.get_params()["refit"] == "roc_auc"


@pytest.mark.parametrize("seed", range(5))
def test_each_refit_has_the_subset_of_its_metric(seed):
    X, y = data(seed)
    result = select(
        Problem(GaussianNB(), X, y, scoring=SCORING), Forward(), honest=False
    )
    chosen = {True: result.subset, "accuracy": result.subset}
    chosen["roc_auc"] = result.metrics["roc_auc"].choice.subset

    for refit, subset in chosen.items():
        selector = selector_of(refit=refit).fit(X, y)
        assert np.array_equal(selector.support_, subset.mask())
        plain = GaussianNB().fit(X[:, subset.indices()], y)
        assert np.array_equal(
            selector.predict(X), plain.predict(X[:, subset.indices()])
        )
        assert selector.result_.path == result.path


def test_the_metrics_differ_in_what_they_choose():
    # Else the test above would say nothing.
    chosen = [
        selector_of(refit=name).fit(*data(seed)).support_.tolist()
        for seed in range(5)
        for name in SCORING
    ]

    assert chosen[::2] != chosen[1::2]


def test_the_score_is_that_of_the_metric_of_refit():
    X, y = data(0)
    for scoring in (SCORING, dict(zip("ab", SCORING, strict=True))):
        first, second = scoring
        by_first = selector_of(scoring=scoring, refit=True).fit(X, y)
        by_second = selector_of(scoring=scoring, refit=second).fit(X, y)

        assert by_first.score(X, y) == accuracy_score(y, by_first.predict(X))
        assert first in by_first.result_.metrics
        proba = by_second.predict_proba(X)[:, 1]
        assert by_second.score(X, y) == roc_auc_score(y, proba)


@pytest.mark.parametrize("refit", ["f1", "", None, 3])
def test_an_unknown_refit_is_said_before_any_fit(refit):
    class NeverFitted(GaussianNB):
        def fit(self, X, y):
            raise AssertionError("fitted")

    selector = WrapperSelector(NeverFitted(), scoring=SCORING, refit=refit)

    with pytest.raises(ValueError, match="name of a metric, 'accuracy' or 'roc_auc'"):
        selector.fit(*data(0))


def test_refit_may_name_a_single_metric():
    X, y = data(0)
    selector = selector_of(scoring="roc_auc", refit="roc_auc").fit(X, y)

    assert selector.score(X, y) == get_scorer("roc_auc")(
        selector.learner_, X[:, selector.support_], y
    )


def test_scikit_learn_nests_and_searches_it():
    X, y = data(1)
    selector = selector_of(refit="roc_auc", cv=3)

    assert cross_val_score(selector, X, y, cv=3).min() > 0.5
    grid = GridSearchCV(selector, {"refit": SCORING}, cv=2).fit(X, y)
    assert grid.best_params_["refit"] in SCORING
