"""The Relief family scores as the loops of its papers do, whatever the storage."""

import sys

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_array, csr_array

from tests.filters.relief import oracles_relief as oracles
from wrapsel.filters.ranker import Ranker
from wrapsel.filters.relief import neighbours
from wrapsel.filters.relief import table as tables
from wrapsel.filters.relief.multisurf import MultiSURF
from wrapsel.filters.relief.relief_f import ReliefF, RReliefF
from wrapsel.filters.relief.relief_k import ReliefK

OF_CLASSES = [ReliefK(k=3), ReliefF(k=3), MultiSURF()]
EVERY = [*OF_CLASSES, RReliefF(k=5)]
SCALED = [ReliefF(k=3), MultiSURF(), RReliefF(k=5)]


def problem(seed, n_rows=None, n_columns=None, n_classes=None, levels=None):
    """Return a table of numbers, of a few levels in every second seed, and classes."""
    rng = np.random.default_rng(seed)
    n_rows = n_rows or int(rng.integers(4, 19))
    n_columns = n_columns or int(rng.integers(1, 7))
    X = rng.normal(size=(n_rows, n_columns)) * 10.0 ** rng.integers(-3, 4, n_columns)
    levels = seed % 2 * 3 if levels is None else levels
    if levels:
        X = rng.integers(0, levels, size=X.shape).astype(float)
    n_classes = n_classes or 2 + seed % 3
    y = rng.permutation(np.arange(n_rows) % n_classes)
    y[rng.random(n_rows) < 0.3] = 0
    y[:3] = 0, 0, 1
    return X, y


def with_names_and_gaps(seed):
    """Return a table as lists, a DataFrame, the nominal columns and classes."""
    X, y = problem(seed, n_columns=4, n_rows=12)
    rng = np.random.default_rng(seed)
    X[rng.random(X.shape) < 0.15 * (seed % 3)] = np.nan
    names = [list("abc")[value] for value in rng.integers(0, 3, len(X))]
    if seed % 2:
        names[seed % len(names)] = None
    frame = pd.DataFrame(X, columns=list("pqrs"))
    frame.insert(1, "colour", pd.Categorical(names) if seed % 4 < 2 else names)
    rows = [[*row[:1], name, *row[1:]] for row, name in zip(X, names, strict=True)]
    return rows, frame, {1}, y


@pytest.mark.parametrize("seed", range(100))
def test_relief_k_scores_as_the_loops(seed):
    X, y = problem(seed)
    k = 1 + seed % 6
    expected = oracles.relief_k(X, y, k)
    np.testing.assert_allclose(ReliefK(k=k)(X, y).scores, expected, rtol=1e-9)


@pytest.mark.parametrize("seed", range(100))
def test_relief_f_scores_as_the_loops(seed):
    X, y = problem(seed)
    k = 1 + seed % 6
    expected = oracles.relief_f(X.tolist(), y, k)
    np.testing.assert_allclose(ReliefF(k=k)(X, y).scores, expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(60))
def test_relief_f_takes_names_and_gaps_as_the_loops(seed):
    rows, frame, nominal, y = with_names_and_gaps(seed)
    expected = oracles.relief_f(rows, y, 3, nominal)
    np.testing.assert_allclose(ReliefF(k=3)(frame, y).scores, expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_multisurf_scores_as_the_loops(seed):
    X, y = problem(seed)
    expected = oracles.multisurf(X.tolist(), y)
    np.testing.assert_allclose(MultiSURF()(X, y).scores, expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_multisurf_takes_names_and_gaps_as_the_loops(seed):
    rows, frame, nominal, y = with_names_and_gaps(seed)
    expected = oracles.multisurf(rows, y, nominal)
    np.testing.assert_allclose(MultiSURF()(frame, y).scores, expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(60))
def test_r_relief_f_scores_as_the_figure(seed):
    X, _ = problem(seed)
    y = np.random.default_rng(seed).normal(size=len(X))
    k, sigma = 1 + seed % 9, (2.0, 20.0)[seed % 2]
    expected = oracles.r_relief_f(X.tolist(), y, k, sigma)
    found = RReliefF(k=k, sigma=sigma)(X, y).scores
    np.testing.assert_allclose(found, expected, atol=1e-10)


@pytest.mark.parametrize("seed", range(20))
def test_r_relief_f_takes_names_and_gaps_as_the_figure(seed):
    rows, frame, nominal, _ = with_names_and_gaps(seed)
    y = np.random.default_rng(seed).normal(size=len(rows))
    expected = oracles.r_relief_f(rows, y, 5, 20.0, nominal)
    np.testing.assert_allclose(RReliefF(k=5)(frame, y).scores, expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("levels", [0, 2, 7])
def test_coarse_distances_find_the_neighbours_of_exact_ones(seed, levels):
    X, y = problem(seed, n_rows=60, n_columns=30, levels=levels)
    table = tables.read_table(X, [29] if levels == 7 else [])
    found = neighbours.nearest(table, [], y, 4, 1)
    D = neighbours.exact_distances(table, [], 0, table.n_padded, 1)
    for i in range(len(y)):
        for g in range(y.max() + 1):
            members = [j for j in np.flatnonzero(y == g) if j != i]
            nearest = sorted(members, key=lambda j: (D[i, j], j))[:4]
            start = found.starts[i, g]
            taken = found.neighbours[start : start + found.limits[i, g]]
            assert taken.tolist() == sorted(nearest)


@pytest.mark.parametrize("ranker", EVERY, ids=repr)
@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_columns_changes_no_score(seed, ranker):
    X, y = problem(seed, n_rows=40, n_columns=24)
    order = np.random.default_rng(seed).permutation(X.shape[1])
    permuted = ranker(X[:, order], y).scores
    assert permuted.tolist() == ranker(X, y).scores[order].tolist()


@pytest.mark.parametrize("ranker", EVERY, ids=repr)
@pytest.mark.parametrize("seed", range(12))
def test_units_and_zeros_of_variables_change_nothing(seed, ranker):
    X, y = problem(seed, n_rows=40, n_columns=9)
    rng = np.random.default_rng(seed)
    Z = X * rng.uniform(0.01, 100, 9) + rng.normal(size=9)
    np.testing.assert_allclose(ranker(Z, y).scores, ranker(X, y).scores, atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "kind", [ReliefK, ReliefF, MultiSURF, RReliefF], ids=lambda kind: kind.__name__
)
def test_threads_change_no_bit(seed, kind):
    X, y = problem(seed, n_rows=151, n_columns=1100)
    one = kind()(X, y).scores
    for n_jobs in (2, 3, -1):
        assert kind(n_jobs=n_jobs)(X, y).scores.tolist() == one.tolist()


@pytest.mark.parametrize("ranker", EVERY, ids=repr)
@pytest.mark.parametrize("seed", range(6))
def test_how_many_rows_are_held_at_once_changes_no_bit(seed, ranker, monkeypatch):
    X, y = problem(seed, n_rows=41, n_columns=30)
    expected = ranker(X, y).scores.tolist()
    monkeypatch.setattr(neighbours, "CELLS", 44 * 8)
    monkeypatch.setattr(neighbours, "PAIRS", 41 * 3)
    monkeypatch.setattr(tables, "CELLS", 0)
    monkeypatch.setattr(sys.modules[ReliefK.__module__], "CELLS", 41 * 5)
    assert ranker(X, y).scores.tolist() == expected


@pytest.mark.parametrize("ranker", SCALED, ids=repr)
@pytest.mark.parametrize("layout", [csr_array, csc_array, np.asfortranarray])
@pytest.mark.parametrize("seed", range(6))
def test_how_the_table_is_stored_changes_no_bit(seed, layout, ranker):
    X, y = problem(seed, n_rows=30, n_columns=600)
    X[np.random.default_rng(seed).random(X.shape) < 0.8] = 0.0
    assert ranker(layout(X), y).scores.tolist() == ranker(X, y).scores.tolist()


@pytest.mark.parametrize("seed", range(10))
def test_names_in_numbers_are_names_if_declared(seed):
    rng = np.random.default_rng(seed)
    X, y = problem(seed, n_rows=20, n_columns=3)
    X[:, 1] = rng.integers(0, 4, len(X))
    frame = pd.DataFrame(X, columns=list("abc"))
    expected = oracles.relief_f(X.tolist(), y, 2, {1})
    for table, nominal in [(X, [1]), (frame, ["b"]), (X.tolist(), [1])]:
        found = ReliefF(k=2, nominal=nominal)(table, y).scores
        np.testing.assert_allclose(found, expected, atol=1e-12)


def test_half_of_the_missing_values_of_a_class_are_each_of_its_two():
    """Known 0 and 1 in class 0, 1 in class 1: a gap of class 0 is 0.5 from both."""
    X = [[0.0], [1.0], [np.nan], [1.0], [1.0]]
    y = [0, 0, 0, 1, 1]
    # Hits: 0-1: 1, 0-gap: 0.5, 1-gap: 0.5, gap-gap none; misses of 0: 1, of 1: 0.
    hits = (0.75 + 0.75 + 0.5 + 0 + 0) / 5
    misses = (1 + 0 + 0.5 + 0.5 + 0.5) / 5
    assert ReliefF(k=9)(X, y).scores.round(12) == pytest.approx([misses - hits])


def test_constant_columns_come_last_in_relief_k_and_score_0_everywhere():
    X, y = problem(2, n_rows=30, n_columns=5)
    X[:, 2] = 7.1
    for ranker in EVERY:
        assert ranker(X, y).scores[2] == 0
    assert ReliefK()(X, y).order[-1] == 2
    assert [r(np.full((6, 2), 3.3), [0, 0, 0, 1, 1, 1]).order.tolist() for r in EVERY]


def test_a_variable_that_is_the_class_has_an_infinite_relief_k_score():
    y = np.array([0, 0, 1, 1, 1])
    X = np.column_stack([[1.0, 2, 3, 4, 6], y])
    ranking = ReliefK()(X, y)
    assert ranking.scores[1] == np.inf
    assert ranking.order.tolist() == [1, 0]


def test_ties_in_distance_go_to_the_smaller_row():
    """Row 0 is as near to rows 1 and 2; only row 1 differs in the second variable."""
    X, y = [[0, 0], [1, 1], [1, 1], [0, 2]], [0, 1, 1, 0]
    found = ReliefF(k=1)(X, y).scores
    assert found == pytest.approx(oracles.relief_f(X, y, 1))
    found = ReliefK(k=1)(X, y).scores
    np.testing.assert_allclose(found, oracles.relief_k(X, y, 1))


@pytest.mark.parametrize("ranker", EVERY, ids=repr)
def test_rankers_find_what_matters_in_many_tied_rows(ranker):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (400, 8)).astype(float)
    y = (X[:, 2] != X[:, 5]).astype(int)
    y[rng.random(400) < 0.1] ^= 1
    assert set(ranker(X, y).order[:2].tolist()) == {2, 5}
    assert isinstance(ranker, Ranker)


@pytest.mark.parametrize("ranker", SCALED, ids=repr)
def test_a_range_that_overflows_is_scaled_all_the_same(ranker):
    X, y = np.array([[-1, 1], [1, -1], [0, 0], [0.5, 0.5], [-0.5, 0]]), [0, 1, 1, 0, 1]
    assert ranker(0.9 * X * 1e308, y).scores == pytest.approx(ranker(X, y).scores)


@pytest.mark.parametrize("ranker", EVERY, ids=repr)
def test_one_variable_is_ranked(ranker):
    assert ranker([[1.0], [2.0], [4.0]], [0, 1, 1]).order.tolist() == [0]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ReliefF(k=0), "k must be an integer from 1, got 0"),
        (lambda: ReliefK(k=2.5), "k must be an integer, got 2.5"),
        (lambda: RReliefF(sigma=0), "sigma must be above 0, got 0"),
        (lambda: RReliefF(sigma=float("nan")), "sigma must be above 0, got nan"),
        (lambda: MultiSURF(n_jobs=0), "n_jobs must be an integer from 1, or -1, got 0"),
        (lambda: ReliefF()([[1], [2]], [0, 0]), "y must have at least two classes"),
        (lambda: ReliefF()([[1], [2]], [0]), r"y must be of shape \(2,\)"),
        (lambda: ReliefF()([1, 2], [0, 1]), "X must be of shape"),
        (lambda: ReliefF()([[1], ["a"]], [0, 1]), "column x0 must be of finite"),
        (lambda: ReliefF()([[1], [np.inf]], [0, 1]), "column x0 must be of finite"),
        (lambda: ReliefF(nominal=[3])([[1], [2]], [0, 1]), "nominal must hold columns"),
        (lambda: ReliefF(nominal=["b"])([[1], [2]], [0, 1]), "nominal must hold"),
        (lambda: ReliefF(nominal=[0])(csr_array([[1], [2]]), [0, 1]), "for a sparse X"),
        (lambda: ReliefF()(csr_array([[0, 1], [0, np.nan]]), [0, 1]), "column x1 must"),
        (lambda: ReliefK()([[1], [np.nan]], [0, 1]), "column x0 must be of finite"),
        (lambda: ReliefK()([[1], [2]], [0, 1]), "a class of two samples"),
        (lambda: RReliefF()([[1], [2]], [3.0, 3.0]), "y must have at least two values"),
        (lambda: RReliefF()([[1], [2]], ["a", "b"]), "finite numbers, got 'a'"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_scores_are_those_of_skrebate(seed):
    relieff = pytest.importorskip("skrebate.relieff").ReliefF
    multisurf = pytest.importorskip("skrebate.multisurf").MultiSURF
    X, y = problem(2 * seed, n_rows=50, n_columns=7, n_classes=2)
    y = np.minimum(y, 1)
    # It may take fewer neighbours of a class than k only if that is all of it.
    theirs = relieff(n_neighbors=6, n_features_to_select=1).fit(X.copy(), y)
    ours = ReliefF(k=6)(X, y).scores
    np.testing.assert_allclose(ours, theirs.feature_importances_, atol=1e-10)
    theirs = multisurf(n_features_to_select=1).fit(X.copy(), y)
    ours = MultiSURF()(X, y).scores
    np.testing.assert_allclose(ours, theirs.feature_importances_, atol=1e-10)
