"""What was paid is remembered as by a dictionary, in less memory."""

import numpy as np
import pytest

from wrapsel.engine import budget as module
from wrapsel.engine.budget import Paid, Spending, Spent


@pytest.mark.parametrize("kind", ["bits", "packed", "digest"])
@pytest.mark.parametrize("recent", [1, 7, 1000])
def test_it_is_a_dictionary(kind, recent, monkeypatch):
    monkeypatch.setattr(module, "RECENT", recent)
    rng, expected, paid = np.random.default_rng(recent), {}, Paid()
    for number in rng.integers(0, 300, 900).tolist():
        key = {
            "bits": number,
            "packed": number.to_bytes(30, "little"),
            # Half of the digests have the same lower half.
            "digest": (number << 64) + number % 2,
        }[kind]
        assert paid.get(key) == expected.get(key, 0)
        expected[key] = expected.get(key, 0) + int(rng.integers(1, 3))
        paid.set(key, expected[key])
    assert [paid.get(key) for key in expected] == list(expected.values())
    assert len(paid._parts) < 10


def test_what_was_spent_is_kept_as_it_was():
    spent, spending, copies = Spent(), Spending(), []
    for number in range(5):
        spending.evaluations += number
        spending.proposals, spending.fits = 2 * number, 2**40 + number
        spending.cost, spending.seconds = 1e300 * number, 0.1 * number
        spent.append(spending)
        copies.append(spending.copy())
    assert [*spent] == copies
    assert (spent[-1], spent[1:3]) == (copies[-1], copies[1:3])
    with pytest.raises(IndexError):
        spent[5]
