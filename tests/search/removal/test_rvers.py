"""RVErS finds the relevant variables without being told how many there are."""

import math

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from tests.search.removal.oracles_rvers import PlainRVErS
from wrapsel.search import RVErS
from wrapsel.subset import Subset


def updates(n):
    return 1_897_000 * (n + 1)


@pytest.mark.parametrize("seed", range(150))
def test_rounds_of_draws_are_the_loop_of_single_draws(seed):
    rng = np.random.default_rng(seed)
    n_variables = int(rng.integers(1, 25))
    params = {
        "r_min": int(rng.integers(1, 5)),
        "r_max": [None, int(rng.integers(5, 30))][int(rng.integers(2))],
        "c1": float(rng.choice([0.4, 1.0, 3.0])),
        "c2": float(rng.choice([0.1, 0.3, 2.0])),
        "tolerance": float(rng.choice([0.0, 0.002, 0.1])),
    }
    error = random_table(seed, levels=int(rng.choice([2, 5, 50])))
    cost = [float, lambda n: 1.0, lambda n: n**3, math.sqrt][seed % 4]

    plain = drive(PlainRVErS(**params), n_variables, error, seed=seed, cost=cost)
    run = drive(RVErS(**params), n_variables, error, seed=seed, cost=cost)

    assert run.asked == plain.asked


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    "params",
    [
        {"bias": 1.0},
        {"bias": 0.4, "certificate": True},
        {"certificate": True, "c1": 0.7},
    ],
    ids=repr,
)
def test_biased_draws_and_certificates_are_those_of_the_loop(seed, params):
    error = random_table(seed, levels=[3, 8, 50][seed % 3])
    n_variables = 2 + seed % 14

    plain = drive(PlainRVErS(**params), n_variables, error, seed=seed)
    run = drive(RVErS(**params), n_variables, error, seed=seed, lookahead=seed % 4)

    assert run.asked == plain.asked


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("reference", ["best", "initial"])
def test_other_references_are_those_of_the_loop(seed, reference):
    error = random_table(seed, levels=[5, 50][seed % 2])
    params = {"reference": reference, "tolerance": [0.0, 0.05, 0.2][seed % 3]}
    n_variables = 3 + seed % 14

    plain = drive(PlainRVErS(**params), n_variables, error, seed=seed)
    run = drive(RVErS(**params), n_variables, error, seed=seed)

    assert run.asked == plain.asked


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("reference", ["best", "initial"])
def test_one_by_one_no_reference_is_exceeded(seed, reference):
    error = random_table(seed, levels=50)
    strategy = RVErS(k=1, reference=reference, tolerance=0.05)
    errors = [kept.error for kept in drive(strategy, 8, error, seed=seed).path]

    for place, later in enumerate(errors[1:], 1):
        before = errors[:place]
        limit = min(before) if reference == "best" else before[0]
        assert later <= limit + 0.05


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("r_max", [10, None])
def test_rounds_are_the_loop_with_a_perfect_learner(seed, r_max):
    error = perfect_learner(Subset.of(range(5), 40))

    plain = drive(PlainRVErS(r_max=r_max), 40, error, seed=seed)
    run = drive(RVErS(r_max=r_max), 40, error, seed=seed)

    assert run.asked == plain.asked
    assert len(run.asked) > 40


@pytest.mark.parametrize(
    ("r_max", "calls", "cost"),
    [
        (20, 123, 6.6e9),
        (40, 132, 7.6e9),
        (60, 144, 8.9e9),
        (80, 151, 1.01e10),
        (100, 160, 1.16e10),
    ],
)
def test_a_perfect_learner_costs_what_is_known(r_max, calls, cost):
    error = perfect_learner(Subset.of(range(10), 100))
    runs = [
        drive(RVErS(r_max=r_max), 100, error, seed=seed, cost=updates)
        for seed in range(200)
    ]

    assert np.mean([len(run.asked) for run in runs]) == pytest.approx(calls, rel=0.03)
    assert np.mean([run.cost(updates) for run in runs]) == pytest.approx(cost, rel=0.03)
    assert np.mean([len(run.best) for run in runs]) == pytest.approx(10.0, abs=0.1)


@pytest.mark.parametrize("lookahead", [1, 7, 100])
@pytest.mark.parametrize("k", [None, 1])
def test_draws_in_excess_change_nothing(lookahead, k):
    for seed in range(5):
        error = random_table(seed)
        patient = drive(RVErS(k=k), 15, error, seed=seed)
        hasty = drive(RVErS(k=k), 15, error, seed=seed, lookahead=lookahead)
        assert (hasty.path, hasty.asked) == (patient.path, patient.asked)


@pytest.mark.parametrize(("c1", "failures"), [(3.0, 12), (0.3, 2)])
def test_one_at_a_time_stops_after_c1_times_the_others_failures(c1, failures):
    run = drive(RVErS(k=1, c1=c1), 5, perfect_learner(Subset.full(5)))

    assert len(run.asked) == 1 + failures
    assert run.best == [0, 1, 2, 3, 4]
    assert run.stopped is None


def test_one_at_a_time_removes_one_at_a_time():
    run = drive(RVErS(k=1, c1=20), 12, perfect_learner(Subset.of([3, 5], 12)))

    assert [len(kept.subset) for kept in run.path] == list(range(12, 1, -1))
    assert run.best == [3, 5]


@pytest.mark.parametrize("n_variables", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "strategy", [RVErS(), RVErS(r_min=50), RVErS(1, 1), RVErS(k=1)]
)
def test_few_variables_are_no_trouble(n_variables, strategy):
    everything = list(range(n_variables))

    needed = drive(strategy, n_variables, perfect_learner(Subset.full(n_variables)))
    useless = drive(strategy, n_variables, lambda subset: 0.5)

    assert needed.best == everything
    assert len(useless.best) == min(n_variables, 1)


def test_the_end_of_a_search_is_ordinary():
    run = drive(RVErS(), 30, perfect_learner(Subset.of([2, 9, 11], 30)))

    assert run.best == [2, 9, 11]
    assert run.stopped is None


def test_costs_that_call_for_a_leap_end_too():
    run = drive(RVErS(), 60, perfect_learner(Subset.of([2, 9], 60)), cost=lambda n: 1)

    assert run.best == [2, 9]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"r_min": 0}, "r_min must be at least 1, got 0"),
        ({"r_min": 5, "r_max": 4}, "r_max must be at least r_min = 5, got 4"),
        ({"c1": 0}, "c1 must be above 0 and finite, got 0"),
        ({"c2": math.inf}, "c2 must be above 0 and finite, got inf"),
        ({"k": 2}, "k must be 1 or None, got 2"),
        ({"tolerance": -0.1}, "tolerance must be at least 0, got -0.1"),
        ({"reference": "last"}, "reference must be one of .*, got 'last'"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        RVErS(**params)


@pytest.mark.parametrize("k", [None, 1])
def test_a_subset_to_which_the_error_crept_up_is_kept_as_in_the_paper(k):
    run = drive(RVErS(k=k), 20, lambda subset: 0.001 * (20 - len(subset)), seed=0)

    assert min(len(subset) for subset in run.asked) == 1
    assert len(run.best) == 1
