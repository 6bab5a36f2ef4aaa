"""The name of code in files is that of its bytes, also in stores from before."""

import importlib
import sys
from hashlib import sha256

import pytest

from tests.fakes import Majority
from wrapsel import Problem
from wrapsel.evaluation import Metric, problem_id
from wrapsel.evaluation.metrics.metric import zero_one
from wrapsel.evaluation.stores.code import code_id
from wrapsel.evaluation.stores.fingerprint import learner_id
from wrapsel.evaluation.stores.loaded import files
from wrapsel.evaluation.stores.modules import is_known_by_name
from wrapsel.search import Forward

MODULE = """
from contextlib import contextmanager
depth: int
LIMIT = OTHER = 0.5
SIZE: int = 3
TABLE = {"a": 1}
N_CALLS = 0
exec(compile("def made(): pass", "", "exec"))
exec(compile("def other(): pass", "~", "exec"))

@contextmanager
def wrapped():
    yield

class Mine:
    __module__ = __name__
    def fit(self, X, y):
        global N_CALLS
        N_CALLS += 1
        def inner(x: int) -> int:
            return x
        return self

    def never(self):
        from .... import far
"""


def framed(parts):
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "Own_bytes.py").write_text(MODULE)
    yield importlib.import_module("Own_bytes")
    del sys.modules["Own_bytes"]


def test_a_file_as_it_was_loaded_goes_by_its_bytes(own):
    digest = sha256(framed([MODULE.encode()])).hexdigest()[:32]
    assert code_id(own.Mine, encode=repr) == f" {digest}"
    own.Mine().fit(None, None)  # its count is state
    assert list(files("Own_bytes")) == [MODULE.encode()]


@pytest.mark.parametrize(
    ("name", "value"),
    [("LIMIT", 0.9), ("LIMIT", 0.1), ("OTHER", 0.9), ("SIZE", 2), ("depth", 7)],
)
def test_a_constant_that_was_replaced_is_told(own, name, value):
    setattr(own, name, value)
    told = [] if name == "depth" else [f"{name} = {value!r}".encode()]
    assert list(files("Own_bytes")) == [MODULE.encode(), *told]


@pytest.mark.parametrize("text", ["def broken(", None])
def test_a_file_that_was_broken_or_lost_since_does_not_matter(own, tmp_path, text):
    before, path = learner_id(own.Mine()), tmp_path / "Own_bytes.py"
    path.write_text(text) if text else path.unlink()
    assert learner_id(own.Mine()) != before


def test_the_name_of_a_problem_is_made_of_these_bytes():
    X, y = [[0.5, 1], [2, 3], [4, 5.5], [6, 7]], [0, 1, 0, 1]
    problem = Problem(Named(), X, y, [([0, 1], [2, 3])], Metric("mine", loss=zero_one))
    loss = "wrapsel.evaluation.metrics.zero_one"
    parts = [
        b"('<f8', (4, 2))",
        problem.X.tobytes(),
        b"('<i8', (4,))",
        problem.y.tobytes(),
        *(b"('<i8', (2,))", problem.folds[0][0].tobytes()),
        *(b"('<i8', (2,))", problem.folds[0][1].tobytes()),
        f"['mine', {problem.criterion.best!r}, 'prior', None, {loss}]".encode(),
        b"None",
        b"('mean', 0)",
        learner_id(Named()).encode(),
    ]
    assert parts[-1].startswith(b"old.Named@3 ")
    assert parts[-1].endswith(b"(a=[], b=1, random_state=None)")
    assert problem_id(problem) == sha256(framed(parts)).hexdigest()


class Named:
    """Has parameters of its own, and of what is in it."""

    fingerprint_name = "old.Named"
    version = 3

    def get_params(self, deep=True):
        generator = object()
        return {"b": 1, "a": [], "random_state": generator} | (
            {"b__c": 2} if deep else {}
        )

    def fit(self, X, y):
        return self

    def predict(self, X):
        return X[:, 0]


@pytest.mark.parametrize(
    ("thing", "is_known"), [(Forward, True), (Problem, True), (Majority, False)]
)
def test_this_package_is_known_by_its_names_and_its_tests_are_not(thing, is_known):
    assert is_known_by_name(thing) is is_known
