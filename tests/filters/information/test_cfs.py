"""CFS adds the variable of greatest merit while the merit rises."""

import numpy as np
import pytest

from tests.filters.information import oracles_information as oracle
from wrapsel.filters.information.cfs import CFS, _added
from wrapsel.filters.information.entropies import Entropies
from wrapsel.filters.information.information import SymmetricUncertainty


@pytest.mark.parametrize("n_levels", [4, 30])
@pytest.mark.parametrize("seed", range(60))
def test_each_variable_added_has_the_greatest_merit_until_none_raises_it(
    seed, n_levels
):
    X, y = oracle.table(seed, n_columns=seed % 8 + 1, n_levels=n_levels)
    entropies = Entropies.of(X, y, "none", 5)
    added = _added(entropies, entropies.of_target().uncertainty).tolist()
    assert CFS("none")(X, y).order.tolist()[: len(added)] == added
    merit = 0.0
    for k in range(len(added) + 1):
        left = [j for j in range(X.shape[1]) if j not in added[:k]]
        merits = {j: oracle.merit(X, y, [*added[:k], j]) for j in left}
        if k == len(added):
            assert max(merits.values(), default=0.0) <= merit + 1e-12
        else:
            merit = merits[added[k]]
            assert merit >= max(merits.values()) - 1e-12
            # Of equals the first; a tie of floats may be one rounding apart.
            assert not [j for j in left if j < added[k] and merits[j] > merit + 1e-12]


@pytest.mark.parametrize("seed", range(20))
def test_the_rest_follows_by_symmetric_uncertainty(seed):
    X, y = oracle.table(seed, n_columns=12)
    entropies = Entropies.of(X, y, "none", 5)
    n_added = len(_added(entropies, entropies.of_target().uncertainty))
    ranking = CFS("none")(X, y)
    rest = ranking.order[n_added:].tolist()
    assert rest == sorted(rest, key=lambda j: (-ranking.scores[j], j))
    expected = SymmetricUncertainty("none")(X, y).scores
    assert ranking.scores.tolist() == expected.tolist()


def test_a_copy_is_not_added():
    rng = np.random.default_rng(0)
    parts = rng.integers(0, 2, (400, 2))
    y = 2 * parts[:, 0] + parts[:, 1]
    X = np.column_stack([parts[:, 0], parts[:, 0], parts[:, 1]])
    assert set(CFS()(X, y).order[:2].tolist()) in ({0, 2}, {1, 2})


def test_two_variables_by_hand():
    # r_1y = 1, r_2y = 0, so the merit of both is (1 + 0) / sqrt(2 + 0) < 1.
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    entropies = Entropies.of(X, [0, 0, 1, 1], "none", 5)
    assert _added(entropies, np.array([1.0, 0.0])).tolist() == [0]


def test_without_any_information_the_order_is_that_of_the_columns():
    y = np.tile([0, 1], 10)
    X = np.column_stack([np.ones(20), np.repeat([0, 1], 10)])
    ranking = CFS("none")(X, y)
    assert ranking.order.tolist() == [0, 1]
    assert ranking.scores.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_columns_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(80, 10)), rng.integers(0, 2, 80)
    X[:, :5] += y[:, None] * np.arange(1, 6)
    columns = rng.permutation(10)
    for ranker in (CFS(), CFS("equal_width")):
        expected, moved = ranker(X, y), ranker(X[:, columns], y)
        assert (moved.scores[moved.order] == expected.scores[expected.order]).all()


def test_bad_parameters_are_refused():
    with pytest.raises(ValueError, match="discretize must be one of"):
        CFS("best")
