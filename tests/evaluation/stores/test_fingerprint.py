"""The same problem has the same name everywhere, another one never."""

import os
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import BaggingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, fbeta_score, make_scorer
from sklearn.model_selection import GroupKFold
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority
from wrapsel.evaluation import Metric, Problem, problem_id
from wrapsel.evaluation.metrics.metric import absolute, squared, zero_one
from wrapsel.evaluation.stores.fingerprint import learner_id

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(30, 4)), np.tile([0, 1, 2], 10)
FOLDS = [(np.arange(20), np.arange(20, 30)), (np.arange(10, 30), np.arange(10))]


def identity(learner=None, X=X, y=Y, cv=FOLDS, **options):
    return problem_id(
        Problem(GaussianNB() if learner is None else learner, X, y, cv, **options)
    )


def changed(X):
    X = X.copy()
    X[-1, -1] = np.nextafter(X[-1, -1], 9)
    return X


def table():
    frame = pd.DataFrame(X, columns=list("abcd"))
    frame["text"] = np.array(["u", "v", "w"])[RNG.integers(0, 3, 30)]
    frame["kind"] = pd.Categorical(frame["text"], ["u", "v", "w"])
    frame["count"] = pd.array([1, None, 3] * 10, dtype="Int64")
    return frame


def scorer(fitted, X, y):
    return 0.5


OTHERS = {
    "last bit of X": {"X": changed(X)},
    "32 bits": {"X": X.astype(np.float32)},
    "shape of X": {"X": X.reshape(30, 2, 2).transpose(0, 2, 1).reshape(30, 4)},
    "a frame": {"X": pd.DataFrame(X)},
    "other names": {"X": pd.DataFrame(X, columns=list("abcd"))},
    "order of y": {"y": np.roll(Y, 1)},
    "labels": {"y": np.array(["0", "1", "2"])[Y]},
    "one row of a fold": {"cv": [(np.arange(19), FOLDS[0][1]), FOLDS[1]]},
    "order of the folds": {"cv": FOLDS[::-1]},
    "random_state": {"random_state": 1},
    "scoring": {"scoring": "f1_macro"},
    "name of the metric": {"scoring": "error_rate"},
    "a function as metric": {"scoring": scorer},
    "a made scorer": {"scoring": make_scorer(accuracy_score)},
    "its parameter": {"scoring": make_scorer(fbeta_score, beta=2, average="macro")},
    "its other value": {"scoring": make_scorer(fbeta_score, beta=3, average="macro")},
    "a loss": {"scoring": Metric("mine", loss=zero_one)},
    "another best value": {"scoring": Metric("mine", 2.0, loss=zero_one)},
    "another scorer": {"scoring": Metric("mine", scorer=scorer)},
    "aggregate": {"aggregate": "pooled"},
    "variables": {"variables": [[0, 1], [2], [3]]},
    "other variables": {"variables": [[0], [1, 2], [3]]},
    "learner": {"learner": BernoulliNB()},
    "parameter": {"learner": GaussianNB(var_smoothing=1e-8)},
    "plain learner": {"learner": Majority()},
    "pipeline": {"learner": make_pipeline(StandardScaler(), GaussianNB())},
    "nested": {"learner": BaggingClassifier(DecisionTreeClassifier())},
    "nested parameter": {
        "learner": BaggingClassifier(DecisionTreeClassifier(max_depth=3))
    },
    "function": {"learner": make_pipeline(FunctionTransformer(np.abs), GaussianNB())},
    "other function": {
        "learner": make_pipeline(FunctionTransformer(np.log1p), GaussianNB())
    },
    "class weights": {"learner": LogisticRegression(class_weight={0: 1, 1: 2, 2: 1})},
    "other weights": {"learner": LogisticRegression(class_weight={0: 1, 1: 3, 2: 1})},
    "array": {"learner": GaussianNB(priors=np.array([0.2, 0.3, 0.5]))},
    "other array": {"learner": GaussianNB(priors=np.array([0.3, 0.2, 0.5]))},
}


def selecting(**options):
    encode = make_column_transformer(
        ("passthrough", make_column_selector(**options)), ("drop", slice(0, 1))
    )
    return make_pipeline(encode, GaussianNB())


def test_another_problem_has_another_name():
    names = {what: identity(**options) for what, options in OTHERS.items()}
    names["none"] = identity()
    names["columns by dtype"] = identity(selecting(dtype_include="number"))
    names["by another dtype"] = identity(selecting(dtype_exclude="number"))
    names["sparse"] = identity(X=sparse.csr_array(X))
    names["other sparse"] = identity(X=sparse.csr_array(changed(X)))

    same = [a for a, name in names.items() if list(names.values()).count(name) > 1]
    assert same == []


def test_every_change_of_a_frame_changes_the_name():
    frame = table()
    text, kind = frame.copy(), frame.copy()
    text.loc[3, "text"] = "other"
    kind["kind"] = kind["kind"].cat.rename_categories({"w": "z"})
    ordered, count = frame.copy(), frame.copy()
    ordered["kind"] = ordered["kind"].cat.as_ordered()
    count.loc[0, "count"] = pd.NA
    wide = frame.astype({"a": "float32"})
    swapped = frame[["b", "a", *frame.columns[2:]]]

    frames = [frame, text, kind, ordered, count, wide, swapped, frame.iloc[::-1]]
    names = {identity(Majority(), X=f) for f in frames}

    assert len(names) == len(frames)
    assert identity(Majority(), X=frame.copy()) == identity(Majority(), X=frame)


def test_the_same_problem_has_the_same_name_whatever_holds_it():
    assert identity(X=X.copy(order="F")) == identity()
    assert identity(X=X.tolist(), y=Y.tolist()) == identity()
    assert identity(cv=iter(FOLDS)) == identity()
    assert identity(X=sparse.csr_array(X)) == identity(X=sparse.coo_array(X))
    groups = {"cv": GroupKFold(2), "groups": np.arange(30) % 4}
    assert identity(**groups) == identity(**groups)


def test_a_long_array_of_columns_is_not_cut_short():
    wide = np.zeros((30, 3_000))
    first = np.arange(3_000)
    second = first.copy()
    second[[1_000, 2_000]] = second[[2_000, 1_000]]

    names = {
        identity(X=wide, variables=[v[:2_999], v[2_999:]]) for v in (first, second)
    }

    assert len(names) == 2


class Local:
    def score(self, fitted, X, y):
        return 0.5


@pytest.mark.parametrize(
    "function",
    [lambda x: x, partial(np.clip, a_min=0), Local().score, np.random.default_rng(0)],
)
def test_what_has_no_lasting_name_is_refused_by_parameter(function):
    learner = make_pipeline(FunctionTransformer(function), GaussianNB())
    with pytest.raises(TypeError, match="func must be a plain value, estimator or nam"):
        identity(learner)


@pytest.mark.parametrize("metric", [lambda e, X, y: 0.5, Local().score])
def test_a_nameless_metric_cannot_be_stored(metric):
    with pytest.raises(TypeError, match="metric must be a plain value"):
        identity(scoring=metric)


def test_a_scorer_made_of_a_nameless_function_cannot_be_stored():
    with pytest.raises(TypeError, match="_score_func must be a plain value"):
        identity(scoring=make_scorer(lambda y, p: 0.5))


class Moved(Majority):
    """Lay elsewhere before."""

    fingerprint_name = f"{Majority.__module__}.{Majority.__qualname__}"


class Derived(Moved):
    """Another learner."""


def moved_function(x):
    return np.abs(x)


moved_function.fingerprint_name = "elsewhere.function"


def test_a_class_that_moved_keeps_its_name_and_another_does_not_get_it():
    assert identity(Moved()) == identity(Majority())
    assert identity(Derived()) != identity(Majority())


def test_what_a_learner_holds_keeps_its_name_too():
    assert "elsewhere.function" in learner_id(FunctionTransformer(moved_function))
    moved, stayed = FunctionTransformer(Moved), FunctionTransformer(Majority)
    assert learner_id(make_pipeline(moved)) == learner_id(make_pipeline(stayed))


SCRIPT = """
import numpy as np, pandas as pd
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from wrapsel.evaluation import Problem, problem_id
frame = pd.DataFrame({"a": np.arange(20) / 7, "b": ["u", "v"] * 10})
frame["c"] = frame["b"].astype("category")
words = frozenset({"one", "two", "three", "four", "five"})
class Plain:
    def __init__(self): self.words, self.more = words, set(words)
    def fit(self, X, y): pass
    def predict(self, X): pass
encode = FunctionTransformer(np.abs, kw_args={"words": words})
learner = make_pipeline(encode, GaussianNB(priors=np.array([0.5, 0.5])))
y = np.array(["x", "y"] * 10)
for learner in (learner, Plain()):
    print(problem_id(Problem(learner, frame, y, scoring="roc_auc")))
"""


def test_the_name_is_the_same_in_another_process():
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1")
    ]
    said = [process.communicate()[0].split() for process in processes]

    assert said[0] == said[1]
    assert len(set(said[0])) == 2


@pytest.mark.parametrize("loss", [zero_one, absolute, squared])
def test_a_loss_keeps_its_name_in_stores(loss):
    before = f"wrapsel.evaluation.metrics.{loss.__name__}"
    assert loss.fingerprint_name == before
