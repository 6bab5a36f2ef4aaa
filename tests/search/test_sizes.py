"""Forward and backward in blocks, to a range of sizes, and from a start."""

import numpy as np
import pytest

from tests.search.driver import drive
from tests.search.steps.oracles_sequential import (
    Table,
    best_of_sizes,
    larger,
    plain_blocks,
    smaller,
)
from wrapsel.checks import check_strategy
from wrapsel.search.steps.backward import Backward
from wrapsel.search.steps.forward import Forward
from wrapsel.subset import Subset

BOTH = [Forward, Backward]


def share_missing(subset):
    """Fall with each variable: all are needed."""
    return 1 - len(subset) / subset.n_variables


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("strategy", BOTH)
def test_blocks_and_ranges_are_those_of_the_obvious_loop(strategy, seed):
    rng = np.random.default_rng(seed)
    n, block = int(rng.integers(1, 10)), int(rng.integers(1, 6))
    table = Table(n, seed, levels=int(rng.choice([3, 50])))
    low, high = sorted(int(size) for size in rng.integers(1, n + 1, 2))
    tolerance = float(rng.choice([0.0, 0.1, -0.1]))
    stop, within = [
        ({"tolerance": tolerance}, (0, n)),
        ({"n_features_to_select": low}, (low, low)),
        ({"min_features": low, "max_features": high}, (low, high)),
    ][seed % 3]

    run = drive(strategy(block=block, **stop), n, table.of_subset, lookahead=seed % 2)

    forward = strategy is Forward
    start = frozenset() if forward else frozenset(range(n))
    goal = (n if forward else 1) if seed % 3 == 0 else within[forward]
    path = plain_blocks(
        n,
        table,
        start,
        (lambda s: larger(s, n)) if forward else smaller,
        block,
        goal,
        stop.get("tolerance"),
    )
    if seed % 3 == 0:
        assert [frozenset(kept.subset) for kept in run.path] == path
    else:
        assert frozenset(run.best) == best_of_sizes(path, table, *within)
    assert {frozenset(subset) for subset in run.asked} == table.asked | set(path)


def test_a_block_is_halved_until_it_improves_the_error():
    # Alone all help, but together only two of the first three.
    def error(subset):
        return [0.5, 0.4, 0.3, 0.35, 0.6][len(subset)]

    run = drive(Forward(block=4), 4, error)

    assert [list(subset) for subset in run.asked[5:7]] == [[0, 1, 2, 3], [0, 1]]
    assert run.best == [0, 1]


def test_a_block_is_what_is_best_alone():
    gains = [0.1, 0.3, 0.0, 0.2]

    run = drive(Forward(2, block=2), 4, lambda s: 1 - sum(gains[v] for v in s))

    assert [list(kept.subset) for kept in run.path] == [[], [1, 3]]


def test_a_range_may_be_passed_by_blocks_alone():
    # From 6 to 3 to 1: no subset has 2 or 4 variables.
    run = drive(Backward(block=3, min_features=1, max_features=2), 6, share_missing)

    assert [len(kept.subset) for kept in run.path] == [6, 3, 1]


@pytest.mark.parametrize("strategy", BOTH)
def test_of_equal_sizes_in_a_range_the_smaller_is_taken(strategy):
    run = drive(strategy(min_features=2, max_features=4), 6, lambda subset: 0.5)

    assert len(run.best) == 2


def test_a_range_is_searched_over_hills():
    def error(subset):
        return [0.5, 0.6, 0.6, 0.1, 0.2, 0.05][len(subset)]

    assert len(drive(Forward(), 5, error).best) == 0
    assert len(drive(Forward(max_features=4), 5, error).best) == 3
    assert len(drive(Forward(min_features=4), 5, error).best) == 5


def test_backward_may_remove_all_if_asked_to():
    assert drive(Backward(min_features=0), 4, lambda s: len(s) / 4).best == []


@pytest.mark.parametrize("strategy", BOTH)
def test_it_begins_where_it_is_told_to(strategy):
    start = Subset.of([1, 4], 6)

    run = drive(strategy(min_features=1), 6, share_missing, start=start)

    assert list(run.path[0].subset) == [1, 4]
    assert run.best == {Forward: [0, 1, 2, 3, 4, 5], Backward: [1, 4]}[strategy]


def test_a_start_past_the_sizes_asked_for_is_an_error():
    start = Subset.of([1, 4], 6)

    with pytest.raises(ValueError, match="start must have at most 1 variables, got 2"):
        drive(Forward(n_features_to_select=1), 6, share_missing, start=start)
    with pytest.raises(ValueError, match="start must have at least 3 variables, got 2"):
        drive(Backward(n_features_to_select=3), 6, share_missing, start=start)
    assert drive(Backward(), 6, share_missing, start=Subset.empty(6)).best == []


@pytest.mark.parametrize("strategy", BOTH)
@pytest.mark.parametrize(
    "params",
    [{"block": 3}, {"block": 2, "n_features_to_select": 3}, {"max_features": 4}],
)
def test_blocks_and_ranges_hold_the_invariants(strategy, params):
    check_strategy(strategy(**params), n_variables=5, n_seeds=2)
