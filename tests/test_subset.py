"""Subsets are sets of integers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapsel import Subset

pairs = st.integers(1, 70).flatmap(
    lambda n: st.tuples(
        st.just(n), *[st.frozensets(st.integers(0, n - 1)) for _ in range(2)]
    )
)


@given(pairs)
def test_a_subset_is_a_set_in_ascending_order(pair):
    n, a, b = pair
    left, right = Subset.of(a, n), Subset.of(b, n)
    assert list(left) == sorted(a)
    assert list(left | right) == sorted(a | b)
    assert list(left & right) == sorted(a & b)
    assert list(left - right) == sorted(a - b)
    assert (left <= right) == (a <= b)
    assert (len(left), left == right) == (len(a), a == b)
    assert [v in left for v in range(n)] == [v in a for v in range(n)]
    assert left.mask().tolist() == [v in a for v in range(n)]
    assert Subset.from_mask(left.mask()) == left


def test_full_and_empty():
    assert list(Subset.full(3)) == [0, 1, 2]
    assert list(Subset.empty(3)) == []


@pytest.mark.parametrize("variable", [-1, 3])
def test_a_variable_must_exist(variable):
    with pytest.raises(ValueError, match=r"variables must be in 0\.\.2"):
        Subset.of([variable], 3)
