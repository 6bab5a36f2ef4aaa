"""What holds for every search strategy."""

from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from tests.search.driver import drive, random_table
from wrapsel.protocol import Evaluation, Keep, SearchSpace, SearchStrategy
from wrapsel.search import RVE, Backward, Forward, RVErS
from wrapsel.subset import Subset

STRATEGIES = [
    RVE(n_relevant=2),
    RVE(n_relevant=2, k=2, reference="best"),
    RVErS(),
    RVErS(k=1, reference="initial"),
    Forward(),
    Forward(n_features_to_select=4),
    Backward(),
    Backward(n_features_to_select=2),
]
every_strategy = pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
SOME = Subset.of([1, 2, 4, 7, 8, 11], 13)


@every_strategy
def test_only_variables_in_play_are_asked_for(strategy):
    for seed in range(10):
        run = drive(strategy, SOME, random_table(seed), seed=seed)
        assert all(subset <= SOME for subset in run.asked)
        assert all(subset.n_variables == 13 for subset in run.asked)


@every_strategy
def test_a_run_depends_on_the_seed_alone(strategy):
    runs = [drive(strategy, SOME, random_table(3), seed=5) for _ in range(2)]

    assert runs[0] == runs[1]


@every_strategy
def test_what_is_kept_was_measured_exactly(strategy):
    error = random_table(8)

    for kept in drive(strategy, SOME, error).path:
        assert kept.complete
        assert kept.error == error(kept.subset)


@every_strategy
def test_a_strategy_is_a_frozen_value(strategy):
    assert isinstance(strategy, SearchStrategy)
    with pytest.raises(FrozenInstanceError):
        setattr(strategy, fields(strategy)[0].name, 1)


@every_strategy
@pytest.mark.parametrize("n_requests", range(4))
def test_a_search_may_be_closed_at_any_request(strategy, n_requests):
    search = strategy.search(SearchSpace(SOME, float), np.random.default_rng(0))
    reply = None
    for _ in range(n_requests):
        request = search.send(reply)
        reply = None
        if not isinstance(request, Keep):
            reply = [Evaluation(next(iter(request.candidates)), 0.0, 1)]

    search.close()

    assert next(search, "closed") == "closed"
