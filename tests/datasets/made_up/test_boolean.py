"""The Boolean and nominal problems follow their rules."""

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.datasets.made_up import oracles_problems as oracle
from wrapsel.datasets.made_up.boolean import make_led, make_monks, make_seven_of_ten

SHARED = Path(__file__).parents[4] / "shared" / "data"


def test_seven_of_ten_true_make_a_one():
    problem = make_seven_of_ten(n_samples=20000, n_variables=30)

    ones = problem.X[:, list(problem.relevant)].sum(axis=1)
    assert np.array_equal(problem.y, ones >= 7)
    p = sum(math.comb(10, k) for k in range(7, 11)) / 1024
    assert problem.y.mean() == pytest.approx(p, abs=0.01)
    assert len(set(problem.relevant)) == 10


def test_the_relevant_ten_differ_from_seed_to_seed():
    drawn = [make_seven_of_ten(10, random_state=seed).relevant for seed in range(300)]

    counts = np.bincount(np.concatenate(drawn), minlength=100)
    assert counts.min() > 10
    assert counts.max() < 55


@pytest.mark.parametrize(("p_one", "n_different"), [(0.672, 466), (0.5, 638.5)])
def test_the_papers_466_different_cases_need_unfair_coins(p_one, n_different):
    counts = []
    for seed in range(20):
        problem = make_seven_of_ten(p_one=p_one, random_state=seed)
        relevant = problem.X[:, list(problem.relevant)]
        counts.append(len(np.unique(relevant, axis=0)))
    assert np.mean(counts) == pytest.approx(n_different, abs=12)


def test_a_display_without_faults_shows_the_digits():
    problem = make_led(n_samples=500, noise=0.0)

    for row, digit in zip(problem.X, problem.y, strict=True):
        assert tuple(row[:7]) == oracle.lamps(digit)
    assert len(np.unique(problem.X[:, :7], axis=0)) == 10


def test_faults_of_a_tenth_leave_an_error_of_26_percent():
    problem = make_led(n_samples=30000)

    posterior = oracle.led_posterior(0.1)
    best = 1 - sum(max(p) for p in posterior.values())
    assert best == pytest.approx(0.26, abs=0.001)
    guesses = [int(np.argmax(posterior[tuple(row[:7])])) for row in problem.X]
    assert np.mean(guesses != problem.y) == pytest.approx(best, abs=0.01)
    assert np.bincount(problem.y) / 30000 == pytest.approx([0.1] * 10, abs=0.01)
    assert problem.X[:, 7:].mean(axis=0) == pytest.approx(0.5, abs=0.015)
    lit = np.array([oracle.lamps(d) for d in problem.y])
    assert (problem.X[:, :7] != lit).mean(axis=0) == pytest.approx(0.1, abs=0.01)


def test_wrong_digits_are_always_other_digits():
    clean, noisy = (make_led(5000, noise=0, label_noise=p) for p in (0.0, 1.0))

    assert (noisy.y != clean.y).all()
    assert set(noisy.y) == set(range(10))
    share = (make_led(5000, noise=0, label_noise=0.1).y != clean.y).mean()
    assert share == pytest.approx(0.1, abs=0.015)


@pytest.mark.parametrize(("which", "n_ones"), [(1, 216), (2, 142), (3, 228)])
def test_the_monks_rules_hold_in_all_432_cases(which, n_ones):
    problem = make_monks(which)

    expected = [oracle.monks_class(which, (0, *row)) for row in problem.X]
    assert problem.y.tolist() == expected
    assert sum(expected) == n_ones
    assert len(np.unique(problem.X, axis=0)) == 432


@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize("which", [1, 2, 3])
def test_the_relevant_variables_are_just_those_that_decide(which, local):
    made = make_monks(which, local=local)

    frame, problem = made.frame(), make_monks(which)
    needed = [frame.columns[i] for i in made.relevant]
    assert oracle.is_decided_by(frame[needed], problem.y)
    for name in needed:
        others = [other for other in needed if other != name]
        assert not oracle.is_decided_by(frame[others], problem.y)
    for group in made.redundant:
        n_needed = len(set(group) & set(made.relevant))
        for some in combinations(group, n_needed):
            rest = [frame.columns[i] for i in made.relevant if i not in group]
            names = rest + [frame.columns[i] for i in some]
            assert oracle.is_decided_by(frame[names], problem.y)


def test_the_local_encoding_has_a_variable_for_each_value():
    plain, local = make_monks(3), make_monks(3, local=True)

    frame = plain.frame()
    for i, name in enumerate(local.names):
        variable, value = name.split("=")
        assert np.array_equal(local.X[:, i], (frame[variable] == int(value)))
    assert local.n_variables == 17


def test_fewer_cases_are_drawn_without_repetition_and_some_labels_are_wrong():
    problem = make_monks(3, n_samples=122, noise=0.05, random_state=4)

    assert len(np.unique(problem.X, axis=0)) == 122
    right = [oracle.monks_class(3, (0, *row)) for row in problem.X]
    assert (problem.y != right).sum() == 6


@pytest.mark.skipif(not (SHARED / "monks-2.csv.gz").exists(), reason="needs the data")
def test_the_second_problem_is_the_published_one():
    published = pd.read_csv(SHARED / "monks-2.csv.gz")
    test = published[published["split"] == "test"]

    problem = make_monks(2)

    assert np.array_equal(problem.X, test[[f"a{i}" for i in range(1, 7)]])
    assert np.array_equal(problem.y, test["target"])
