"""How alike columns are, by the book."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_matrix
from scipy.stats import rankdata, spearmanr
from sklearn.metrics import mutual_info_score

from wrapsel.evaluation.association import are_copies, associations


@pytest.mark.parametrize("seed", range(30))
def test_numbers_are_compared_by_spearman(seed):
    X = np.random.default_rng(seed).integers(0, 6, (25, 4)).astype(float)
    expected = [abs(spearmanr(X[:, 1], X[:, i]).statistic) for i in range(4)]
    assert associations(X, [1])[0] == pytest.approx(expected)
    assert associations(csc_matrix(X), [1])[0] == pytest.approx(expected)
    assert associations(X, range(4)).max() <= 1


@pytest.mark.parametrize("seed", range(30))
def test_names_are_compared_by_symmetric_uncertainty(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 4, (40, 3))
    frame = pd.DataFrame({i: pd.Categorical(codes[:, i]) for i in range(3)})
    frame[2] = codes[:, 2]

    def entropy(values):
        return mutual_info_score(values, values)

    for i in range(3):
        a, b = codes[:, 0], codes[:, i]
        expected = 2 * mutual_info_score(a, b) / (entropy(a) + entropy(b))
        assert associations(frame, [0])[0, i] == pytest.approx(expected)


def test_a_constant_is_like_nothing_and_a_missing_value_is_a_value():
    X = np.array([[1.0, np.nan, np.nan], [1.0, 2.0, 2.0], [1.0, 3.0, 3.0]])
    assert associations(X, [0])[0].tolist() == [0.0, 0.0, 0.0]
    assert associations(X, [1])[0] == pytest.approx([0.0, 1.0, 1.0])
    assert are_copies(X, [1], [2])


def test_copies_are_the_same_in_every_row_whatever_they_hold():
    frame = pd.DataFrame({"a": ["x", None, "y"], "b": ["x", None, "y"], "c": [1, 2, 3]})
    assert are_copies(frame, [0], [1])
    assert not are_copies(frame, [0], [2])
    assert not are_copies(frame, [0], [0, 1])
    assert not are_copies(frame, [0, 1], [0])


def test_names_that_are_all_the_same_are_like_nothing():
    frame = pd.DataFrame({"a": ["x"] * 4, "b": ["y"] * 4, "c": list("uuvv")})
    assert associations(frame, [0]).tolist() == [[0, 0, 0]]


@pytest.mark.parametrize("n_levels", [10, 11, 40])
@pytest.mark.parametrize("n_zeros", [0, 60])
def test_many_numbers_are_cut_into_ten_bins_beside_names(n_levels, n_zeros):
    rng = np.random.default_rng(n_levels)
    numbers = np.concatenate([np.arange(n_levels), rng.integers(0, n_levels, 80)])
    numbers = np.concatenate([numbers, np.zeros(n_zeros, int)])  # bins may be empty
    names = rng.choice(["u", "v"], len(numbers))
    bins = numbers
    if n_levels > 10:
        bins = (rankdata(numbers) - 1) * 10 // len(numbers)
        assert len(np.unique(bins)) > 2
    a, b = np.unique(bins, return_inverse=True)[1], names
    alone = mutual_info_score(a, a) + mutual_info_score(b, b)
    frame = pd.DataFrame({"a": numbers, "b": names})
    expected = 2 * mutual_info_score(a, b) / alone
    assert associations(frame, [0])[0, 1] == pytest.approx(expected)
