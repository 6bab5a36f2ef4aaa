"""RVE removes what it knows to be irrelevant at the least expected cost."""

import math

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from wrapsel.search import RVE
from wrapsel.search.removal.draws import random_removals
from wrapsel.subset import Subset


def updates(n):
    return 1_897_000 * (n + 1)


def mean_run(strategy, n_runs=200):
    error = perfect_learner(Subset.of(range(10), 100))
    runs = [
        drive(strategy, 100, error, seed=seed, cost=updates) for seed in range(n_runs)
    ]
    assert all(run.best == list(range(10)) for run in runs)
    assert all(run.stopped is None for run in runs)
    # Without the first, on all variables, as the expected values are.
    calls = np.mean([len(run.asked) - 1 for run in runs])
    return calls, np.mean([run.cost(updates) for run in runs]) - updates(100)


def test_a_perfect_learner_costs_what_is_expected():
    calls, cost = mean_run(RVE(n_relevant=10))

    assert calls == pytest.approx(89.45, rel=0.03)
    assert cost == pytest.approx(5.51212e9, rel=0.03)


def test_one_at_a_time_costs_what_is_expected():
    calls, cost = mean_run(RVE(n_relevant=10, k=1))

    assert calls == pytest.approx(140.8, rel=0.03)
    assert cost == pytest.approx(1.215e10, rel=0.03)


def test_a_fixed_k_never_goes_below_the_relevant_ones():
    run = drive(RVE(n_relevant=2, k=4), 11, lambda subset: 0.0)

    assert [len(kept.subset) for kept in run.path] == [11, 7, 3, 2]


def creeping(subset):
    """Rise by 0.002 with each variable removed from ten."""
    return 0.002 * (10 - len(subset))


@pytest.mark.parametrize(
    ("reference", "n_left"), [("previous", 1), ("best", 9), ("initial", 9)]
)
def test_an_error_creeps_up_only_against_the_previous_one(reference, n_left):
    run = drive(RVE(1, reference=reference, k=1, tolerance=0.0021), 10, creeping)

    assert len(run.best) == n_left


def test_the_best_reference_follows_the_error_down():
    errors = {4: 0.5, 3: 0.1, 2: 0.15, 1: 0.25}

    def left(reference):
        strategy = RVE(1, tolerance=0.125, reference=reference, k=1)
        return len(drive(strategy, 4, lambda subset: errors[len(subset)]).best)

    assert [left(name) for name in ("previous", "best", "initial")] == [1, 2, 1]


def test_an_error_of_exactly_the_tolerance_is_accepted():
    run = drive(RVE(1, tolerance=0.25, k=1), 2, lambda subset: 0.75 - len(subset) / 4)

    assert len(run.best) == 1


@pytest.mark.parametrize(
    ("params", "draws"),
    # 6 variables, 2 "relevant", but all are: of 6 single draws 4 should succeed.
    [({"k": 1}, 75), ({"k": 1, "max_failures": 7}, 7), ({"k": 4}, 750)],
)
def test_too_many_failures_end_the_search_and_are_told(params, draws):
    run = drive(RVE(2, **params), 6, perfect_learner(Subset.full(6)))

    assert run.stopped == "failures"
    assert len(run.asked) == 1 + draws
    assert run.best == list(range(6))


def test_failures_beyond_every_float_need_no_limit_of_ones_own():
    strategy = RVE(n_relevant=2000, k=1900, tolerance=1.0)

    assert len(drive(strategy, 4000, lambda subset: 0.5).best) == 2000


@pytest.mark.parametrize("lookahead", [1, 7, 100])
def test_draws_in_excess_change_nothing(lookahead):
    for seed in range(5):
        error = random_table(seed)
        patient = drive(RVE(3), 15, error, seed=seed)
        hasty = drive(RVE(3), 15, error, seed=seed, lookahead=lookahead)
        assert (hasty.path, hasty.asked) == (patient.path, patient.asked)


def test_removals_are_drawn_alike():
    draws = random_removals(Subset.of([1, 3, 5, 7], 9), 2, np.random.default_rng(0))
    counts = np.zeros(9)
    for _ in range(6000):
        counts[next(draws).indices()] += 1

    assert set(np.flatnonzero(counts)) == {1, 3, 5, 7}
    # Six standard deviations of a binomial.
    assert np.abs(counts[[1, 3, 5, 7]] - 3000).max() < 6 * math.sqrt(1500)


def test_all_variables_relevant_means_one_evaluation():
    assert len(drive(RVE(n_relevant=4), 4, lambda subset: 0.5).asked) == 1


def test_more_relevant_variables_than_there_are_is_an_error():
    with pytest.raises(ValueError, match="at most the 4 variables, got 5"):
        drive(RVE(n_relevant=5), 4, lambda subset: 0.5)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n_relevant": 0}, "n_relevant must be at least 1, got 0"),
        ({"n_relevant": 1, "k": 0}, "k must be at least 1, got 0"),
        (
            {"n_relevant": 1, "max_failures": 0},
            "max_failures must be at least 1, got 0",
        ),
        ({"n_relevant": 1, "tolerance": math.nan}, "tolerance must be .*, got nan"),
        ({"n_relevant": 1, "reference": "first"}, "reference must be .*, got 'first'"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        RVE(**params)
