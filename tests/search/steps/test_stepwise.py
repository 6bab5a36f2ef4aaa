"""Stepwise search: additions and removals at each step."""

import math

import numpy as np
import pytest

from tests.search.driver import drive
from tests.search.steps.oracles_sequential import Table, plain_stepwise
from wrapsel.checks import check_strategy
from wrapsel.search.steps.stepwise import Stepwise
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("start", ["empty", "all"])
def test_steps_are_those_of_the_obvious_loop(start, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    table = Table(n, seed, levels=int(rng.choice([3, 50])))
    tolerance = float(rng.choice([0.0, 0.1]))

    run = drive(Stepwise(tolerance, start), n, table.of_subset, lookahead=seed % 3)

    first = frozenset() if start == "empty" else frozenset(range(n))
    expected = plain_stepwise(n, table, tolerance, first)
    assert [frozenset(kept.subset) for kept in run.path] == expected
    assert {frozenset(subset) for subset in run.asked} == table.asked


@pytest.mark.parametrize("seed", range(50))
def test_it_begins_where_it_is_told_to(seed):
    start = Subset.from_mask(np.random.default_rng(seed).random(7) < 0.5)
    table = Table(7, seed, levels=50)

    run = drive(Stepwise(), 7, table.of_subset, start=start)

    expected = plain_stepwise(7, table, 0.0, frozenset(start))
    assert [frozenset(kept.subset) for kept in run.path] == expected


def test_a_variable_that_came_in_can_go_again():
    errors = {(): 0.5, (0,): 0.4, (0, 1): 0.3, (0, 1, 2): 0.2, (1, 2): 0.1}

    run = drive(Stepwise(), 4, lambda s: errors.get(tuple(s), 0.45))

    paths = [list(kept.subset) for kept in run.path]
    assert paths == [[], [0], [0, 1], [0, 1, 2], [1, 2]]


def test_of_equal_steps_a_removal_comes_first_and_the_first_variable_stays():
    def error(subset):
        return {(1, 2): 0.5, (): 0.75}.get(tuple(subset), 0.25)

    run = drive(Stepwise(), 4, error, start=Subset.of([1, 2], 4))

    assert run.best == [1]


def test_none_and_all_may_be_the_answer():
    assert drive(Stepwise(start="all"), 5, lambda s: len(s) / 5).best == []
    assert len(drive(Stepwise(), 5, lambda s: 1 - len(s) / 5).best) == 5


def test_an_improvement_of_just_the_tolerance_is_not_enough():
    def error(subset):
        return 0.75 - 0.25 * (len(subset) > 0)

    assert drive(Stepwise(tolerance=0.25), 3, error).best == []
    assert drive(Stepwise(tolerance=0.2499), 3, error).best == [0]


@pytest.mark.parametrize("params", [{}, {"start": "all"}, {"tolerance": 0.1}])
def test_it_holds_the_invariants(params):
    check_strategy(Stepwise(**params), n_variables=5, n_seeds=2)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"tolerance": -1e-9}, "tolerance must be at least 0, got -1e-09"),
        ({"tolerance": math.nan}, "tolerance must be at least 0, got nan"),
        ({"start": "full"}, "start must be 'empty' or 'all', got 'full'"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        Stepwise(**params)
