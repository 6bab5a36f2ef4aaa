"""Random subsets: the best never grows."""

from itertools import pairwise

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from tests.search.removal.oracles_random_subsets import plain_random_subsets
from wrapsel.checks import check_strategy
from wrapsel.search.removal.random_subsets import RandomSubsets
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(60))
def test_the_path_is_that_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    n, n_draws = int(rng.integers(1, 9)), int(rng.integers(1, 80))
    table = random_table(seed, levels=int(rng.choice([3, 50])))
    tolerance = float(rng.choice([0.0, 0.1, 0.4]))
    strategy = RandomSubsets(n_draws, tolerance)

    run = drive(strategy, n, table, seed=seed, lookahead=seed % 4)

    expected = plain_random_subsets(
        n, lambda s: table(Subset.of(s, n)), seed, n_draws, tolerance
    )
    assert [frozenset(kept.subset) for kept in run.path] == expected
    assert len(run.asked) == n_draws + 1


@pytest.mark.parametrize("seed", range(20))
def test_the_best_is_never_larger_nor_above_what_is_allowed(seed):
    table = random_table(seed)

    run = drive(RandomSubsets(300, tolerance=0.2), 10, table, seed=seed)

    kept = [(len(e.subset), e.error) for e in run.path]
    assert all(new < old for old, new in pairwise(kept))
    assert all(error <= kept[0][1] + 0.2 for _, error in kept)


def test_no_draw_is_empty_or_larger_than_the_best():
    run = drive(RandomSubsets(500), 12, perfect_learner(Subset.of([2, 5], 12)))

    assert min(len(subset) for subset in run.asked) == 1
    best = 12
    for subset in run.asked:
        assert len(subset) <= best
        best = len(subset) if Subset.of([2, 5], 12) <= subset else best


def test_the_sizes_of_the_draws_are_uniform():
    # Nothing is ever better, so that all draws are of the same stream.
    full = Subset.full(8)
    run = drive(RandomSubsets(4000), 8, lambda s: float(s != full))

    counts = np.bincount([len(subset) for subset in run.asked[1:]], minlength=9)[1:]
    assert (abs(counts - 500) < 5 * np.sqrt(500)).all()
    places = np.bincount([v for s in run.asked[1:] for v in s])
    assert (abs(places / places.mean() - 1) < 0.1).all()


def test_a_start_sets_the_size_and_the_error_allowed():
    start = Subset.of([1, 2, 3], 9)

    run = drive(RandomSubsets(50), 9, random_table(2), start=start)

    assert run.asked[0] == start
    assert max(len(subset) for subset in run.asked) == 3


def test_a_start_of_no_variable_ends_the_search():
    run = drive(RandomSubsets(50), 9, random_table(2), start=Subset.empty(9))

    assert run.asked == [Subset.empty(9)]


@pytest.mark.parametrize("strategy", [RandomSubsets(60), RandomSubsets(40, 0.3)])
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"n": 0}, "n must be at least 1, got 0"),
        ({"tolerance": -0.1}, "tolerance must be at least 0, got -0.1"),
        ({"tolerance": float("nan")}, "tolerance must be at least 0, got nan"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        RandomSubsets(**params)
