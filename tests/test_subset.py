"""Subsets are sets of integers."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapsel import Subset
from wrapsel.subset import WIDE, keys_of, packed, sizes_of

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


# Bits in a word, packed, packed in full bytes, and digests.
WIDTHS = [9, 60, 61, 62, 64, 125, 128, 500, WIDE, WIDE + 1, WIDE + 90]


@pytest.mark.parametrize("n", WIDTHS)
@pytest.mark.parametrize("seed", range(3))
def test_single_moves_at_once_are_those_one_by_one(n, seed):
    rng = np.random.default_rng(seed)
    subset = Subset.of(np.flatnonzero(rng.random(n) < rng.random()), n)
    for _ in range(4):
        inside = rng.permutation(subset.indices())
        outside = np.flatnonzero(~subset.mask())
        for each, variables in [
            (subset.removing_each, inside),
            (subset.adding_each, outside),
        ]:
            moved = each(variables)
            assert len(moved) == len(variables)
            for place in {*rng.integers(0, len(moved), min(len(moved), 30)).tolist()}:
                check_is(moved[place], {*subset} ^ {int(variables[place])}, n, rng)
        # The next ones are moves of a move.
        subset = moved[int(rng.integers(len(moved)))] if moved else Subset.empty(n)


def check_is(made, members, n, rng):
    """Check all that a subset tells, in any order: some is made when it is asked."""
    plain = Subset.of(sorted(members), n)
    asked = [
        lambda s: s.key,
        len,
        hash,
        Subset.mask,
        Subset.indices,
        lambda s: s.bits,
        Subset.to_bytes,
        Subset.order,
        repr,
        pickle.dumps,
        lambda s: s.distance(plain),
        lambda s: s == plain,
        lambda s: plain == s,
        lambda s: s.removing(tuple(members)[:1]),
    ]
    for place in rng.permutation(len(asked)).tolist():
        np.testing.assert_equal(asked[place](made), asked[place](plain))


@pytest.mark.parametrize("n", WIDTHS)
def test_moves_at_once_are_kept_as_those_one_by_one_are(n):
    base = Subset.of([1, 3], n)
    [at_once], alone = base.adding_each(np.array([2])), base.adding((2,))
    assert (at_once.origin, at_once.changed) == (alone.origin, alone.changed)
    assert [base.removing_each(np.array([], dtype=np.intp)), base - base] == [
        [],
        Subset.empty(n),
    ]


@pytest.mark.parametrize("n", WIDTHS)
def test_what_many_subsets_tell_is_what_each_tells(n):
    rng = np.random.default_rng(n)
    base = Subset.of([1, 3], n)
    some = [Subset.empty(n), base, *base.removing_each(np.array([3, 1]))]
    some += [base.adding((5,)), *base.adding_each(np.array([5, 2]))]
    rng.shuffle(some)
    plain = [Subset.of([*s], n) for s in some]
    for subsets in (some, plain):
        assert keys_of(subsets) == [subset.key for subset in plain]
        assert sizes_of(subsets) == [len(subset) for subset in plain]
        assert packed(subsets).tobytes() == b"".join(s.to_bytes() for s in plain)


@pytest.mark.parametrize("n", [40, 500, WIDE + 1])
def test_the_distance_counts_what_differs(n):
    rng = np.random.default_rng(n)
    base = Subset.of(rng.choice(n, 20, replace=False), n)
    others = [base, *base.removing_each(base.indices())]
    others += [base.adding((v,)) for v in range(30) if v not in base]
    others += [base.removing(tuple(base)[:k]) for k in (0, 1, 2)]
    others += [Subset.of(rng.choice(n, 15, replace=False), n), Subset.of([*base], n)]
    for one in others:
        for other in others:
            assert one.distance(other) == len({*one} ^ {*other})
