"""What is said behind an error of a learner is about the column that is the reason."""

import pandas as pd
import pytest

from wrapsel.evaluation.given.hints import hint

DAYS = pd.to_datetime(["2020-02-01", "2020-02-02"])
TABLE = pd.DataFrame(
    {"name": ["a", "b"], "day": DAYS, "other": "c", "other day": DAYS, "n": [1, 2]}
)


@pytest.mark.parametrize(
    ("says", "columns", "told"),
    [
        ("could not convert string to float", slice(None), "'name' holds text ('a')"),
        ("takes no str", slice(None), "'name' holds text ('a')"),
        ("cannot be cast to float", slice(None), "'name' holds text ('a')"),
        ("float() takes no datetime64", slice(None), "'day' holds dates"),
        ("ufunc takes no datetime64 or str", slice(None), "'day' holds dates"),
        ("TimeDelta64DType or str", slice(None), "'day' holds dates"),
        ("cannot be cast to float", ["day", "n"], "'day' holds dates"),
        ("float() takes no datetime64", ["n", "name"], None),
        ("could not convert string to float", ["n"], None),
        ("no convergence", slice(None), None),
    ],
)
def test_the_first_column_of_the_kind_that_failed_is_named(says, columns, told):
    found = hint(TypeError(says), TABLE.loc[:, columns])
    assert f"column {told}" in found if told else found == ""
