"""Genetic search: generations, and the best of all of them."""

from itertools import chain, pairwise

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from tests.search.heuristics.oracles_genetic import plain_genetic
from wrapsel.checks import check_strategy
from wrapsel.search.heuristics.genetic import Genetic
from wrapsel.subset import Subset


@pytest.mark.parametrize("seed", range(60))
def test_the_path_is_that_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    n, population = int(rng.integers(1, 9)), int(rng.integers(2, 12))
    table = random_table(seed, levels=int(rng.choice([3, 50])))
    generations, elite = int(rng.integers(1, 12)), int(rng.integers(0, population))
    p_crossover, p_mutation = rng.random(2).tolist()
    stale = [None, 2][seed % 2]
    strategy = Genetic(
        population, generations, p_crossover, p_mutation, elite, patience=stale
    )

    run = drive(strategy, n, table, seed=seed)

    expected, reason = plain_genetic(
        n,
        lambda s: table(Subset.of(s, n)),
        seed,
        population,
        generations,
        p_crossover,
        p_mutation,
        elite,
        stale,
    )
    assert [frozenset(kept.subset) for kept in run.path] == expected
    assert run.stopped == reason


def generations_of(run, population):
    return [run.asked[i : i + population] for i in range(0, len(run.asked), population)]


def test_the_elite_lives_on():
    table = random_table(3)
    run = drive(Genetic(10, 8, elite=3), 9, table)

    for old, new in pairwise(generations_of(run, 10)):
        best = sorted(old, key=lambda s: (table(s), len(s)))[:3]
        assert new[:3] == best


def test_without_crossover_and_mutation_nothing_new_is_bred():
    run = drive(Genetic(8, 6, p_crossover=0, p_mutation=0), 12, random_table(0))

    first, *later = generations_of(run, 8)
    assert len(later) == 5
    assert all(set(members) <= set(first) for members in later)


def test_crossover_alone_mixes_bits_of_the_parents():
    run = drive(Genetic(8, 6, p_crossover=1, p_mutation=0), 12, random_table(0))

    first, *later = generations_of(run, 8)
    common = np.all([s.mask() for s in first], axis=0)
    absent = ~np.any([s.mask() for s in first], axis=0)
    bred = set(chain.from_iterable(later))
    for subset in bred:
        assert subset.mask()[common].all()
        assert not subset.mask()[absent].any()
    assert bred - set(first)


def test_by_default_about_one_bit_of_a_child_flips():
    n = 400
    run = drive(Genetic(50, 2, p_crossover=0, elite=0), n, lambda s: 0.5)

    first, later = (np.array([s.mask() for s in g]) for g in generations_of(run, 50))
    flips = (later[:, None] != first).sum(axis=2).min(axis=1)
    assert 0.5 < flips.mean() < 1.5


def test_relevant_variables_are_found():
    relevant = Subset.of([1, 4, 7], 12)

    run = drive(Genetic(30, 60), 12, perfect_learner(relevant))

    assert run.best == [1, 4, 7]


def test_a_start_is_in_the_first_generation():
    start = Subset.of([2, 3], 9)

    assert drive(Genetic(5, 1), 9, random_table(0), start=start).asked[0] == start


def test_a_search_without_a_new_best_is_stale():
    run = drive(Genetic(10, 100, patience=4), 5, lambda s: 0.5)

    assert run.stopped == "patience"
    assert run.best == []  # the smallest of equals


@pytest.mark.parametrize(
    "strategy", [Genetic(8, 6), Genetic(8, 20, patience=2, elite=0, p_mutation=0.3)]
)
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"population": 1}, "population must be at least 2, got 1"),
        ({"generations": 0}, "generations must be at least 1, got 0"),
        ({"p_crossover": 1.5}, r"p_crossover must be in \[0, 1\], got 1.5"),
        ({"p_mutation": -0.5}, r"p_mutation must be in \[0, 1\], got -0.5"),
        ({"elite": 50}, "elite must be at least 0 and below population = 50, got 50"),
        ({"patience": 0}, "patience must be at least 1, got 0"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        Genetic(**params)
