"""The same answer, however it is computed."""

import time
from dataclasses import replace

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_wine, make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority, OrdinaryNB
from tests.oracles import patient_run
from wrapsel import (
    Budget,
    Problem,
    SearchError,
    SearchSpace,
    Subset,
    compare,
    holdout_error,
    honest_error,
    select,
    substitutes,
)
from wrapsel.engine import Finished, Judged, Kept, ProgressBar, Started
from wrapsel.evaluation import CrossValidation
from wrapsel.protocol import Evaluate, Keep
from wrapsel.search import RVE, Backward, Forward, RVErS

STRATEGIES = [RVE(3), RVErS(), Forward(), Backward(tolerance=-0.01)]
X, Y = load_breast_cancer(return_X_y=True)


def problem(learner=None, n_columns=10, **options):
    return Problem(learner or OrdinaryNB(), X[:, :n_columns], Y, **options)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_a_search_takes_the_path_and_the_fits_of_a_patient_one(strategy):
    these = problem()
    space = SearchSpace(Subset.full(10), these.cost)
    path, fits = patient_run(strategy, space, 3, CrossValidation(these))
    fits[Subset.full(10)] = 5  # the reference
    for lookahead in (None, 8):
        result = select(these, strategy, random_state=3, lookahead=lookahead)
        assert list(result.path) == path
        assert result.spending.fits == sum(n for s, n in fits.items() if s.bits)
        assert result.spending.evaluations == len(fits)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_workers_change_nothing(strategy, monkeypatch):
    # Else so little work would not be shared.
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.SHARE_SECONDS", 0.0)
    these = problem(DecisionTreeClassifier())
    plain, shared = (select(these, strategy, n_jobs=n) for n in (1, 2))
    assert shared.path == plain.path
    assert shared.spending.fits == plain.spending.fits
    assert shared.spending.cost == plain.spending.cost


def test_the_same_seed_gives_the_same_result_and_another_another():
    paths = [select(problem(), RVErS(), random_state=seed).path for seed in (0, 0, 1)]
    assert paths[0] == paths[1] != paths[2]


def test_the_reference_is_the_error_of_all_variables():
    result = select(problem(), Forward(n_features_to_select=1))
    assert result.reference == select(problem(), Backward(n_features_to_select=10)).best


@pytest.mark.parametrize("budget", [Budget(evaluations=7), Budget(cost=300)])
def test_a_budget_ends_a_search_at_the_same_place_for_any_look_ahead(budget):
    results = [
        select(problem(), RVErS(), budget=budget, lookahead=n) for n in (1, 4, 64)
    ]
    assert {r.stopped_by for r in results} == {"budget"}
    assert len({(r.path, r.spending.fits, r.spending.cost) for r in results}) == 1


def test_a_time_limit_ends_a_search_within_one_evaluation():
    class Slow(GaussianNB):
        def fit(self, X, y):
            time.sleep(0.01)
            return super().fit(X, y)

    start = time.perf_counter()
    result = select(problem(Slow()), Backward(), budget=Budget(seconds=0.3))
    assert result.stopped_by == "budget"
    assert time.perf_counter() - start < 1.5


def test_observers_see_every_verdict_and_every_incumbent():
    events = []
    result = select(problem(), RVErS(), on_event=events.append)
    assert isinstance(events[0], Started)
    assert events[-1] == Finished(replace(result, honest=None, repeatable=None))
    judged = [e for e in events if isinstance(e, Judged)]
    assert len(judged) == result.spending.proposals
    kept = [e.evaluation for e in events if isinstance(e, Kept)]
    assert tuple(kept) == result.path


def test_a_progress_bar_shows_what_is_left(capsys):
    bar = ProgressBar()
    select(problem(), RVErS(), budget=Budget(evaluations=5), on_event=bar)
    shown = capsys.readouterr().err
    assert "variables, error 0." in shown
    assert "of the budget" in shown


class Wandering:
    def search(self, space, rng):
        yield Evaluate([Subset.of([9], 10)])


class Confused:
    def search(self, space, rng):
        yield "please"


def test_a_strategy_that_yields_nonsense_is_told_so():
    with pytest.raises(SearchError, match="must yield Evaluate, Measure, Rank or Keep"):
        select(problem(), Confused())


@pytest.mark.parametrize(
    ("strategy", "got"),
    [
        (RVErS, r", got the class RVErS; did you mean RVErS\(\)\?"),
        (Subset, r", as Forward\(\) of wrapsel.search, got <class"),
        ("rvers", r", as Forward\(\) of wrapsel.search, got 'rvers'"),
    ],
)
def test_a_strategy_must_be_an_instance(strategy, got):
    with pytest.raises(TypeError, match=f"strategy must have a method search{got}"):
        select(problem(), strategy)


@pytest.mark.parametrize(
    "asked", [select, compare, honest_error, holdout_error, substitutes]
)
def test_what_asks_of_a_problem_says_so_where_it_is_given_a_learner(asked):
    with pytest.raises(
        TypeError, match=r"^problem must be a Problem\(learner, X, y\), got <tests"
    ):
        asked(Majority(), np.zeros((4, 2)), [0, 1, 0, 1])
    with pytest.raises(TypeError, match="problem must be a Problem"):
        asked(problem=None)
    with pytest.raises(TypeError, match=f"{asked.__name__}.*missing"):
        asked()


def test_a_strategy_may_give_its_reason_to_stop():
    class Bored:
        def search(self, space, rng):
            [all_of_them] = yield Evaluate([space.variables])
            yield Keep(all_of_them)
            return "boredom"

    assert select(problem(), Bored()).stopped_by == "boredom"


def test_redundant_and_irrelevant_variables_go():
    data, labels = make_classification(
        300, 12, n_informative=2, n_redundant=0, class_sep=2.0, shuffle=False,
        random_state=0,
    )  # fmt: skip
    result = select(Problem(GaussianNB(), data, labels), RVErS(), random_state=0)
    assert {0, 1} & set(result.subset)
    assert len(result.subset) < 6
    assert result.error <= result.reference.error + 0.01


def test_equal_counts_of_mistakes_tie_exactly():
    rng = np.random.default_rng(0)
    these = problem(cv=7)
    crossval = CrossValidation(these)
    masks = rng.random((20, 10)) < 0.5
    block = crossval.measure([Subset.from_mask(m) for m in masks], range(7))
    assert (block.errors == np.rint(block.errors)).all()


@pytest.mark.parametrize("honest", [False, "redrawn"])
@pytest.mark.parametrize(
    "strategy", [Forward(), Backward(n_features_to_select=3)], ids=repr
)
def test_a_result_says_in_short_how_good_it_is(strategy, honest):
    X, y = load_wine(return_X_y=True)
    result = select(Problem(GaussianNB(), X, y, 3), strategy, honest=honest)
    assert f"error {result.error:.4g} (optimistic" in str(result)
    assert f"all: {result.reference.error:.4g})" in str(result)
    assert ("honest error" in str(result)) == bool(honest)
    assert repr(result) == f"SearchResult({result})"


@pytest.mark.parametrize(
    "learner", [GaussianNB(), GaussianNB(priors=[1 / 3] * 3), Majority()]
)
@pytest.mark.parametrize("n_rows", [60, 178])
def test_a_problem_is_shown_in_short(learner, n_rows):
    X, y = load_wine(return_X_y=True)
    X, y = X[-n_rows:], y[-n_rows:]
    problem = Problem(learner, X, y, 3, "error_rate")
    assert type(learner).__name__ in repr(problem)
    assert f"{n_rows} rows of 13 variables, 3 folds, 'error_rate'" in repr(problem)
    assert len(repr(problem)) < 250
