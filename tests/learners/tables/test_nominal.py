"""Equal values have equal codes, and nothing else has one."""

import numpy as np
import pandas as pd
import pytest

from learners import NaiveBayes
from learners.tables.codes import largest_codes
from learners.tables.mixed import code_cells, learn_cells
from learners.tables.nominal import LARGEST_OWN_CODE, Coding, nominal_places

ABSENT = [np.nan, -1.0, -0.5, 0.25, 7.0, 1e18, -1e18]


@pytest.mark.parametrize(
    ("values", "n_levels"),
    [
        ([0, 1, 3, 1], 4),
        ([0, 0], 1),
        ([2], 3),
        ([np.nan, 2], 3),
        ([np.nan], 0),
        ([0, LARGEST_OWN_CODE], LARGEST_OWN_CODE + 1),
        (np.array([True, False]), 2),
        (np.array([3, 1], np.uint8), 4),
    ],
)
def test_whole_numbers_from_zero_are_their_own_codes(values, n_levels):
    X = np.array(values)[:, np.newaxis]
    coding = Coding.learn(X, "all")
    assert coding.levels is None
    assert coding.n_levels.tolist() == [n_levels]
    assert coding.declared.tolist() == [False]
    assert coding.code(X) is X


@pytest.mark.parametrize(
    "values", [[-1, 0, 1, 0], [0.5, 1, 0.5], [0, LARGEST_OWN_CODE + 1], [1, np.nan, -2]]
)
def test_other_numbers_get_codes_in_order_of_appearance(values):
    X = np.array([values, np.arange(len(values))]).T.astype(float)
    coding = Coding.learn(X, "all")  # one column is enough to code all of them
    codes = coding.code(X)
    present = [v for v in dict.fromkeys(values) if v == v]
    expected = [present.index(v) if v == v else -1 for v in values]
    assert codes[:, 0].tolist() == expected
    assert codes[:, 1].tolist() == [*range(len(values))]
    assert coding.n_levels.tolist() == [len(present), len(values)]
    others = [v for v in ABSENT if v not in values]
    strangers = np.array([others, np.full(len(others), 0.5)]).T
    assert (coding.code(strangers) == -1).all()


def test_the_largest_codes_of_columns_are_told_one_by_one():
    nan = np.nan
    X = np.array([[0, 1.5, 3, nan, -1, nan], [0, 2.0, 1, nan, 2, 5]])
    assert largest_codes(X).tolist() == [0, np.inf, 3, -1, np.inf, 5]


def frame():
    numbers = [1, 2, 1]
    columns = {"float": [0.5, np.nan, 1.5], "int": numbers, "flag": [True, False, True]}
    X = pd.DataFrame(columns)
    X["Int"] = pd.array([1, None, 3], dtype="Int64")
    X["Flag"] = pd.array([True, None, False], dtype="boolean")
    X["sort"] = pd.Categorical(["b", "a", None], categories=["c", "b", "a"])
    X["text"] = ["x", None, "y"]
    X["string"] = pd.array(["x", None, "y"], dtype="string")
    return X


def test_columns_of_a_frame_are_coded_by_their_dtype():
    coding = Coding.learn(frame(), None)
    assert coding.places.tolist() == [2, 4, 5, 6, 7]
    assert coding.declared.tolist() == [True, True, True, False, False]
    assert coding.n_levels.tolist() == [2, 2, 3, 2, 2]
    expected = [
        [0.5, 1, 1, 1, 1, 1, 0, 0],
        [np.nan, 2, 0, np.nan, -1, 2, -1, -1],
        [1.5, 1, 1, 3, 0, -1, 1, 1],
    ]
    np.testing.assert_array_equal(coding.code(frame()), expected)


@pytest.mark.parametrize(
    ("nominal", "places"),
    [
        (None, []),
        ([], []),
        ("all", [0, 1, 2]),
        ([2, 0, 2], [0, 2]),
        (np.array([1]), [1]),
        ({"b", "no such"}, [1]),
        (["c", 0], [0, 2]),
    ],
)
def test_nominal_columns_are_found_by_place_and_name(nominal, places):
    X = pd.DataFrame(np.zeros((2, 3)), columns=list("abc"))
    assert nominal_places(X, nominal).tolist() == places
    if nominal is None or not {"b", "c"} & set(nominal):
        assert nominal_places(X.to_numpy(), nominal).tolist() == places


@pytest.mark.parametrize("place", [-1, 3])
def test_a_column_that_there_is_not_is_refused(place):
    with pytest.raises(ValueError, match=rf"nominal must be in 0\.\.2, got {place}"):
        nominal_places(np.zeros((2, 3)), [place])


@pytest.mark.parametrize("kind", [list, lambda rows: np.array(rows, object)])
def test_lists_and_arrays_of_anything_are_read_alike(kind):
    rows = kind([["a", 1.5, 1], ["b", None, 2], ["a", 2, None]])
    learner = NaiveBayes(nominal=[0])
    cells, y, coding = learn_cells(learner, rows, [0, 1, 1])
    nan = np.nan
    expected = [[0, 1.5, 1], [1, nan, 2], [0, 2, nan]]
    np.testing.assert_array_equal(cells, expected)
    assert (cells.dtype, y.tolist()) == (np.float64, [0, 1, 1])
    others = code_cells(learner, kind([["c", 0, 0], ["b", None, 1]]), coding)
    np.testing.assert_array_equal(others, [[-1, 0, 0], [1, nan, 1]])


@pytest.mark.parametrize("nominal", [None, [0]])
def test_lists_of_numbers_are_read_as_numbers(nominal):
    rows = [[1, 0.5], [0, np.nan]]
    cells, _, coding = learn_cells(NaiveBayes(nominal=nominal), rows, [0, 1])
    levels = [0.0, 1.0] if nominal else [1.0, 0.0]
    np.testing.assert_array_equal(cells, np.c_[levels, [0.5, np.nan]])
    assert len(coding.places) == (nominal is not None)
