"""Plus l, take away r."""

import numpy as np
import pytest

from tests.search.driver import drive
from tests.search.steps.oracles_sequential import (
    Table,
    best_of_sizes,
    plain_plus_l_minus_r,
)
from wrapsel.checks import check_strategy
from wrapsel.search.steps.forward import Forward
from wrapsel.search.steps.plus_l_minus_r import PlusLMinusR
from wrapsel.subset import Subset

PAIRS = [(3, 2), (1, 0), (2, 1), (5, 2), (2, 3), (0, 1), (1, 3)]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(("l", "r"), PAIRS)
def test_it_passes_what_the_obvious_loop_passes(l, r, seed):  # noqa: E741
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    table = Table(n, seed, levels=int(rng.choice([3, 50])))
    size = int(rng.integers(1, n + 1))
    low, high = (size, size) if seed % 2 else (int(r > l), n)
    params = {"n_features_to_select": size} if seed % 2 else {}

    run = drive(PlusLMinusR(l, r, **params), n, table.of_subset, lookahead=seed % 3)

    start = frozenset() if l > r else frozenset(range(n))
    goal = high if l > r else low
    passed = plain_plus_l_minus_r(n, table, l, r, start, goal, fewest=min(low, 1))
    assert frozenset(run.best) == best_of_sizes(passed, table, low, high)
    assert {frozenset(subset) for subset in run.asked} == table.asked | {start}
    assert run.stopped is None


@pytest.mark.parametrize("seed", range(50))
def test_it_begins_where_it_is_told_to(seed):
    rng = np.random.default_rng(seed)
    start = Subset.from_mask(rng.random(7) < 0.5)
    table = Table(7, seed, levels=50)
    l, r = PAIRS[seed % len(PAIRS)]  # noqa: E741

    run = drive(PlusLMinusR(l, r), 7, table.of_subset, start=start)

    low = 0 if l > r else min(1, len(start))
    goal = 7 if l > r else low
    passed = plain_plus_l_minus_r(7, table, l, r, frozenset(start), goal, fewest=low)
    assert frozenset(run.path[0].subset) == frozenset(start)
    assert frozenset(run.best) == best_of_sizes(passed, table, 0, 7)


def sizes(run):
    """Return the sizes of the groups of candidates asked for."""
    return [len(subset) for subset in run.asked]


def test_a_round_adds_three_and_removes_two():
    run = drive(PlusLMinusR(n_features_to_select=2), 5, lambda subset: 0.5)

    up, down = [0, *[1] * 5, *[2] * 4, *[3] * 3], [*[2] * 3, *[1] * 2]
    again = [*[2] * 4, *[3] * 3, *[4] * 2, *[3] * 4, *[2] * 3]
    assert sizes(run) == up + down + again
    # 012, then 12 and 2; the first pair of equals is the result.
    assert run.best == [0, 1]


def test_a_removal_frees_the_pair_that_single_additions_miss():
    errors = {(0,): 0.3, (0, 1): 0.25, (0, 1, 2): 0.2, (1, 2): 0.1}

    def error(subset):
        return errors.get(tuple(subset), 0.4)

    assert drive(Forward(n_features_to_select=2), 4, error).best == [0, 1]
    assert drive(PlusLMinusR(n_features_to_select=2), 4, error).best == [1, 2]


def test_without_removals_it_is_forward_selection():
    for seed in range(20):
        table = Table(8, seed, levels=50).of_subset
        plain = drive(Forward(n_features_to_select=4), 8, table)
        assert drive(PlusLMinusR(1, 0, n_features_to_select=4), 8, table) == plain


def test_a_range_of_sizes_is_chosen_from():
    def error(subset):
        return abs(len(subset) - 5) / 5

    assert len(drive(PlusLMinusR(max_features=3), 8, error).best) == 3
    assert len(drive(PlusLMinusR(min_features=6), 8, error).best) == 6
    assert len(drive(PlusLMinusR(1, 2, min_features=2), 8, error).best) == 5
    empty = drive(PlusLMinusR(1, 2, min_features=0), 8, lambda s: len(s) / 8)
    assert empty.best == []


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"l": 1, "r": 2},
        {"l": 2, "r": 0, "n_features_to_select": 3},
        {"max_features": 4},
    ],
)
def test_it_holds_the_invariants(params):
    check_strategy(PlusLMinusR(**params), n_variables=5, n_seeds=2)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"l": 2}, "l and r must differ, got 2 twice"),
        ({"l": -1}, "l must be at least 0, got -1"),
        ({"r": -1}, "r must be at least 0, got -1"),
        ({"n_features_to_select": 0}, "n_features_to_select must be at least 1, got 0"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        PlusLMinusR(**params)
