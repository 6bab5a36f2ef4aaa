"""A learner or metric whose code has changed has another name in stores."""

import importlib
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from types import ModuleType

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import make_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from wrapsel import Metric, Problem, select
from wrapsel.evaluation import problem_id
from wrapsel.evaluation.stores import modules
from wrapsel.evaluation.stores.code import code_id
from wrapsel.evaluation.stores.fingerprint import learner_id
from wrapsel.evaluation.stores.functions import digest
from wrapsel.search import Forward

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(30, 4)), np.tile([0, 1], 15)

MINE = """
import functools
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from own_parts.tables import TABLE, shift

LIMIT = 0.5
N_CALLS = 0

def decorated(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)
    return wrapper

class Base:
    def predict(self, X):
        return (np.asarray(X)[:, 0] > LIMIT + shift(0)).astype(int)

class Mine(Base):
    words = {"one", "two", "three"}

    def __init__(self, depth=3):
        self.depth = depth

    def fit(self, X, y):
        global N_CALLS
        N_CALLS += 1
        return self

    @property
    def cached(self):
        return 1

    @decorated
    def helped(self):
        import own_parts.late
        return own_parts.late.value()

class Est(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self
    def predict(self, X):
        return np.zeros(len(X), int)

def loss(y, predicted):
    return np.abs(y - predicted) * 2.0

def scorer(estimator, X, y):
    return 0.25

def score(y, predicted):
    return 0.75

def changed(x):
    return x + 1
"""
TABLES = "TABLE = {'a': 1}\n\ndef shift(x):\n    return x + 0\n"
LATE = "from .deep import K\n\ndef value():\n    return K\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "own_parts").mkdir()
    files = {"tables": TABLES, "late": LATE, "deep": "K = 1\n", "first": "F = 1\n"}
    files["__init__"] = "__version__ = '1.0'\nfrom .first import F as F\n"
    for name, text in files.items():
        (tmp_path / "own_parts" / f"{name}.py").write_text(text)
    (tmp_path / "own_learner.py").write_text(MINE)
    yield tmp_path
    forget()


def forget():
    for name in list(sys.modules):
        if name.partition(".")[0] in ("own_parts", "own_learner"):
            del sys.modules[name]
    importlib.invalidate_caches()


def fresh():
    forget()
    return importlib.import_module("own_learner")


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


USES = {
    "a learner": lambda own: learner_id(own.Mine()),
    "an estimator": lambda own: learner_id(own.Est()),
    "in a pipeline": lambda own: learner_id(
        make_pipeline(FunctionTransformer(own.changed), GaussianNB())
    ),
    "a class as a parameter": lambda own: learner_id(FunctionTransformer(own.Mine)),
    "a scorer": lambda own: identity(own.scorer),
    "a made scorer": lambda own: identity(make_scorer(own.score)),
    "a loss": lambda own: identity(Metric("mine", loss=own.loss), Ridge(), X[:, 0]),
}


def identity(metric="accuracy", learner=None, y=Y):
    return problem_id(Problem(learner or GaussianNB(), X, y, cv=2, scoring=metric))


EDITS = [
    ("own_learner.py", "LIMIT = 0.5", "LIMIT = 0.6"),
    ("own_learner.py", "X)[:, 0] >", "X)[:, 0] <"),
    ("own_learner.py", "* 2.0", "* 3.0"),
    ("own_learner.py", "0.25", "0.35"),
    ("own_learner.py", "0.75", "0.85"),
    ("own_learner.py", "x + 1", "x + 2"),
    ("own_learner.py", "depth=3", "depth=4"),
    ("own_learner.py", '"three"', '"four"'),
    ("own_learner.py", "return 1", "return 2"),
    ("own_parts/tables.py", "'a': 1", "'a': 2"),
    ("own_parts/tables.py", "x + 0", "x + 1"),
    ("own_parts/late.py", "return K", "return -K"),
    ("own_parts/deep.py", "K = 1", "K = 2"),
    ("own_parts/__init__.py", "1.0", "1.1"),
    ("own_parts/first.py", "F = 1", "F = 2"),
]


@pytest.mark.parametrize("use", USES.values(), ids=list(USES))
def test_an_edit_far_away_changes_all_names(package, use):
    before = use(fresh())
    edit(package / "own_parts" / "deep.py", "K = 1", "K = 2")
    assert use(fresh()) != before


@pytest.mark.parametrize(("file", "old", "new"), EDITS)
def test_an_edit_gives_another_name_and_back_the_old_one(package, file, old, new):
    use = USES["a learner"]
    before = use(fresh())
    assert use(fresh()) == before
    edit(package / file, old, new)
    assert use(fresh()) != before
    edit(package / file, new, old)
    assert use(fresh()) == before


def test_a_version_of_what_is_not_installed_does_not_hide_an_edit(package):
    def use():
        forget()
        return learner_id(
            FunctionTransformer(importlib.import_module("own_parts.tables").shift)
        )

    before = use()
    edit(package / "own_parts" / "tables.py", "x + 0", "x + 1")
    assert use() != before


def test_a_file_elsewhere_with_the_name_of_a_function_does_not_count(package):
    (package / "shift.py").write_text("A = 1\n")
    before = learner_id(fresh().Mine())
    edit(package / "shift.py", "A = 1", "A = 2")
    assert learner_id(fresh().Mine()) == before


HELD = """
import own_parts.tables as tables
N = 0
class Below:
    words = [3]
class Helper(Below):
    pass
class Mine(Below):
    n_runs = 0
    def fit(self, X, y):
        Mine.n_runs += 1
        return self
    def predict(self, X):
        return Helper, N, tables.shift(1)
def count():
    global N
    N += 1
"""


@pytest.mark.parametrize("is_module", [True, False])
def test_bases_and_modules_count_where_code_is_in_no_file(
    package, is_module, monkeypatch
):
    """And what its functions count does not."""

    def held(code=HELD):
        forget()
        known = ModuleType("nowhere")
        if is_module:
            monkeypatch.setitem(sys.modules, "nowhere", known)
        exec(code, vars(known))
        return known

    own = held()
    before = learner_id(own.Mine())
    own.count()
    own.Mine().fit(X, Y)
    assert learner_id(own.Mine()) == learner_id(held().Mine()) == before
    alone = HELD.replace("Helper, ", "").replace("Mine.n", "self.n")  # no names
    edited = alone.replace("[3]", "[4]")
    assert learner_id(held(alone).Mine()) != learner_id(held(edited).Mine())
    other = HELD.replace("class Mine(Below)", "class Mine")
    edited = other.replace("[3]", "[4]")  # Helper has the base alone
    assert learner_id(held(other).Mine()) != learner_id(held(edited).Mine())
    edit(package / "own_parts" / "tables.py", "x + 0", "x + 1")
    assert learner_id(held().Mine()) != before


def test_what_refers_to_itself_is_refused():
    itself = []
    itself.append(itself)
    with pytest.raises(TypeError, match=r"cannot be identified .* refers to itself"):
        learner_id(made(0, 1, itself))


def test_versions_are_found_by_module_and_by_distribution():
    assert modules._version("numpy.linalg") == f"numpy {np.__version__}"
    assert modules._distributed("dateutil") == version("python-dateutil")
    assert modules._distributed("no_such_package") is None
    assert code_id(Fraction, encode=repr) == ""
    told = [part for _, part in modules.sources("numpy")]
    assert told == [f"numpy {np.__version__}".encode()]


def test_what_runs_counts_and_not_what_its_file_says_by_now(package):
    own = fresh()
    before = learner_id(own.Mine())
    edit(package / "own_learner.py", "LIMIT = 0.5", "LIMIT = 0.7")
    edit(package / "own_parts" / "tables.py", "x + 0", "x + 1")
    stale = learner_id(own.Mine())  # runs the old code
    assert len({before, stale, learner_id(fresh().Mine())}) == 3


def test_a_constant_that_was_replaced_counts(package, monkeypatch):
    own = fresh()
    before = learner_id(own.Mine())
    monkeypatch.setattr(own, "LIMIT", 0.9)
    assert learner_id(own.Mine()) != before


def test_state_does_not_change_the_name(package):
    own = fresh()
    before = learner_id(own.Mine())
    own.Mine().fit(X, Y).helped()
    assert own.N_CALLS == 1
    assert "own_parts.late" in sys.modules
    assert learner_id(own.Mine()) == before


def test_the_errors_of_other_code_are_not_taken_from_a_store(package, tmp_path):
    def run():
        problem = Problem(fresh().Est(), X, Y, cv=2)
        result = select(
            problem, Forward(n_features_to_select=1), store=tmp_path / "s.db"
        )
        return result.error, result.spending.fits > 0

    right = 1 - np.mean(Y == 0)
    assert run() == (right, True)
    assert run() == (right, False)
    edit(package / "own_learner.py", "np.zeros(len(X), int)", "np.ones(len(X), int)")
    assert run() == (1 - np.mean(Y == 1), True)


def made(shift, depth=1, table=None):
    class Made:
        limit = depth

        def fit(self, X, y, more=shift):
            return self

        def predict(self, X):
            return np.full(len(X), shift)

        @staticmethod
        def tabled():
            return table

    return Made()


def test_what_a_local_class_holds_counts():
    options = [(0,), (1,), (0, 2), (0, 1, {"a": 1}), (0, 1, [1]), (0, 1, np.abs)]
    names = [learner_id(made(*each)) for each in options]
    assert len(set(names)) == len(options)
    assert [learner_id(made(*each)) for each in options] == names


@pytest.mark.parametrize(
    "held", [np.random.default_rng(0), (i for i in "ab"), object(), [made(0).fit]]
)
def test_what_cannot_be_identified_is_refused_with_the_remedy(held):
    with pytest.raises(TypeError, match=r"Made cannot be identified .*table must be"):
        learner_id(made(0, 1, held))
    with pytest.raises(TypeError, match=r"in a module, or do without a store"):
        learner_id(made(0, 1, held))


SCRIPT = """
import numpy as np
from wrapsel.evaluation.stores.fingerprint import learner_id
from wrapsel.evaluation.stores.functions import digest
LIMIT, BUDGET = 0.5, 10
TABLE = {"a": 1}
N = 0
def shift(x):
    return x + TABLE["a"]
class Mine:
    depth = 3
    words = {"one", "two", "three"}
    def fit(self, X, y):
        global N
        N += 1
        return Mine
    def predict(self, X, more=2):
        return [shift(x) > LIMIT for x in X if x in {"one", "two", "three"}]
print(learner_id(Mine()))
Mine().fit(None, None)
print(learner_id(Mine()))
"""


def said(script, way, tmp_path):
    command = [sys.executable, "-c", script]
    if way == "file":
        (tmp_path / "script.py").write_text(script)
        command = [sys.executable, str(tmp_path / "script.py")]
    if way == "exec":
        command[2] = f"exec({script!r}, {{}})"
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("way", ["file", "command", "exec"])
def test_the_code_of_a_script_counts_and_not_the_rest_of_it(tmp_path, way):
    def first(script):
        lines = said(script, way, tmp_path).splitlines()
        assert lines[0] == lines[1]
        return lines[0]

    edits = [
        ("LIMIT, BUDGET = 0.5", "LIMIT, BUDGET = 0.6"),
        ('"a": 1', '"a": 2'),
        ("return x + TABLE", "return x - TABLE"),
        ("depth = 3", "depth = 4"),
        ("more=2", "more=3"),
    ]
    names = [first(SCRIPT), *(first(SCRIPT.replace(*each)) for each in edits)]
    assert len(set(names)) == len(names)
    assert first(SCRIPT.replace("0.5, 10", "0.5, 20")) == names[0]
    assert first(f"# a comment\n{SCRIPT}") == names[0]


def test_what_is_installed_goes_by_its_version(monkeypatch):
    before = learner_id(GaussianNB())
    assert (
        before
        == f"sklearn.naive_bayes.GaussianNB@ sklearn {version('scikit-learn')}"
        + ("(priors=None, var_smoothing=1e-09)")
    )
    monkeypatch.setattr("sklearn.__version__", "0.0")
    assert "@ sklearn 0.0(" in learner_id(GaussianNB())


def test_a_metric_by_name_keeps_its_name(monkeypatch):
    from wrapsel import load_learner

    learner = load_learner("naive-bayes")
    before = [identity(metric, learner) for metric in ("f1", "roc_auc", "accuracy")]
    monkeypatch.setattr("sklearn.__version__", "0.0")
    after = [identity(metric, learner) for metric in ("f1", "roc_auc", "accuracy")]
    assert after == before


class Slotted:
    __slots__ = ("__own", "depth")

    def __init__(self, depth, own=0):
        self.depth, self.__own = depth, own

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X), int)


class More(Slotted):
    __slots__ = "more"


def test_a_learner_with_slots_is_known_by_them(tmp_path):
    names = {learner_id(Slotted(1)), learner_id(Slotted(2)), learner_id(Slotted(1, 2))}
    more = More(1)
    names |= {learner_id(more)}
    more.more = 3
    assert len(names | {learner_id(more)}) == 5
    problem = Problem(Slotted(1), X, Y, cv=2)
    options = {"store": tmp_path / "s.db", "honest": False}
    runs = [
        select(problem, Forward(n_features_to_select=1), **options) for _ in range(2)
    ]
    assert [run.spending.fits > 0 for run in runs] == [True, False]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lambda a: a + 1", "lambda a: a + 2"),
        ("lambda a: a + 1", "lambda a: a + 1.0"),
        ("lambda: (1, (2, 'a'))", "lambda: (1, (3, 'a'))"),
        ("lambda a: a in {1, 2}", "lambda a: a in {1, 3}"),
        ("lambda: lambda: 1", "lambda: lambda: 2"),
        ("lambda: 'a'", "lambda: b'a'"),
    ],
)
def test_the_constants_in_code_count(one, other):
    first, again, second = (compile(c, "", "eval") for c in (one, one, other))
    assert digest(first) == digest(again)
    assert digest(first) != digest(second)
