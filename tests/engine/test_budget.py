"""Budgets limit what a one-at-a-time run would pay."""

import time

import pytest
from numba.core.event import trigger_event
from sklearn.datasets import load_iris, load_wine
from sklearn.feature_selection import f_classif
from sklearn.naive_bayes import GaussianNB

from tests.fakes import OrdinaryNB
from wrapsel import Budget, Problem, Spending, select
from wrapsel.engine import Compiling, Judged, ProgressBar
from wrapsel.engine.limits.bill import Bill
from wrapsel.search import (
    BABD,
    Auto,
    Backward,
    Beam,
    BestFirst,
    BranchAndBound,
    Chain,
    Exhaustive,
    Floating,
    Forward,
    Genetic,
    PlusLMinusR,
    Restarts,
    RVErS,
    Stepwise,
    Top,
)


def test_the_largest_used_part_counts():
    budget = Budget(evaluations=10, cost=100, seconds=1)
    assert budget.used(Spending(evaluations=5, cost=90, seconds=0.1)) == 0.9


def test_no_limit_is_never_used_up():
    assert Budget().used(Spending(10**9, 10**9, 10**9, 1e99, 1e99)) == 0


@pytest.mark.parametrize("limit", ["evaluations", "cost", "seconds"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_must_be_above_zero(limit, value):
    with pytest.raises(ValueError, match=f"budget {limit} must be above 0"):
        Budget(**{limit: value})


@pytest.fixture(scope="module")
def wine():
    return Problem(GaussianNB(), *load_wine(return_X_y=True), cv=3)


def searched(problem, strategy, evaluations, **options):
    """Return the result, and all that was measured completely."""
    measured = []

    def observe(event):
        if isinstance(event, Judged) and event.evaluation.complete:
            measured.append(event.evaluation)

    budget = Budget(evaluations=evaluations)
    options |= {"budget": budget, "honest": False, "on_event": observe}
    return select(problem, strategy, **options), measured


UPWARDS = [
    Forward(),
    Forward(block=4),
    Forward(max_features=5),
    Floating(),
    Beam(),
    BestFirst(),
    Stepwise(),
    PlusLMinusR(),
    Exhaustive(),
]


@pytest.mark.parametrize("evaluations", [6, 14, 20, 33])
@pytest.mark.parametrize("strategy", UPWARDS, ids=repr)
def test_a_budget_that_ends_early_leaves_the_best_measured(wine, strategy, evaluations):
    result, measured = searched(wine, strategy, evaluations)
    if result.stopped_by == "budget":
        among = [e for e in measured if e.subset != result.reference.subset]
        assert result.error == min(e.error for e in among)
        last = result.stages[-1:]
        said = "the best measured, not yet kept by the strategy" in str(result)
        assert said == bool(last and last[0].evaluation == result.best)


@pytest.mark.parametrize("evaluations", [2, 5, 13, 30])
@pytest.mark.parametrize(
    "strategy",
    [None, Auto(min_features=1), Restarts(Forward()), Genetic(population=40)],
    ids=repr,
)
def test_a_search_of_several_stages_has_an_answer_early_on(wine, strategy, evaluations):
    result, measured = searched(wine, strategy, evaluations)
    lowest = min(e.error for e in measured)
    assert result.error <= lowest + 0.002
    if len(result.subset) == 13:
        assert result.reference.error == lowest


@pytest.mark.parametrize(
    ("strategy", "nearest"),
    [
        (Forward(n_features_to_select=4), 1),
        (Floating(n_features_to_select=4), 1),
        (Backward(n_features_to_select=4), 12),
        (Beam(n_features_to_select=4, direction="backward"), 12),
        (BranchAndBound(4), 12),
        (Restarts(Backward(min_features=2, max_features=4)), 12),
    ],
    ids=repr,
)
def test_the_size_asked_for_goes_before_the_error(wine, strategy, nearest):
    result, measured = searched(wine, strategy, 9)
    assert len(result.subset) == nearest
    fitting = [e.error for e in measured if len(e.subset) == nearest]
    assert result.error == min(fitting)


@pytest.mark.parametrize("strategy", [RVErS(), Backward(tolerance=-0.02), BABD()])
@pytest.mark.parametrize("evaluations", [2, 7, 21])
def test_what_was_accepted_at_a_loss_stays_the_answer(wine, strategy, evaluations):
    result, _ = searched(wine, strategy, evaluations)
    whole = select(wine, strategy, honest=False)
    kept = [path for path in whole.path if path in result.path]
    assert result.error <= kept[-1].error


@pytest.mark.parametrize("then", [Forward(), Floating(), Stepwise()], ids=repr)
@pytest.mark.parametrize("evaluations", [3, 9])
def test_a_second_search_cut_short_does_not_undo_the_first(wine, then, evaluations):
    chain = Chain(Top(8), then)
    result, measured = searched(wine, chain, evaluations, ranker=f_classif)
    among = [e for e in measured if e.subset != result.reference.subset]
    assert result.error == min(e.error for e in among)
    assert result.stopped_by == "budget"


def test_a_budget_that_is_not_used_up_changes_nothing(wine):
    for strategy in (Forward(), Chain(Top(5), Forward()), Restarts(Forward(), n=2)):
        plain = select(wine, strategy, ranker=f_classif, honest=False)
        result, _ = searched(wine, strategy, 10**6, ranker=f_classif)
        assert (result.path, result.stages) == (plain.path, plain.stages)


class Compiles(GaussianNB):
    """Seems to compile in each fit, for a tenth of a second."""

    def fit(self, X, y):
        with trigger_event("numba:compile"):
            time.sleep(0.1)
        return super().fit(X, y)


def test_compilation_takes_no_seconds_of_a_budget():
    problem, events = Problem(Compiles(), *load_iris(return_X_y=True), cv=2), []
    told = {"on_event": events.append, "honest": False}
    result = select(problem, Forward(), budget=Budget(seconds=1.0), **told)

    n_compiled = sum(isinstance(event, Compiling) for event in events)
    assert n_compiled > 10
    assert result.stopped_by == "strategy"
    assert result.spending.seconds < 1.0


@pytest.mark.parametrize(("n_jobs", "limited"), [(1, True), (2, False), (2, True)])
def test_compilation_in_workers_takes_no_seconds_either(n_jobs, limited, monkeypatch):
    for name in ("START_SECONDS", "SHARE_SECONDS", "WAIT_SECONDS"):
        monkeypatch.setattr(f"wrapsel.evaluation.processes.pooled.{name}", 0.0)
    problem = Problem(Compiles(), *load_iris(return_X_y=True), cv=2)
    told = {"honest": False, "budget": Budget(seconds=60.0)}
    quick = Problem(OrdinaryNB(), *load_iris(return_X_y=True), cv=2)
    alone = select(quick, Forward(), **told)

    limits = {"fit_seconds": 60.0} if limited else {}
    start = time.perf_counter()
    result = select(problem, Forward(), n_jobs=n_jobs, **limits, **told)
    passed = time.perf_counter() - start

    assert result.path == alone.path
    free = passed - result.spending.seconds
    assert free > 0.9 * 0.1 * result.spending.fits / n_jobs


def test_a_progress_bar_says_that_the_search_compiles(capsys):
    bar = ProgressBar(mininterval=0)
    bar(Compiling())

    assert "compiling once for this machine" in capsys.readouterr().err


@pytest.mark.parametrize(
    "strategy", [Forward(), Backward(), Floating(), RVErS()], ids=repr
)
def test_verdicts_paid_together_and_one_by_one_end_at_the_same(wine, strategy):
    options = {"random_state": 0, "honest": False}
    whole = select(wine, strategy, **options).spending
    budgets = [Budget(evaluations=n) for n in range(1, whole.evaluations + 2, 3)]
    budgets += [Budget(cost=part * whole.cost) for part in (0.1, 0.35, 0.6, 0.999, 1)]
    for budget in budgets:
        options["budget"] = budget
        together = select(wine, strategy, **options)
        told = select(wine, strategy, **options, on_event=lambda event: None)
        assert together.path == told.path
        assert together.stopped_by == told.stopped_by
        assert together.spending.evaluations == told.spending.evaluations
        assert together.spending.cost == told.spending.cost


def test_a_wave_that_a_budget_can_pay_is_paid_together(wine, monkeypatch):
    sizes, charge = [], Bill.charge
    monkeypatch.setattr(
        Bill,
        "charge",
        lambda bill, paid, *found: (
            sizes.append(len(paid.verdicts)) or charge(bill, paid, *found)
        ),
    )
    search = Forward(max_features=2)
    for budget in (Budget(evaluations=1000), Budget(seconds=60), Budget(cost=1e9)):
        select(wine, search, budget=budget, honest=False)
        assert sizes == [1, 1, 13, 12]  # all, none, and two steps
        sizes.clear()
    select(wine, search, budget=Budget(evaluations=20), honest=False)
    assert sizes[:3] == [1, 1, 13]
    assert sizes[3:] == 5 * [1]
