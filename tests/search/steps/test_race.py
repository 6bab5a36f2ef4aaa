"""Races: candidates are dropped when their folds say so."""

import math
from functools import cache

import numpy as np
import pytest
from scipy.stats import t as student

from tests.search.driver import drive, random_table
from tests.search.steps.oracles_race import hoeffding_loses, paired_loses, plain_race
from wrapsel.checks import check_strategy
from wrapsel.protocol import Measure, SearchSpace
from wrapsel.search.steps.race import HoeffdingRace, PairedRace, _p_above
from wrapsel.subset import Subset

BOTH = [HoeffdingRace, PairedRace]


def noisy_folds(seed, n, n_folds, noise=0.1):
    """Return fold errors that fall with each variable, in 64ths: sums are exact."""
    weights = np.random.default_rng(seed).integers(1, 20, n)

    @cache
    def of(subset):
        rng = np.random.default_rng([seed, subset.bits])
        level = (weights.sum() - weights[list(subset)].sum()) / weights.sum()
        errors = np.clip(0.8 * level + rng.normal(0, noise, n_folds), 0, 1)
        return (np.round(errors * 64) / 64).tolist()

    return of


class Watched:
    """Passes on what a strategy asks, and notes the (subset, fold) pairs of races."""

    def __init__(self, strategy):
        self.strategy, self.pairs = strategy, set()

    def search(self, space, rng):
        inner, reply = self.strategy.search(space, rng), None
        while True:
            try:
                request = inner.send(reply)
            except StopIteration as end:
                return end.value
            if isinstance(request, Measure):
                candidates = [frozenset(s) for s in request.candidates]
                folds = range(request.n_folds)
                self.pairs |= {(s, fold) for s in candidates for fold in folds}
            reply = yield request


def random_stop(rng, n):
    if rng.random() < 0.5:
        return {"n_features_to_select": int(rng.integers(1, n + 1))}
    return {"tolerance": float(rng.choice([0.0, 0.03, -0.1]))}


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("race", BOTH)
def test_the_path_is_that_of_the_obvious_loop(race, seed):
    rng = np.random.default_rng(seed)
    n, n_folds = int(rng.integers(1, 8)), int(rng.choice([1, 2, 4, 8, 64]))
    direction = str(rng.choice(["forward", "backward"]))
    stop, risk = random_stop(rng, n), float(rng.choice([0.05, 0.5]))
    of = noisy_folds(seed, n, n_folds, noise=float(rng.choice([0.0, 0.02, 0.2])))
    if race is HoeffdingRace:
        strategy = race(direction, delta=risk, **stop)
        loses, first = hoeffding_loses(risk, 1.0), 1
    else:
        first = int(rng.integers(2, 4))
        strategy = race(direction, alpha=risk, first=first, **stop)
        loses = paired_loses(risk)

    watched = Watched(strategy)
    run = drive(watched, n, lambda s: sum(of(s)) / n_folds, fold_errors=of)

    stop = {"n_features_to_select": None, "tolerance": 0.0} | stop
    expected, pairs = plain_race(
        n, lambda s: of(Subset.of(s, n)), direction, **stop, loses=loses, first=first
    )
    assert [frozenset(kept.subset) for kept in run.path] == expected
    assert run.stopped == "race"
    assert watched.pairs == pairs


def raced_for(strategy, n, of):
    """Return how many candidates each round of the first race had."""
    search = strategy.search(
        SearchSpace(Subset.full(n), float), np.random.default_rng()
    )
    request, rounds = next(search), []
    start = list(request.candidates)
    n_folds = len(of(start[0]))
    evaluation = drive(strategy, n, lambda s: np.mean(of(s)), fold_errors=of).path[0]
    assert evaluation.n_folds == n_folds
    search.send([evaluation])
    request = search.send(None)
    while isinstance(request, Measure):
        candidates = list(request.candidates)
        rounds.append(len(candidates))
        errors = np.array([of(s)[: request.n_folds] for s in candidates])
        request = search.send(errors)
    return rounds


@pytest.mark.parametrize(
    "strategy",
    [HoeffdingRace(n_features_to_select=1), PairedRace(n_features_to_select=1)],
)
def test_a_clear_winner_ends_its_race_early(strategy):
    def of(subset):
        return (0.8 - 0.8 * (3 in subset) + 0.01 * np.arange(100) / 100).tolist()

    rounds = raced_for(strategy, 6, of)

    assert rounds[0] == 6
    assert len(rounds) < 60
    assert drive(strategy, 6, lambda s: np.mean(of(s)), fold_errors=of).best == [3]


def test_the_margin_is_the_one_documented():
    def of(subset):
        return [0.5 * (0 not in subset)] * 200

    # 2 sqrt(log(2 * 2 * 200 / 0.05) / (2 n)) < 0.5 from n = 78 on.
    n = math.floor(2 * math.log(2 * 2 * 200 / 0.05) / 0.25) + 1
    assert raced_for(HoeffdingRace(n_features_to_select=1), 2, of) == [2] * n


def test_equal_candidates_are_never_dropped():
    def of(subset):
        return [0.5] * 10

    for strategy in (
        HoeffdingRace(n_features_to_select=1),
        PairedRace(n_features_to_select=1),
    ):
        rounds = raced_for(strategy, 4, of)
        assert set(rounds) == {4}


def test_one_candidate_needs_no_race():
    of = noisy_folds(0, 1, 8)
    assert raced_for(HoeffdingRace(n_features_to_select=1), 1, of) == []


@pytest.mark.parametrize("race", BOTH)
def test_the_best_candidate_is_dropped_as_seldom_as_promised(race):
    dropped = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        table = (rng.random((6, 60)) < [[0.2], *[[0.5]] * 4, [0.21]]).astype(float)

        def of(subset, table=table):
            [*one] = subset
            return table[one[0]].tolist() if len(one) == 1 else [1.0] * 60

        strategy = race(n_features_to_select=1)
        run = drive(strategy, 6, lambda s, of=of: np.mean(of(s)), fold_errors=of)
        best = np.argmin(table.mean(axis=1))
        dropped += run.best != [best]
    assert dropped <= 0.05 * 200


def test_a_backward_race_never_removes_the_last_variable():
    of = noisy_folds(0, 4, 6)

    def error(subset):
        return float(np.mean(of(subset)))

    for race in BOTH:
        strategy = race("backward", tolerance=-math.inf)
        assert len(drive(strategy, 4, error, fold_errors=of).best) == 1


@pytest.mark.parametrize("n_free", [1, 2, 3, 4, 5, 9, 10, 63])
def test_the_tail_of_students_t_is_that_of_scipy(n_free):
    for t in (0.0, 0.1, 0.7, 1.0, 2.3, 5.0, 12.0, 1e6):
        assert _p_above(t, n_free) == pytest.approx(student.sf(t, n_free), abs=1e-15)


def test_an_error_outside_the_range_is_an_error():
    def of(subset):
        return [2.5] * 5

    with pytest.raises(ValueError, match=r"the largest error of a fold, 2.5, got 1.0"):
        drive(HoeffdingRace(), 3, lambda s: 2.5, fold_errors=of)


@pytest.mark.parametrize(
    "strategy",
    [
        HoeffdingRace(),
        HoeffdingRace("backward", n_features_to_select=2, delta=0.9, error_range=0.9),
        PairedRace(),
        PairedRace("backward", alpha=0.3),
        PairedRace("forward", 4, first=2),
    ],
)
def test_the_invariants_hold(strategy):
    check_strategy(strategy)


@pytest.mark.parametrize("race", BOTH)
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"direction": "sideways"}, "direction must be .* got 'sideways'"),
        ({"n_features_to_select": 0}, "n_features_to_select must be at least 1, got 0"),
        ({"tolerance": math.nan}, "tolerance must be a number, got nan"),
        (
            {"n_features_to_select": 2, "tolerance": 0.1},
            "tolerance must be 0 when n_features_to_select",
        ),
    ],
)
def test_wrong_parameters_are_refused(race, params, message):
    with pytest.raises(ValueError, match=message):
        race(**params)


def test_wrong_risks_are_refused():
    with pytest.raises(ValueError, match=r"delta must be in \(0, 1\), got 0"):
        HoeffdingRace(delta=0)
    with pytest.raises(ValueError, match="error_range must be above 0 and finite"):
        HoeffdingRace(error_range=math.inf)
    with pytest.raises(ValueError, match=r"alpha must be in \(0, 1\), got 1"):
        PairedRace(alpha=1)
    with pytest.raises(ValueError, match="first must be at least 2, got 1"):
        PairedRace(first=1)


@pytest.mark.parametrize("race", BOTH)
def test_more_variables_than_there_are_is_an_error(race):
    with pytest.raises(ValueError, match="at most the 3 variables, got 4"):
        drive(race(n_features_to_select=4), 3, random_table(0))
