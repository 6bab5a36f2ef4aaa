"""Ranking by what a variable adds, to where a random one would be."""

import numpy as np
import pytest

from tests.filters.angles.oracles_correlation import stoppiglia
from wrapsel.filters.angles.gram_schmidt import StoppigliaRanker


def table(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(4, 40)), int(rng.integers(1, 12))
    X = rng.normal(size=(n, m))
    X[:, rng.random(m) < 0.1] = 0.1
    y = X[:, :3].sum(axis=1) + (X**2)[:, -1] + rng.normal(size=n)
    return X, (y > np.median(y)).astype(int) if seed % 2 else y


@pytest.mark.parametrize("seed", range(150))
def test_ranking_is_that_of_projected_columns(seed):
    X, y = table(seed)
    degree, center = 1 + seed % 3, bool(seed // 3 % 2)
    risk = (0.01, 0.3, 0.999)[seed // 6 % 3]
    target = np.where(y, 1.0, -1.0) if seed % 2 else y
    kept, scores = stoppiglia(X, target, degree, risk, center)
    ranker = StoppigliaRanker(degree, risk, center=center)
    assert ranker.kept(X, y).tolist() == kept
    ranking = ranker(X, y)
    np.testing.assert_allclose(ranking.scores, scores, atol=1e-7)
    assert ranking.order[: len(kept)].tolist() == kept
    assert sorted(ranking.order) == list(range(X.shape[1]))
    assert (np.diff(ranking.scores[ranking.order[len(kept) :]]) <= 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_without_a_probe_it_goes_on_to_the_end(seed):
    X, y = table(2 * seed)
    everything = StoppigliaRanker(probe="none").kept(X, y)
    n_distinct = np.linalg.matrix_rank(X - X.mean(axis=0))
    assert len(everything) == n_distinct
    some = StoppigliaRanker(risk=0.2).kept(X, y)
    assert np.array_equal(everything[: len(some)], some)


def test_random_variables_are_kept_as_rarely_as_the_risk_says():
    rng = np.random.default_rng(0)
    kept = [
        len(
            StoppigliaRanker(risk=0.2).kept(
                rng.normal(size=(12, 1)), rng.normal(size=12)
            )
        )
        for _ in range(1000)
    ]
    assert 0.15 < np.mean(kept) < 0.25


def test_an_explained_copy_comes_after_what_adds():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 4))
    X[:, 1] = X[:, 0] + 0.01 * rng.normal(size=100)
    y = 3 * X[:, 0] + X[:, 2] + 0.1 * rng.normal(size=100)
    assert set(StoppigliaRanker()(X, y).order[:2]) - {0, 1} == {2}


@pytest.mark.parametrize("seed", range(20))
def test_columns_units_and_constants_change_nothing(seed):
    X, y = table(seed)
    ranking = StoppigliaRanker(risk=0.5)(X, y)
    order = np.random.default_rng(seed).permutation(X.shape[1])
    if len(np.unique(ranking.scores)) == X.shape[1]:
        other = StoppigliaRanker(risk=0.5)(X[:, order], y)
        assert np.array_equal(order[other.order], ranking.order)
    for given in (np.ldexp(X, 300), np.ldexp(X, -300), X + 8, np.asfortranarray(X)):
        other = StoppigliaRanker(risk=0.5)(given, y)
        np.testing.assert_allclose(other.scores, ranking.scores, atol=1e-9)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"degree": 0}, "degree must be an integer from 1, got 0"),
        ({"risk": 1}, r"risk must be in \(0, 1\), got 1"),
        ({"probe": "real"}, "probe must be 'analytic' or 'none', got 'real'"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        StoppigliaRanker(**parameters)


def test_three_classes_and_missing_values_are_refused():
    with pytest.raises(ValueError, match="two classes, got 3 classes"):
        StoppigliaRanker()([[1], [2], [4]], ["a", "b", "c"])
    with pytest.raises(ValueError, match="column x1 must be of finite numbers"):
        StoppigliaRanker()(np.array([[1, 2], [3, np.nan]]), [0, 1])
