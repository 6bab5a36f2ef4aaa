"""SPE-ranker ranks and removes as Algorithm 1 says."""

import numpy as np
import pytest

from tests.filters.angles.oracles_correlation import spe
from wrapsel.columns.blocks import ColumnBlocks
from wrapsel.filters.angles.correlation import Correlation
from wrapsel.filters.angles.spe import SPERanker


def table(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(3, 60)), int(rng.integers(1, 40))
    X = rng.uniform(-1, 1, size=(n, m))
    for copy in np.flatnonzero(rng.random(m) < 0.3):
        noise = rng.choice([0, 0.01, 0.3]) * rng.normal(size=n)
        # Twice a variable has the same score, and so a tie, but not 1.9 times.
        X[:, copy] = rng.choice([1, 2, -4]) * X[:, rng.integers(m)] + noise
    X[:, rng.random(m) < 0.1] = rng.normal()
    y = rng.permutation(np.arange(n) % 2) if seed % 2 else rng.normal(size=n)
    return X, y


@pytest.mark.parametrize("seed", range(150))
def test_ranking_is_that_of_the_paper(seed):
    X, y = table(seed)
    degree, xi = 1 + seed % 3, (2 / 3, 0.2, 1.0)[seed // 3 % 3]
    kept, redundant, scores = spe(X, y.tolist(), degree, xi)
    ranking = SPERanker(degree, xi)(X, y)
    np.testing.assert_allclose(ranking.scores, scores, atol=1e-12)
    assert ranking.redundant.tolist() == redundant
    assert ranking.order.tolist() == kept + redundant


def test_the_oracle_meets_many_redundant_variables():
    found = [len(SPERanker()(*table(seed)).redundant) for seed in range(150)]
    assert np.count_nonzero(found) > 75


@pytest.mark.parametrize("seed", range(50))
def test_blocks_columns_and_order_change_nothing(seed):
    X, y = table(seed)
    ranking = SPERanker()(X, y)
    blocks = ColumnBlocks(X.shape, lambda start, stop: X[:, start:stop], width=3)
    order = np.random.default_rng(seed).permutation(X.shape[1])
    distinct = len(np.unique(ranking.scores)) == X.shape[1]
    for given in (blocks, np.asfortranarray(X)):
        other = SPERanker()(given, y)
        assert np.array_equal(other.order, ranking.order)
        assert np.array_equal(other.redundant, ranking.redundant)
    if distinct:
        other = SPERanker()(X[:, order], y)
        assert set(order[other.redundant]) == set(ranking.redundant)
        n_kept = X.shape[1] - len(other.redundant)
        assert np.array_equal(order[other.order][:n_kept], ranking.order[:n_kept])


@pytest.mark.parametrize("seed", range(50))
def test_n_ranked_looks_among_the_first_only(seed):
    X, y = table(seed)
    whole = SPERanker(remove_redundant=False)(X, y).order
    n = 1 + seed % 9
    first = np.sort(whole[:n])
    alone = SPERanker()(X[:, first], y)
    ranking = SPERanker(n_features_to_select=n)(X, y)
    assert ranking.redundant.tolist() == first[alone.redundant].tolist()
    kept = [v for v in whole if v not in ranking.redundant]
    assert ranking.order.tolist() == [*kept, *ranking.redundant]


def test_without_removal_scores_are_squared_correlations():
    X, y = table(1)
    ranking = SPERanker(degree=3, remove_redundant=False)(X, y)
    np.testing.assert_array_equal(ranking.scores, Correlation(3)(X, y).scores ** 2)
    assert len(ranking.redundant) == 0


def test_thresholds_follow_equation_14_by_hand():
    # r = 0.8 of both with x0, orthogonal to nothing else; rests 0.6, threshold
    # (1 + 0.6) / 2 / 2 = 0.4: stays. At r = 0.96 the rest is 0.28, threshold 0.32.
    a, b = np.array([1, 1, -1, -1.0]), np.array([1, -1, 1, -1.0])
    y = a + 0.01 * np.array([1, -1, -1, 1.0])
    assert len(SPERanker(1)(np.c_[a, 0.8 * a + 0.6 * b], y).redundant) == 0
    assert SPERanker(1)(np.c_[a, 0.96 * a + 0.28 * b], y).redundant.tolist() == [1]


def test_constants_come_last_but_are_not_redundant():
    rng = np.random.default_rng(0)
    x = rng.normal(size=30)
    X = np.c_[np.full(30, 0.1), x, np.full(30, 7.0), 3 * x, rng.normal(size=30)]
    ranking = SPERanker()(X, x + rng.normal(size=30))
    assert ranking.order[-1] in (1, 3)
    assert ranking.order[-3:-1].tolist() == [0, 2]
    assert len(ranking.redundant) == 1


def test_standardize_forgets_a_constant_added():
    rng = np.random.default_rng(0)
    X = rng.integers(-64, 64, (60, 5)) / 64
    y = X[:, 2] ** 2 + 0.1 * rng.normal(size=60)
    near, far = (SPERanker(standardize=True)(given, y) for given in (X, X + 1000))
    np.testing.assert_allclose(near.scores, far.scores, rtol=1e-9)
    assert near.order[0] == far.order[0] == 2


def test_more_classes_are_told_apart_one_from_the_rest():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 5)), rng.integers(3, size=30)
    each = [SPERanker()(X, y == c).scores for c in range(3)]
    np.testing.assert_allclose(SPERanker()(X, y).scores, np.max(each, axis=0))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"degree": 0}, "degree must be an integer from 1, got 0"),
        ({"xi": 0}, r"xi must be in \(0, 1\], got 0"),
        (
            {"n_features_to_select": 0},
            "n_features_to_select must be None or an integer from 1, got 0",
        ),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        SPERanker(**parameters)


@pytest.mark.parametrize("n_rows", [33, 50, 101])
@pytest.mark.parametrize("n_columns", [1, 3, 7, 40])
@pytest.mark.parametrize("scale", [1.0, -1.0, 3.0, 1e-7])
@pytest.mark.parametrize("of", ["numbers", "classes"])
def test_of_exact_copies_the_first_leads(n_rows, n_columns, scale, of):
    rng = np.random.default_rng([n_rows, n_columns])
    column = rng.normal(size=n_rows) * 10 ** rng.uniform(-3, 3)
    y = column + 0.2 * rng.normal(size=n_rows) * column.std()
    if of == "classes":
        y = (y > np.median(y)).astype(int)
    X = rng.normal(size=(n_rows, 2 * n_columns + 3))
    places = np.sort(rng.choice(X.shape[1], n_columns + 1, replace=False))
    X[:, places] = column[:, None]
    X[:, places[1:]] *= scale
    for table in (X, np.asfortranarray(X)):
        ranking = SPERanker(degree=2, xi=1.0)(table, y)
        assert ranking.order[0] == places[0]
        assert set(places[1:]) <= set(ranking.redundant.tolist())
        plain = SPERanker(degree=2, remove_redundant=False)(table, y)
        assert plain.order[: n_columns + 1].tolist() == places.tolist()
