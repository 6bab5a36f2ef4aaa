"""Best-first search with compound operators."""

import math

import numpy as np
import pytest

from tests.search.driver import drive
from tests.search.steps.oracles_sequential import Table, plain_best_first
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.best_first import BestFirst
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("compound", [False, True])
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_incumbents_are_those_of_the_paper(direction, compound, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    table = Table(n, seed, levels=int(rng.choice([3, 50])))
    stale = int(rng.integers(1, 7))
    least = float(rng.choice([0.0, 0.001, 0.1]))
    strategy = BestFirst(direction, stale, least, compound)

    run = drive(strategy, n, table.of_subset, lookahead=seed % 3)

    start = frozenset() if direction == "forward" else frozenset(range(n))
    expected = plain_best_first(n, table, start, stale, least, compound)
    assert [frozenset(kept.subset) for kept in run.path] == expected


@pytest.mark.parametrize("seed", range(50))
def test_it_begins_where_it_is_told_to(seed):
    start = Subset.from_mask(np.random.default_rng(seed).random(6) < 0.5)
    table = Table(6, seed, levels=50)

    run = drive(BestFirst(), 6, table.of_subset, start=start)

    expected = plain_best_first(6, table, frozenset(start), 5, 0.001, True)
    assert [frozenset(kept.subset) for kept in run.path] == expected


def test_compound_steps_go_on_while_they_improve():
    # Alone, 0 is best, then 3, then 1; 2 does harm.
    gains = {0: 0.3, 3: 0.2, 1: 0.1, 2: -0.1}

    def error(subset):
        return 0.7 - sum(gains[v] for v in subset)

    run = drive(BestFirst(patience=1), 4, error)

    asked = [list(subset) for subset in run.asked]
    assert asked[:5] == [[], [0], [1], [2], [3]]
    assert asked[5:8] == [[0, 3], [0, 1, 3], [0, 1, 2, 3]]
    assert [list(kept.subset) for kept in run.path] == [[], [0, 1, 3]]


def test_a_compound_step_may_add_and_remove_at_once():
    def error(subset):
        wrong = [0 in subset, 1 not in subset, 2 not in subset]
        return sum(wrong) / 4

    run = drive(BestFirst(), 3, error, start=Subset.of([0, 1], 3))

    assert [list(kept.subset) for kept in run.path] == [[0, 1], [1, 2]]


def test_it_goes_on_from_the_next_best_where_single_steps_end():
    def error(subset):
        return 0.0 if 1 in subset and 3 in subset else 0.5

    # The third expansion is that of [1].
    assert drive(BestFirst(patience=2), 5, error).best == []
    assert drive(BestFirst(patience=3), 5, error).best == [1, 3]


def test_a_small_improvement_changes_nothing():
    def error(subset):
        return 0.5 - 0.25 * (0 in subset)

    assert drive(BestFirst(improvement=0.25), 3, error).best == []
    assert drive(BestFirst(improvement=0.2499), 3, error).best == [0]


def test_it_says_why_it_stopped():
    assert drive(BestFirst(patience=1), 4, lambda s: 0.5).stopped == "patience"
    assert drive(BestFirst(patience=99), 4, lambda s: 0.5).stopped is None
    assert len(set(drive(BestFirst(patience=99), 4, lambda s: 0.5).asked)) == 16


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"direction": "backward"},
        {"compound": False, "patience": 2},
        {"patience": 99},
    ],
)
def test_it_holds_the_invariants(params):
    check_strategy(BestFirst(**params), n_variables=5, n_seeds=2)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"direction": "both"}, "must be 'forward' or 'backward', got 'both'"),
        ({"patience": 0}, "patience must be at least 1, got 0"),
        ({"improvement": -0.1}, "improvement must be at least 0 and finite, got -0.1"),
        ({"improvement": math.nan}, "at least 0 and finite, got nan"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        BestFirst(**params)
