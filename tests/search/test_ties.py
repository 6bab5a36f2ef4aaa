"""Of equal errors: the fewest variables, then the first in the user's order."""

import numpy as np
import pytest

from tests.search.driver import drive
from wrapsel.protocol import Evaluation, precedence
from wrapsel.search import (
    BABD,
    Annealing,
    Backward,
    Beam,
    BestFirst,
    BlockDeletion,
    BranchAndBound,
    Exhaustive,
    Floating,
    Forward,
    Genetic,
    HoeffdingRace,
    PairedRace,
    PlusLMinusR,
    Restarts,
    Stepwise,
)
from wrapsel.subset import Subset

STEPWISE = [
    Forward(),
    Forward(min_features=1, max_features=4),
    Backward(),
    Backward(min_features=1),
    Floating(),
    Floating(direction="backward"),
    PlusLMinusR(),
    PlusLMinusR(l=2, r=3),
    Stepwise(),
    Stepwise(start="all"),
    Beam(),
    Beam(direction="backward", patience=9),
    BestFirst(),
    Exhaustive(),
    BranchAndBound(3),
    Backward(n_features_to_select=3),
    Forward(n_features_to_select=3),
    HoeffdingRace("backward"),
    PairedRace("backward"),
    PairedRace(),
    BlockDeletion(),
    BABD(),
    Restarts(Backward(), n=2),
]


def additive(weights):
    """Return an error that falls by the weight of each column, copies once."""

    def error(subset):
        there = {column % len(weights) for column in subset}
        return 1.0 - sum(weights[column] for column in sorted(there)) / 64

    return error


@pytest.mark.parametrize("strategy", STEPWISE, ids=repr)
@pytest.mark.parametrize("weights", [(8, 16, 4), (1, 2, 32), (4, 2, 1)])
def test_of_copies_the_first_stays(strategy, weights):
    assert drive(strategy, 9, additive(weights)).best == [0, 1, 2]


@pytest.mark.parametrize("strategy", STEPWISE, ids=repr)
def test_a_set_does_not_depend_on_the_order_of_columns(strategy):
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(6)
        error = additive((8, 16, 4, -1, -2, -5))
        plain = drive(strategy, 6, error).best
        place = np.argsort(order)

        def moved(subset, order=order, error=error):
            return error(Subset.of(order[list(subset)], 6))

        found = drive(strategy, 6, moved).best
        assert sorted(order[found]) == plain
        assert sorted(place[plain]) == found


@pytest.mark.parametrize("n_features", [1, 2, 3])
@pytest.mark.parametrize(
    "make",
    [
        lambda n: Forward(n_features_to_select=n),
        lambda n: Backward(n_features_to_select=n),
        lambda n: Floating(n_features_to_select=n),
        lambda n: Floating(n_features_to_select=n, direction="backward"),
        lambda n: Beam(n_features_to_select=n),
        lambda n: Beam(n_features_to_select=n, direction="backward"),
        lambda n: Beam(1, n_features_to_select=n, direction="backward"),
        lambda n: PlusLMinusR(n_features_to_select=n),
        lambda n: PlusLMinusR(1, 2, n_features_to_select=n),
        lambda n: BranchAndBound(n),
        lambda n: Exhaustive(n, n),
        lambda n: Backward(n_features_to_select=n, block=2),
        lambda n: HoeffdingRace("backward", n_features_to_select=n),
    ],
)
def test_where_all_are_equal_the_first_are_chosen(make, n_features):
    found = drive(make(n_features), 7, lambda subset: 0.5).best
    assert found == list(range(n_features))


@pytest.mark.parametrize(
    "strategy", [Annealing(steps=4000, t_start=0.1), Genetic(), Exhaustive(1)]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_draw_that_comes_by_the_first_keeps_it(strategy, seed):
    run = drive(strategy, 4, additive((8, 16)), seed=seed)
    assert run.best == [0, 1]


@pytest.mark.parametrize("seed", range(20))
def test_precedence_is_that_of_the_plain_rule(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    subsets = [Subset.from_mask(rng.random(n) < rng.random()) for _ in range(30)]
    verdicts = [Evaluation(s, float(rng.integers(3)), 5) for s in subsets]

    found = sorted(verdicts, key=precedence)

    plain = sorted(verdicts, key=lambda v: (v.error, len(v.subset), list(v.subset)))
    assert [v.subset for v in found] == [v.subset for v in plain]
