"""Subsets are sets of integers."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapsel import Subset
from wrapsel.subset import WIDE

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


def a_family(rng, n=WIDE + 76):
    """Return wide subsets that were made from each other, and as plain sets."""
    subsets = [Subset.of(rng.choice(n, 600, replace=False), n)]
    sets = [set(subsets[0])]
    for _ in range(150):
        place = int(rng.integers(max(0, len(sets) - 10), len(sets)))
        subset, members, k = subsets[place], sets[place], int(rng.integers(0, 20))
        removes = rng.random() < 0.6
        pool = sorted(members if removes else set(range(n)) - members)
        drawn = rng.choice(pool, k, replace=False)
        variables = tuple(drawn.tolist()) if rng.random() < 0.5 else drawn
        made = subset.removing(variables) if removes else subset.adding(variables)
        subsets.append(made)
        sets.append(members ^ set(drawn.tolist()))
    return subsets, sets


@pytest.mark.parametrize("seed", range(3))
def test_what_is_kept_as_what_changed_is_the_same_subset(seed):
    subsets, sets = a_family(np.random.default_rng(seed))
    n = subsets[0].n_variables
    for made, members in zip(subsets, sets, strict=True):
        plain = Subset.of(members, n)
        assert (len(made), made.key) == (len(plain), plain.key)
        assert made == plain
        assert hash(made) == hash(plain)
    for made, members in zip(subsets, sets, strict=True):
        assert made.bits == Subset.of(members, n).bits
        again = pickle.loads(pickle.dumps(made))
        assert (again, again.origin) == (made, None)
    assert len(set(subsets)) == len({frozenset(members) for members in sets})


@pytest.mark.parametrize("seed", range(3))
def test_changes_are_the_symmetric_difference(seed):
    rng = np.random.default_rng(seed)
    subsets, sets = a_family(rng)
    for here, there in rng.integers(0, len(sets), (300, 2)).tolist():
        near = max(0, here - there % 12)
        for other in (near, there):
            variables, enters = subsets[here].changes(subsets[other])
            assert variables.tolist() == sorted(sets[here] ^ sets[other])
            assert enters.tolist() == [v in sets[other] for v in variables.tolist()]


def test_a_long_line_of_subsets_takes_no_time_and_little_memory():
    subset = Subset.full(100_000)
    line = [subset]
    for variable in range(20_000):
        line.append(line[-1].removing((variable,)))
    assert len(line[-1]) == 80_000
    assert line[-1].indices()[0] == 20_000
    assert sum(one._bits is not None for one in line) == 2


@pytest.mark.parametrize("n", [40, 100, 70_000])
def test_variables_may_be_numbers_of_numpy(n):
    variables = tuple(np.array([3, 20, 35], dtype=np.int64))
    some = Subset.of([1, 20], n)
    for k in (1, 3):
        added = Subset.of([1], n).adding(variables[:k])
        assert added == Subset.of([1, 3, 20, 35][: k + 1], n)
        assert type(added.bits) is int
    assert some.removing((np.int64(20),)) == Subset.of([1], n)
