"""A result that was saved is the result that was found."""

import json
import math

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.naive_bayes import GaussianNB

from tests.fakes import OrdinaryNB
from wrapsel import Budget, Problem, SearchResult, select
from wrapsel.search import Forward, GroupTesting, RVErS

X, Y = load_wine(return_X_y=True)


def found(strategy=None, **options):
    return select(Problem(GaussianNB(), X, Y), strategy, **options)


RESULTS = {
    "auto": lambda: found(),
    "nested": lambda: found(Forward(), honest="nested"),
    "plain": lambda: found(RVErS(), honest=False),
    "budget": lambda: found(RVErS(), honest=False, budget=Budget(evaluations=9)),
    "priced": lambda: found(
        GroupTesting(), prices={"x1": 2.0, "x2": 3.0, ("x3", "x5"): 4.0}
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_what_is_loaded_equals_what_was_saved(name, tmp_path):
    result = RESULTS[name]()
    result.save(tmp_path / "result.json")
    loaded = SearchResult.load(tmp_path / "result.json")
    assert loaded == result
    assert str(loaded) == str(result)
    assert loaded.answer == result.answer
    assert loaded.price == result.price
    assert loaded.to_frame().equals(result.to_frame())
    assert loaded.variables().equals(result.variables())
    assert loaded.frontier().equals(result.frontier())
    assert [path.name for path in tmp_path.iterdir()] == ["result.json"]


def test_failures_and_infinite_errors_come_back(tmp_path):
    class Picky(OrdinaryNB):
        def fit(self, X, y):
            if X.shape[1] == 1:
                raise RuntimeError("one is too few")
            return super().fit(X, y)

    problem = Problem(Picky(), *load_iris(return_X_y=True))
    result = select(problem, Forward(), on_failure="reject", honest=False)
    assert result.failures
    result.save(tmp_path / "r")
    loaded = SearchResult.load(tmp_path / "r")
    assert loaded.failures == result.failures
    assert loaded == result


@pytest.mark.parametrize("names", [("a", 1, 2.5), (("a", 0), ("b", 1), None)])
def test_names_are_the_users_own(names, tmp_path):
    result = select(Problem(GaussianNB(), X[:, :3], Y), Forward(), honest=False)
    named = SearchResult(
        result.path, result.reference, result.spending, "strategy", names
    )
    named.save(tmp_path / "r")
    assert SearchResult.load(tmp_path / "r").names == names


def test_a_name_that_json_does_not_know_is_refused_and_nothing_written(tmp_path):
    result = found(Forward(), honest=False)
    named = SearchResult(
        result.path, result.reference, result.spending, "x", (np.datetime64("2026"),)
    )
    with pytest.raises(TypeError, match="names are text or numbers"):
        named.save(tmp_path / "r")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no saved result"),
        ("[1, 2]", "is no saved result"),
        ('{"format": "other"}', "is no saved result"),
        ('{"format": "wrapsel result", "version": 99}', "by a later version.* 99"),
        ('{"format": "wrapsel result", "version": 1}', "is damaged"),
        ('{"format": "wrapsel result", "version": 1, "value": {"X": []}}', "damaged"),
        ('{"format": "wrapsel result", "version": 1, "value": 3}', "holds no result"),
    ],
)
def test_another_file_is_refused(text, says, tmp_path):
    (tmp_path / "r").write_text(text)
    with pytest.raises(ValueError, match=says):
        SearchResult.load(tmp_path / "r")


def test_it_is_json_that_others_read(tmp_path):
    result = found(Forward(), honest="redrawn")
    result.save(tmp_path / "r")
    record = json.loads((tmp_path / "r").read_text(), parse_constant=pytest.fail)
    assert (record["format"], record["version"]) == ("wrapsel result", 1)
    assert math.isfinite(result.error)
