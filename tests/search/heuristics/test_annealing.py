"""Annealing: losses are accepted as their probability says."""

import math

import numpy as np
import pytest

from tests.search.driver import drive, random_table
from tests.search.heuristics.oracles_annealing import plain_annealing
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.annealing import Annealing
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(60))
def test_the_path_is_that_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    n, steps = int(rng.integers(1, 9)), int(rng.integers(1, 150))
    table = random_table(seed, levels=int(rng.choice([3, 50])))
    t_start = float(rng.choice([0.0, 0.05, 0.5, 10.0]))
    cooling = float(rng.choice([0.9, 0.99, 1.0]))

    run = drive(
        Annealing(steps, t_start, cooling), n, table, seed=seed, lookahead=seed % 4
    )

    expected, _ = plain_annealing(
        n, lambda s: table(Subset.of(s, n)), seed, steps, t_start, cooling
    )
    assert [frozenset(kept.subset) for kept in run.path] == expected
    assert len(run.asked) == steps + 1


def visited(run):
    """Return the sizes of the subsets asked for."""
    return [len(subset) for subset in run.asked]


def test_without_a_temperature_no_loss_is_accepted():
    # Every removal loses: all proposals are the full subset less one.
    run = drive(Annealing(300, t_start=0.0), 6, lambda s: 1 - len(s) / 6)

    assert visited(run) == [6] + 300 * [5]


def test_a_loss_of_the_temperature_is_accepted_every_third_time():
    def error(subset):
        return {1: 0.0, 0: 0.25}[len(subset)]

    # From one variable to none and back: a gain is certain, a loss of T is not.
    run = drive(Annealing(9000, t_start=0.25, cooling=1.0), 1, error)

    tried = visited(run)[1:].count(0)
    accepted = visited(run)[1:].count(1)
    assert accepted / tried == pytest.approx(math.exp(-1), abs=0.025)


def test_the_temperature_falls_with_each_step():
    def error(subset):
        return {1: 0.0, 0: 0.25}[len(subset)]

    run = drive(Annealing(400, t_start=1e6, cooling=0.9), 1, error)

    # Hot, it goes to and fro; cold, it stays with its variable.
    assert visited(run)[1:101] == 50 * [0, 1]
    assert visited(run)[-100:] == 100 * [0]


def test_the_best_is_kept_not_the_last_and_equal_errors_go_to_the_smaller():
    run = drive(Annealing(400, t_start=100.0), 5, lambda s: abs(len(s) - 3) / 5)

    assert len(run.best) == 3
    assert drive(Annealing(400), 5, lambda s: 0.5).best == []


def test_it_begins_at_the_start_asked_for():
    start = Subset.of([1, 3], 6)

    run = drive(Annealing(20), 6, random_table(0), start=start)

    assert run.asked[0] == start
    assert (run.asked[1].mask() ^ start.mask()).sum() == 1


def test_a_hopeless_flip_may_be_given_up_early():
    run = drive(Annealing(100, t_start=1e-9), 8, lambda s: float(len(s) < 8))

    assert run.exact == 1


@pytest.mark.parametrize("strategy", [Annealing(60), Annealing(80, 0.5, 0.9)])
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"steps": 0}, "steps must be at least 1, got 0"),
        ({"t_start": -1}, "t_start must be at least 0 and finite, got -1"),
        ({"t_start": math.inf}, "t_start must be at least 0 and finite, got inf"),
        ({"cooling": 0}, r"cooling must be in \(0, 1\], got 0"),
        ({"cooling": 1.1}, r"cooling must be in \(0, 1\], got 1.1"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        Annealing(**params)
