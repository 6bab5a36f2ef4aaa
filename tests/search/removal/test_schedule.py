"""The schedule must be the dynamic program, only faster."""

import math
from fractions import Fraction
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wrapsel.search.removal import schedule as schedules
from wrapsel.search.removal.schedule import (
    expected_failures,
    removal_schedule,
    removal_sizes,
)

COSTS = {
    "linear": lambda n: n,
    "square": lambda n: n**2,
    "affine": lambda n: 1_897_000 * (n + 1),
    "constant": lambda n: 1,
    "logarithm": lambda n: math.log(n),
    "falling": lambda n: 1000 / n,
    "steep": lambda n: 500 + n**4,
    "uneven": lambda n: 1 + n * 37 % 101,
}


def exact_program(n_max, r, cost):
    """Fill the paper's table 1 in fractions; return sizes and costs from r on."""
    sizes, costs = [0], [Fraction(0)]
    for n in range(r + 1, n_max + 1):
        best, best_k, success = None, 0, Fraction(1)
        for k in range(1, n - r + 1):
            success *= Fraction(n - r - k + 1, n - k + 1)
            total = cost(n - k) / success + costs[n - k - r]
            if best is None or total < best:
                best, best_k = total, k
        sizes.append(best_k)
        costs.append(best)
    return sizes, costs


def full_program(n_max, r, cost):
    """Fill the paper's table 1 in floats; also return the totals of each row."""
    price = np.array([float(cost(n)) for n in range(r, n_max)])
    calls, costs, rows = np.empty(0), np.zeros(1), []
    for n in range(r + 1, n_max + 1):
        with np.errstate(over="ignore"):
            calls = np.append(calls, 1.0) * (n / (n - r))
            rows.append((price[: n - r] * calls + costs)[::-1])
        costs = np.append(costs, rows[-1].min())
    return rows, costs


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("r", [1, 2, 3, 7, 30])
def test_sizes_are_exactly_those_of_the_program_in_fractions(name, r):
    def cost(n):
        return Fraction(COSTS[name](n))

    sizes, costs = exact_program(60, r, cost)

    schedule = removal_schedule(60, r, COSTS[name])

    assert schedule.sizes.tolist() == sizes
    np.testing.assert_allclose(schedule.costs, np.array(costs, float), rtol=1e-12)


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("r", [1, 2, 20, 1000, 1990])
def test_two_thousand_variables_give_the_full_program(name, r):
    rows, costs = full_program(2000, r, COSTS[name])

    schedule = removal_schedule(2000, r, COSTS[name])

    np.testing.assert_allclose(schedule.costs, costs, rtol=1e-11)
    for size, row in zip(schedule.sizes[1:], rows, strict=True):
        # The smallest size whose total differs from the least by rounding only.
        assert size == np.argmax(row <= row.min() * (1 + 1e-12)) + 1


@pytest.mark.parametrize("name", COSTS)
@pytest.mark.parametrize("r", [1, 2, 40, 700])
def test_what_is_compiled_gives_the_same_bits(name, r, monkeypatch):
    plain = removal_schedule(800, r, COSTS[name])
    monkeypatch.setattr(schedules, "_MANY", 0)
    compiled = removal_schedule(800, r, COSTS[name])

    assert compiled.sizes.tolist() == plain.sizes.tolist()
    assert compiled.costs.tolist() == plain.costs.tolist()


@pytest.mark.parametrize("n_max", [300, 900])
def test_sizes_of_many_r_are_those_of_their_schedules(n_max):
    rng, asked = np.random.default_rng(n_max), []

    def cost(n):
        asked.append(n)
        return float(n)

    size = removal_sizes(cost)
    for n in range(n_max, 2, -7):
        r = int(rng.integers(1, n))
        expected = 1 if r == n - 1 else removal_schedule(n, r, float).size(n)
        assert size(n, r) == expected
    assert len(asked) == len(set(asked))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=25), st.integers(1, 6))
def test_any_costs_give_the_program_in_fractions(prices, r):
    def cost(n):
        return prices[n - r]

    n_max = r + len(prices)

    sizes, costs = exact_program(n_max, r, cost)
    schedule = removal_schedule(n_max, r, cost)

    assert schedule.sizes.tolist() == sizes
    np.testing.assert_allclose(schedule.costs, np.array(costs, float), rtol=1e-12)


def test_the_perceptron_has_its_known_sizes_and_costs():
    schedule = removal_schedule(100, 10, COSTS["affine"])

    assert [schedule.size(n) for n in (100, 75, 50, 30, 20)] == [9, 7, 4, 3, 1]
    assert schedule.cost(10) == 0
    assert schedule.cost(11) == pytest.approx(229_537_000, rel=1e-12)
    assert schedule.cost(50) == pytest.approx(2.84543e9, rel=2e-6)
    assert schedule.cost(100) == pytest.approx(5.51212e9, rel=2e-6)


def test_linear_and_square_costs_have_their_known_values():
    linear = removal_schedule(1000, 5, COSTS["linear"])
    square = removal_schedule(100, 10, COSTS["square"])

    assert (linear.size(1000), round(linear.cost(1000), 3)) == (200, 12327.335)
    assert (square.size(100), round(square.cost(100), 2)) == (10, 135578.86)


def expected(n, r, size, cost=lambda n: 1):
    """Return the expected cost of going from n to r variables."""
    total = 0.0
    while n > r:
        k = size(n)
        total += cost(n - k) * (expected_failures(n, r, k) + 1)
        n -= k
    return total


def test_the_schedule_saves_a_third_of_the_calls_and_half_of_the_cost():
    schedule = removal_schedule(100, 10, COSTS["affine"])

    assert expected(100, 10, schedule.size) == pytest.approx(89.45, abs=0.005)
    assert expected(100, 10, lambda n: 1) == pytest.approx(140.8, abs=0.05)
    one_by_one = expected(100, 10, lambda n: 1, COSTS["affine"])
    assert one_by_one == pytest.approx(1.215e10, rel=5e-4)


@pytest.mark.parametrize("r", [2, 20, 1000, 100_000])
def test_the_path_from_many_variables_costs_what_the_schedule_says(r):
    schedule = removal_schedule(200_000, r, COSTS["linear"])

    walked = expected(200_000, r, schedule.size, COSTS["linear"])

    assert walked == pytest.approx(schedule.cost(200_000), rel=1e-9)


def test_a_million_variables_take_seconds():
    began = perf_counter()
    removal_schedule(1_000_000, 500_000, COSTS["linear"])

    assert perf_counter() - began < 15  # some 0.8 s


def test_a_free_end_is_worth_any_number_of_draws():
    schedule = removal_schedule(3000, 1000, lambda n: n - 1000)

    assert (schedule.size(3000), schedule.cost(3000)) == (2000, 0)


def test_as_many_relevant_as_there_are_leaves_nothing_to_remove():
    assert removal_schedule(7, 7, COSTS["linear"]).cost(7) == 0


@pytest.mark.parametrize(("n", "r", "k"), [(5, 1, 1), (100, 10, 9), (30, 29, 1)])
def test_failures_follow_from_the_chance_of_success(n, r, k):
    chance = math.prod(Fraction(n - r - i, n - i) for i in range(k))

    assert expected_failures(n, r, k) == float((1 - chance) / chance)


def test_failures_beyond_every_float_are_infinite():
    assert expected_failures(4000, 2000, 1900) == math.inf


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_a_cost_that_is_none_is_refused(bad):
    with pytest.raises(ValueError, match=rf"at least 0, got {bad} for n = 7"):
        removal_schedule(9, 3, lambda n: bad if n == 7 else 1.0)
