"""What it would gain to measure ahead for both answers to a decision, not one."""

import heapq
from dataclasses import dataclass

import pytest

from tests.engine.test_thousand_workers import SEARCHES, Serial, searched
from wrapsel.protocol import Evaluate, SearchStrategy


@dataclass
class Watched:
    """Notes which of the decisions of a strategy were to accept."""

    strategy: SearchStrategy
    accepted: list

    def search(self, space, rng):
        search, reply = self.strategy.search(space, rng), None
        while True:
            try:
                request = search.send(reply)
            except StopIteration as end:
                return end.value
            reply = yield request
            if isinstance(request, Evaluate) and request.accept is not None:
                self.accepted += [v.error <= request.accept for v in reply]


@pytest.fixture(scope="module")
def p_accepted():
    strategy, n_variables = SEARCHES["rvers"]
    watched = Watched(strategy, [])
    searched(watched, n_variables, Serial())
    return sum(watched.accepted) / len(watched.accepted)


def decided_by_one_branch(n_candidates, p):
    """Return how many decisions are expected, measured ahead as if all fail."""
    return (1 - (1 - p) ** n_candidates) / p


def decided_by_both(n_candidates, p):
    """Return the same of the candidates that are the likeliest to be asked for.

    No other choice does better, and which these are has to be known.
    """
    open_, reached = [-1.0], 0.0
    for _ in range(n_candidates):
        reached -= (most := heapq.heappop(open_))
        heapq.heappush(open_, most * p)
        heapq.heappush(open_, most * (1 - p))
    return reached


# 5 folds: so many candidates keep 100, 1,000 and 10,000 workers busy.
@pytest.mark.parametrize(("n_candidates", "most"), [(20, 1.01), (200, 1.1), (2000, 2)])
def test_both_branches_gain_little(p_accepted, n_candidates, most):
    one = decided_by_one_branch(n_candidates, p_accepted)
    both = decided_by_both(n_candidates, p_accepted)
    print(f"{p_accepted:.3f} accepted; {n_candidates}: {one:.1f}, {both:.1f} decisions")
    assert one <= both + 1e-9 <= most * one


def test_of_even_chances_it_is_the_logarithm():
    assert decided_by_both(2**7 - 1, 0.5) == 7
    assert decided_by_one_branch(10**6, 0.5) == 2
