"""Folds are counted as by a dictionary, in less memory."""

from itertools import pairwise

import numpy as np
import pytest

from wrapsel.evaluation.stores import fold_counts as module
from wrapsel.evaluation.stores.fold_counts import FoldCounts


@pytest.mark.parametrize("kind", ["bits", "high", "packed", "digest"])
@pytest.mark.parametrize("recent", [1, 7, 1000])
def test_it_is_a_dictionary(kind, recent, monkeypatch):
    monkeypatch.setattr(module, "RECENT", recent)
    rng, expected, counts = np.random.default_rng(recent), {}, FoldCounts()
    for _ in range(200):
        numbers = rng.choice(300, rng.integers(1, 9), replace=False).tolist()
        keys = [_key(kind, number) for number in numbers]
        assert counts.get(keys) == [expected.get(key, 0) for key in keys]
        more = {key: expected.get(key, 0) + int(rng.integers(1, 3)) for key in keys}
        expected |= more
        counts.set(more)
    assert counts.get([*expected]) == list(expected.values())
    sizes = [len(part[0]) for part in counts._parts]
    assert all(one > 2 * other for one, other in pairwise(sizes))


def _key(kind, number):
    return {
        "bits": number,
        "high": number << 62,  # in both halves
        "packed": number.to_bytes(30, "little"),
        # Half of the digests have the same lower half.
        "digest": (number << 64) + number % 2,
    }[kind]
