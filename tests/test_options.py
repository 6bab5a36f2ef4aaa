"""What one door takes, the others take."""

import inspect

import numpy as np
import pandas as pd
import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_iris
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge, RidgeClassifier
from sklearn.metrics import accuracy_score, r2_score
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB

from tests.fakes import Majority
from wrapsel import (
    Budget,
    Metric,
    Problem,
    RankSelector,
    WrapperSelector,
    select,
)
from wrapsel.cli import main
from wrapsel.cli.options import Options
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.progress import ProgressBar
from wrapsel.evaluation.targets import are_measured
from wrapsel.filters import Correlation
from wrapsel.search import Forward

X, Y = load_iris(return_X_y=True)
FRAME = load_iris(as_frame=True).data
ONE = Forward(n_features_to_select=1)
# On the command line: in other words, or only possible in Python.
ELSEWHERE = {
    "strategy": "search",
    "ranker": "preselect",
    "n_preselect": "preselect",
    "budget": "max_seconds",
    "verbose": "quiet",
}
IN_PYTHON = {"problem", "cost", "on_event", "fit_params", "adapt", "X", "y"}


def words(function):
    return set(inspect.signature(function).parameters)


def test_every_door_has_the_options_of_a_search():
    assert words(SearchOptions) | {"honest", "verbose"} == words(select) - {
        "problem",
        "strategy",
    }
    assert words(select) - {"problem"} <= words(WrapperSelector)
    wanted = {ELSEWHERE.get(word, word) for word in words(select) - IN_PYTHON}
    assert wanted <= words(Options)


def test_every_door_has_the_options_of_a_problem():
    doors = words(WrapperSelector) | words(WrapperSelector.fit)
    assert words(Problem) <= doors
    assert words(Problem) - IN_PYTHON <= words(Options)


def test_defaults_are_the_same_at_all_doors():
    doors = [inspect.signature(door).parameters for door in (select, SearchOptions)]
    selector = inspect.signature(WrapperSelector).parameters
    for word, option in doors[1].items():
        assert option.default == doors[0][word].default
        if word != "n_jobs":  # None is scikit-learn's, and also one process
            assert option.default == selector[word].default


@pytest.mark.parametrize(
    "options",
    [
        {"required": [3], "forbidden": [0]},
        {"start": ["x1"]},
        {"ranker": Correlation(), "n_preselect": 2},
        {"lookahead": 2, "cost": lambda n: n * n, "fit_seconds": None},
        {"on_failure": "reject", "honest": False},
        {"budget": Budget(evaluations=3)},
    ],
    ids=" ".join,
)
def test_a_selector_hands_its_options_on(options):
    strategy = Forward(n_features_to_select=2)
    result = select(Problem(GaussianNB(), X, Y, 3), strategy, **options)
    selector = WrapperSelector(GaussianNB(), strategy, cv=3, **options).fit(X, Y)
    assert selector.result_.path == result.path
    assert selector.result_.spending.cost == result.spending.cost


def test_a_selector_takes_groups_of_columns_and_pools_folds():
    groups = [[0, 1], [2, 3]]
    selector = WrapperSelector(
        GaussianNB(), ONE, cv=3, variables=groups, aggregate="pooled"
    ).fit(X, Y)
    assert selector.get_support().tolist() == [False, False, True, True]
    assert selector.transform(X).shape == (150, 2)


def test_events_reach_the_observer_and_the_bar(capsys):
    seen = []
    problem = Problem(GaussianNB(), X, Y, 3)
    select(problem, ONE, on_event=seen.append, verbose=True)
    assert [type(event).__name__ for event in seen][::99] == ["Started"]
    assert type(seen[-1]).__name__ == "Finished"
    assert "evaluations" in capsys.readouterr().err
    select(problem, ONE)
    assert capsys.readouterr().err == ""
    WrapperSelector(GaussianNB(), ONE, cv=3, verbose=True).fit(X, Y)
    assert "evaluations" in capsys.readouterr().err
    assert callable(ProgressBar())


def fitted(learner, **options):
    return WrapperSelector(learner, ONE, cv=3, refit=True, **options)


def test_a_refitted_selector_predicts_as_its_learner_on_the_selected():
    selector = fitted(GaussianNB()).fit(X, Y)
    [column] = selector.get_support(indices=True)
    plain = GaussianNB().fit(X[:, [column]], Y)

    assert np.array_equal(selector.predict(X), plain.predict(X[:, [column]]))
    probabilities = plain.predict_proba(X[:, [column]])
    assert np.array_equal(selector.predict_proba(X), probabilities)
    assert selector.score(X, Y) == accuracy_score(Y, selector.predict(X))
    assert selector.classes_.tolist() == [0, 1, 2]
    assert not hasattr(selector, "decision_function")


def test_names_reach_the_refitted_learner():
    selector = fitted(RidgeClassifier()).fit(FRAME, Y)
    assert list(selector.learner_.feature_names_in_) == [*selector.result_.selected]
    assert selector.decision_function(FRAME).shape == (150, 3)
    with pytest.raises(ValueError, match="feature names should match"):
        selector.predict(FRAME[FRAME.columns[::-1]])
    with pytest.warns(UserWarning, match="valid feature names"):  # and the learner's
        assert selector.predict(X).shape == (150,)


def test_a_refitted_selector_is_what_its_learner_is():
    assert is_classifier(fitted(GaussianNB()))
    assert is_regressor(fitted(Ridge()))
    assert not is_classifier(WrapperSelector(GaussianNB()))
    scores = cross_val_score(fitted(GaussianNB()), X, Y, cv=3)
    assert scores.min() > 0.8


def test_without_refit_there_is_nothing_to_predict_with():
    selector = WrapperSelector(GaussianNB(), ONE, cv=3).fit(X, Y)
    for name in ("predict", "predict_proba", "decision_function", "score"):
        assert not hasattr(selector, name)
    with pytest.raises(AttributeError) as raised:
        selector.predict(X)
    assert "refit=True" in str(raised.value.__cause__)
    with pytest.raises(NotFittedError):
        fitted(GaussianNB()).predict(X)


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (None, r2_score),
        ("r2", r2_score),
        ("neg_mean_squared_error", lambda y, p: -np.mean((y - p) ** 2)),
        ("mean_squared_error", lambda y, p: -np.mean((y - p) ** 2)),
        (
            Metric("mine", 1.0, loss=lambda y, p: abs(y - p)),
            lambda y, p: 1 - np.mean(abs(y - p)),
        ),
    ],
)
def test_a_score_is_that_of_scoring_and_larger_is_better(scoring, expected):
    y = X[:, 3] * 2
    selector = fitted(Ridge(), scoring=scoring).fit(X[:, :3], y)
    predicted = selector.predict(X[:, :3])
    assert selector.score(X[:, :3], y) == pytest.approx(expected(y, predicted))


def test_a_plain_learner_is_refitted_too():
    selector = fitted(Majority()).fit(X, Y)
    assert selector.score(X, Y) == np.mean(selector.predict(X) == Y)


def test_none_is_five_folds():
    assert len(Problem(GaussianNB(), X, Y, cv=None).folds) == 5
    chosen = WrapperSelector(GaussianNB(), ONE, cv=None).fit(X, Y).result_
    assert chosen.path == WrapperSelector(GaussianNB(), ONE).fit(X, Y).result_.path


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Forward(n_features_to_select="best"), "got 'best'; leave it out, and"),
        (lambda: Forward(n_features_to_select="auto"), "got 'auto'; leave it out, and"),
        (
            lambda: RankSelector(Correlation(), n_features_to_select="all").fit(X, Y),
            "n_features_to_select must be an integer or None, got 'all'; leave it out",
        ),
        (
            lambda: select(Problem(GaussianNB(), X, Y), budget=10),
            r"budget must be a Budget, such as Budget\(evaluations=10\), got 10",
        ),
        (
            lambda: WrapperSelector(GaussianNB(), budget="10 s").fit(X, Y),
            "budget must be a Budget, got '10 s'",
        ),
        (
            lambda: Problem(GaussianNB(), X, Y, scoring=[["accuracy", "f1"]]),
            r"scoring\[0\]: scoring must be a name, a scorer or a Metric: one at",
        ),
        (
            lambda: WrapperSelector(GaussianNB(), scoring={"a": {"f1"}}).fit(X, Y),
            r"scoring\['a'\]: scoring must be .*one at a time, got {'f1'}",
        ),
    ],
)
def test_what_cannot_be_is_said_clearly(make, said):
    with pytest.raises((ValueError, TypeError), match=said) as raised:
        make()
    assert "\n" not in str(raised.value)


COUNTS = np.random.default_rng(0).integers(0, 400, 150)


@pytest.mark.parametrize("learner", [Majority(), Ridge()])
def test_whole_numbers_of_many_values_are_no_classes(learner):
    problem = Problem(learner, X, COUNTS)
    assert (problem.is_classification, problem.scoring) == (False, "mean_squared_error")
    assert are_measured(COUNTS)


def test_a_classifier_makes_classes_of_any_whole_numbers():
    y = np.repeat(np.arange(30), 5)
    assert Problem(RandomForestClassifier(), X, y).scoring == "accuracy"
    assert Problem(Majority(), X, y).scoring == "accuracy"


def test_the_command_line_selects_for_whole_numbers(tmp_path, capsys):
    frame = pd.DataFrame(X, columns=list("abcd")).assign(target=COUNTS)
    frame.to_csv(tmp_path / "counts.csv", index=False)
    search = ["--search", "forward", "--set-search", "n_features_to_select=1"]
    arguments = [str(tmp_path / "counts.csv"), *search, "--lookahead", "2"]
    assert main(["select", *arguments, "--honest", "none"]) == 0
    assert "mean_squared_error" in capsys.readouterr().out


@pytest.mark.parametrize(
    "groups", [{"sepal": ["x0", "x1"]}, [["x0", "x1"], ["x2"]], (("x0",), ("x1",))]
)
def test_groups_of_columns_are_told_by_which_word_they_go(groups):
    with pytest.raises(TypeError, match=r"each row.*groups of columns.*variables="):
        Problem(GaussianNB(), X, Y, groups=groups)
    with pytest.raises(TypeError, match="variables="):
        WrapperSelector(GaussianNB()).fit(X, Y, groups=groups)
