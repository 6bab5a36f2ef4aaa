"""The filter path: the beginnings of a ranking."""

import numpy as np
import pytest

from tests.search.driver import drive, random_table
from tests.search.steps.oracles_filter_path import plain_filter_path
from wrapsel.checks import check_strategy
from wrapsel.search.steps.filter_path import FilterPath
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(60))
def test_the_best_beginning_of_the_ranking_is_found(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    relevance = rng.integers(0, 10, n).astype(float)
    table = random_table(seed, levels=int(rng.choice([3, 1000])))
    low, high = sorted(rng.integers(1, n + 1, 2).tolist())

    run = drive(
        FilterPath(min_features=low, max_features=high), n, table, relevance=relevance
    )

    expected = plain_filter_path(
        relevance, lambda s: table(Subset.of(s, n)), range(low, high + 1)
    )
    assert run.best == expected


@pytest.mark.parametrize(
    ("n", "sizes"),
    [(1, [1]), (2, [1, 2]), (4, [1, 2, 4]), (5, [1, 2, 4, 5]), (9, [1, 2, 4, 8, 9])],
)
def test_a_geometric_grid_doubles_and_ends_with_all(n, sizes):
    run = drive(FilterPath("geometric"), n, random_table(0), relevance=np.ones(n))

    assert [len(subset) for subset in run.asked] == sizes


def test_a_geometric_grid_has_the_fewest_and_the_most():
    strategy = FilterPath("geometric", min_features=3, max_features=17)

    run = drive(strategy, 20, random_table(0), relevance=np.ones(20))

    assert [len(subset) for subset in run.asked] == [3, 4, 8, 16, 17]


def test_equal_relevance_goes_by_the_number_and_equal_errors_by_the_size():
    run = drive(FilterPath(), 4, lambda s: 0.5, relevance=np.array([0, 2, 1, 2.0]))

    assert run.best == [1]
    assert [list(s) for s in run.asked[:3]] == [[1], [1, 3], [1, 2, 3]]


def test_a_size_is_taken_whatever_the_error():
    run = drive(
        FilterPath(n_features_to_select=3), 5, random_table(0), relevance=np.arange(5.0)
    )

    assert [list(s) for s in run.asked] == [[2, 3, 4]]


def test_the_relevance_counts_in_the_numbering_of_all_variables():
    relevance = np.array([9.0, 0.0, 8.0, 1.0])
    some = Subset.of([1, 2, 3], 4)

    run = drive(FilterPath(), some, random_table(0), relevance=relevance)

    assert [list(s) for s in run.asked] == [[2], [2, 3], [1, 2, 3]]


def test_without_a_ranking_there_is_no_path():
    with pytest.raises(ValueError, match="filter-path needs y and a ranker"):
        drive(FilterPath(), 4, random_table(0))


@pytest.mark.parametrize(
    "strategy",
    [FilterPath(), FilterPath("geometric"), FilterPath(n_features_to_select=2)],
)
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


def test_wrong_parameters_are_refused():
    with pytest.raises(ValueError, match=r"grid must be one of .*, got 'squares'"):
        FilterPath("squares")
    with pytest.raises(
        ValueError, match="n_features_to_select must be at least 1, got 0"
    ):
        FilterPath(n_features_to_select=0)
    with pytest.raises(ValueError, match="at most the 3 variables, got 4"):
        drive(
            FilterPath(n_features_to_select=4), 3, random_table(0), relevance=np.ones(3)
        )
