"""The artificial problems have names and clear errors."""

import math

import numpy as np
import pytest

from wrapsel.datasets.loading import list_datasets, load
from wrapsel.datasets.made_up.boolean import make_led, make_monks, make_seven_of_ten
from wrapsel.datasets.made_up.by_name import PROBLEMS, list_problems, make_problem
from wrapsel.datasets.made_up.friedman import make_friedman1
from wrapsel.datasets.made_up.mackey_glass import make_mackey_glass
from wrapsel.datasets.made_up.madelon import make_madelon_like
from wrapsel.datasets.made_up.polynomial import (
    make_jong_linear,
    make_spe_polynomial,
)
from wrapsel.datasets.made_up.problem import MadeProblem
from wrapsel.datasets.made_up.useless_alone import make_anticorrelated, make_xor
from wrapsel.datasets.made_up.weston import make_weston_linear, make_weston_nonlinear

NOMINAL = {"led24", "led150", "monks-1", "monks-2", "monks-3", "seven-of-ten"}


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_problem_loads_as_it_is_described(name):
    found = load(f"make:{name}")

    summary = list_datasets()[f"make:{name}"]
    assert summary.startswith(f"{len(found.X)} rows, {found.n_variables} variables, ")
    if "regression" in summary:
        assert found.y.dtype == np.float64
    else:
        assert f"{len(np.unique(found.y))} classes" in summary
        assert found.y.dtype == np.int64
    nominal = found.names if name in NOMINAL else []
    assert found.nominal == nominal
    assert set(list_problems()) == set(PROBLEMS)


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_seed_and_nothing_else_decides(name):
    first, again = PROBLEMS[name](n_samples=60), PROBLEMS[name](n_samples=60)
    other = PROBLEMS[name](n_samples=60, random_state=1)

    assert np.array_equal(first.X, again.X)
    assert np.array_equal(first.y, again.y)
    assert first.relevant == again.relevant
    assert not np.array_equal(first.X, other.X)
    assert len(first.X) == len(first.y) == 60


@pytest.mark.parametrize("name", PROBLEMS)
def test_one_sample_is_enough(name):
    assert PROBLEMS[name](n_samples=1).X.shape[0] == 1


@pytest.mark.parametrize("seed", range(50))
def test_shuffling_moves_the_variables_and_what_is_known_of_them(seed):
    problem = make_spe_polynomial(20, 12, 3, redundancy=2, random_state=seed)

    moved = problem.shuffled(seed)

    names = list(moved.frame())
    assert np.array_equal(moved.frame()[list(problem.frame())], problem.X)
    assert {names[i] for i in moved.relevant} == {"x1", "x2", "x3"}
    for group, copies in zip(problem.redundant, moved.redundant, strict=True):
        assert {names[i] for i in copies} == {f"x{i + 1}" for i in group}
    assert np.array_equal(moved.y, problem.y)


def test_an_unnamed_problem_needs_no_more_than_its_data():
    problem = MadeProblem(np.zeros((2, 2)), np.zeros(2), (0,))

    assert list(problem.shuffled().frame()) in (["x1", "x2"], ["x2", "x1"])


def test_parameters_follow_the_name():
    by_name = make_problem("led24?n_samples=30&noise=0.2&random_state=3")

    assert np.array_equal(by_name.X, make_led(30, 24, 0.2, random_state=3).X)
    assert load("make:monks-1?local=TRUE").n_variables == 17
    assert load("make:monks-1?local=false").n_variables == 6


def test_a_made_test_set_goes_with_a_made_training_set():
    found = load("make:monks-2?n_samples=169", test="make:monks-2")

    assert (len(found.X), len(found.X_test)) == (169, 432)
    assert list(found.X["a5"].cat.categories) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("make:led", "no artificial problem named 'led'; did you mean 'led24'?"),
        ("led24", "did you mean 'make:led24'?"),
        ("make:xor?n_sample=3", "no parameter of xor named 'n_sample'; did you mean"),
        ("make:monks-1?problem=2", "no parameter of monks-1 named 'problem'"),
        ("make:led24?n_variables=9", "no parameter of led24 named 'n_variables'"),
        ("make:xor?n_samples", "must be key=value, each once, got 'n_samples'"),
        (
            "make:xor?random_state=1&random_state=2",
            "each once, got 'random_state=1&random_state=2'",
        ),
        ("make:xor?n_samples=1.5", "n_samples must be an integer, got '1.5'"),
        ("make:led24?noise=low", "noise must be a number, got 'low'"),
        ("make:monks-1?local=1", "local must be true or false, got '1'"),
        ("make:xor?n_samples=0", "n_samples must be at least 1, got 0"),
    ],
)
def test_what_cannot_be_made_by_name_is_one_clear_line(source, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        load(source)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: make_spe_polynomial(degree=0), "degree must be at least 1, got 0"),
        (lambda: make_spe_polynomial(noise=2), r"noise must be in \[0, 1\], got 2"),
        (lambda: make_spe_polynomial(redundancy=10), "with their copies .* got 110"),
        (lambda: make_jong_linear(n_relevant=101), "n_variables = 100, got 101"),
        (lambda: make_jong_linear(n_relevant=51, redundant=True), "got 102"),
        (lambda: make_jong_linear(label_noise=-1), "label_noise must be in"),
        (lambda: make_jong_linear(input_noise=math.inf), "input_noise must be"),
        (lambda: make_weston_linear(n_variables=5), "at least 6, got 5"),
        (lambda: make_weston_nonlinear(n_variables=1), "at least 2, got 1"),
        (lambda: make_xor(n_variables=3, n_relevant=4), "at least 4, got 3"),
        (lambda: make_anticorrelated(sigma=math.nan), "sigma must be .* got nan"),
        (lambda: make_seven_of_ten(n_variables=9), "at least 10, got 9"),
        (lambda: make_seven_of_ten(p_one=1.1), "p_one must be in"),
        (lambda: make_led(n_variables=6), "at least 7, got 6"),
        (lambda: make_monks(4), "problem must be 1, 2 or 3, got 4"),
        (lambda: make_monks(n_samples=433), "at most 432, got 433"),
        (lambda: make_mackey_glass(start=17), "start must be at least 18, got 17"),
        (lambda: make_madelon_like(n_informative=17), "at most 16, got 17"),
        (lambda: make_madelon_like(n_variables=19), "at least 20, got 19"),
        (lambda: make_friedman1(n_variables=4), "at least 5, got 4"),
    ],
)
def test_parameters_out_of_range_are_named(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_counts_are_integers():
    with pytest.raises(TypeError, match=r"n_samples must be an integer, got 10.0"):
        make_xor(n_samples=10.0)
