"""What is predicted has the columns of what was learnt, or is refused."""

from inspect import signature

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier

import learners

RNG = np.random.default_rng(0)
X = pd.DataFrame(RNG.normal(size=(24, 3)), columns=list("abc"))
CODES = np.arange(24) % 2
METHODS = ["predict", "decision_function", "predict_proba", "predict_log_proba"]
OTHERS = {
    "fewer": X[["a", "b"]],
    "more": X.assign(d=1.0),
    "another name": X.rename(columns={"c": "d"}),
    "another order": X[["b", "a", "c"]],
    "numbers only, fewer": X.to_numpy()[:, :2],
}


def fitted(name):
    """Return a learner that knows X; short of training, if it can be."""
    kind = getattr(learners, name)
    brief = {"epochs": 3, "cooling": 0.5, "random_state": 0}
    names = signature(kind).parameters
    learner = kind(**{key: brief[key] for key in brief if key in names})
    return learner.fit(X, CODES if is_classifier(learner) else X["a"] + 1)


@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("name", learners.__all__)
def test_other_columns_are_refused_and_forgotten(name, other):
    learner = fitted(name)
    for method in filter(lambda method: hasattr(learner, method), METHODS):
        before = getattr(learner, method)(X)
        with pytest.raises(ValueError, match="feature"):
            getattr(learner, method)(OTHERS[other])
        assert learner.n_features_in_ == 3
        assert learner.feature_names_in_.tolist() == list("abc")
        np.testing.assert_array_equal(getattr(learner, method)(X), before)


@pytest.mark.parametrize("name", learners.__all__)
def test_one_row_is_predicted_as_among_others(name):
    learner = fitted(name)
    for method in filter(lambda method: hasattr(learner, method), METHODS):
        every = getattr(learner, method)(X)
        ones = [getattr(learner, method)(X[i : i + 1]) for i in range(len(X))]
        np.testing.assert_allclose(np.concatenate(ones), every, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", learners.__all__)
def test_nothing_is_asked_before_a_fit(name):
    learner = clone(fitted(name))
    for method in filter(lambda method: hasattr(learner, method), METHODS):
        with pytest.raises(ValueError, match="not fitted yet"):
            getattr(learner, method)(X)


TARGETS = np.arange(24) % 7 - 2


@pytest.mark.parametrize("dtype", [np.int8, np.float32, object, "Int64", "Float64"])
@pytest.mark.parametrize("name", ["LPSVR", "LSSVR", "SVMRegressor"])
def test_targets_are_numbers_of_any_kind(name, dtype):
    learner = getattr(learners, name)()
    expected = learner.fit(X, TARGETS * 1.0).predict(X)
    for y in (pd.Series(TARGETS).astype(dtype), TARGETS.astype(str).astype(float)):
        np.testing.assert_array_equal(learner.fit(X, y).predict(X), expected)
    for y in (["much"] * 24, [None] * 24, [[1.0, 2.0]] * 24, [np.nan] * 24):
        with pytest.raises(ValueError, match=r"convert|NaN|1d array"):
            learner.fit(X, np.array(y, object))
