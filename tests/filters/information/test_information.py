"""Univariate information is that of scikit-learn and of textbooks."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_array, csr_array, csr_matrix
from sklearn.metrics import mutual_info_score, normalized_mutual_info_score

from tests.filters.information import oracles_information as oracle
from wrapsel.columns.levels import Levels
from wrapsel.filters.information.entropies import Entropies
from wrapsel.filters.information.information import (
    GainRatio,
    InformationGain,
    MutualInformation,
    SymmetricUncertainty,
)

RANKERS = [InformationGain, GainRatio, SymmetricUncertainty, MutualInformation]
METHODS = ["equal_frequency", "equal_width", "mdl", "none"]


def golf():
    """Return Quinlan's fourteen days: outlook, temperature, humidity, wind; play."""
    days = """s h h f n|s h h t n|o h h f y|r m h f y|r c n f y|r c n t n|o c n t y
    |s m h f n|s c n f y|r m n f y|s m n t y|o m h t y|o h n f y|r m h t n"""
    rows = [day.split() for day in days.split("|")]
    return [row[:-1] for row in rows], [row[-1] for row in rows]


def test_golf_has_quinlan_s_gains_and_ratios():
    gains = InformationGain()(*golf()).scores
    np.testing.assert_allclose(gains, [0.246750, 0.029223, 0.151836, 0.048127], 0, 1e-6)
    ratios = GainRatio()(*golf()).scores
    splits = [1.577406, 1.556657, 1.0, 0.985228]
    np.testing.assert_allclose(ratios, gains / splits, 0, 1e-6)
    assert InformationGain()(*golf()).order.tolist() == [0, 2, 3, 1]


@pytest.mark.parametrize("n_levels", [4, 40])  # by bits, and by counting
@pytest.mark.parametrize("seed", range(60))
def test_scores_are_those_of_scikit_learn(seed, n_levels):
    X, y = oracle.table(seed, n_levels=n_levels)
    shared = [mutual_info_score(column, y) for column in X.T]
    bits = np.array(shared) / np.log(2)
    for ranker in (InformationGain("none"), MutualInformation("none")):
        np.testing.assert_allclose(ranker(X, y).scores, bits, 0, 1e-9)
    found = SymmetricUncertainty("none")(X, y).scores
    # scikit-learn says 1 where both are constant; y is not.
    parts = [normalized_mutual_info_score(column, y) for column in X.T]
    np.testing.assert_allclose(found, parts, 0, 1e-8)
    own = [mutual_info_score(column, column) or 1 for column in X.T]
    ratios = np.array(shared) / own
    np.testing.assert_allclose(GainRatio("none")(X, y).scores, ratios, 0, 1e-8)


@pytest.mark.parametrize("seed", range(50))
def test_scores_are_exactly_those_of_the_plain_loop(seed):
    X, y = oracle.table(seed)
    gains = [oracle.shared(column, y) * 2.0**-32 / len(y) for column in X.T]
    np.testing.assert_allclose(InformationGain("none")(X, y).scores, gains, 1e-15)
    parts = [oracle.uncertainty(column, y) for column in X.T]
    np.testing.assert_allclose(
        SymmetricUncertainty("none")(X, y).scores, parts, rtol=1e-14
    )


@pytest.mark.parametrize("n_rows", [2, 63, 64, 65, 448, 449, 512, 513, 1100])
@pytest.mark.parametrize("seed", range(6))
def test_pairs_of_few_and_of_many_levels_share_what_the_plain_loop_says(seed, n_rows):
    rng = np.random.default_rng(seed)
    n_levels = np.r_[np.arange(1, 21), 300]  # up to 16 by bits, the others by counting
    X = rng.integers(0, n_levels, (n_rows, 21))
    X[:, 1:] = np.where(rng.random((n_rows, 20)) < 0.5, X[:, :-1], X[:, 1:])
    y = np.arange(n_rows) % 2
    entropies, columns = Entropies.of(X, y, "none", 5), [*X.T, y]
    assert entropies.own.tolist() == [oracle.entropy(column) for column in columns]
    for i in rng.integers(0, 22, 3):
        others = rng.permutation(22)[:9]
        found = entropies.shared(int(i), others).tolist()
        assert found == [oracle.shared(columns[i], columns[j]) for j in others]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(50))
def test_a_sparse_table_has_the_scores_of_the_dense_one(seed, method):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, 8)), rng.integers(0, 3, 60)
    X = np.where(rng.random(X.shape) < rng.random(8), X.round(seed % 3), 0)
    X[:, 0] += y * (X[:, 0] != 0)
    X[:, 1:3][rng.random((60, 2)) < 0.1] = np.nan
    for ranker in RANKERS:
        dense = ranker(method)(X, y).scores.tolist()
        for form in (csr_array, csc_array, csr_matrix):
            assert ranker(method)(form(X), y).scores.tolist() == dense, form


def test_a_sparse_table_may_hold_zeros_and_a_place_twice():
    y = [0, 0, 1, 1]
    places = ([0, 0, 1, 2, 3], [0, 0, 0, 0, 0])
    X = csr_array(([1.0, -1.0, 0.0, 2.0, 3.0], places), shape=(4, 1))
    before = X.copy()
    assert InformationGain()(X, y).scores.tolist() == [1.0]
    assert (X.data == before.data).all()


def test_whole_numbers_may_be_sparse():
    X = np.random.default_rng(0).poisson(0.3, (50, 6))
    y = np.arange(50) % 2
    found, dense = MutualInformation()(csc_array(X), y), MutualInformation()(X, y)
    assert found.scores.tolist() == dense.scores.tolist()


@pytest.mark.parametrize("seed", range(50))
def test_numbers_to_predict_are_cut_as_the_columns_are(seed):
    rng = np.random.default_rng(seed)
    y = rng.normal(size=80)
    X = y[:, None] + rng.normal(size=(80, 5)) * np.arange(5)
    method = METHODS[seed % 2]
    [codes] = Levels.of(y[:, None], method, 4).codes
    expected = MutualInformation(method, 4)(X, codes).scores
    assert MutualInformation(method, 4)(X, y).scores.tolist() == expected.tolist()
    found = MutualInformation(method, 4)(csr_array(X), y).scores
    assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("ranker", RANKERS)
def test_constant_and_independent_columns_score_exactly_zero(ranker):
    y = np.tile([0, 1, 2], 70)
    X = np.column_stack(
        [np.ones(210), np.repeat(np.arange(7), 30), np.full(210, np.nan)]
    )
    assert ranker("none")(X, y).scores.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("ranker", RANKERS)
def test_ties_go_to_the_smaller_variable_whatever_the_names_of_levels(ranker):
    X, y = oracle.table(4, n_rows=100, n_columns=1)
    copies = np.column_stack([X, 7 - 2 * X, np.exp(X)])
    ranking = ranker("none")(copies, y)
    assert len(set(ranking.scores.tolist())) == 1
    assert ranking.order.tolist() == [0, 1, 2]


@pytest.mark.parametrize("ranker", RANKERS)
@pytest.mark.parametrize("seed", range(10))
def test_order_and_units_do_not_matter(ranker, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(70, 12)), rng.integers(0, 3, 70)
    expected = ranker()(X, y).scores
    columns, rows = rng.permutation(12), rng.permutation(70)
    moved = ranker()((8 * X)[rows][:, columns], np.array(["p", "q", "r"])[y[rows]])
    assert moved.scores.tolist() == expected[columns].tolist()


def test_what_is_missing_can_tell_the_class():
    X = [[np.nan, "a"], [np.nan, None], [1.0, "a"], [2.0, None]]
    scores = InformationGain(n_bins=2)(X, [0, 0, 1, 1]).scores
    assert scores.tolist() == [1.0, 0.0]


def test_a_frame_of_all_kinds_is_ranked():
    frame = pd.DataFrame(
        {"n": [1.0, 2, 3, 4], "t": list("abab"), "b": [True, True, False, False]}
    )
    assert SymmetricUncertainty()(frame, list("xxyy")).order.tolist() == [2, 0, 1]


def test_names_of_no_use_have_the_entropy_of_the_class_to_tell():
    X = [[f"name {k}"] for k in range(3000)]
    y = np.arange(3000) % 2
    np.testing.assert_allclose(InformationGain()(X, y).scores, [1.0], 0, 1e-9)
    np.testing.assert_allclose(GainRatio()(X, y).scores, [1 / np.log2(3000)], 1e-9)


@pytest.mark.parametrize("ranker", RANKERS)
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"discretize": "chimerge"}, "discretize must be one of .*, got 'chimerge'"),
        ({"n_bins": 1}, "n_bins must be an integer from 2 to 255, got 1"),
    ],
)
def test_bad_parameters_are_refused(ranker, params, message):
    with pytest.raises(ValueError, match=message):
        ranker(**params)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0], [2.0]], [0, 0], "y must have at least two classes"),
        ([[1.0], [2.0]], [0.5, 1.5], "y must be of classes, got 0.5"),
        ([[1.0], [2.0]], [0, 1, 1], "y must be of shape"),
        ([[np.inf], [2.0]], [0, 1], "column x0 must be of finite numbers"),
        (csr_array([[1.0, 0], [2, np.inf]]), [0, 1], "column x1 must be of finite"),
        (csr_array((2, 0)), [0, 1], "X must be of shape"),
    ],
)
def test_bad_tables_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        InformationGain()(X, y)


def test_numbers_that_are_all_the_same_and_numbers_for_mdl_are_refused():
    with pytest.raises(ValueError, match="y must have at least two values"):
        MutualInformation()([[1.0], [2.0]], [0.5, 0.5])
    with pytest.raises(ValueError, match="'mdl' needs a y of classes"):
        MutualInformation("mdl")([[1.0], [2.0]], [0.5, 1.5])
