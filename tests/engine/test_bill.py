"""What a store knew is charged without fits, and need not be remembered after."""

import numpy as np
import pytest

from wrapsel.engine.limits.bill import Bill
from wrapsel.evaluation.stores import fold_counts
from wrapsel.evaluation.stores.fold_counts import FoldCounts
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset

COSTS = [1.0, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize("recent", [3, 1000])
def test_fits_are_those_of_a_bill_that_remembers_all(recent, monkeypatch):
    monkeypatch.setattr(fold_counts, "RECENT", recent)
    rng, bill, found = np.random.default_rng(recent), Bill(), FoldCounts()
    known, paid, fits = {}, {}, 0
    for _ in range(300):
        keys = rng.choice(np.arange(1, 60), rng.integers(1, 6)).tolist()
        first = {key: int(rng.integers(0, 6)) for key in keys if key not in known}
        known |= first
        found.set({key: n for key, n in first.items() if n})
        wave = [(key, int(rng.integers(1, 6))) for key in keys]

        bill.charge([(verdict(*each), COSTS) for each in wave], found)

        for key, n_folds in wave:
            already = paid.get(key, 0)
            fits += max(0, n_folds - max(already, known[key]))
            paid[key] = max(already, n_folds)
        assert bill.spending.fits == fits
    assert bill.spending.evaluations == len(paid)
    assert bill.spending.cost == sum(paid.values())


def test_what_is_paid_is_not_kept_twice():
    bill, found = Bill(), FoldCounts()
    found.set({1: 5, 2: 5, 3: 2})

    bill.charge([(verdict(1, 5), COSTS), (verdict(2, 3), COSTS)], found)

    assert found.get([1, 2, 3]) == [0, 5, 2]


def verdict(key, n_folds):
    return Evaluation(Subset(key, 6), 0.5, n_folds)
