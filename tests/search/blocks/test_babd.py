"""Block addition stops at the accuracy of all variables, or gives way to deletion."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.search.blocks.oracles_block import Likely, plain_babd, preselected
from tests.search.driver import drive, perfect_learner
from tests.search.steps.oracles_sequential import Table
from wrapsel.checks import check_strategy
from wrapsel.search.blocks.babd import BABD
from wrapsel.subset import Subset

BOTH = [BABD(), BABD(update=True)]


def paths(run):
    return [frozenset(kept.subset) for kept in run.path]


def of(table):
    """Return an error by listed variables; of all others it is 9."""
    return lambda subset: table.get("".join(map(str, subset)), 9.0)


def table_of(seed):
    n = 1 + seed % 11
    return (Likely if seed % 3 else Table)(n, seed, levels=3 + seed % 13)


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("update", [False, True])
def test_it_accepts_what_the_plain_loop_accepts(update, seed):
    table, A = table_of(seed), seed % 4
    run = drive(BABD(update, A), table.n, table.of_subset, lookahead=seed % 3)

    expected = plain_babd(table, frozenset(range(table.n)), update, A)

    assert paths(run) == expected
    assert {frozenset(subset) for subset in run.asked} == table.asked
    assert run.path[-1].error == table(expected[-1])
    assert run.stopped is None


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("update", [False, True])
def test_with_preselection_it_accepts_what_the_plain_loop_accepts(update, seed):
    table, A, mu = table_of(seed), seed % 4, [0.0, 0.3][seed % 2]
    rng = np.random.default_rng(seed)
    relevance = rng.random(table.n) * (rng.random(table.n) < 0.6)
    relevance[rng.integers(table.n)] = 1.0
    everything = frozenset(range(table.n))
    strategy = BABD(update, A, preselect=mu)
    run = drive(strategy, table.n, table.of_subset, relevance=relevance)

    first = preselected(relevance, everything, mu)
    expected = plain_babd(table, everything, update, A, first)

    assert paths(run) == expected
    assert {frozenset(subset) for subset in run.asked} == table.asked


@pytest.mark.parametrize("update", [False, True])
def test_the_tables_make_addition_fail_and_succeed(update):
    sizes = set()
    for seed in range(150):
        table = table_of(seed)
        path = plain_babd(table, frozenset(range(table.n)), update, A=seed % 4)
        if table.n > 6 and len(path) > 1:
            sizes.add(len(path[1]))
    assert {1, 2, 3, 4, 6, 8} <= sizes


@pytest.mark.parametrize("strategy", BOTH)
def test_few_relevant_variables_are_found_without_most_others(strategy):
    def error(subset):
        return 3.0 - sum(v in subset for v in (5, 17, 40))

    run = drive(strategy, 60, error)

    assert run.best == [5, 17, 40]
    # All, two rankings at most, their blocks, and a deletion of three.
    assert len({s.bits for s in run.asked}) <= 1 + 60 + 59 + 8 + 3 + 4


def test_fixed_addition_takes_the_first_block_that_will_do():
    # The ranking is 2, 0, 1, 3; two variables do as well as all four.
    alone = {"2": 5, "0": 6, "1": 7, "3": 8}
    run = drive(BABD(), 4, of({"0123": 3, **alone, "02": 3, "12": 4}))

    assert paths(run) == [{0, 1, 2, 3}, {0, 2}]


def test_updating_addition_goes_on_to_the_least_error():
    alone = {"2": 5, "0": 6, "1": 7, "3": 8}
    run = drive(BABD(update=True), 4, of({"0123": 3, **alone, "02": 3, "012": 2}))

    assert paths(run) == [{0, 1, 2, 3}, {0, 2}, {0, 1, 2}]


def test_a_block_that_lowers_the_error_is_taken_on_the_way():
    # No block reaches 2; the two best lower it most, and then one more does.
    alone = {"0": 6, "1": 7, "2": 8}
    table = {"0123": 2, **alone, "01": 5, "012": 4, "013": 1}
    run = drive(BABD(A=1), 4, of(table))

    assert paths(run) == [{0, 1, 2, 3}, {0, 1, 3}]


@pytest.mark.parametrize("strategy", BOTH)
def test_if_addition_fails_deletion_begins_from_all_variables(strategy):
    # Nothing helps alone, so after one variable the error never falls.
    def error(subset):
        return 0.0 if {0, 1, 2} <= set(subset) else 1.0

    run = drive(replace(strategy, A=0), 8, error)

    assert paths(run)[:2] == [set(range(8)), {0, 1, 2}]


def test_with_every_variable_added_the_threshold_is_met():
    run = drive(BABD(A=0), 5, lambda subset: 5.0 - len(subset))
    assert paths(run) == [set(range(5)), set(range(5))]


@pytest.mark.parametrize(
    ("A", "n", "sizes"),
    [("auto", 99, [1, 2, 4, 8]), ("auto", 100, [1, 2, 4, 8, 16, 32]), (0, 9, [1])],
)
def test_blocks_hold_up_to_two_to_the_power_of_A_variables(A, n, sizes):
    run = drive(BABD(A=A), n, lambda subset: 1 / len(subset))

    after = [len(subset) for subset in run.asked[1 + n :]]
    # The first that will do is asked for, then the best, and then one variable more.
    assert after[: 2 * len(sizes) + 1] == [*sizes, *sizes, sizes[-1] + 1]


def test_preselection_keeps_weights_above_a_part_of_the_largest():
    relevance = np.array([0.0, 1.0, 1e-9, 0.2, 0.5])
    error = perfect_learner(Subset.of([1, 3], 5))

    for mu, kept in ((0.0, {1, 3, 4}), (0.19, {1, 3, 4})):
        run = drive(BABD(preselect=mu), 5, error, relevance=relevance)
        assert paths(run) == [set(range(5)), kept, {1, 3}]
    # With 1 and 4 alone the error is larger, so that 3 is added to them.
    run = drive(BABD(preselect=0.2), 5, error, relevance=relevance)
    assert [list(s) for s in run.asked[1:2]] == [[1, 4]]
    assert paths(run) == [set(range(5)), {1, 3, 4}, {1, 3}]


def test_preselection_looks_at_the_variables_in_play_alone():
    relevance = np.array([9.0, 1.0, 0.4, 0.0])
    run = drive(
        BABD(preselect=0.5),
        Subset.of([1, 2, 3], 4),
        perfect_learner(Subset.of([1], 4)),
        relevance=relevance,
    )
    assert paths(run) == [{1, 2, 3}, {1}]


def test_if_nothing_is_preselected_addition_begins_with_no_variable():
    error = perfect_learner(Subset.of([1], 4))
    run = drive(BABD(preselect=0.0), 4, error, relevance=np.zeros(4))
    assert run.asked == drive(BABD(), 4, error).asked


def test_preselection_without_a_ranker_is_an_error():
    with pytest.raises(ValueError, match="preselect needs a ranker, such as select"):
        drive(BABD(preselect=0.0), 3, lambda subset: 0.0)


@pytest.mark.parametrize("strategy", BOTH)
def test_a_start_takes_the_place_of_no_variable(strategy):
    start = Subset.of([0, 4], 6)
    error = perfect_learner(Subset.of([2, 4], 6))
    run = drive(strategy, 6, error, start=start)
    assert run.asked[1] == start
    assert paths(run) == [set(range(6)), {0, 2, 4}, {2, 4}]
    run = drive(strategy, 6, error, start=Subset.of([2, 3, 4], 6))
    assert paths(run) == [set(range(6)), {2, 3, 4}, {2, 4}]


@pytest.mark.parametrize("strategy", BOTH)
def test_one_variable_or_constant_errors_are_no_trouble(strategy):
    assert drive(strategy, 1, lambda subset: 1.0).best == [0]
    assert drive(strategy, 5, lambda subset: 1.0).best == [0]
    assert drive(strategy, 5, lambda subset: math.inf if len(subset) < 5 else 1.0)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"A": -1}, "A must be 'auto' or an integer from 0, got -1"),
        ({"A": 1.5}, "A must be an integer or 'auto', got 1.5"),
        ({"A": "all"}, "A must be 'auto' or an integer from 0, got 'all'"),
        ({"preselect": 1.0}, r"preselect must be in \[0, 1\), got 1.0"),
        ({"preselect": math.nan}, r"preselect must be in \[0, 1\), got nan"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        BABD(**params)


@pytest.mark.parametrize("update", [False, True])
@pytest.mark.parametrize("params", [{}, {"A": 0}, {"A": 2}, {"preselect": 0.4}])
def test_the_invariants_hold(update, params):
    check_strategy(BABD(update, **params))
