"""Only tables that scikit-learn counts in doubles are taken as doubles."""

import numpy as np
import pandas as pd
import pytest

from learners.tables.floats import float_table

NUMBERS = np.array([[0, 1], [1, 0], [1, 1]])
WHOLE = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
OTHERS = ["float32", "float16", "longdouble", "complex128", "object", "str", "M8[s]"]
OF_FRAMES = ["Int64", "UInt8", "Float64", "boolean", "category", "string"]


@pytest.mark.parametrize("dtype", ["float64", "bool", *WHOLE])
@pytest.mark.parametrize("table", [np.asarray, pd.DataFrame])
def test_doubles_whole_numbers_and_truth_values_are_taken(table, dtype):
    found = float_table(table(NUMBERS.astype(dtype)))
    assert found.dtype == np.float64
    assert found.tolist() == NUMBERS.tolist()


@pytest.mark.parametrize("dtype", [*OTHERS, *OF_FRAMES])
def test_a_column_of_another_kind_is_enough_to_refuse_a_table(dtype):
    columns = {"a": NUMBERS[:, 0], "b": pd.Series(NUMBERS[:, 1]).astype(dtype)}
    assert float_table(pd.DataFrame(columns)) is None
    if dtype in OTHERS:
        assert float_table(NUMBERS.astype(dtype)) is None


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("table", [np.asarray, pd.DataFrame])
def test_a_value_that_is_no_number_is_enough_to_refuse_a_table(table, value):
    numbers = NUMBERS * 1.0
    numbers[2, 1] = value
    assert float_table(table(numbers)) is None


@pytest.mark.parametrize("X", [[[1.0, 2.0]], np.ones(3), np.ones((2, 2, 2))])
def test_what_is_no_table_is_refused(X):
    assert float_table(X) is None
