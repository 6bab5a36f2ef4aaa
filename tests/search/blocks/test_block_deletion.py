"""Block deletion deletes as much at once as the error allows."""

from itertools import pairwise

import pytest

from tests.search.blocks.oracles_block import Likely, plain_bd
from tests.search.driver import drive, perfect_learner
from tests.search.steps.oracles_sequential import Table
from wrapsel.checks import check_strategy
from wrapsel.search.blocks.block_deletion import BlockDeletion
from wrapsel.subset import Subset

BOTH = [BlockDeletion(), BlockDeletion(update=True)]


def paths(run):
    return [frozenset(kept.subset) for kept in run.path]


def of(table):
    """Return an error by listed variables; of all others it is 9."""
    return lambda subset: table.get("".join(map(str, subset)), 9.0)


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("update", [False, True])
def test_it_deletes_what_the_plain_loop_deletes(update, seed):
    n = 1 + seed % 10
    kind = Likely if seed % 3 else Table
    table = kind(n, seed, levels=3 + seed % 11)
    run = drive(BlockDeletion(update), n, table.of_subset, lookahead=seed % 3)

    expected = plain_bd(table, frozenset(range(n)), update)

    assert paths(run) == expected
    assert {frozenset(subset) for subset in run.asked} == table.asked
    assert run.path[-1].error == table(expected[-1])
    assert run.stopped is None


def test_the_tables_make_blocks_fail_and_succeed():
    steps = set()
    for seed in range(150):
        table = Likely(1 + seed % 10, seed, levels=3 + seed % 11)
        path = plain_bd(table, frozenset(range(table.n)), seed % 2 == 0)
        steps |= {len(a) - len(b) for a, b in pairwise(path)}
    assert {1, 2, 3, 4} <= steps


@pytest.mark.parametrize("strategy", BOTH)
def test_all_irrelevant_variables_go_at_once(strategy):
    run = drive(strategy, 50, perfect_learner(Subset.of([3, 7], 50)))

    assert paths(run)[1:] == [{3, 7}]
    assert len(run.asked) == 1 + 50 + 1 + 2


def test_a_block_that_fails_is_halved_to_its_better_half():
    # Without 0, 1, 2 or 3 the error is 4, 1, 2, 3: the order is 1, 2, 3, 0.
    alone = {"123": 4, "023": 1, "013": 2, "012": 3}
    run = drive(BlockDeletion(), 4, of({"0123": 4, **alone, "03": 4}))

    assert paths(run) == [{0, 1, 2, 3}, {0, 3}]
    # All four would be the empty set, which is not asked for.
    assert [list(s) for s in run.asked[5:6]] == [[0, 3]]


def test_the_best_alone_is_deleted_when_every_block_fails():
    alone = {"123": 4, "023": 1, "013": 2, "012": 3}
    run = drive(BlockDeletion(), 4, of({"0123": 4, **alone}))

    assert paths(run) == [{0, 1, 2, 3}, {0, 2, 3}]


def test_of_three_an_odd_block_keeps_the_smaller_half():
    table = {"01234": 5, "1234": 1, "0234": 2, "0134": 3, "234": 6, "34": 6}
    run = drive(BlockDeletion(), 5, of(table))

    assert paths(run)[1] == {1, 2, 3, 4}
    assert [3, 4] in [list(s) for s in run.asked]
    assert [2, 3, 4] not in [list(s) for s in run.asked[:7]]


def test_the_threshold_stays_or_follows_what_is_accepted():
    table = of({"012": 5, "12": 2, "2": 4, "1": 5})

    assert paths(drive(BlockDeletion(), 3, table))[-1] == {2}
    assert paths(drive(BlockDeletion(update=True), 3, table))[-1] == {1, 2}


def test_an_equal_error_is_accepted_and_the_first_of_equals_stay():
    assert drive(BlockDeletion(), 2, lambda subset: 1.0).best == [0]
    # Of four equals the last half goes, since all four may not.
    assert paths(drive(BlockDeletion(), 4, lambda s: 1.0))[1] == {0, 1}


@pytest.mark.parametrize("strategy", BOTH)
def test_the_last_variable_is_never_deleted(strategy):
    run = drive(strategy, 1, lambda subset: 1.0)

    assert paths(run) == [{0}]
    assert len(run.asked) == 1
    for n in range(2, 9):
        run = drive(strategy, n, lambda subset: 1.0)
        assert run.best == [0]
        assert all(run.asked)


@pytest.mark.parametrize("strategy", BOTH)
def test_a_start_is_searched_from_with_its_error_as_threshold(strategy):
    start = Subset.of([0, 2, 4], 6)
    run = drive(strategy, 6, perfect_learner(Subset.of([2, 5], 6)), start=start)

    assert paths(run) == [{0, 2, 4}, {0, 2}, {0}]
    assert all(subset <= start for subset in run.asked)


def test_variables_not_in_play_are_left_alone():
    variables = Subset.of([1, 3, 4], 6)
    run = drive(BlockDeletion(), variables, perfect_learner(Subset.of([4], 6)))

    assert paths(run) == [{1, 3, 4}, {4}]


def test_hopeless_candidates_may_be_given_up_early():
    run = drive(BlockDeletion(), 20, perfect_learner(Subset.of(range(15), 20)))

    # All variables, five deletions and the block: the rest must not be exact.
    assert run.exact == 1 + 5 + 1


@pytest.mark.parametrize("strategy", BOTH)
def test_the_invariants_hold(strategy):
    check_strategy(strategy)
