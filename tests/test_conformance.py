"""The invariants, over every strategy, learner, ranker and store there is."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import is_regressor
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.feature_selection import f_classif
from sklearn.tree import DecisionTreeClassifier

import wrapsel.filters
import wrapsel.search
from wrapsel import (
    Budget,
    Problem,
    SqliteStore,
    list_learners,
    load_learner,
    select,
)
from wrapsel.checks import check_learner, check_ranker, check_store, check_strategy
from wrapsel.checks.rankers import PROMISES
from wrapsel.cli.rankers import RANKERS
from wrapsel.search import Backward, Chain, Forward, RVErS, Within

COMPOSED = [Chain(Backward(tolerance=-0.05), RVErS()), Within(RVErS(), [0, 4], [3])]
REQUIRED = {
    "Annealing": {"steps": 60},
    "BranchAndBound": {"n_features_to_select": 3},
    "Genetic": {"population": 8, "generations": 6},
    "RandomSubsets": {"n": 40},
    "RVE": {"n_relevant": 3},
    "Within": {"strategy": Forward()},
}
OPTIONS = {
    "Annealing": [{"t_start": 0.5, "cooling": 0.9}],
    "Backward": [
        {"n_features_to_select": 3},
        {"tolerance": -0.05},
        {"block": 2},
        {"min_features": 0},
    ],
    "Auto": [{"n_draws": 1, "n_se": 2.0, "tolerance": 0.1}],
    "BABD": [{"update": True}, {"A": 1, "preselect": 0.3}],
    "BlockDeletion": [{"update": True}],
    "Beam": [
        {"width": 2, "direction": "backward"},
        {"width": 1, "n_features_to_select": 3},
    ],
    "BestFirst": [{"direction": "backward"}, {"compound": False}],
    "Exhaustive": [{"min_features": 0, "max_features": 3}],
    "FilterPath": [{"grid": "geometric"}, {"n_features_to_select": 2}],
    "Floating": [{"direction": "backward"}, {"n_features_to_select": 3}],
    "Forward": [
        {"n_features_to_select": 3},
        {"tolerance": -0.01},
        {"block": 3},
        {"min_features": 2, "max_features": 5},
    ],
    "Genetic": [{"elite": 0, "patience": 2}],
    "GroupTesting": [
        {"verify": False},
        {"reference": "best"},
        {"prior_share": 0.5, "prior_weight": 10.0},
    ],
    "HoeffdingRace": [
        {"direction": "backward", "n_features_to_select": 2, "delta": 0.9}
    ],
    "PairedRace": [
        {"direction": "backward", "alpha": 0.3},
        {"n_features_to_select": 4, "first": 2},
    ],
    "Parsimony": [
        {"n_draws": 1},
        {"strategy": Forward(), "n_se": 0.0, "tolerance": 0.1},
    ],
    "PlusLMinusR": [{"l": 1, "r": 2}, {"n_features_to_select": 3}],
    "Portfolio": [{"strategies": [Forward(), Backward()], "tolerance": 0.1}],
    "RVE": [{"reference": "best"}, {"k": 1}, {"tolerance": 0.05}],
    "RVErS": [
        {"k": 1},
        {"reference": "initial"},
        {"r_max": 4},
        {"bias": 1.0, "certificate": True},
        {"k": 1, "certificate": True},
    ],
    "RandomSubsets": [{"tolerance": 0.3}],
    "RecursiveElimination": [
        {"step": 3},
        {"step": 0.4},
        {"criterion": "folds"},
        {"criterion": "permutation"},
        {"n_features_to_select": 3},
        {"choose": "one_se"},
        {"choose": "one_se", "step": 0.5},
    ],
    "Restarts": [{"n": 2, "combine": "vote"}],
    "Stepwise": [{"start": "all"}, {"tolerance": 0.1}],
    "Top": [{"n_features_to_select": 3}],
    "Within": [
        {"required": [0, 4]},
        {"required": [2], "forbidden": [3], "start": [2, 5]},
    ],
}


def strategies():
    for name in wrapsel.search.__all__:
        for options in [{}, *OPTIONS.get(name, [])]:
            params = REQUIRED.get(name, {}) | options
            yield getattr(wrapsel.search, name)(**params)
    yield from COMPOSED


@pytest.mark.parametrize("strategy", list(strategies()), ids=repr)
def test_every_strategy_holds_the_invariants(strategy):
    check_strategy(strategy, n_seeds=2)


@pytest.mark.parametrize("strategy", list(strategies()), ids=repr)
def test_two_workers_change_nothing(strategy, monkeypatch):
    # Else so little work would not be shared.
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.SHARE_SECONDS", 0.0)
    X, y = load_breast_cancer(return_X_y=True)
    tree = DecisionTreeClassifier(random_state=0)
    problem = Problem(tree, X[:60, :6], y[:60], cv=2)
    options = {"budget": Budget(evaluations=25), "ranker": f_classif, "honest": False}

    results = [select(problem, strategy, n_jobs=n, **options) for n in (1, 2)]

    one, two = [(r.path, r.stopped_by, replace(r.spending, seconds=0)) for r in results]
    assert one == two


def tables():
    X, y = load_iris(return_X_y=True)
    yield pytest.param(X[::2], y[::2], id="iris")
    X, y = load_breast_cancer(return_X_y=True)
    yield pytest.param(X[:90], y[:90], id="breast_cancer")
    rng = np.random.default_rng(0)
    yield pytest.param(rng.normal(size=(50, 25)), rng.integers(0, 4, 50), id="noise")


@pytest.mark.parametrize(("X", "y"), list(tables()))
@pytest.mark.parametrize("name", list_learners())
def test_every_learner_holds_the_invariants(name, X, y):
    learner = load_learner(name)
    # A regressor takes the codes of classes for numbers.
    y = y + 0.5 if is_regressor(learner) else y
    check_learner(learner, X, y, n_seeds=1)


# What each definition depends on, in place of nothing but the variables themselves.
DEPENDS = {
    "ChiSquare": {"shift", "scale"},  # of counts
    "Cosine": {"shift"},
    "ROGER": {"column order"},  # whose draws are of places
    "SPERanker": {"shift"},  # since it takes powers of raw values
}
OF_NUMBERS = "BaggedLinear Correlation Cosine L1 LPWeights MRMR MutualInformation"
OF_NUMBERS += " RReliefF SPERanker StoppigliaRanker"
SET = {
    "BaggedLinear": {"n": 5},
    "Ensemble": {"ranker": wrapsel.filters.MannWhitney(), "n": 4},
    "ROGER": {"n_evaluations": 1000},
}


def rankers():
    for name in RANKERS.values():
        ranker = getattr(wrapsel.filters, name)(**SET.get(name, {}))
        promises = set(PROMISES) - DEPENDS.get(name, set())
        yield pytest.param(ranker, promises, name in OF_NUMBERS.split(), id=name)
    raw_or_not = wrapsel.filters.SPERanker(standardize=True)
    yield pytest.param(raw_or_not, PROMISES, True, id="SPERanker, standardised")
    powers = wrapsel.filters.Correlation(degree=3)
    yield pytest.param(powers, {"column order", "scale"}, True, id="powers")
    average = wrapsel.filters.MannWhitney("mean")
    yield pytest.param(average, PROMISES, False, id="MannWhitney, mean")


@pytest.mark.parametrize(("ranker", "promises", "of_numbers"), list(rankers()))
def test_every_ranker_holds_the_invariants(ranker, promises, of_numbers):
    for regression in {False, of_numbers}:
        check_ranker(ranker, regression=regression, promises=promises, n_seeds=2)


def test_the_sqlite_store_holds_the_invariants(tmp_path):
    check_store(lambda: SqliteStore(tmp_path / "store.db"))


class Restless:
    """Breaks I1: its second search differs from its first."""

    def __init__(self):
        self.runs = 0

    def search(self, space, rng):
        self.runs += 1
        yield from wrapsel.search.Forward(
            n_features_to_select=1 + self.runs % 2
        ).search(space, rng)


def test_the_checks_find_a_strategy_with_a_memory():
    with pytest.raises(AssertionError, match="looking ahead"):
        check_strategy(Restless())


def first_is_best(X, y):
    return wrapsel.filters.Ranking.by_scores(-np.arange(np.shape(X)[1]))


def test_the_checks_find_a_ranker_that_looks_at_places():
    with pytest.raises(AssertionError, match="column order must change no score"):
        check_ranker(first_is_best)


def test_the_checks_find_a_ranker_that_takes_any_targets():
    with pytest.raises(AssertionError, match="a y of another length must raise"):
        check_ranker(first_is_best, promises=[])
