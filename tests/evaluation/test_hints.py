"""What is said behind an error of a learner is about the column that is the reason."""

import pandas as pd
import pytest

from wrapsel.evaluation.given.hints import hint

DAYS = pd.to_datetime(["2020-02-01", "2020-02-02"])
TABLE = pd.DataFrame({"name": ["a", "b"], "day": DAYS, "other day": DAYS, "n": [1, 2]})


@pytest.mark.parametrize(
    ("says", "column"),
    [
        ("could not convert string to float", "'name' holds text ('a')"),
        ("float() takes no datetime64", "'day' holds dates"),
        ("ufunc takes no datetime64 or str", "'day' holds dates"),
    ],
)
def test_the_first_column_of_the_kind_that_failed_is_named(says, column):
    assert f"column {column}" in hint(TypeError(says), TABLE)


def test_an_error_of_something_else_gets_no_hint():
    assert hint(ValueError("no convergence"), TABLE) == ""
