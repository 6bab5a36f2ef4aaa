"""F statistics and chi-squared are scikit-learn's, but exact and never NaN."""

import numpy as np
import pytest
from scipy.sparse import csc_array, csr_array
from sklearn.feature_selection import chi2, f_classif

from tests.filters.angles.oracles_correlation import f_statistics
from wrapsel.columns.blocks import ColumnBlocks
from wrapsel.filters.classes.anova import AnovaF, ChiSquare


def table(seed):
    rng = np.random.default_rng(seed)
    n_classes = 2 + seed % 3
    n, m = int(rng.integers(2 * n_classes, 40)), int(rng.integers(1, 12))
    X = rng.normal(rng.normal(scale=5), size=(n, m))
    return X, rng.permutation(np.arange(n) % n_classes)


@pytest.mark.parametrize("seed", range(80))
def test_f_is_that_of_exact_sums_and_of_scikit_learn(seed):
    X, y = table(seed)
    ranking = AnovaF()(X, np.array(list("dcba"))[y])
    np.testing.assert_allclose(ranking.scores, f_statistics(X, y.tolist()), rtol=1e-11)
    np.testing.assert_allclose(ranking.scores, f_classif(X, y)[0], rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_layout_unit_and_a_constant_added_change_nothing(seed):
    X, y = table(seed)
    X = np.round(X * 64) / 64
    scores = AnovaF()(X, y).scores
    blocks = ColumnBlocks(X.shape, lambda start, stop: X[:, start:stop], width=2)
    wide = np.repeat(X, 700, axis=1)
    assert np.array_equal(AnovaF()(wide, y).scores, np.repeat(scores, 700))
    for given in (blocks, np.asfortranarray(X), csr_array(X)):
        assert np.array_equal(AnovaF()(given, y).scores, scores)
    for exponent in (-500, 500):
        given = AnovaF()(np.ldexp(X, exponent), y).scores
        np.testing.assert_allclose(given, scores, rtol=1e-12)
    np.testing.assert_allclose(AnovaF()(X + 2.0**30, y).scores, scores, rtol=1e-9)


def test_constants_score_0_and_perfect_separation_infinity():
    X = np.array([[0.1, 0.3, 1], [0.1, 0.3, 2], [0.1, 0.3, 3]] + [[0.1, 0.7, 4]] * 3)
    ranking = AnovaF()(X, [0, 0, 0, 1, 1, 1])
    assert ranking.scores[:2].tolist() == [0, np.inf]
    assert ranking.order.tolist() == [1, 2, 0]


@pytest.mark.parametrize("seed", range(50))
def test_chi_squared_is_that_of_scikit_learn_sparse_or_not(seed):
    rng = np.random.default_rng(seed)
    X = rng.poisson(0.7, size=(int(rng.integers(3, 40)), 12)) * rng.uniform(0.5, 2, 12)
    X[0] += 1  # no column of zeros
    y = rng.permutation(np.arange(len(X)) % (2 + seed % 2))
    for given in (X, csr_array(X), csc_array(X), np.asfortranarray(X)):
        scores = ChiSquare()(given, y).scores
        np.testing.assert_allclose(scores, chi2(X, y)[0], rtol=1e-11, atol=1e-11)


def test_a_column_of_zeros_scores_0():
    X = np.array([[0, 3], [0, 0], [0, 0]])
    for given in (X, csr_array(X)):
        assert ChiSquare()(given, ["a", "b", "b"]).scores.tolist() == [0, 6]


@pytest.mark.parametrize(
    ("ranker", "X", "y", "message"),
    [
        (AnovaF(), [[1], [2]], [0, 1], "X must have more rows than the 2 classes, got"),
        (AnovaF(), [[1], [2], [3]], [0.5, 1, 2], "y must be of classes, got 0.5"),
        (
            AnovaF(),
            np.array([[1], [np.nan], [3]]),
            [0, 1, 1],
            "column x0 must be of fin",
        ),
        (
            ChiSquare(),
            [[1, 2], [3, -4]],
            [0, 1],
            "x1 must be of numbers from 0, got -4",
        ),
        (
            ChiSquare(),
            csr_array([[0, 2], [0, -4]]),
            [0, 1],
            "x1 must be of numbers from",
        ),
        (ChiSquare(), np.array([[1, np.inf]] * 2), [0, 1], "x1 must be of finite"),
    ],
)
def test_bad_input_is_refused(ranker, X, y, message):
    with pytest.raises(ValueError, match=message):
        ranker(X, y)
