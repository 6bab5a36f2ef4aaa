"""Bins are those of their definitions, and missing values have their own."""

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import KBinsDiscretizer

from tests.filters.information import oracles_information as oracle
from wrapsel.columns.discretize import equal_frequency, equal_width, mdl
from wrapsel.columns.levels import Levels


def numbers(seed):
    """Return a column of whole or of all kinds of numbers, and classes near it."""
    rng = np.random.default_rng(seed)
    n_rows = int(rng.integers(2, 120))
    values = rng.normal(size=n_rows) * 3
    if seed % 3:
        values = np.round(values, seed % 3 - 1)
    if seed % 4 == 0:
        values[rng.random(n_rows) < 0.7] = 0
    noise = rng.normal(size=n_rows) * rng.choice([0.1, 1, 10])
    y = np.digitize(values + noise, [-1, 2][: rng.integers(1, 3)])
    y[:2] = [0, 1]
    return values, y


@pytest.mark.parametrize("seed", range(80))
def test_frequencies_are_as_equal_as_distinct_values_allow(seed):
    values, _ = numbers(seed)
    n_bins = seed % 9 + 2
    found = equal_frequency(values[:, None], n_bins)[:, 0].tolist()
    assert found == oracle.equal_frequency(values.tolist(), n_bins)


@pytest.mark.parametrize("seed", range(60))
def test_widths_are_those_of_scikit_learn(seed):
    values = np.random.default_rng(seed).normal(size=(100, 3)) * 10.0 ** (seed % 7 - 3)
    n_bins = seed % 20 + 2
    peer = KBinsDiscretizer(n_bins, encode="ordinal", strategy="uniform")
    assert (equal_width(values, n_bins) == peer.fit_transform(values)).all()


@pytest.mark.parametrize("seed", range(120))
def test_cuts_by_class_are_those_of_the_plain_recursion(seed):
    values, y = numbers(seed)
    assert mdl(values[:, None], y)[:, 0].tolist() == oracle.mdl(values.tolist(), y)


def test_a_value_at_an_edge_is_in_the_upper_bin():
    column = np.array([[0.0], [1.9], [2.0], [4.0], [9.0], [10.0]])
    assert equal_width(column, 5)[:, 0].tolist() == [0, 0, 1, 2, 4, 4]


def test_of_two_cuts_as_near_the_upper_is_taken():
    column = np.array([[0], [1], [1], [2]])
    assert equal_frequency(column, 2)[:, 0].tolist() == [0, 0, 0, 1]


def test_a_bulk_of_zeros_is_a_bin():
    column = np.r_[np.zeros(90), np.arange(1.0, 11)][:, None]
    assert equal_frequency(column, 5)[:, 0].tolist() == [0] * 90 + [1] * 10


@pytest.mark.parametrize("cut", [equal_width, equal_frequency])
def test_few_values_are_levels_as_they_are(cut):
    column = np.array([[7.5], [100.0], [-1.0], [7.5]])
    assert cut(column, 3)[:, 0].tolist() == [1, 2, 0, 1]


def test_a_perfect_border_is_found_and_noise_is_not_cut():
    rng = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], 20)
    X = np.column_stack([np.arange(60), rng.normal(size=60)])
    codes = mdl(X, y)
    assert codes[:, 0].tolist() == y.tolist()
    assert set(codes[:, 1].tolist()) == {0}


@pytest.mark.parametrize("method", ["equal_width", "equal_frequency", "mdl"])
def test_missing_values_have_the_highest_code_and_move_no_cut(method):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 2, 60)
    X[:, 0] += 5 * y
    whole = Levels.of(X[10:], method, 5, y[10:])
    X[:10] = np.nan
    holed = Levels.of(X, method, 5, y)
    assert (holed.codes[:, 10:] == whole.codes).all()
    assert (whole.n_levels == holed.codes[:, :10].T).all()
    assert (holed.n_levels == whole.n_levels + 1).all()


def test_a_column_of_missing_values_has_one_level():
    levels = Levels.of(np.full((5, 1), np.nan))
    assert levels.codes.tolist() == [[0] * 5]
    assert levels.n_levels.tolist() == [1]


@pytest.mark.parametrize("method", ["equal_width", "equal_frequency", "mdl", "none"])
def test_bins_do_not_depend_on_unit_layout_or_neighbours(method):
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(90, 150)).round(1), rng.integers(0, 2, 90)
    expected = Levels.of(X, method, 5, y).codes
    others = [4 * X, np.asfortranarray(X), X.tolist(), pd.DataFrame(X)]
    for other in others:
        assert (Levels.of(other, method, 5, y).codes == expected).all()
    order = rng.permutation(150)
    assert (Levels.of(X[:, order], method, 5, y).codes == expected[order]).all()


def of_all_kinds(rng):
    """Return columns of whole numbers near and far, parts, and missing values."""
    n_rows, n_columns = rng.integers(1, 200), rng.integers(1, 100)
    whole = rng.integers(0, rng.integers(1, 12), (n_rows, n_columns))
    least = rng.choice([-(2.0**40), -12, -8, -2, 0, 1, 45, 1e15], n_columns)
    X = least + whole * rng.choice([0.25, 1, 1, 1, 2, 7], n_columns)
    X[(rng.random(X.shape) < 0.1) & (rng.random(n_columns) < 0.3)] = np.nan
    X[:, rng.random(n_columns) < 0.05] = np.nan
    return X


LAYOUTS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "every other": lambda X: np.repeat(np.repeat(X, 2, 0), 2, 1)[::2, ::2],
    "backwards": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "frame": pd.DataFrame,
    "frame of columns": lambda X: pd.DataFrame({str(j): c for j, c in enumerate(X.T)}),
    "big-endian": lambda X: X.astype(X.dtype.newbyteorder(">")),
}


@pytest.mark.parametrize("seed", range(70))
def test_levels_are_ranks_whatever_the_numbers_and_the_layout(seed):
    X = of_all_kinds(np.random.default_rng(seed))
    X = list(LAYOUTS.values())[seed % len(LAYOUTS)](X)
    levels, columns = Levels.of(X, "none"), np.asarray(X, dtype=np.float64).T
    expected = [oracle.ranks(column.tolist()) for column in columns]
    assert levels.codes.tolist() == expected
    assert levels.n_levels.tolist() == [max(codes) + 1 for codes in expected]


@pytest.mark.parametrize("seed", range(70))
def test_numbers_of_more_values_than_bins_are_cut_and_others_are_not(seed):
    X = of_all_kinds(np.random.default_rng(seed))
    X = list(LAYOUTS.values())[seed % len(LAYOUTS)](X)
    n_bins = seed % 9 + 2
    codes = Levels.of(X, "equal_frequency", n_bins).codes
    for column, found in zip(np.asarray(X, dtype=np.float64).T, codes, strict=True):
        known = column == column
        cut = oracle.equal_frequency(column[known].tolist(), n_bins)
        assert found[known].tolist() == cut
        assert (found[~known] == max(cut, default=-1) + 1).all()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", "bhilqBHILQefd")
def test_the_type_of_numbers_does_not_matter(dtype, layout):
    rng = np.random.default_rng(3)
    X = rng.integers(0, rng.integers(1, 31, 70), (150, 70)).astype(dtype)
    given = LAYOUTS[layout](X)
    assert (equal_frequency(given) == equal_frequency(X * 1.0)).all()
    assert (np.asarray(given) == X).all()


@pytest.mark.parametrize("layout", ["rows", "columns", "every other", "backwards"])
def test_truths_are_levels(layout):
    X = np.random.default_rng(0).random((150, 70)) < 0.3
    assert (equal_frequency(LAYOUTS[layout](X)) == X).all()


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("least", [-100, -9, -8, -1, 40, 50])
def test_whole_numbers_may_be_negative_or_large(dtype, least):
    X = least + np.random.default_rng(0).integers(0, 9, (100, 70))
    codes = Levels.of(X.astype(dtype), n_bins=9).codes
    assert codes.tolist() == [oracle.ranks(column) for column in X.T.tolist()]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_largest_whole_numbers_are_not_negative_ones(layout):
    X = np.full((70, 80), 2**64 - 2**12, dtype=np.uint64)  # -4096 of int64
    X[::2] = 2**63
    X[:7] = 3
    expected = [0] * 7 + [2, 1] * 32
    assert Levels.of(LAYOUTS[layout](X[:71])).codes.tolist() == [expected[:70]] * 80
    X[:] = np.array(-8).astype(np.uint64)
    X[0] = 0
    assert Levels.of(LAYOUTS[layout](X)).codes[:, 0].tolist() == [0] * 80


@pytest.mark.parametrize("n_columns", [1, 63, 64, 65, 80])
@pytest.mark.parametrize("n_rows", [1, 7, 8, 63, 64, 65, 129])
def test_codes_of_all_shapes_are_in_their_places(n_rows, n_columns):
    X = np.random.default_rng(0).integers(0, 2, (n_rows, n_columns))
    X[0], X[-1] = 0, 1
    if n_rows > 1:
        assert (Levels.of(X).codes == X.T).all()
    assert (Levels.of(X * np.nan).codes == 0).all()


def test_a_table_to_read_only_is_read():
    X = np.random.default_rng(0).integers(0, 5, (100, 80)) * 1.0
    expected = equal_frequency(X)
    X.flags.writeable = False
    assert (equal_frequency(X) == expected).all()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("place", [0, 149])
def test_an_infinite_value_among_whole_numbers_is_refused(place, layout):
    X = np.ones((150, 90))
    X[place, 70] = -np.inf
    with pytest.raises(ValueError, match=r"70'? must be of finite numbers, got -inf"):
        equal_frequency(LAYOUTS[layout](X))


def test_frames_of_one_and_of_several_types_are_read():
    X = np.random.default_rng(0).integers(0, 5, (100, 80))
    expected = equal_frequency(X)
    frame = pd.DataFrame(X).astype({0: "int8", 1: "float32", 2: "Int64", 3: "float64"})
    assert (equal_frequency(frame) == expected).all()
    frame[0] = frame[0].astype("category")
    frame[1] = X[:, 1] > 2
    assert (equal_frequency(frame)[:, 2:] == expected[:, 2:]).all()


def test_nominal_columns_stay_as_they_are_among_numbers():
    frame = pd.DataFrame(
        {
            "text": ["b", "a", None, "b"],
            "number": [1.5, 0.5, 2.5, np.nan],
            "kind": pd.Categorical([3, 1, 3, 1]),
            "truth": [True, False, True, True],
        }
    )
    expected = [[0, 1, 2, 0], [1, 0, 2, 3], [0, 1, 0, 1], [0, 1, 0, 0]]
    assert Levels.of(frame).codes.tolist() == expected
    cells = frame.astype(object).to_numpy()
    assert Levels.of(cells).codes.tolist()[:2] == expected[:2]
    assert Levels.of(frame[["text", "kind"]]).n_levels.tolist() == [3, 2]


def test_many_levels_have_wider_codes():
    X = np.arange(70_000.0)[:, None]
    codes = Levels.of(np.column_stack([X[:300], X[:300] // 2]), "none").codes
    assert (codes == [np.arange(300), np.arange(300) // 2]).all()
    assert codes.dtype == np.uint16
    assert (Levels.of(X, "none").codes == X.T).all()
    names = [[f"n{k}", k] for k in range(300)]
    assert Levels.of(names, "none").codes.tolist() == [list(range(300))] * 2


def test_255_bins_and_missing_values_fit():
    column = np.r_[np.arange(1000.0), np.nan][:, None]
    codes = equal_frequency(column, 255)
    assert codes.dtype == np.uint8
    assert (codes[0, 0], codes[-2, 0], codes[-1, 0]) == (0, 254, 255)


def test_a_wide_range_does_not_overflow():
    column = np.array([[-1.7e308], [-1.0], [0.0], [1.0], [2.0], [1.7e308]])
    assert equal_width(column, 2)[:, 0].tolist() == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("X", "message"),
    [
        ([[1.0, np.inf]], "column x1 must be of finite numbers, got inf"),
        ([["a", 1.0], ["b", np.inf]], "column x1 must be of finite numbers"),
        (pd.DataFrame({"a": ["x"], "b": [-np.inf]}), "column 'b' must be of finite"),
        ([1.0, 2.0], "X must be of shape"),
        (np.empty((0, 2)), "X must be of shape"),
        (np.empty((2, 0), object), "X must be of shape"),
        (pd.DataFrame(), "X must be of shape"),
    ],
)
def test_bad_tables_are_refused(X, message):
    with pytest.raises(ValueError, match=message):
        equal_frequency(X)


@pytest.mark.parametrize("n_bins", [1, 256, 2.5])
def test_bad_numbers_of_bins_are_refused(n_bins):
    with pytest.raises(ValueError, match="n_bins must be an integer from 2 to 255"):
        equal_width([[1.0]], n_bins)
