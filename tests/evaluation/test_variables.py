"""Variables that are several columns, with names."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from wrapsel import Problem, WrapperSelector, by_prefix, select
from wrapsel.evaluation import problem_id
from wrapsel.evaluation.part import part
from wrapsel.search import Backward, Forward

RNG = np.random.default_rng(0)
COLOUR = RNG.integers(0, 3, 120)
X = pd.DataFrame(
    {
        "size": RNG.normal(size=120),
        "colour_red": (COLOUR == 0) * 1,
        "shape_flat": RNG.integers(0, 2, 120),
        "colour_blue": (COLOUR == 1) * 1,
        "shape_long": RNG.integers(0, 2, 120),
        "colour_green": (COLOUR == 2) * 1,
    }
)
Y = (COLOUR == 1) ^ (X["size"] > 1.5)
NAMED = {"shape": ["shape_flat", "shape_long"], "colour": [1, "colour_blue", 5]}


def made(variables, table=X):
    return Problem(LogisticRegression(), table, Y, variables=variables)


def test_groups_have_names_and_other_columns_are_alone():
    problem = made(NAMED)
    assert problem.names == ("size", "colour", "shape")
    assert problem.column_groups == [[0], [1, 3, 5], [2, 4]]
    assert made(by_prefix(X)).names == problem.names
    assert made(by_prefix(X)).column_groups == problem.column_groups


def test_both_or_none_are_selected_by_their_name():
    result = select(made(NAMED), Backward(n_features_to_select=1), honest="nested")
    assert result.selected == ("colour",)
    again = select(made(NAMED), Forward(n_features_to_select=1), required=["shape"])
    assert again.selected == ("shape",)
    priced = select(made(NAMED), Forward(), prices={"colour": 5}, max_price=4)
    assert "colour" not in priced.selected


def test_a_selector_gives_the_columns_of_the_variables():
    search = Forward(n_features_to_select=1)
    selector = WrapperSelector(LogisticRegression(), search, variables=by_prefix(X))
    names = selector.fit(X, Y).get_feature_names_out().tolist()
    assert names == ["colour_red", "colour_blue", "colour_green"]


def test_names_stay_on_parts_and_on_redrawn_folds():
    problem = made(NAMED)
    assert part(problem, np.arange(60)).names == problem.names
    assert problem.redrawn(1).names == problem.names


def test_a_store_knows_the_columns_and_not_the_names():
    listed = [["size"], [1, 3, 5], ["shape_flat", "shape_long"]]
    assert problem_id(made(NAMED)) == problem_id(made(listed))
    assert problem_id(made(NAMED)) != problem_id(made(None))


def test_whole_numbers_as_names_are_names():
    table = X.set_axis([5, 4, 3, 2, 1, 0], axis=1)
    assert made({"a": [5, 4]}, table).column_groups[0] == [0, 1]


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"a": ["size"], "b": ["size", "colour_red"]}, r"not so \['size'\]"),
        ([["size", "colour_red"], [2, 3]], r"not so \['shape_long', 'colour_green'\]"),
        ({"a": []}, "every column of X exactly once"),
        ({"a": [9]}, "every column of X exactly once"),
        ({"size": ["colour_red", 3]}, r"not have the name of a column, got \['size'\]"),
        ({"a": ["colour_rad"]}, "no column named 'colour_rad'; did you mean 'colour_"),
    ],
)
def test_columns_in_two_or_in_none_are_refused(variables, says):
    with pytest.raises(ValueError, match=says):
        made(variables)


def test_prefixes_end_at_the_last_separator():
    names = ["a.b.c", "a.b.d", "a.c", "e"]
    assert by_prefix(names, ".") == {"a.b": ["a.b.c", "a.b.d"]}
    assert by_prefix(X) == {
        "colour": ["colour_red", "colour_blue", "colour_green"],
        "shape": ["shape_flat", "shape_long"],
    }


@pytest.mark.parametrize(
    ("variables", "table"),
    [
        *[(given, X) for given in ({"a": "size"}, 5, [1, 2], {"a": [True]})],
        *[({"a": [number]}, X.set_axis(range(6), axis=1)) for number in (1.0, 0.5)],
    ],
)
def test_what_is_no_list_of_columns_is_refused(variables, table):
    with pytest.raises(
        TypeError, match="variables must be lists of column names or in"
    ):
        made(variables, table)


def test_columns_in_no_variable_are_named_in_wide_tables_too():
    with pytest.raises(ValueError, match=r"not so \['x7'\]"):
        made([[i] for i in range(20_000) if i != 7], np.zeros((120, 20_000)))
