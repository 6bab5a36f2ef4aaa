"""Tables are checked once and cut without change."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from wrapsel.evaluation.table import (
    as_pandas,
    as_table,
    column_names,
    has_missing,
    take_columns,
    take_rows,
    text_columns,
)

FORMATS = ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"]


def mixed_frame():
    return pd.DataFrame(
        {
            "a": [1, 2, 3],
            ("b", 1): pd.Categorical(["x", "y", "x"]),
            3: [0.5, np.nan, 1.5],
            "t": ["u", None, "v"],
        }
    )


def test_rows_and_columns_of_a_frame_keep_names_and_dtypes():
    frame = mixed_frame()

    part = take_rows(take_columns(as_table(frame), np.array([1, 2])), np.array([2, 0]))

    assert list(part.columns) == [("b", 1), 3]
    assert part.dtypes.tolist() == frame.dtypes.tolist()[1:3]
    assert part.index.tolist() == [2, 0]


def test_a_list_becomes_an_array_and_an_array_is_not_copied():
    X = np.arange(6.0).reshape(3, 2)

    assert as_table(X) is X
    assert np.array_equal(as_table(X.tolist()), X)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("make", [sparse.coo_array, sparse.coo_matrix])
def test_a_sparse_matrix_of_any_format_stays_sparse(name, make):
    dense = np.array([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0]])

    table = as_table(make(dense).asformat(name))

    assert table.format == "csc"
    part = take_rows(take_columns(table, np.array([0, 1])), np.array([1]))
    assert part.toarray().tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize("name", FORMATS)
def test_infinite_values_in_a_sparse_matrix_are_refused(name):
    X = sparse.coo_array(np.array([[0.0, np.inf], [1.0, 0.0]])).asformat(name)
    with pytest.raises(ValueError, match="X must be finite, got 1 infinite"):
        as_table(X)


def test_infinite_values_are_refused_by_column_and_number():
    frame = mixed_frame()
    frame[3] = [np.inf, 1.0, -np.inf]

    with pytest.raises(ValueError, match="got 2 infinite values in column 3"):
        as_table(frame)
    with pytest.raises(ValueError, match="got 1 infinite values in column 'x1'"):
        as_table([[1.0, 2.0], [1.0, np.inf]])


def test_a_nullable_column_may_be_missing_but_not_infinite():
    frame = pd.DataFrame({"a": pd.array([1.0, None, 2.0], dtype="Float64")})
    assert as_table(frame).equals(pd.DataFrame({"a": [1.0, np.nan, 2.0]}))

    frame["a"] = pd.array([1.0, None, np.inf], dtype="Float64")
    with pytest.raises(ValueError, match="got 1 infinite values in column 'a'"):
        as_table(frame)


@pytest.mark.parametrize(
    ("X", "says"),
    [
        (np.zeros(3), r"2 dimensions, got shape \(3,\)"),
        (np.zeros((2, 2, 2)), r"got shape \(2, 2, 2\)"),
        (np.zeros((3, 0)), r"columns, got 0 feature\(s\) \(shape=\(3, 0\)\)"),
        (np.zeros((0, 3)), r"at least 2 rows, got 0 sample"),
        (np.zeros((1, 3)), r"at least 2 rows, got 1 sample"),
        (np.zeros((3, 2), complex), "must be real, got complex128"),
        (sparse.csr_array(np.eye(3, dtype=complex)), "must be real"),
    ],
)
def test_what_is_no_table_is_refused(X, says):
    with pytest.raises(ValueError, match=says):
        as_table(X)


def test_duplicate_names_are_listed():
    frame = pd.DataFrame(np.zeros((3, 4)), columns=["a", "b", "a", "c"])
    with pytest.raises(ValueError, match=r"must differ, got twice: \['a'\]"):
        as_table(frame)


def test_columns_without_names_are_numbered():
    assert column_names(np.zeros((2, 3))) == ("x0", "x1", "x2")
    assert column_names(mixed_frame()) == ("a", ("b", 1), 3, "t")


def test_text_is_found_in_text_columns_only():
    frame = mixed_frame()
    frame["numbers"] = pd.Series([1, 2, 3], dtype=object)
    frame["old"] = pd.Series(["w", 1, None], dtype=object)

    found = text_columns(frame)

    assert ("t", "u") in found
    assert ("old", "w") in found
    assert {name for name, _ in found} <= {"t", "old", ("b", 1)}
    assert text_columns(np.array([["a"]])) == []


@pytest.mark.parametrize(
    ("X", "missing"),
    [
        (mixed_frame(), True),
        (mixed_frame()[["a", ("b", 1)]], False),
        (np.array([[1, 2]]), False),
        (np.array([[1.0, np.nan]]), True),
        (np.array([["a", np.nan]], dtype=object), True),
        (np.array([["a", "nan"]]), False),
        (sparse.csc_array([[0.0, np.nan]]), True),
        (sparse.csc_array([[0.0, 1.0]]), False),
    ],
)
def test_missing_values_are_found_in_any_table(X, missing):
    assert has_missing(X) is missing


@pytest.mark.parametrize(
    ("dtype", "values", "plain"),
    [
        ("Sparse[int]", [1, 0, 3], "int64"),
        ("Sparse[bool]", [True, False, True], "bool"),
        ("Sparse[float]", [0.5, None, 0], "float64"),
        ("Int64", [1, 2, 3], "int64"),
        ("Int64", [1, None, 3], "float64"),
        ("Float64", [0.5, None, 3], "float64"),
        ("Float32", [0.5, 1, 3], "float32"),
        ("boolean", [True, False, True], "bool"),
        ("boolean", [True, None, False], "float64"),
    ],
)
def test_nullable_numbers_become_plain_ones(dtype, values, plain):
    given = pd.DataFrame(
        {"n": [1, 2, 3], "a": pd.array(values, dtype), "b": ["x", "y", "z"]}
    )
    table = as_table(given)
    assert table.dtypes["a"] == plain
    expected = [np.nan if v is None else float(v) for v in values]
    assert np.array_equal(table["a"].to_numpy(float), expected, equal_nan=True)
    assert table["b"] is not None
    assert given.dtypes["a"] == dtype  # the user's own stays


@pytest.mark.parametrize("dtype", ["category", "string", "float64", "datetime64[ns]"])
def test_other_dtypes_stay(dtype):
    given = pd.DataFrame({"a": pd.Series([1, 2, 3]).astype(dtype)})
    assert as_table(given).dtypes["a"] == given.dtypes["a"]


@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("cells", [1, 4, 2**22])
def test_an_infinite_number_in_any_row_is_refused(monkeypatch, row, cells):
    monkeypatch.setattr("wrapsel.evaluation.table._CELLS", cells)
    X = np.arange(10.0).reshape(5, 2)
    X[row, 1] = np.inf
    with pytest.raises(ValueError, match="infinit"):
        as_table(X)


def test_wide_empty_and_text_tables_are_tables():
    wide = np.broadcast_to(np.float16(0), (2, 2**22 + 1))
    for table in (wide, sparse.csc_array((3, 2)), np.array([["a"], ["b"]])):
        assert as_table(table).shape == table.shape


class OwnFrame(pd.DataFrame):
    """Can be made pandas' own, and is no need to."""

    def to_pandas(self):
        raise AssertionError


class OwnArray(np.ndarray):
    to_pandas = OwnFrame.to_pandas


@pytest.mark.parametrize("table", [OwnFrame({"a": [1]}), np.eye(2).view(OwnArray)])
def test_frames_and_arrays_are_left_as_they_are(table):
    assert as_pandas(table) is table
