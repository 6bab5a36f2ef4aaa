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
    for number in rng.integers(0, 300, 900).tolist():
        key = {
            "bits": number,
            "high": number << 62,  # in both halves
            "packed": number.to_bytes(30, "little"),
            # Half of the digests have the same lower half.
            "digest": (number << 64) + number % 2,
        }[kind]
        assert counts.get(key) == expected.get(key, 0)
        expected[key] = expected.get(key, 0) + int(rng.integers(1, 3))
        counts.set(key, expected[key])
    assert [counts.get(key) for key in expected] == list(expected.values())
    sizes = [len(part[0]) for part in counts._parts]
    assert all(one > 2 * other for one, other in pairwise(sizes))
