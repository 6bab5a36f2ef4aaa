"""What a store knew is charged without fits, and need not be remembered after."""

import numpy as np
import pytest

from wrapsel.engine.budget import Spending
from wrapsel.engine.limits.bill import Bill, Paid
from wrapsel.evaluation.stores import fold_counts
from wrapsel.evaluation.stores.fold_counts import FoldCounts
from wrapsel.protocol import Evaluation
from wrapsel.subset import WIDE, Subset

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

        bill.charge(Paid([verdict(*each) for each in wave], [COSTS] * len(wave)), found)

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

    bill.charge(Paid([verdict(1, 5), verdict(2, 3)], [COSTS, COSTS]), found)

    assert found.get([1, 2, 3]) == [0, 5, 2]


def verdict(key, n_folds):
    return Evaluation(Subset(key, 6), 0.5, n_folds)


def a_wave(rng, n):
    """Return verdicts on subsets of n variables with costs of their own, or shared."""
    base = Subset.of(np.flatnonzero(rng.random(n) < 0.3), n)
    variables = rng.permutation(n)[: rng.integers(1, 40)]
    inside = base.mask()[variables]
    subsets = base.adding_each(variables[~inside])
    subsets += base.removing_each(variables[inside])
    if rng.random() < 0.3:  # the same one again, and the empty one
        subsets += [*rng.choice(subsets, 3), Subset.empty(n)]
    rows = np.cumsum(rng.random((len(subsets), 5)) * 10.0 ** rng.integers(-9, 9), 1)
    costs = rows.tolist() if rng.random() < 0.5 else [rows[0].tolist()] * len(rows)
    n_folds = rng.integers(1, 6, len(subsets)).tolist()
    pairs = zip(subsets, n_folds, strict=True)
    return Paid([Evaluation(s, 0.5, folds, folds == 5) for s, folds in pairs], costs)


@pytest.mark.parametrize("recent", [7, 10**6])
@pytest.mark.parametrize("n", [9, 45, 70, 300, WIDE + 9])
@pytest.mark.parametrize("seed", range(8))
def test_a_wave_at_once_is_charged_as_its_verdicts_one_by_one(
    seed, n, recent, monkeypatch
):
    monkeypatch.setattr(fold_counts, "RECENT", recent)
    rng, at_once, one_by_one = np.random.default_rng(seed), Bill(), Bill()
    found, found_alone = FoldCounts(), FoldCounts()
    for _ in range(30):
        wave = a_wave(rng, n)
        if seed % 3 == 0:  # a store knew some
            known = {
                v.subset.key: int(rng.integers(1, 6))
                for v in wave.verdicts
                if rng.random() < 0.2 and not at_once.was_paid(v.subset.key)
            }
            found.set(known)
            found_alone.set(known)

        at_once.charge(wave, found)
        for verdict, costs in zip(*wave, strict=True):
            plain = verdict._replace(subset=Subset.of([*verdict.subset], n))
            one_by_one.charge(Paid([plain], [costs]), found_alone)

        assert at_once.spending == one_by_one.spending
        keys = [verdict.subset.key for verdict in wave.verdicts]
        assert found.get(keys) == found_alone.get(keys)


def plain_spending(waves):
    """Return the bill of someone who remembers all, and adds one fold count at once."""
    paid, spent = {}, Spending()
    for verdicts, rows in waves:
        for verdict, costs in zip(verdicts, rows, strict=True):
            before = paid.get(frozenset(verdict.subset), 0)
            more = max(0, verdict.n_folds - before)
            spent.proposals += 1
            spent.evaluations += not before
            spent.fits += more * bool(verdict.subset)
            if more:
                up_to = costs[before - 1] if before else 0.0
                spent.cost += costs[verdict.n_folds - 1] - up_to
            paid[frozenset(verdict.subset)] = before + more
    return spent


@pytest.mark.parametrize("n", [9, 70, WIDE + 9])
@pytest.mark.parametrize("seed", range(5))
def test_the_bill_is_that_of_whoever_remembers_all(seed, n):
    rng, bill = np.random.default_rng(seed), Bill()
    waves = [a_wave(rng, n) for _ in range(30)]
    for wave in waves:
        bill.charge(wave, FoldCounts())
    assert bill.spending == plain_spending(waves)
    assert bill.spending.cost.hex() == plain_spending(waves).cost.hex()
