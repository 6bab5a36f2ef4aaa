"""What a search may not be given is said in one short line, before any work."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from wrapsel import Budget, LearnerError, Metric, Problem, load_learner, select
from wrapsel.errors import unknown
from wrapsel.filters import FCBF, Correlation, Cosine
from wrapsel.search import Forward

X, Y = load_iris(return_X_y=True)
PROBLEM = Problem(GaussianNB(), X, Y)
BIG = np.zeros((300, 300))
WRONG = [5, "text", object(), {"a": 1}, BIG, [1, 2]]


@pytest.mark.parametrize("value", WRONG, ids=type)
@pytest.mark.parametrize(
    "name", ["budget", "ranker", "on_event", "n_jobs", "random_state"]
)
def test_a_wrong_argument_is_named(name, value):
    if name in ("n_jobs", "random_state") and value is WRONG[0]:
        return
    with pytest.raises(TypeError, match=f"^{name} must be a") as raised:
        select(PROBLEM, Forward(), **{name: value})
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("value", [5, object(), {"a": 1}, b"file.db", True, BIG])
def test_a_store_is_a_path_or_a_store(value):
    with pytest.raises(TypeError, match=r"^store must be a path or a Store, got "):
        select(PROBLEM, Forward(), store=value)


@pytest.mark.parametrize("name", ["required", "forbidden", "start"])
@pytest.mark.parametrize("value", [5, "x0", 1.5])
def test_variables_are_named_in_a_list(name, value):
    with pytest.raises(TypeError, match=f"^{name} must be a list, got"):
        select(PROBLEM, Forward(), **{name: value})


@pytest.mark.parametrize("value", [1.5, "a", None, True, BIG])
def test_whole_numbers_are_whole(value):
    for options in ({"n_preselect": value, "ranker": FCBF()}, {"lookahead": value}):
        if value is not None:
            with pytest.raises(
                TypeError, match=r"must be a whole number( or 'auto')?, "
            ):
                select(PROBLEM, Forward(), **options)
    with pytest.raises(TypeError, match="random_state must be a whole number"):
        Problem(GaussianNB(), X, Y, random_state=value)


@pytest.mark.parametrize("name", ["evaluations", "cost", "seconds"])
@pytest.mark.parametrize("value", ["a", [1], BIG, True, {"n": 1}])
def test_a_budget_is_of_numbers(name, value):
    with pytest.raises(TypeError, match=f"budget {name} must be a number, got"):
        Budget(**{name: value})


@pytest.mark.parametrize(
    "variables",
    [
        [[0.0, 1.0], [2], [3]],
        [0, 1, 2, 3],
        5,
        "0123",
        ["ab", "c"],
        [[0, 1], [2, None]],
        [[True, 0], [2, 3]],
        np.zeros((2, 2)),
    ],
    ids=repr,
)
def test_variables_are_lists_of_whole_numbers(variables):
    with pytest.raises(TypeError, match="variables must be lists of column names or"):
        Problem(GaussianNB(), X, Y, variables=variables)


def test_variables_may_be_of_any_whole_numbers():
    for variables in ([(0, 1), (2, 3)], np.arange(4).reshape(2, 2), [range(2), [2, 3]]):
        assert Problem(GaussianNB(), X, Y, variables=variables).n_variables == 2


@pytest.mark.parametrize("X", [X, BIG, pd.DataFrame(BIG), X.tolist()], ids=type)
def test_the_order_of_a_problem_is_told_in_a_short_line(X):
    with pytest.raises(TypeError, match=r"it comes first: Problem\(learner") as raised:
        Problem(X, Y, GaussianNB())
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("cv", [3.5, "5", BIG, [[1]], 0.5, [(1, 2, 3)], {1: 2}])
def test_folds_are_pairs(cv):
    with pytest.raises((TypeError, ValueError)) as raised:
        Problem(GaussianNB(), X, Y, cv=cv)
    assert str(raised.value).startswith("cv must be an int, a splitter or pairs")
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("option", ["aggregate", "scoring"])
def test_a_long_value_is_cut(option):
    with pytest.raises(ValueError, match=rf"{option} must be .*\(216 characters\)"):
        Problem(GaussianNB(), X, Y, **{option: BIG})


@pytest.mark.parametrize("wrong", [{"scorer": 5}, {"loss": "absolute"}, {}])
def test_a_metric_needs_a_function(wrong):
    with pytest.raises(TypeError, match="metric 'm' must have a"):
        Problem(GaussianNB(), X, Y, scoring=Metric("m", **wrong))


@pytest.mark.parametrize("value", [object(), None, 2, "yes", np.ones(2)], ids=type)
def test_flags_of_rankers_are_bools(value):
    with pytest.raises(ValueError, match="standardize must be True or False, got"):
        Correlation(standardize=value)
    with pytest.raises(ValueError, match="signed must be True or False, got"):
        Cosine(signed=value)
    if value is not None:
        with pytest.raises(ValueError, match="of_classes must be True or False or"):
            Correlation(of_classes=value)


class Bare:
    """Has no parameter."""

    def fit(self, X, y):
        raise RuntimeError("wrong " * 1000)

    def predict(self, X):
        return X[:, 0]


def test_where_there_is_no_parameter_none_is_listed():
    with pytest.raises(ValueError, match=r"named 'depth'; there are none$"):
        load_learner(f"{__name__}.Bare", depth=3)


@pytest.mark.parametrize("n", [0, 1, 30, 31, 10_000])
def test_a_list_of_what_there_is_stays_short(n):
    text = unknown("variable", "?", [f"column {i}" for i in range(n)])
    assert len(text) < 360
    assert (f" and {n - 30} more" in text) == (n > 30)


def test_the_words_of_a_learner_are_cut():
    with pytest.raises(LearnerError, match=r"\.\.\. \(\d+ characters\)") as raised:
        select(Problem(Bare(), X, Y), Forward())
    assert len(str(raised.value)) < 420
    assert len(str(raised.value.__cause__)) == 6000
