"""Beam search."""

import numpy as np
import pytest

from tests.search.driver import drive
from tests.search.steps.oracles_sequential import Table, best_of_sizes, plain_beam
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.beam import Beam
from wrapsel.search.steps.forward import Forward
from wrapsel.subset import Subset

DIRECTIONS = ["forward", "backward"]


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("width", [1, 2, 3, 7])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_it_passes_what_the_obvious_loop_passes(direction, width, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    table = Table(n, seed, levels=int(rng.choice([3, 50])))
    forward = direction == "forward"
    size, stale = int(rng.integers(1, n + 1)), int(rng.integers(1, 4))
    low, high = (size, size) if seed % 2 else (int(not forward), n)
    params = {"n_features_to_select": size} if seed % 2 else {"patience": stale}

    strategy = Beam(width, direction, **params)
    run = drive(strategy, n, table.of_subset, lookahead=seed % 3)

    start = frozenset() if forward else frozenset(range(n))
    limit = None if seed % 2 else stale
    goal = high if forward else low
    bests = plain_beam(n, table, forward, width, start, goal, limit)
    assert frozenset(run.best) == best_of_sizes(bests, table, low, high)
    assert {frozenset(subset) for subset in run.asked} == table.asked


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_it_begins_where_it_is_told_to(direction, seed):
    start = Subset.from_mask(np.random.default_rng(seed).random(7) < 0.5)
    table = Table(7, seed, levels=50)

    run = drive(Beam(2, direction), 7, table.of_subset, start=start)

    forward, low = direction == "forward", min(1, len(start))
    goal = 7 if forward else low
    bests = plain_beam(7, table, forward, 2, frozenset(start), goal, stale=3)
    assert frozenset(run.best) == best_of_sizes(bests, table, 0, 7)


def test_a_second_best_beginning_can_win():
    errors = {(0,): 0.3, (1,): 0.35, (0, 1): 0.3, (1, 2): 0.1}

    def error(subset):
        return errors.get(tuple(subset), 0.5)

    assert drive(Beam(1, n_features_to_select=2), 4, error).best == [0, 1]
    assert drive(Beam(2, n_features_to_select=2), 4, error).best == [1, 2]


def test_each_child_is_asked_for_once():
    run = drive(Beam(99, n_features_to_select=3), 6, lambda s: 0.5)

    assert len(run.asked) == len(set(run.asked)) == 1 + 6 + 15 + 20


@pytest.mark.parametrize("seed", range(20))
def test_a_beam_of_one_that_never_waits_is_forward_selection(seed):
    table = Table(8, seed, levels=50).of_subset

    assert drive(Beam(1, patience=1), 8, table).path == drive(Forward(), 8, table).path


def test_all_subsets_are_seen_by_a_beam_that_is_wide_enough():
    table = Table(6, seed=3, levels=1000)

    run = drive(Beam(20, max_features=6), 6, table.of_subset)

    lowest = min(table.of_subset(Subset(bits, 6)) for bits in range(64))
    assert run.path[-1].error == lowest


def test_hopeless_candidates_are_given_up_early():
    table = Table(40, seed=1, levels=1000).of_subset

    run = drive(Beam(2, n_features_to_select=4), 40, table)

    assert run.exact < len(run.asked) / 3


def test_it_ends_when_it_does_not_pay():
    run = drive(Beam(patience=2), 9, lambda s: 0.5)

    assert run.stopped == "patience"
    assert max(len(subset) for subset in run.asked) == 2
    assert drive(Beam(patience=2), 2, lambda s: 0.5).stopped is None


def test_of_equal_errors_the_smaller_subset_is_taken():
    assert drive(Beam(), 6, lambda s: 0.5).best == []
    assert drive(Beam(direction="backward"), 6, lambda s: 0.5).best == [0]
    none = Beam(direction="backward", min_features=0)
    assert drive(none, 6, lambda s: 0.5).best == []


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"width": 2, "direction": "backward"},
        {"width": 1, "n_features_to_select": 3},
        {"width": 3, "min_features": 2, "max_features": 4},
    ],
)
def test_it_holds_the_invariants(params):
    check_strategy(Beam(**params), n_variables=5, n_seeds=2)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"width": 0}, "width must be at least 1, got 0"),
        ({"patience": 0}, "patience must be at least 1, got 0"),
        ({"direction": "both"}, "must be 'forward' or 'backward', got 'both'"),
        ({"n_features_to_select": 0}, "n_features_to_select must be at least 1, got 0"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        Beam(**params)
