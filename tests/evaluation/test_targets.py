"""Targets are checked once."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from tests.fakes import Majority
from wrapsel.evaluation.targets import (
    as_targets,
    check_numbers,
    check_same_kind,
    is_classification,
)


@pytest.mark.parametrize(
    "y",
    [
        [0, 1, 1],
        ["a", "b", "b"],
        [0.5, 1.5, 1.5],
        [True, False, False],
        pd.Series(["a", "b", "b"], index=[7, 8, 9]),
        pd.Series(["a", "b", "b"], dtype="category"),
        pd.Series([1, 2, 2], dtype="Int64"),
        np.array(["a", "b", "b"], dtype=object),
    ],
)
def test_targets_become_an_array_of_one_plain_type(y):
    targets = as_targets(y, 3)

    assert isinstance(targets, np.ndarray)
    assert targets.dtype.kind != "O"
    assert targets.tolist() == list(y)


@pytest.mark.parametrize(
    "y",
    [
        [0.0, 1.0, np.nan],
        [0.0, 1.0, np.inf],
        ["a", "b", None],
        pd.Series([1, 2, None], dtype="Int64"),
        pd.Series(["a", "b", None], dtype="string"),
        pd.Series(["a", "b", None], dtype="category"),
        np.array(["a", "b", np.nan], dtype=object),
    ],
)
def test_missing_targets_are_refused_with_their_number_and_row(y):
    with pytest.raises(ValueError, match=r"y must not .* got 1, the first in row 2"):
        as_targets(y, 3)


@pytest.mark.parametrize(
    "y",
    [
        [1, "1", 2],
        ["a", 2.5, "b"],
        (True, "True", False),
        np.array([1, "1", 2], dtype=object),
        pd.Series(["1", 2, 1]),
        pd.Series([1, "1", 2], dtype="category"),
    ],
)
def test_numbers_and_text_among_the_targets_are_refused(y):
    with pytest.raises(ValueError, match=r"y must be of numbers or of text, got both"):
        as_targets(y, 3)


@pytest.mark.parametrize(
    "y",
    [
        np.array(["2020-01-01", "2020-01-02", "2020-01-03"], dtype="datetime64[D]"),
        np.array([1j, 2, 3]),
        [b"a", Decimal(1), Decimal(2)],
    ],
)
def test_targets_that_are_neither_numbers_nor_text_are_refused(y):
    with pytest.raises(ValueError, match=r"y must be of numbers or of text, got .+"):
        as_targets(y, 3)


@pytest.mark.parametrize("y", [["a", "b", np.nan], ["a", None, "b"], [pd.NA, 1, 2]])
def test_a_missing_value_in_a_list_is_not_text(y):
    with pytest.raises(ValueError, match="y must not have missing or infinite values"):
        as_targets(y, 3)


@pytest.mark.parametrize("y", [[1, 1, 1], ["a", "a", "a"], [0.5, 0.5, 0.5]])
def test_a_constant_target_is_refused(y):
    with pytest.raises(ValueError, match="y must have at least two values, got only"):
        as_targets(y, 3)


@pytest.mark.parametrize("y", [7, [0, 1], np.zeros((2, 2)), [[[0]], [[1]], [[0]]]])
def test_targets_of_another_shape_are_refused(y):
    with pytest.raises(
        ValueError, match=r"y must have shape \(3,\) or \(3, n_targets\), got \("
    ):
        as_targets(y, 3)


def test_the_learner_says_whether_it_learns_classes():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())

    assert is_classification(pipeline, np.array([0.5, 1.5]))
    assert not is_classification(Ridge(), np.array([0, 1]))


@pytest.mark.parametrize(
    ("y", "classes"),
    [([0, 1, 1], True), (["a", "b", "b"], True), ([0.5, 1, 2], False)]
    + [(np.repeat(range(21), n), n == 5) for n in (4, 5)]
    + [(np.arange(20), True)],
    ids=str,
)
def test_without_its_word_the_type_of_the_targets_does(y, classes):
    assert is_classification(Majority(), np.array(y)) == classes


@pytest.mark.parametrize(
    "column",
    [
        [[0], [1], [1]],
        np.array([[0.5], [1.5], [1.5]]),
        pd.DataFrame({"y": ["a", "b", "b"]}),
        pd.DataFrame({"y": pd.array([1, 2, 2], "Int64")}),
    ],
)
def test_a_table_of_one_column_is_that_column(column):
    flat = np.asarray(column)[:, 0].tolist()
    assert as_targets(column, 3).tolist() == flat


def test_a_table_of_two_columns_is_two_targets():
    assert as_targets(pd.DataFrame({"a": [1, 2, 2], "b": [0, 1, 0]}), 3).shape == (3, 2)
    with pytest.raises(ValueError, match="of several targets must be numbers, got 'a'"):
        as_targets([["a", "b"]] * 3, 3)


def test_the_first_of_what_is_wrong_is_named():
    with pytest.raises(ValueError, match=r"got Decimal\('1.5'\)$"):
        as_targets([Decimal("1.5"), Decimal(1), Decimal(2)], 3)
    with pytest.raises(ValueError, match=r"got 2, the first in row 1$"):
        as_targets(np.array([0.5, np.nan, np.inf]), 3)
    with pytest.raises(ValueError, match=r"got 2, the first in row 1$"):
        as_targets([[0.5, 1], [np.nan, 1], [np.inf, 0]], 3)
    with pytest.raises(ValueError, match=r"several targets must be numbers, got 1$"):
        as_targets(np.array([[1, (2,)], [3, 4], [5, 6]], dtype=object), 3)
    with pytest.raises(ValueError, match=r"got text such as 'b'$"):
        check_same_kind("y", np.array(["b", "a"]), np.array([1, 0]))
    with pytest.raises(ValueError, match=r"got text such as '1'$"):
        check_numbers(np.array(["1", "0,5"]), Ridge())


def test_numbers_keep_their_precision():
    assert as_targets(np.array([1, 2, 2], np.float32), 3).dtype == np.float32
