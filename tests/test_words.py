"""The word of another package, or an old one, is told from the right one."""

import importlib
import inspect
from pathlib import Path

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import wrapsel.filters
import wrapsel.search
from wrapsel import (
    Budget,
    Driver,
    Problem,
    RankSelector,
    Subset,
    WrapperSelector,
    holdout_error,
    honest_error,
    select,
    substitutes,
)
from wrapsel.cli import main
from wrapsel.cli.arguments import parser
from wrapsel.parameters import WithParameters
from wrapsel.search import Forward
from wrapsel.words import _HOMES, _MEANT, ChecksWords

X = np.random.default_rng(0).normal(size=(20, 3))
Y = np.arange(20) % 2
PROBLEM = Problem(GaussianNB(), X, Y, 2)
SOME = Subset.of([0], 3)
SELECT = [
    ("seed", "random_state"),
    ("workers", "n_jobs"),
    ("must_have", "required"),
    ("ranekr", "ranker"),
]
DOORS = {
    "select": (lambda **given: select(PROBLEM, **given), SELECT),
    "honest_error": (lambda **given: honest_error(PROBLEM, **given), SELECT),
    "substitutes": (
        lambda **given: substitutes(PROBLEM, SOME, **given),
        [("workers", "n_jobs"), ("tol", "tolerance")],
    ),
    "holdout_error": (
        lambda **given: holdout_error(PROBLEM, SOME, X, **given),
        [("target", "y"), ("subse", "subset")],
    ),
    "Problem": (
        lambda **given: Problem(**({"learner": GaussianNB()} | given)),
        [("metric", "scoring"), ("seed", "random_state"), ("n_splits", "cv")],
    ),
    "WrapperSelector": (
        WrapperSelector,
        [("estimator", "learner"), ("metric", "scoring"), ("seed", "random_state")],
    ),
    "RankSelector": (RankSelector, [("k", "n_features_to_select")]),
    "Budget": (Budget, [("evaluation", "evaluations")]),
    "Driver": (lambda **given: Driver(Forward(), 3, **given), SELECT[:1]),
}
CASES = [
    pytest.param(door, made, word, right, id=f"{door}-{word}")
    for door, (made, words) in DOORS.items()
    for word, right in words
]


@pytest.mark.parametrize(("door", "made", "word", "right"), CASES)
def test_a_door_says_which_word_is_meant(door, made, word, right):
    said = f"^no parameter of {door} named '{word}'; did you mean '{right}'"
    with pytest.raises(TypeError, match=said):
        made(**{word: 1})


@pytest.mark.parametrize(
    ("door", "word", "home"),
    [
        ("select", "metric", "Problem(scoring=...)"),
        ("select", "cv", "Problem(cv=...)"),
        ("select", "k_features", "Forward(n_features_to_select=...)"),
        ("Problem", "workers", "select(n_jobs=...)"),
        ("Problem", "budget", "select(budget=...)"),
    ],
)
def test_a_word_of_another_door_says_which(door, word, home):
    with pytest.raises(TypeError) as raised:
        DOORS[door][0](**{word: 1})
    assert str(raised.value).endswith(f"named {word!r}; did you mean {home}?")


def classes():
    for module in (wrapsel.search, wrapsel.filters):
        for name in module.__all__:
            cls = getattr(module, name)
            if inspect.isclass(cls) and issubclass(cls, WithParameters):
                yield pytest.param(cls, id=name)


@pytest.mark.parametrize("cls", list(classes()))
def test_every_strategy_and_ranker_says_what_it_has_not(cls):
    for word in ("n_features", "seed", "nonsense"):
        with pytest.raises(TypeError, match=f"no parameter of {cls.__name__} named"):
            cls(**{word: 1})


@pytest.mark.parametrize(
    ("arguments", "right"),
    [
        (["select", "wine", "--seed", "3"], "--random-state"),
        (["select", "wine", "--seed=3"], "--random-state"),
        (["select", "wine", "--metric", "f1"], "--scoring"),
        (["select", "wine", "--jobs", "2"], "--n-jobs"),
        (["select", "wine", "--strategy", "forward"], "--search"),
        (["select", "wine", "--ranker", "spe"], "--preselect"),
        (["select", "wine", "--budget", "9"], "--max-evaluations"),
        (["select", "wine", "--timeout", "9"], "--max-seconds"),
        (["select", "wine", "--workers", "2"], "--n-jobs"),
        (["demo", "--seed", "2"], "--random-state"),
        (["rank", "wine", "--ranker", "l1", "--tpo", "2"], "--top"),
    ],
)
def test_the_command_line_says_which_option_is_meant(capsys, arguments, right):
    assert main(arguments) == 2
    assert f"did you mean '{right}'?" in capsys.readouterr().err


def test_a_parameter_on_the_command_line_is_told_too(capsys):
    arguments = ["select", "wine", "--search", "forward", "--set-search"]
    assert main([*arguments, "n_features=3"]) == 2
    assert "did you mean 'n_features_to_select'?" in capsys.readouterr().err


def test_a_right_word_is_nowhere_another_one():
    for ours, others in _MEANT.items():
        assert ours not in others.split()
        assert len(set(others.split())) == len(others.split())


def test_homes_have_what_they_are_said_to():
    doors = {"Problem": Problem, "select": select}
    for home, words in _HOMES.items():
        owner = doors.get(home) or getattr(wrapsel.search, home)
        assert set(words.split()) <= set(inspect.signature(owner).parameters)


def test_the_check_costs_no_positional_value():
    class Two(ChecksWords):
        def __init__(self, a, b=2):
            self.sum = a + b

    assert (Two(1).sum, Two(1, b=4).sum, Two(b=1, a=1).sum) == (3, 5, 2)


ROOMS = ("", ".checks", ".engine", ".evaluation", ".filters", ".search")
OTHER_WORDS = {"estimator", "model", "clf", "classifier", "regressor"}


def signatures():
    """Yield the parameters of each public function, class and its `fit`."""
    for room in ROOMS:
        package = importlib.import_module(f"wrapsel{room}")
        for name in package.__all__:
            public = getattr(package, name)
            if inspect.isclass(public) and issubclass(public, Exception):
                continue
            for door in (public, getattr(public, "fit", None)):
                if inspect.isclass(door) or inspect.isfunction(door):
                    yield name, set(inspect.signature(door).parameters)


def test_what_is_fitted_has_one_word_everywhere_and_the_readme_says_why():
    found = list(signatures())
    assert [name for name, words in found if words & OTHER_WORDS] == []
    taking = {name for name, words in found if "learner" in words}
    assert {"Problem", "WrapperSelector", "EarlyStopping", "check_learner"} <= taking
    [commands] = [a for a in parser()._actions if isinstance(a.choices, dict)]
    flags = {f for c in commands.choices.values() for f in c._option_string_actions}
    assert "--learner" in flags
    assert not {f"--{word}" for word in OTHER_WORDS} & flags
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    said = "is called `learner`, as it need not be an estimator: `fit` and `predict`"
    assert said in " ".join(readme.split())
