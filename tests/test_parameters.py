"""Every parameter of every strategy and ranker takes what it says, and nothing else."""

import inspect
import math
import re
import sys
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import learners
import wrapsel.filters
import wrapsel.search
from wrapsel import RankSelector, WrapperSelector
from wrapsel.parameters import _declared, check_kind
from wrapsel.protocol import Evaluate, Evaluation, Measure, Rank, SearchSpace
from wrapsel.subset import Subset

NEEDED = {"RVE": {"n_relevant": 2}, "BranchAndBound": {"n_features_to_select": 2}}
NOT_RANKERS = {"ColumnBlocks", "Ranker", "Ranking", "open_blocks"}
VALUES = [
    *(2.5, -1, 0, 3.0, math.nan, math.inf, -math.inf),
    *(True, False, None, "3", "", "forward", 10**30, -(10**30), 10**400),
    *(np.int64(2), np.float64(0.5), np.float32(0.5), np.bool_(True), np.uint8(1)),
    *(np.array(2), np.array([1, 2]), [1], (), {}, object(), 1j, b"3", Fraction(1, 2)),
]


def public(module, others=()):
    names = [name for name in module.__all__ if name not in others]
    return [getattr(module, name) for name in names]


def drawn():
    strategies = public(wrapsel.search, {"Within"})
    rankers = public(wrapsel.filters, NOT_RANKERS)
    for cls in [*strategies, *rankers]:
        for name in inspect.signature(cls).parameters:
            yield pytest.param(cls, name, id=f"{cls.__name__}-{name}")


def made(cls, **parameters):
    given = {} if cls.__name__ != "Ensemble" else {"rankers": wrapsel.filters.AnovaF()}
    if "ranker" in inspect.signature(cls).parameters:
        given = {"ranker": wrapsel.filters.AnovaF()}
    return cls(**(given | NEEDED.get(cls.__name__, {}) | parameters))


def is_of(value, kinds):
    """Whether a value is of a kind, said plainly."""
    number = isinstance(value, int | float | np.number)
    number = number and not isinstance(value, bool)
    whole = number and isinstance(value, int | np.integer)
    texts = [kind for kind in kinds if kind is str or hasattr(kind, "__args__")]
    return (
        (int in kinds and whole and abs(value) <= sys.maxsize)
        or (float in kinds and number and repr(value) != repr(10**400))
        or (bool in kinds and isinstance(value, bool | np.bool_))
        or (type(None) in kinds and value is None)
        or (isinstance(value, str) and bool(texts))
    )


def attempt(make):
    try:
        return make(), None
    except (ValueError, TypeError) as error:
        return None, error


@pytest.mark.parametrize(("cls", "name"), list(drawn()))
def test_a_parameter_takes_what_it_says(cls, name):
    kinds = _declared(cls).get(name)
    for value in VALUES:
        owner, error = attempt(lambda value=value: made(cls, **{name: value}))
        if error is not None:
            assert kinds is None or type(error) is ValueError, value
            assert kinds is None or re.search(rf"\b{name}\b", str(error)), value
            assert len(str(error)) < 300
            continue
        if kinds is not None:
            assert is_of(value, kinds), value
            assert not (isinstance(value, float) and math.isnan(value))
        if hasattr(owner, "search"):
            some_of(owner)


def some_of(strategy):
    """Answer the first requests of a search; it must end, or refuse in words."""
    space = SearchSpace(Subset.full(5), float, np.arange(5.0))
    search, reply = strategy.search(space, np.random.default_rng(0)), None
    for _ in range(30):
        try:
            request, error = attempt(lambda reply=reply: search.send(reply))
        except StopIteration:
            return
        if error is not None:
            assert " must " in str(error), strategy
            return
        reply = answer(request)


def answer(request):
    if isinstance(request, Evaluate):
        asked = list(islice(request.candidates, 4000))
        verdicts = [Evaluation(s, 1.0 / (1 + s.bits), 2) for s in asked]
        return verdicts[:1] if request.need == "first" else verdicts
    if isinstance(request, Rank):
        return np.arange(1.0, len(request.subset) + 1)
    if isinstance(request, Measure):
        n = 0 if request.draw else len(list(request.candidates))
        return np.full((n, 2), 0.5)
    return None


@pytest.mark.parametrize(
    ("kinds", "value", "words"),
    [
        ((int,), "3", "k must be an integer, got '3'"),
        ((int, type(None)), 2.0, "k must be an integer or None, got 2.0"),
        ((float,), True, "k must be a number, got True"),
        ((bool,), 1, "k must be True or False, got 1"),
        ((str,), None, "k must be text, got None"),
        ((int,), 2**63, f"k must be at most {sys.maxsize}, got {2**63}"),
        ((float,), 10**400, "k must be a number, got 1000"),
    ],
)
def test_what_is_wrong_is_said(kinds, value, words):
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        check_kind("k", value, kinds)


LEARNERS = ["LSSVR", "LSSVC", "LPSVR", "LPSVC", "SVMClassifier", "SVMRegressor"]
LEARNERS += ["NaiveBayes", "C45Tree"]
CHECKED_ELSEWHERE = {"nominal", "C_grid"}


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_takes_what_its_defaults_are(name):
    cls, rng = getattr(learners, name), np.random.default_rng(0)
    X = rng.normal(size=(24, 2))
    y = X[:, 0] if name.endswith(("R", "Regressor")) else X[:, 0] > 0
    for parameter, given in inspect.signature(cls).parameters.items():
        if parameter in CHECKED_ELSEWHERE:
            continue
        for value in VALUES:
            _, error = attempt(lambda p=parameter, v=value: cls(**{p: v}).fit(X, y))
            if error is not None:
                assert type(error) is ValueError, (parameter, value)
                assert parameter in str(error), (parameter, value)
            elif isinstance(given.default, float):
                assert is_of(value, (float,)), (parameter, value)
            elif isinstance(given.default, bool | int):
                assert is_of(value, (type(given.default),)), (parameter, value)


def values():
    strategies = public(wrapsel.search)
    rankers = public(wrapsel.filters, NOT_RANKERS)
    for cls in [*strategies, *rankers]:
        given = (
            {"strategy": wrapsel.search.Forward()} if cls.__name__ == "Within" else {}
        )
        yield pytest.param(cls, given, id=cls.__name__)


@pytest.mark.parametrize(("cls", "given"), list(values()))
def test_scikit_learn_clones_and_sets_every_strategy_and_ranker(cls, given):
    value = made(cls, **given)
    copied = clone(value)
    assert copied is not value
    assert copied == value
    params = value.get_params(deep=False)
    assert list(params) == list(inspect.signature(cls).parameters)
    assert copied.set_params(**params) == value
    with pytest.raises(TypeError, match=f"no parameter of {cls.__name__} named 'no'"):
        copied.set_params(no=1)


def test_parameters_of_strategies_in_strategies_are_set():
    inner = wrapsel.search.Forward()
    outer = wrapsel.search.Restarts(inner, 3)
    outer.set_params(strategy__tolerance=0.25, n=4)
    assert (outer.strategy.tolerance, outer.n) == (0.25, 4)
    assert inner.tolerance == 0  # another one's stays
    with pytest.raises(ValueError, match="tolerance"):
        outer.set_params(n=7, strategy__tolerance="much")
    assert (outer.strategy.tolerance, outer.n) == (0.25, 4)


def test_a_grid_reaches_into_a_strategy_and_a_ranker():
    X = np.random.default_rng(0).normal(size=(60, 4))
    y = (X[:, 1] > 0) * 1
    wrapped = WrapperSelector(GaussianNB(), wrapsel.search.Forward(), honest=False)
    pipeline = make_pipeline(wrapped, GaussianNB())
    grid = {"wrapperselector__strategy__n_features_to_select": [1, 3]}
    search = GridSearchCV(pipeline, grid, cv=2).fit(X, y)
    [size] = search.best_params_.values()
    assert search.best_estimator_[0].get_support().sum() == size
    assert wrapped.strategy.n_features_to_select is None
    ranked = RankSelector(wrapsel.filters.ReliefF(k=3), n_features_to_select=1)
    pipeline = make_pipeline(ranked, GaussianNB())
    pipeline.set_params(rankselector__ranker__k=5)
    assert pipeline[0].ranker.k == 5
