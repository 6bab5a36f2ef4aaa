"""mRMR selects as the plain loops do, and never looks at all pairs."""

import numpy as np
import pytest

from tests.filters.information import oracles_information as oracle
from wrapsel.filters.information.entropies import Entropies
from wrapsel.filters.information.information import MutualInformation
from wrapsel.filters.information.mrmr import MRMR


@pytest.mark.parametrize("criterion", ["difference", "quotient"])
@pytest.mark.parametrize("n_select", [1, 3, 20])
@pytest.mark.parametrize("seed", range(60))
def test_the_order_is_that_of_the_plain_loop(seed, n_select, criterion):
    X, y = oracle.table(seed, n_columns=seed % 9 + 1)
    expected = oracle.mrmr(X, y, n_select, criterion == "quotient")
    assert MRMR(n_select, criterion, "none")(X, y).order.tolist() == expected


@pytest.mark.parametrize("seed", range(20))
def test_scores_are_the_criterion_at_a_variable_s_turn(seed):
    X, y = oracle.table(seed, n_columns=6)
    unit = 2.0**-32 / len(y)
    ranking = MRMR(3, discretize="none")(X, y)
    for turn, j in enumerate(ranking.order):
        before = ranking.order[: min(turn, 3)]
        redundancy = [oracle.shared(X[:, j], X[:, i]) for i in before]
        expected = oracle.shared(X[:, j], y) - (np.mean(redundancy) if turn else 0)
        assert ranking.scores[j] == pytest.approx(expected * unit, abs=1e-12)


def test_a_copy_waits_for_what_is_new():
    rng = np.random.default_rng(0)
    parts = rng.integers(0, 2, (400, 2))
    y = 2 * parts[:, 0] + parts[:, 1]
    X = np.column_stack([parts[:, 0], parts[:, 0], parts[:, 1]])
    assert MutualInformation()(X, y).order.tolist()[0] == MRMR()(X, y).order[0]
    assert set(MRMR()(X, y).order[:2].tolist()) in ({0, 2}, {1, 2})


def test_numbers_to_predict_are_cut():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(300, 4))
    ranking = MRMR()(X, X[:, 2] + 0.1 * rng.normal(size=300))
    assert ranking.order[0] == 2


def test_twenty_of_many_variables_take_twenty_rows_of_pairs(monkeypatch):
    asked, shared = [], Entropies.shared

    def counted(self, i, others):
        asked.append(len(others))
        return shared(self, i, others)

    monkeypatch.setattr(Entropies, "shared", counted)
    X = np.random.default_rng(0).integers(0, 3, (40, 1000))
    MRMR(20)(X, np.arange(40) % 2)
    assert asked == list(range(1000, 979, -1))


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_columns_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(80, 10)), rng.integers(0, 2, 80)
    columns = rng.permutation(10)
    X[:, :5] += y[:, None]
    expected, moved = MRMR()(X, y), MRMR()(X[:, columns], y)
    assert (moved.scores[moved.order] == expected.scores[expected.order]).all()


def test_without_redundancy_the_quotient_is_by_relevance():
    y = np.tile([0, 1, 2, 3], 4)
    X = np.column_stack([np.repeat([0, 1], 8), y % 2, y // 2])
    assert MRMR(3, "quotient")(X, y).order.tolist() == [1, 2, 0]
    assert np.isfinite(MRMR(3, "quotient")(X, y).scores).all()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (
            {"n_features_to_select": 0},
            "n_features_to_select must be an integer from 1, got 0",
        ),
        (
            {"n_features_to_select": 2.5},
            "n_features_to_select must be an integer, got 2.5",
        ),
        ({"criterion": "MID"}, "criterion must be difference or quotient, got 'MID'"),
        ({"n_bins": 300}, "n_bins must be"),
    ],
)
def test_bad_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        MRMR(**params)
