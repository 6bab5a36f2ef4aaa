"""Members give what indexing all of them gives, and draws are those of `choice`."""

from itertools import islice

import numpy as np
import pytest

from wrapsel.search.removal.draws import random_removals
from wrapsel.search.removal.members import Members
from wrapsel.subset import Subset


@pytest.mark.parametrize("n", [1, 7, 600, 5000])
@pytest.mark.parametrize("seed", range(3))
def test_members_are_the_indices_of_what_is_left(n, seed):
    rng = np.random.default_rng(seed)
    left = np.flatnonzero(rng.random(n) < 0.9)
    members = Members(Subset.of(left, n))
    while len(left):
        places = rng.integers(0, len(left), int(rng.choice([1, 3, 100])))
        assert np.array_equal(members.at_all(places), left[places])
        assert members.at(int(places[0])) == left[places[0]]
        k = min(len(left), int(rng.choice([1, 2, 63, 64, 900])))
        gone = rng.choice(left, k, replace=False)
        members.remove(gone)
        left = np.setdiff1d(left, gone)


def plain_removals(subset, k, rng):
    variables, members = subset.indices(), subset.mask()
    while True:
        remaining = members.copy()
        remaining[rng.choice(variables, k, replace=False, shuffle=False)] = False
        yield Subset.from_mask(remaining)


@pytest.mark.parametrize("k", [1, 2, 30, 200])
@pytest.mark.parametrize("n", [400, 3000])
def test_removals_are_drawn_as_by_choice_from_all_variables(k, n):
    subset = Subset.of(np.flatnonzero(np.random.default_rng(n).random(n) < 0.7), n)
    members = Members(subset)
    for seed in range(5):
        draws = random_removals(subset, k, np.random.default_rng(seed), members)
        plain = plain_removals(subset, k, np.random.default_rng(seed))
        assert [*islice(draws, 4)] == [*islice(plain, 4)]
