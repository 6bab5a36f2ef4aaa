"""Tables and targets as rankers take them."""

import numpy as np
import pandas as pd
import pytest

from wrapsel.columns.numeric import (
    class_codes,
    is_of_classes,
    numeric_table,
    numeric_targets,
)


def test_missing_values_of_pandas_are_missing_values():
    X = pd.DataFrame({"a": pd.array([1, None, 3], "Int64"), "b": [1.5, 2.5, 0.5]})
    plain = numeric_table(X, allow_missing=True)
    assert np.array_equal(plain, [[1, 1.5], [np.nan, 2.5], [3, 0.5]], equal_nan=True)
    with pytest.raises(ValueError, match=r"column 'a' must be of .*got NaN"):
        numeric_table(X)
    with pytest.raises(ValueError, match="y must have no missing values"):
        class_codes(X["a"], 3)


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (pd.to_datetime(["2020-02-01", None, "2020-02-03"]), "Timestamp"),
        (pd.to_timedelta([1, 2, 3], "D"), "Timedelta"),
        ([[1], [2], [3]], r"\[1\]"),
    ],
)
def test_what_is_no_number_is_refused_by_the_name_of_its_column(cells, says):
    for X in (pd.DataFrame({"a": [1.5, 2, 3], "b": cells}), pd.DataFrame({"b": cells})):
        error = TypeError if isinstance(cells, list) else ValueError
        with pytest.raises(error, match=f"column 'b' must be of .*got .*{says}"):
            numeric_table(X, allow_missing=True)


@pytest.mark.parametrize(
    "y",
    [
        [1, "1", 2, "2"],
        ("a", 2.5, "b", "a"),
        np.array([True, "True", False, False], dtype=object),
        pd.Series(["1", 1, 2, 2]),
    ],
)
@pytest.mark.parametrize("read", [class_codes, numeric_targets])
def test_numbers_and_text_among_the_targets_are_refused(read, y):
    with pytest.raises(ValueError, match="y must be of numbers or of text, got both"):
        read(y, 4)


@pytest.mark.parametrize("values", [[0.5, 1.5, 2.5], [1, 2, 1], ["a", "b", "a"]])
def test_the_type_of_an_array_does_not_say_what_targets_are(values):
    odd = np.array(values, dtype=object)
    assert is_of_classes(odd) == is_of_classes(values) == (0.5 not in values)
    if 0.5 in values:
        assert numeric_targets(odd, 3).tolist() == values
    else:
        assert class_codes(odd, 3)[1].tolist() == [0, 1, 0]
