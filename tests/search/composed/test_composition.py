"""Strategies made of strategies, against plain runs of what they are made of."""

from dataclasses import replace

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from wrapsel.checks import check_strategy
from wrapsel.protocol import Evaluation, Rank, SearchSpace, evaluate
from wrapsel.search import RVE, Backward, Forward, RVErS
from wrapsel.search.composed.chain import Chain
from wrapsel.search.composed.portfolio import Portfolio
from wrapsel.search.composed.restarts import Restarts, majority
from wrapsel.search.composed.top import Top, most_relevant
from wrapsel.search.composed.within import Within
from wrapsel.search.inner import winner
from wrapsel.subset import Subset

SEEDS = range(60)


@pytest.mark.parametrize(
    "strategy",
    [
        Chain(),
        Chain(Backward(tolerance=-0.05), RVErS()),
        Restarts(n=3),
        Restarts(RVErS(), n=3, combine="vote"),
        Portfolio([RVErS(), Forward(), Backward()]),
        Portfolio([Forward()], tolerance=0.1),
        Within(RVErS(), required=[0, 4]),
        Within(Forward(), required=[2], forbidden=[3], start=[2, 5]),
        Within(Chain(), required=[0]),
    ],
    ids=repr,
)
def test_a_composed_strategy_holds_the_invariants(strategy):
    check_strategy(strategy)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_chain_searches_what_the_first_has_left(seed):
    error = random_table(seed)
    first = drive(Backward(tolerance=-0.1), 6, error)
    then = drive(Forward(), first.path[-1].subset, error)
    run = drive(Chain(Backward(tolerance=-0.1), Forward()), 6, error)
    assert run.path == first.path + then.path


def test_a_chain_ends_where_nothing_is_left():
    run = drive(Chain(Forward(), Forward()), 3, lambda subset: float(len(subset)))
    assert run.best == []


@pytest.mark.parametrize("seed", SEEDS)
def test_within_is_the_strategy_on_errors_that_include_the_required(seed):
    error, required = random_table(seed), Subset.of([1, 4], 7)
    plain = drive(
        RVErS(tolerance=0.1),
        Subset.of([0, 2, 5, 6], 7),
        lambda subset: error(subset | required),
        seed=seed,
        cost=lambda n: n + 2.0,
    )
    strategy = Within(RVErS(tolerance=0.1), required=[1, 4], forbidden=[3])
    run = drive(strategy, 7, error, seed=seed)
    assert [e.subset for e in run.path] == [e.subset | required for e in plain.path]
    assert run.asked == [subset | required for subset in plain.asked]


def test_within_gives_a_ranking_of_what_can_be_chosen():
    class Ranking:
        def search(self, space, rng):
            yield from evaluate([space.variables])
            self.seen = yield Rank(space.variables)

    ranking = Ranking()
    search = Within(ranking, required=[0, 2]).search(
        SearchSpace(Subset.full(4), float), np.random.default_rng(0)
    )
    [asked] = next(search).candidates
    assert list(asked) == [0, 1, 2, 3]
    request = search.send([Evaluation(asked, 0.0, 1)])
    assert list(request.subset) == [0, 1, 2, 3]
    with pytest.raises(StopIteration):
        search.send(np.array([0.1, 0.2, 0.3, 0.4]))
    assert ranking.seen.tolist() == [0.2, 0.4]


def test_within_starts_where_it_is_told():
    run = drive(
        Within(Backward(n_features_to_select=1), start=[0, 3]), 5, random_table(0)
    )
    assert list(run.path[0].subset) == [0, 3]
    run = drive(Within(RVE(1), start=[0, 3]), 5, random_table(0))
    assert list(run.path[0].subset) == [0, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"required": [1], "forbidden": [1]}, "required must not be forbidden"),
        ({"required": [7]}, "variables must be in"),
        ({"start": []}, "start must not be empty"),
    ],
)
def test_within_refuses_what_cannot_be(arguments, message):
    with pytest.raises(ValueError, match=message):
        drive(Within(RVErS(), **arguments), 3, random_table(0))


@pytest.mark.parametrize("seed", SEEDS)
def test_restarts_take_the_best_of_runs_with_seeds_of_their_own(seed):
    error, strategy = random_table(seed), RVErS(tolerance=0.1)
    lasts = []
    for own in np.random.default_rng(seed).spawn(3):
        space = SearchSpace(Subset.full(6), float)
        lasts.append(_last(strategy.search(space, own), error))
    run = drive(Restarts(strategy, 3, tolerance=0.05), 6, error, seed=seed)
    assert run.path[-1] == winner(lasts, 0.05)
    vote = drive(Restarts(strategy, 3, "vote"), 6, error, seed=seed)
    assert vote.path[-1].subset == majority([e.subset for e in lasts])


def _last(search, error):
    path, reply = [], None
    for_ever = iter(int, 1)
    for _ in for_ever:
        try:
            request = search.send(reply)
        except StopIteration:
            return path[-1]
        if hasattr(request, "evaluation"):
            path.append(request.evaluation)
            reply = None
            continue
        accept = np.inf if request.accept is None else request.accept
        reply = []
        for subset in request.candidates:
            reply.append(Evaluation(subset, error(subset), 2))
            if request.need == "first" and reply[-1].error <= accept:
                break
    return path[-1]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_portfolio_ends_with_the_winner_of_all_that_was_kept(seed):
    error = random_table(seed)
    strategies = [Forward(), Backward()]
    kept = [e for s in strategies for e in drive(s, 6, error).path]
    run = drive(Portfolio(strategies, tolerance=0.04), 6, error)
    best, last = winner(kept, 0.04), run.path[-1]
    assert (len(last.subset), last.error) == (len(best.subset), best.error)


def test_a_portfolio_takes_turns():
    error = perfect_learner(Subset.of([0], 3))
    asked = drive(Portfolio([Forward(), Backward()]), 3, error).asked
    assert [len(subset) for subset in asked[:2]] == [0, 3]


def test_top_takes_the_most_relevant_ties_to_the_smaller():
    space = SearchSpace(Subset.of([0, 1, 2, 4], 5), float, np.array([1, 2, 2, 9, 2.0]))
    assert list(most_relevant(space, 2)) == [1, 2]
    assert list(most_relevant(space, 99)) == [0, 1, 2, 4]
    with pytest.raises(ValueError, match="needs a ranker"):
        most_relevant(replace(space, relevance=None), 1)
    search = Top(1).search(space, np.random.default_rng(0))
    [asked] = next(search).candidates
    assert list(asked) == [1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Chain(Forward, Forward()), "first must have a method search"),
        (lambda: Portfolio([]), "strategies must not be empty"),
        (lambda: Portfolio([3]), r"strategies\[0\] must have a method search"),
        (lambda: Restarts(n=0), "n must be at least 1"),
        (lambda: Restarts(combine="mean"), "combine must be 'best' or 'vote'"),
        (lambda: Restarts(tolerance=-1.0), "tolerance must be at least 0"),
        (lambda: Within(3), "strategy must have a method search"),
        (lambda: Top(0), "n_features_to_select must be at least 1"),
    ],
)
def test_a_wrong_parameter_is_named(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()
