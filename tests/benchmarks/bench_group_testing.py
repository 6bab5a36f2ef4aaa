"""Group testing with a perfect learner, beside RVE that is told r, and a bound.

Run with ``pytest tests/benchmarks/bench_group_testing.py --benchmark-enable -s``.
"""

import math

import numpy as np
import pytest
from scipy.special import gammaln

from tests.search.driver import drive, perfect_learner
from wrapsel.search import RVE
from wrapsel.search.removal.group_testing import GroupTesting
from wrapsel.subset import Subset

N_RUNS = 200
STEPS_PER_BIT = 64


def updates(n):
    return 1_897_000 * (n + 1)


def mean_run(strategy, n, r, n_runs):
    """Return the mean calls and updates, the first training included."""
    error = perfect_learner(Subset.of(range(r), n))
    runs = [drive(strategy, n, error, seed=s, cost=updates) for s in range(n_runs)]
    assert all(run.best == list(range(r)) for run in runs)
    calls = np.mean([len(run.asked) for run in runs])
    return calls, np.mean([run.cost(updates) for run in runs])


def log_ways(n, r):
    """Return log2 C(n, r), for real n too."""
    return (gammaln(n + 1) - gammaln(n - r + 1) - gammaln(r + 1)) / math.log(2)


def least_cost(n, r):
    """Return a cost below which no search can be on the average, though told r.

    The relevant variables are any r of n, alike. After answers that come together with
    probability 2^-b, a subset of m variables is acceptable with probability at most
    2^b C(m, r) / C(n, r), and no search is done before b is log2 C(n, r). So the cost
    from b on is at least that of the best m and probability, by recursion; here on a
    grid of both, up to interpolation. One bit a training bounds the calls.
    """
    total = log_ways(n, r)
    sizes = np.linspace(r, n, 200_001)
    ways = np.append(0.0, log_ways(sizes[1:], r))
    chances = np.linspace(0.002, 0.998, 400)
    last = math.ceil(total * STEPS_PER_BIT)
    steps = np.arange(last + 1.0)
    accepted = np.maximum(-np.log2(chances) * STEPS_PER_BIT, 1)
    refused = np.maximum(-np.log2(1 - chances) * STEPS_PER_BIT, 1)
    least = np.zeros(last + 1)
    for i in range(last - 1, -1, -1):
        needed = np.interp(total - i / STEPS_PER_BIT + np.log2(chances), ways, sizes)
        after = chances * np.interp(i + accepted, steps, least)
        after += (1 - chances) * np.interp(i + refused, steps, least)
        least[i] = (updates(needed) + after).min()
    return least[0] + updates(n)


@pytest.mark.parametrize(("n", "r"), [(100, 10), (100, 3), (1000, 10), (1558, 20)])
def test_group_testing(row, n, r):
    n_runs = N_RUNS if row.benchmark.enabled else 5

    def beside(ours):
        told = mean_run(RVE(n_relevant=r), n, r, n_runs)
        bound = 1 + log_ways(n, r), least_cost(n, r)
        rows = {"r unknown": ours, "RVE, told r": told, "bound, r known": bound}
        return "; ".join(
            f"{name} {calls:.1f} calls, {cost:.3g} updates"
            for name, (calls, cost) in rows.items()
        )

    row(
        f"{N_RUNS} runs of GroupTesting, {r} of {n} relevant",
        lambda: mean_run(GroupTesting(verify=False), n, r, n_runs),
        note=beside,
        rounds=1,
        warm_up=lambda: None,
    )
