"""Numbers at the ends of a parameter's range are taken, those beyond are refused."""

from math import inf, nan

import numpy as np
import pytest
from sklearn.base import is_classifier

import learners

SUPPORT, SQUARES = ["SVMClassifier", "SVMRegressor"], ["LSSVC", "LSSVR"]
PROGRAMS, THERMAL = ["LPSVC", "LPSVR"], ["ThermalPerceptron"]
NO_NUMBERS = [nan, inf, -inf]

# Names of learners, parameter, what they refuse, and what they take.
RANGES = [
    (SUPPORT, "tol", [0, -1e-9], [1e-9, 1e3]),
    ([*SUPPORT, *SQUARES, *PROGRAMS], "C", [0, -1e-9], [1e-9, 1e3]),
    ([*SUPPORT, *SQUARES], "gamma", [0, -1e-9], [1e-9, 1e3]),
    ([*SUPPORT, *SQUARES], "degree", [0, -1], [1]),
    (SQUARES, "coef0", [-1e-9], [0, 0.0, 1e3]),
    (SQUARES, "C_grid", [[], [1, 0], [1, inf], [nan]], [[1e-9, 1e3]]),
    (["SVMRegressor", "LPSVR"], "epsilon", [-1e-9], [0, 0.0, 1e3]),
    (PROGRAMS, "mu", [-1e-9, 1, 1.5], [0, 0.0, 1 - 2**-53]),
    (PROGRAMS, "time_limit", [0, -1e-9], [60]),
    (["NaiveBayes"], "alpha", [-1e-9], [0, 0.0, 1e3]),
    (["NaiveBayes"], "var_smoothing", [-1e-9], [0, 0.0, 1e3]),
    (["C45Tree"], "min_leaf", [0, -1], [1, 100]),
    (["C45Tree"], "confidence", [0, -1e-9, 0.5 + 2**-53], [1e-9, 0.5]),
    (THERMAL, "temperature", [0, -1e-9, 10_001], [0.3, 1e4]),
    (THERMAL, "lowest_temperature", [0, -1e-9, 2 + 2**-51], [0.1, 2]),
    (THERMAL, "cooling", [0, -0.5, 1, 1 + 2**-52, 1.5], [1e-9, 0.9]),
    (["PocketPerceptron"], "epochs", [0, -1, 10**8 + 1], [1]),
]
INTEGERS = ("degree", "min_leaf", "epochs")

X = np.arange(24.0).reshape(12, 2) % 7
FOLDS = [(np.arange(8), np.arange(8, 12)), (np.arange(4, 12), np.arange(4))]


def cases(place):
    for names, parameter, refused, taken in RANGES:
        values = (refused, taken)[place]
        if place == 0 and parameter not in INTEGERS:
            values = [*values, *NO_NUMBERS[: 1 if parameter == "time_limit" else 3]]
        yield from ((n, parameter, value) for n in names for value in values)


def made(name, parameter, value):
    learner = getattr(learners, name)()
    brief = {"kernel": "poly" if parameter == "degree" else "rbf", "epochs": 3}
    given = {key: brief[key] for key in brief if key in learner.get_params()}
    learner.set_params(**(given | {parameter: value}))
    return learner, np.arange(12) % (2 if is_classifier(learner) else 5)


@pytest.mark.parametrize(("name", "parameter", "value"), list(cases(0)))
def test_what_is_beyond_its_range_is_refused_by_name(name, parameter, value):
    learner, y = made(name, parameter, value)
    for ask in filter(None, [learner.fit, getattr(learner, "subset_scorer", None)]):
        rest = [FOLDS] * (ask != learner.fit)
        with pytest.raises(ValueError, match=f"^{parameter} must "):
            ask(X, y, *rest)


@pytest.mark.parametrize(("name", "parameter", "value"), list(cases(1)))
def test_the_ends_of_a_range_are_taken(name, parameter, value):
    learner, y = made(name, parameter, value)
    assert np.isin(learner.fit(X, y).predict(X), y).all() or not is_classifier(learner)
    if hasattr(learner, "subset_scorer"):
        scorer = learner.subset_scorer(X, y, FOLDS)
        assert scorer.predict(np.eye(2, dtype=bool), range(2)).shape[:2] == (2, 8)
