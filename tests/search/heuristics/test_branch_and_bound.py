"""Branch and bound: as good as trying all, where the error is monotone."""

import math

import numpy as np
import pytest

from tests.search.driver import drive, random_table
from tests.search.heuristics.oracles_exhaustive import plain_exhaustive
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.branch_and_bound import BranchAndBound
from wrapsel.subset import Subset


def monotone_table(rng, n, levels):
    """Return random errors that never fall when a variable goes."""
    errors = rng.integers(0, levels, 2**n) / levels
    for bits in range(2**n - 1, -1, -1):
        larger = [bits | 1 << v for v in range(n) if not bits >> v & 1]
        errors[bits] = max([errors[bits], *errors[larger]])
    return lambda subset: float(errors[subset.bits])


@pytest.mark.parametrize("seed", range(200))
def test_the_best_subset_of_the_size_is_found(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    size = int(rng.integers(1, n + 1))
    error = monotone_table(rng, n, levels=int(rng.choice([2, 5, 100, 10**6])))

    run = drive(BranchAndBound(size), n, error)

    expected = plain_exhaustive(n, lambda s: error(Subset.of(s, n)), [size])
    assert tuple(run.path[-1].subset) == expected


@pytest.mark.parametrize("seed", range(30))
def test_every_incumbent_has_the_size_whatever_the_error(seed):
    run = drive(BranchAndBound(3), 7, random_table(seed))

    assert {len(kept.subset) for kept in run.path} == {3}


def test_most_of_a_clear_problem_is_pruned():
    weights = np.random.default_rng(0).exponential(size=16)

    run = drive(BranchAndBound(6), 16, lambda s: weights.sum() - weights[list(s)].sum())

    assert run.best == sorted(np.argsort(-weights)[:6].tolist())
    assert len(run.asked) < math.comb(16, 6) / 10


def test_one_straight_branch_settles_equal_errors():
    run = drive(BranchAndBound(3), 10, lambda subset: 0.5)

    assert run.best == [0, 1, 2]
    # The last children of six nodes, then nothing can come before their leaf.
    assert len(run.asked) <= 10 + 1


def test_all_variables_need_one_evaluation():
    assert drive(BranchAndBound(5), 5, random_table(0)).asked == [Subset.full(5)]


@pytest.mark.parametrize("size", [1, 3, 6])
def test_the_invariants_hold(size):
    check_strategy(BranchAndBound(size))


def test_wrong_sizes_are_refused():
    with pytest.raises(
        ValueError, match="n_features_to_select must be at least 1, got 0"
    ):
        BranchAndBound(0)
    with pytest.raises(ValueError, match="at most the 3 variables, got 4"):
        drive(BranchAndBound(4), 3, random_table(0))
