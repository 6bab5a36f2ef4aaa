"""Relief_k with Gram-Schmidt finds what the variables before do not say."""

import numpy as np
import pytest

from tests.filters.relief import oracles_relief as oracles
from wrapsel.filters.ranker import Ranker
from wrapsel.filters.relief.gs_relief import GSReliefK
from wrapsel.filters.relief.relief_k import ReliefK


def problem(seed, n_rows=16, n_columns=6, n_classes=2):
    """Return classes, and numbers of which two tell something of them."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    X = rng.normal(size=(n_rows, n_columns))
    X[:, 1] += y
    X[:, 4] += 2 * y
    return X, y


@pytest.mark.parametrize("seed", range(60))
def test_order_and_scores_are_those_of_the_loops(seed):
    X, y = problem(seed, n_rows=10 + seed % 9, n_classes=2 + seed % 3)
    k = 1 + seed % 5
    order, scores = oracles.gs_relief_k(X, y, k)
    ranking = GSReliefK(k=k)(X, y)
    assert ranking.order.tolist() == order
    np.testing.assert_allclose(ranking.scores, scores, rtol=1e-7)


@pytest.mark.parametrize("seed", range(20))
def test_the_first_is_the_best_of_relief_k(seed):
    X, y = problem(seed)
    alone, ranking = ReliefK(k=5)(X, y), GSReliefK(k=5)(X, y)
    assert ranking.order[0] == alone.order[0]
    assert ranking.scores[ranking.order[0]] == alone.scores.max()
    assert isinstance(GSReliefK(), Ranker)


@pytest.mark.parametrize("seed", range(20))
def test_copies_come_last_with_score_0(seed):
    X, y = problem(seed)
    copies = np.column_stack([X, 5 - 3 * X[:, 4], X[:, 1] / 7])
    ranking = GSReliefK(k=5)(copies, y)
    assert set(ranking.order[-2:].tolist()) & {4, 6}
    assert set(ranking.order[-2:].tolist()) & {1, 7}
    assert (ranking.scores[ranking.order[-2:]] == 0).all()


@pytest.mark.parametrize("seed", range(10))
def test_variables_beyond_the_rank_of_the_table_score_0(seed):
    X, y = problem(seed, n_rows=9, n_columns=14)
    ranking = GSReliefK(k=3)(X, y)
    assert (ranking.scores[ranking.order[8:]] == 0).all()
    assert (np.diff(ranking.order[8:]) > 0).all()
    assert (ranking.scores[ranking.order[:8]] > 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_an_early_end_keeps_the_first_ones(seed):
    X, y = problem(seed)
    every, some = GSReliefK(k=5)(X, y), GSReliefK(k=5, n_features_to_select=2)(X, y)
    assert some.order[:3].tolist() == every.order[:3].tolist()
    assert (np.diff(some.scores[some.order[2:]]) <= 0).all()
    assert sorted(some.order.tolist()) == list(range(6))
    assert (
        GSReliefK(k=5, n_features_to_select=99)(X, y).order.tolist()
        == every.order.tolist()
    )


@pytest.mark.parametrize("seed", range(20))
def test_columns_and_their_units_may_come_in_any_order(seed):
    X, y = problem(seed, n_columns=9)
    order = np.random.default_rng(seed).permutation(9)
    expected = GSReliefK(k=5)(X, y)
    found = GSReliefK(k=5)(X[:, order], y)
    assert order[found.order].tolist() == expected.order.tolist()
    # Distances add up alike; what the first taken leaves is that of each column.
    assert found.scores.tolist() == expected.scores[order].tolist()
    found = GSReliefK(k=5)(X * 3.7 + 100, y)
    np.testing.assert_allclose(found.scores, expected.scores, rtol=1e-9)


def test_threads_change_no_bit():
    X, y = problem(0, n_rows=60, n_columns=700)
    expected = GSReliefK(n_features_to_select=3)(X, y)
    for n_jobs in (2, -1):
        found = GSReliefK(n_features_to_select=3, n_jobs=n_jobs)(X, y)
        assert found.scores.tolist() == expected.scores.tolist()
        assert found.order.tolist() == expected.order.tolist()


def test_constant_columns_score_0_and_one_variable_is_ranked():
    X, y = problem(1)
    X[:, 0] = 0.1
    ranking = GSReliefK()(X, y)
    assert ranking.scores[0] == 0
    assert ranking.order[-1] == 0
    assert GSReliefK()(X[:, :1], y).order.tolist() == [0]
    assert GSReliefK()(X[:, 1:2], y).order.tolist() == [0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GSReliefK(k=0), "k must be an integer from 1, got 0"),
        (
            lambda: GSReliefK(n_features_to_select=0),
            "n_features_to_select must be an integer from 1, got 0",
        ),
        (lambda: GSReliefK(n_jobs=-2), "n_jobs must be an integer from 1, or -1"),
        (lambda: GSReliefK()([[1], [2], [3]], [0, 0, 0]), "at least two classes"),
        (lambda: GSReliefK()([["a"], ["b"], ["b"]], [0, 0, 1]), "column x0 must be"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
