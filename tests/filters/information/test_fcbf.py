"""FCBF keeps, orders and removes as the plain loops do."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from tests.filters.information import oracles_information as oracle
from wrapsel.filters.information.fcbf import FCBF
from wrapsel.filters.information.information import SymmetricUncertainty


@pytest.mark.parametrize("n_levels", [4, 30])
@pytest.mark.parametrize("delta", [0.0, 0.05])
@pytest.mark.parametrize("seed", range(60))
def test_the_order_and_the_removals_are_those_of_the_plain_loop(seed, delta, n_levels):
    X, y = oracle.table(seed, n_levels=n_levels)
    kept, below, removed = oracle.fcbf(X, y, delta)
    ranking = FCBF(delta, "none")(X, y)
    kept_or_below = sorted(kept + below, key=lambda j: (-ranking.scores[j], j))
    assert ranking.redundant.tolist() == removed
    assert ranking.order.tolist() == kept_or_below + removed
    assert ranking.order.tolist() == kept + below + removed


@pytest.mark.parametrize("seed", range(20))
def test_scores_are_symmetric_uncertainties(seed):
    X, y = oracle.table(seed)
    expected = SymmetricUncertainty("none")(X, y).scores
    assert FCBF(0.1, "none")(X, y).scores.tolist() == expected.tolist()


def test_of_copies_the_first_stays_and_the_others_leave_in_order():
    X, y = oracle.table(0, n_rows=50, n_columns=1)
    y = np.where(np.arange(50) < 40, X[:, 0] > 0, np.arange(50) % 2)
    ranking = FCBF(discretize="none")(np.column_stack([X, X, -X, X]), y)
    assert ranking.redundant.tolist() == [1, 2, 3]
    assert ranking.order.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(4))
def test_what_says_as_much_of_the_best_as_of_the_classes_is_redundant(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 64)
    noisy = np.where(rng.random((64, 3)) < 0.2, 1 - y[:, None], y[:, None])
    ranking = FCBF(discretize="none")(np.column_stack([noisy, y]), y)
    assert ranking.order[0] == 3
    assert sorted(ranking.redundant.tolist()) == [0, 1, 2]


def test_variables_of_no_information_are_below_not_redundant():
    y = np.tile([0, 1], 20)
    X = np.column_stack([np.ones(40), np.repeat([0, 1], 20), y])
    ranking = FCBF()(X, y)
    assert ranking.order.tolist() == [2, 0, 1]
    assert ranking.redundant.tolist() == []


def test_a_variable_below_the_threshold_neither_removes_nor_leaves():
    X, y = oracle.table(1, n_rows=100, n_columns=5)
    scores = SymmetricUncertainty("none")(X, y).scores
    ranking = FCBF(1.0, "none")(X, y)
    assert ranking.redundant.tolist() == []
    assert ranking.order.tolist() == np.argsort(-scores, kind="stable").tolist()


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_columns_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(100, 15)), rng.integers(0, 2, 100)
    X[:, :8] += y[:, None] * rng.random(8)
    columns = rng.permutation(15)
    expected, moved = FCBF()(X, y), FCBF()(3 * X[:, columns] + 1, y)
    by_score = lambda r: r.scores[r.order].tolist()  # noqa: E731
    assert by_score(moved) == by_score(expected)
    assert len(moved.redundant) == len(expected.redundant)


def test_one_variable_is_kept():
    ranking = FCBF()([[0.5], [1.5]], ["a", "b"])
    assert ranking.order.tolist() == [0]
    assert ranking.scores.tolist() == [1.0]


@pytest.mark.parametrize("delta", [-0.1, 1.5, np.nan])
def test_bad_thresholds_are_refused(delta):
    with pytest.raises(ValueError, match=r"delta must be in \[0, 1\], got"):
        FCBF(delta)


def test_a_sparse_table_is_refused():
    with pytest.raises(ValueError, match="X must be dense"):
        FCBF()(csr_array([[1.0], [2.0]]), [0, 1])
