"""Correlation and cosine are those of exact sums, whatever the table looks like."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_array, csr_array, csr_matrix, random_array

from tests.filters.angles.oracles_correlation import correlations, cosine
from wrapsel.columns.blocks import ColumnBlocks
from wrapsel.filters.angles.correlation import Correlation, Cosine
from wrapsel.filters.ranker import Ranker


def table(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(2, 40)), int(rng.integers(1, 12))
    X = rng.normal(rng.normal(scale=3), size=(n, m))
    X[:, rng.random(m) < 0.2] = rng.integers(-1, 2)
    X[:, rng.random(m) < 0.2] = rng.choice([-0.1, 0.1], n)[:, None]
    y = rng.permutation(np.arange(n) % 2) if seed % 2 else rng.normal(size=n)
    return X, y


@pytest.mark.parametrize("seed", range(80))
@pytest.mark.parametrize("standardize", [False, True])
def test_scores_are_correlations_of_exact_sums(seed, standardize):
    X, y = table(seed)
    for degree in (1, 2, 3, 5):
        ranking = Correlation(degree, standardize)(X, y)
        expected = correlations(X, y.tolist(), degree, standardize)
        tolerance = 3e-12 if standardize or degree > 3 else 2e-13
        np.testing.assert_allclose(ranking.scores, expected, atol=tolerance)
        assert (np.diff(ranking.scores[ranking.order]) <= 0).all()


def test_scores_of_many_ordinary_columns_are_exact_to_rounding():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 1100)), rng.permutation(np.arange(200) % 2)
    expected = correlations(X[:, ::50], y.tolist(), 3)
    scores = Correlation(degree=3)(X, y).scores[::50]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize("seed", range(50))
def test_cosines_are_those_of_exact_sums(seed):
    X, y = table(seed)
    target = np.where(y, 1.0, -1.0) if seed % 2 else y
    expected = [abs(cosine(column, target.tolist())) for column in X.T.tolist()]
    np.testing.assert_allclose(Cosine()(X, y).scores, expected, atol=1e-14)


def same(ranker, X, given, y):
    one, other = ranker(X, y), ranker(given, y)
    return np.array_equal(one.scores, other.scores) and np.array_equal(
        one.order, other.order
    )


@pytest.mark.parametrize("ranker", [Correlation(3), Correlation(2, True), Cosine()])
@pytest.mark.parametrize("seed", range(10))
def test_layout_and_neighbours_change_no_bit(seed, ranker):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(23, 700)), rng.normal(size=23)
    assert same(ranker, X, np.asfortranarray(X), y)
    assert same(ranker, X, np.repeat(X, 2, axis=1)[:, ::2], y)
    assert same(ranker, X, pd.DataFrame(X), y)
    blocks = ColumnBlocks(X.shape, lambda start, stop: X[:, start:stop], width=37)
    assert same(ranker, X, blocks, y)
    order = rng.permutation(700)
    scores = ranker(X[:, order], y).scores
    assert np.array_equal(scores, ranker(X, y).scores[order])
    small = X.astype(np.float32)
    assert same(ranker, small, small.astype(np.float64), y)


@pytest.mark.parametrize("exponent", [-500, -120, -40, 40, 120, 500])
def test_a_power_of_two_changes_no_bit(exponent):
    rng = np.random.default_rng(0)
    X, y = rng.normal(2, size=(20, 6)), rng.normal(size=20)
    X[:, 3] = 0.1
    numbers = {"of_classes": False}
    for ranker in (
        Correlation(3, **numbers),
        Correlation(2, True, **numbers),
        Cosine(**numbers),
    ):
        assert same(ranker, X, np.ldexp(X, exponent), y)
        assert np.array_equal(
            ranker(X, y).scores, ranker(X, np.ldexp(y, exponent)).scores
        )


def test_a_constant_added_changes_little():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 99, (50, 8)) / 64, rng.integers(0, 2, 50)
    for ranker in (Correlation(), Correlation(3, standardize=True)):
        far = ranker(X + 2.0**20, y).scores
        np.testing.assert_allclose(far, ranker(X, y).scores, rtol=1e-8)


def test_constants_score_0_and_duplicates_tie():
    X = np.array([[0.1, 5, 1, 1], [0.1, 6, 2, 2], [0.1, 7, 4, 4]] * 3)
    ranking = Correlation(2)(X, [1, 1, 2] * 3)
    assert ranking.scores[0] == 0
    assert ranking.order.tolist() == [2, 3, 1, 0]


def test_a_power_that_varies_by_rounding_counts_as_constant():
    x = np.array([0.1, -0.1, np.nextafter(0.1, 1), -np.nextafter(0.1, 0)] * 5)
    y = np.array([0.3, 0.3, 1.0, 0.2] * 5)
    expected = Correlation()(x[:, None], y).scores
    assert np.array_equal(Correlation(degree=2)(x[:, None], y).scores, expected)
    assert expected < 0.7


@pytest.mark.parametrize("seed", range(20))
def test_of_more_classes_the_best_one_counts(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 7)), np.array(["a", "b", "c"])[rng.integers(3, size=30)]
    for ranker in (Correlation(2), Cosine()):
        each = [ranker(X, y == c).scores for c in np.unique(y)]
        np.testing.assert_allclose(ranker(X, y).scores, np.max(each, axis=0))


def test_whole_numbers_are_classes_unless_said_otherwise():
    X, y = [[1.0, 1], [2, 0], [3, 0], [4, 1]], [1, 2, 3, 4]
    assert Correlation(of_classes=False)(X, y).scores[0] == pytest.approx(1)
    assert Correlation()(X, y).scores[0] < 0.8


@pytest.mark.parametrize("seed", range(50))
def test_sparse_tables_score_as_dense_ones(seed):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(3, 40)), int(rng.integers(1, 30))
    X = random_array((n, m), density=0.3, rng=rng, format="csr")
    X.data[:] = rng.normal(size=len(X.data))
    dense = X.toarray()
    dense[:, 0] = rng.choice([0.1, -0.1], n)
    dense[:, -1] = 0.3
    y = rng.permutation(np.arange(n) % (2 + seed % 2))
    for ranker in (Correlation(3), Correlation(2, True), Cosine()):
        expected = ranker(dense, y).scores
        for kind in (csr_array, csc_array, csr_matrix):
            scores = ranker(kind(dense), y).scores
            np.testing.assert_allclose(scores, expected, atol=1e-12)
            scores = ranker(kind(np.ldexp(dense, -400)), y).scores
            np.testing.assert_allclose(scores, expected, atol=1e-12)


def test_a_sparse_table_is_left_as_it_is_and_stays_sparse():
    rng = np.random.default_rng(0)
    X = random_array((1000, 10**6), density=1e-6, rng=rng, format="coo").tocsc()
    Correlation(2)(X, np.arange(1000) % 2)  # 8 GB if dense
    doubled = csc_array(([1.0, 2, 5], [0, 0, 1], [0, 2, 3]), shape=(3, 2))
    scores = Correlation()(doubled, [0.5, 1, 2]).scores
    assert doubled.nnz == 3
    assert np.array_equal(scores, Correlation()(doubled.toarray(), [0.5, 1, 2]).scores)


def test_rankers_are_rankers():
    assert isinstance(Correlation(), Ranker)
    assert isinstance(Cosine(), Ranker)


@pytest.mark.parametrize("ranker", [Correlation(), Cosine()])
@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (
            [[1, 2], [3, np.nan]],
            [0, 1],
            "column x1 must be of finite numbers, got (nan|NaN)",
        ),
        (np.array([[1.0, np.inf], [3, 4]]), [0, 1], "column x1 must be of .*, got inf"),
        (pd.DataFrame({"a": [1, 2], "b": ["u", "v"]}), [0, 1], "column 'b' must be"),
        ([[1, 2], [3, 4]], [1, 1], "y must have at least two"),
        ([[1, 2], [3, 4]], [0.5, 0.5], "y must have at least two"),
        ([[1, 2], [3, 4]], [1, 2, 3], "y must be of shape"),
        (csr_array([[1.0, np.nan], [0, 1]]), [0, 1], "column x1 must be of .* nan"),
    ],
)
def test_what_has_no_correlation_is_refused(ranker, X, y, message):
    with pytest.raises(ValueError, match=message):
        ranker(X, y)


def test_degrees_are_whole_numbers_from_1():
    for degree in (0, 1.5):
        with pytest.raises(ValueError, match="degree must be an integer"):
            Correlation(degree=degree)


@pytest.mark.parametrize("seed", range(20))
def test_a_signed_cosine_is_that_of_the_formula(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (30, 12)) * 10.0 ** rng.integers(-3, 4, 12)
    X[:, 5] = 0
    y = rng.normal(size=30) if seed % 2 else rng.integers(0, 2, 30)
    target = y if seed % 2 else 2 * y - 1
    by_hand = [
        x @ target / (np.linalg.norm(x) * np.linalg.norm(target)) if x.any() else 0.0
        for x in X.T
    ]
    for table in (X, csr_array(X), ColumnBlocks(X.shape, lambda a, b: X[:, a:b], 5)):
        scores = Cosine(signed=True)(table, y).scores
        np.testing.assert_allclose(scores, by_hand, rtol=0, atol=1e-12)
    assert np.abs(Cosine(signed=True)(X, y).scores).tolist() == (
        Cosine()(X, y).scores.tolist()
    )


def test_a_sign_needs_two_classes_at_most():
    with pytest.raises(ValueError, match="y must be of two classes if signed, got 3"):
        Cosine(signed=True)([[1], [2], [3]], [0, 1, 2])
