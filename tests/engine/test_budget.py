"""Budgets limit what a one-at-a-time run would pay."""

import pytest

from wrapsel import Budget, Spending


def test_the_largest_used_part_counts():
    budget = Budget(evaluations=10, cost=100, seconds=1)
    assert budget.used(Spending(evaluations=5, cost=90, seconds=0.1)) == 0.9


def test_no_limit_is_never_used_up():
    assert Budget().used(Spending(10**9, 10**9, 10**9, 1e99, 1e99)) == 0


@pytest.mark.parametrize("limit", ["evaluations", "cost", "seconds"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_must_be_above_zero(limit, value):
    with pytest.raises(ValueError, match=f"budget {limit} must be above 0"):
        Budget(**{limit: value})
