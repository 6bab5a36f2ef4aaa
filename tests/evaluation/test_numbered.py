"""Names that are made as asked for are those of a tuple."""

import pickle

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from wrapsel import Budget, Problem, SearchResult, select
from wrapsel.evaluation.given.numbered import Numbered
from wrapsel.search import Forward

NAMES, PLAIN = Numbered(1200), tuple(f"x{i}" for i in range(1200))


def test_it_is_that_sequence():
    assert list(NAMES) == list(PLAIN)
    assert len(NAMES) == len(PLAIN)
    for place in (0, 7, -1, np.int64(5), slice(3, 9, 2), slice(-2, None)):
        assert NAMES[place] == PLAIN[place]
    assert NAMES.index("x1100") == 1100
    with pytest.raises(IndexError):
        NAMES[1200]


@pytest.mark.parametrize("other", ["x1200", "x-1", "x01", "y1", "x", "", 3, "x1٣"])
def test_nothing_else_is_in_it(other):
    assert other not in NAMES
    assert "x1199" in NAMES


def test_it_equals_what_has_the_same_names():
    assert NAMES == PLAIN
    assert PLAIN == NAMES
    assert pickle.loads(pickle.dumps(NAMES)) == NAMES
    for other in (PLAIN[:-1], (*PLAIN[:-1], 1199), Numbered(3), "x0", None):
        assert other != NAMES


def test_a_wide_problem_and_its_result_have_them(tmp_path):
    X = np.random.default_rng(0).normal(size=(200, 1200))
    problem = Problem(GaussianNB(), X, X[:, 1110] > 0, cv=2)
    search = Forward(n_features_to_select=1)
    result = select(problem, search, budget=Budget(evaluations=3000))
    assert problem.names == result.names == PLAIN
    assert result.selected == ("x1110",)
    result.save(tmp_path / "result.json")
    assert SearchResult.load(tmp_path / "result.json") == result
