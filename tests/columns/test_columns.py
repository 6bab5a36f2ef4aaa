"""Tables and targets as rankers take them."""

import numpy as np
import pandas as pd
import pytest

from wrapsel.columns.numeric import class_codes, numeric_table


def test_missing_values_of_pandas_are_missing_values():
    X = pd.DataFrame({"a": pd.array([1, None, 3], "Int64"), "b": [1.5, 2.5, 0.5]})
    plain = numeric_table(X, allow_missing=True)
    assert np.array_equal(plain, [[1, 1.5], [np.nan, 2.5], [3, 0.5]], equal_nan=True)
    with pytest.raises(ValueError, match=r"column 'a' must be of .*got NaN"):
        numeric_table(X)
    with pytest.raises(ValueError, match="y must have no missing values"):
        class_codes(X["a"], 3)
