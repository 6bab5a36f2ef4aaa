"""A ranker in scikit-learn's clothes."""

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from wrapsel import RankSelector
from wrapsel.filters import (
    CFS,
    FCBF,
    L1,
    MRMR,
    AnovaF,
    Ranking,
    SPERanker,
    StoppigliaRanker,
)


@parametrize_with_checks([RankSelector(L1(), n_features_to_select=2)])
def test_it_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


def first_is_redundant(X, y):
    return Ranking.by_scores([5.0, 1.0, 2.0, 3.0], redundant=[0])


def test_it_selects_the_first_of_the_ranking():
    X, y = load_iris(return_X_y=True)
    selector = RankSelector(L1(), n_features_to_select=2).fit(X, y)
    first = selector.ranking_.order[:2]
    assert set(np.flatnonzero(selector.support_)) == set(first)
    assert (selector.transform(X) == X[:, np.sort(first)]).all()


@pytest.mark.parametrize(
    ("drop", "selected"), [(True, [1, 2, 3]), (False, [0, 1, 2, 3])]
)
def test_redundant_variables_are_left_out(drop, selected):
    X, y = load_iris(return_X_y=True)
    selector = RankSelector(
        first_is_redundant, n_features_to_select=9, drop_redundant=drop
    )
    assert np.flatnonzero(selector.fit(X, y).support_).tolist() == selected


def test_it_works_in_a_pipeline_and_keeps_names():
    X, y = load_wine(return_X_y=True, as_frame=True)
    selector = RankSelector(L1(), n_features_to_select=4).set_output(transform="pandas")
    pipeline = make_pipeline(selector, GaussianNB())
    assert cross_val_score(pipeline, X, y).mean() > 0.85
    assert list(selector.fit(X, y).transform(X)) == list(
        selector.get_feature_names_out()
    )


@pytest.mark.parametrize(
    "ranker", [GaussianNB(), SPERanker, "spe"], ids=["learner", "class", "name"]
)
def test_what_is_no_ranker_is_refused(ranker):
    with pytest.raises(TypeError, match=r"^ranker must be a function, got"):
        RankSelector(ranker).fit([[0.0], [1.0]], [0, 1])


def test_a_wrong_number_is_refused():
    with pytest.raises(
        ValueError, match="n_features_to_select must be at least 1, got 0"
    ):
        RankSelector(L1(), n_features_to_select=0).fit(*load_iris(return_X_y=True))


def useful(seed, n_rows=200):
    """Return two useful columns, a copy of each, a constant, and twelve of noise."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n_rows)
    two = y[:, None] + [0.3, 0.6] * rng.normal(size=(n_rows, 2))
    noise = rng.normal(size=(n_rows, 12))
    return np.hstack([two, two, np.full((n_rows, 1), 3.0), noise]), y


SELECTING = [
    FCBF(),
    FCBF(delta=0.2),
    FCBF(delta=0.9999),
    CFS(),
    CFS("equal_frequency"),
    SPERanker(),
    StoppigliaRanker(risk=0.01),
    MRMR(n_features_to_select=3),
    L1(C=0.5),
]


@pytest.mark.parametrize("ranker", SELECTING, ids=repr)
@pytest.mark.parametrize("seed", range(4))
def test_a_ranker_that_selects_is_obeyed(ranker, seed):
    X, y = useful(seed)
    selector = RankSelector(ranker)
    if ranker == FCBF(delta=0.9999):
        assert not selector.fit(X, y).support_.any()
        return
    chosen = set(np.flatnonzero(selector.fit(X, y).support_))
    ranking = ranker(X, y)
    assert chosen == set(ranking.order[: ranking.n_selected])
    assert not chosen & set(ranking.redundant)
    if isinstance(ranker, MRMR):
        return
    assert 4 not in chosen
    if isinstance(ranker, FCBF | SPERanker | StoppigliaRanker):
        assert not chosen.issuperset([0, 2])
        assert not chosen.issuperset([1, 3])
    if isinstance(ranker, FCBF) and ranker.delta:
        assert (ranking.scores[list(chosen)] >= ranker.delta).all()


@pytest.mark.parametrize("ranker", [FCBF(), CFS(), SPERanker(), L1()], ids=repr)
@pytest.mark.parametrize("k", [1, 2, 12])
def test_a_number_that_is_given_goes_first(ranker, k):
    X, y = useful(0)
    ranking = ranker(X, y)
    most = 17 - len(ranking.redundant)
    assert RankSelector(ranker, n_features_to_select=k).fit(X, y).support_.sum() == min(
        k, most
    )
    every = RankSelector(ranker, n_features_to_select=k, drop_redundant=False).fit(X, y)
    assert every.support_.sum() == k


@pytest.mark.parametrize(("drop", "n"), [(True, 3), (False, 4)])
def test_without_a_number_the_redundant_are_left_out(drop, n):
    X, y = load_iris(return_X_y=True)
    selector = RankSelector(first_is_redundant, drop_redundant=drop).fit(X, y)
    assert selector.support_.sum() == n
    assert selector.support_[0] == (not drop)


def test_a_ranker_that_does_not_select_gives_ten():
    assert RankSelector(AnovaF()).fit(*useful(0)).support_.sum() == 10
