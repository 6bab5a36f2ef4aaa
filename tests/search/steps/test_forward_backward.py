"""Forward and backward: one variable at a time."""

import math

import numpy as np
import pytest
from sklearn.feature_selection import SequentialFeatureSelector

from tests.search.driver import drive, perfect_learner, random_table
from tests.search.steps.oracles_peers import SCORING, TABLES
from tests.search.steps.oracles_sequential import pays, rule
from wrapsel import select
from wrapsel.search import Backward, Forward
from wrapsel.subset import Subset

BOTH = [Forward, Backward]


def plain_steps(neighbours, subset, error, tolerance, n_features_to_select):
    """Return the path of the obvious loop over frozen sets."""
    path = [subset]
    while len(path[-1]) != n_features_to_select and (near := neighbours(path[-1])):
        best = min(near, key=rule(error))
        if n_features_to_select is None and not pays(error, best, path[-1], tolerance):
            break
        path.append(best)
    return path


def plain_forward(n, error, tolerance=0.0, n_features_to_select=None):
    def larger(s):
        return [s | {v} for v in range(n) if v not in s]

    return plain_steps(larger, frozenset(), error, tolerance, n_features_to_select)


def plain_backward(n, error, tolerance=0.0, n_features_to_select=None):
    def smaller(s):
        return [s - {v} for v in sorted(s)] if len(s) > 1 else []

    return plain_steps(
        smaller, frozenset(range(n)), error, tolerance, n_features_to_select
    )


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    ("strategy", "plain"), [(Forward, plain_forward), (Backward, plain_backward)]
)
def test_steps_are_those_of_the_obvious_loop(strategy, plain, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    table = random_table(seed, levels=int(rng.choice([3, 50])))
    stop = [
        {"n_features_to_select": int(rng.integers(1, n + 1))},
        {"tolerance": float(rng.choice([0.0, 0.1, -0.1, -math.inf]))},
    ][seed % 2]

    run = drive(strategy(**stop), n, table, lookahead=seed % 3)

    expected = plain(n, lambda s: table(Subset.of(s, n)), **stop)
    assert [frozenset(kept.subset) for kept in run.path] == expected


def share_missing(subset):
    """Fall with each variable: all are needed."""
    return 1 - len(subset) / subset.n_variables


@pytest.mark.parametrize("strategy", [Forward(), Forward(tolerance=1e-3), Backward()])
def test_all_variables_are_kept_if_all_are_needed(strategy):
    assert drive(strategy, 4, share_missing).best == [0, 1, 2, 3]


def test_forward_keeps_none_if_none_helps():
    run = drive(Forward(), 6, lambda subset: 0.5)

    assert run.best == []
    assert run.stopped is None


def test_backward_never_removes_the_last_variable():
    assert drive(Backward(), 6, lambda s: len(s) / 6).best == [0]
    assert drive(Backward(tolerance=-math.inf), 6, share_missing).best == [0]


def test_backward_removes_what_changes_nothing_and_forward_adds_none():
    def error(subset):
        return 0.25 if 3 in subset else 0.5

    assert drive(Backward(), 6, error).best == [3]
    assert drive(Forward(), 6, error).best == [3]
    assert len(drive(Backward(tolerance=1e-9), 6, error).best) == 6


@pytest.mark.parametrize("strategy", BOTH)
def test_an_improvement_of_just_the_tolerance_is_not_enough(strategy):
    def error(subset):
        return 0.75 if len(subset) == (0 if strategy is Forward else 3) else 0.5

    assert len(drive(strategy(tolerance=0.25), 3, error).path) == 1
    assert len(drive(strategy(tolerance=0.2499), 3, error).path) == 2


@pytest.mark.parametrize("strategy", BOTH)
def test_a_negative_tolerance_allows_a_loss(strategy):
    def error(subset):
        return abs(len(subset) - (0 if strategy is Forward else 8)) * 0.25

    assert len(drive(strategy(tolerance=-0.25), 8, error).path) == 1
    assert len(drive(strategy(tolerance=-0.26), 8, error).path) > 7


@pytest.mark.parametrize("strategy", BOTH)
def test_of_equal_variables_the_first_stay(strategy):
    assert drive(strategy(n_features_to_select=2), 4, lambda subset: 0.5).best == [0, 1]


@pytest.mark.parametrize("strategy", BOTH)
def test_a_size_is_reached_whatever_the_error(strategy):
    def error(subset):
        return len(subset) if strategy is Forward else -len(subset) + 9

    assert len(drive(strategy(n_features_to_select=3), 7, error).best) == 3


@pytest.mark.parametrize("strategy", BOTH)
@pytest.mark.parametrize("n", [1, 5])
def test_all_variables_may_be_asked_for(strategy, n):
    assert drive(strategy(n_features_to_select=n), n, random_table(1)).best == list(
        range(n)
    )


@pytest.mark.parametrize("strategy", BOTH)
def test_more_variables_than_there_are_is_an_error(strategy):
    with pytest.raises(ValueError, match="at most the 8 variables, got 9"):
        drive(strategy(n_features_to_select=9), 8, random_table(1))


@pytest.mark.parametrize("strategy", BOTH)
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n_features_to_select": 0}, "n_features_to_select must be at least 1, got 0"),
        (
            {"n_features_to_select": 7, "tolerance": 0.5},
            "must be 0 when n_features_to_select .* the size",
        ),
        ({"tolerance": math.nan}, "tolerance must be a number, got nan"),
        ({"block": 0}, "block must be at least 1, got 0"),
        ({"min_features": -1}, "min_features must be at least 0, got -1"),
        ({"max_features": 0}, "max_features must be at least 1, got 0"),
        ({"min_features": 3, "max_features": 2}, "at least min_features = 3, got 2"),
        (
            {"n_features_to_select": 3, "min_features": 0},
            "min_features must be None when n_feat",
        ),
        ({"max_features": 3, "tolerance": 0.1}, "tolerance must be 0 when .*, got 0.1"),
    ],
)
def test_wrong_parameters_are_refused(strategy, params, message):
    with pytest.raises(ValueError, match=message):
        strategy(**params)


def test_hopeless_candidates_may_be_given_up_early():
    run = drive(Forward(), 20, perfect_learner(Subset.of([3], 20)))

    # The empty subset and the one addition that helps are all that must be exact.
    assert (run.exact, run.best) == (2, [3])


def test_forward_needs_no_xor_to_end():
    def error(subset):
        return 0.0 if 0 in subset and 1 in subset else 0.5

    assert drive(Forward(), 20, error).best == []
    assert drive(Backward(tolerance=-1e-12), 20, error).best == [0, 1]


@pytest.mark.parametrize("strategy", BOTH)
@pytest.mark.parametrize("name", TABLES)
def test_the_result_is_that_of_scikit_learn(name, strategy):
    table = TABLES[name]
    # Of equal ones, theirs removes the first column, ours the last.
    order = np.arange(table.n)[:: -1 if strategy is Backward else 1]
    for size in {1, table.n // 2, table.n - 1}:
        peer = SequentialFeatureSelector(
            table.learner,
            n_features_to_select=size,
            direction=strategy.__name__.lower(),
            scoring=SCORING,
            cv=table.cv,
        ).fit(table.X[:, order], table.y)

        ours = select(table.problem(), strategy(n_features_to_select=size))

        assert list(ours.subset) == sorted(order[peer.get_support()])
