"""A race pays for the folds it asked for, once."""

from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import OrdinaryNB, TableEvaluator
from wrapsel import Budget, Problem, SearchError, select
from wrapsel.engine import Judged, Run, Waves
from wrapsel.engine.budget import Spending
from wrapsel.engine.limits.inside import Inside
from wrapsel.evaluation import Portion, Stored
from wrapsel.protocol import Evaluate, Keep, Measure
from wrapsel.search.steps.race import HoeffdingRace, PairedRace
from wrapsel.subset import Subset

X, Y = load_breast_cancer(return_X_y=True)
RACES = [
    HoeffdingRace(delta=0.9, n_features_to_select=2),
    PairedRace(),
    PairedRace("backward", n_features_to_select=3, alpha=0.4),
]


class Scripted:
    """Makes some requests and remembers the replies."""

    def __init__(self, *requests):
        self.requests, self.replies = requests, []

    def search(self, space, rng):
        for request in self.requests:
            self.replies.append((yield request))


@dataclass
class Found:
    """What a driver sums up."""

    path: tuple
    spending: Spending
    stopped_by: str
    stages: tuple
    spent: tuple = ()


def run(strategy, evaluator, budget=None, lookahead=None, observe=None, rejects=True):
    """Return the spending, and why the search stopped."""
    stored, full = Stored(evaluator), Subset.full(3)
    drive = Run(Waves(stored, lookahead, rejects), stored, budget or Budget(), full)
    drive._observe = observe
    search = strategy.search(None, None)
    result = drive.search(search, drive.begin(search), Found)
    return result.spending, result.stopped_by


def random_measures(rng, n_requests=8):
    for _ in range(n_requests):
        bits = rng.integers(0, 8, rng.integers(0, 6)).tolist()
        candidates = [Subset(b, 3) for b in bits]
        yield Measure(candidates, int(rng.integers(1, 9)))


def best_variant(table, weights, subset, n_folds):
    errors = table[subset][:n_folds]
    return errors[:, errors.sum(axis=0).argmin()] / weights[:n_folds]


@pytest.mark.parametrize("seed", range(60))
def test_replies_and_charges_are_those_of_one_fold_at_a_time(seed):
    rng = np.random.default_rng(seed)
    evaluator = TableEvaluator.random(
        rng, 3, int(rng.integers(1, 7)), int(rng.integers(1, 4))
    )
    evaluator.portion = Portion(1, int(rng.integers(1, 9)), 1)
    weights, requests = evaluator.weights, list(random_measures(rng))
    strategy = Scripted(*requests)

    spending, _ = run(strategy, evaluator)

    paid = set()
    for request, reply in zip(requests, strategy.replies, strict=True):
        n_folds = min(request.n_folds, len(weights))
        assert reply.shape == (len(request.candidates), n_folds)
        for subset, row in zip(request.candidates, reply, strict=True):
            expected = best_variant(evaluator.table, weights, subset, n_folds)
            assert row.tolist() == expected.tolist()
            paid |= {(subset, fold) for fold in range(n_folds)}
    assert spending.evaluations == len({subset for subset, _ in paid})
    assert spending.fits == sum(bool(subset.bits) for subset, _ in paid)
    assert spending.cost == sum(len(subset) for subset, _ in paid)
    assert spending.proposals == sum(len(r.candidates) for r in requests)
    assert evaluator.measured == dict.fromkeys(paid, 1)


def test_all_folds_together_are_the_error():
    evaluator = TableEvaluator.random(np.random.default_rng(0), 3, 5, n_variants=3)
    candidates = [Subset(bits, 3) for bits in range(8)]
    strategy = Scripted(Measure(candidates, 99), Evaluate(candidates))

    run(strategy, evaluator)

    errors, verdicts = strategy.replies
    means = errors @ evaluator.weights / evaluator.weights.sum()
    assert means == pytest.approx([v.error for v in verdicts])


@pytest.mark.parametrize("lookahead", [1, 2, 64])
def test_a_budget_ends_a_race_at_the_same_candidate(lookahead):
    evaluator = TableEvaluator.random(np.random.default_rng(0), 3, 5)
    candidates = [Subset(bits, 3) for bits in (1, 3, 7, 2, 4)]
    strategy = Scripted(Measure(candidates[:1], 1), Measure(candidates, 2))

    spending, stopped_by = run(strategy, evaluator, Budget(cost=7.5), lookahead)

    # 1 for the first fold, then 1 + 2 * 2, then 2 * 3: more than is left is overdrawn.
    assert (stopped_by, spending.cost, spending.fits) == ("budget", 12.0, 6)


@pytest.mark.parametrize(("rejects", "bound"), [(True, 0.2), (False, -np.inf)])
def test_an_observer_sees_a_lower_bound(rejects, bound):
    table = {Subset(1, 3): np.array([[2.0], [4.0]])}
    requests = [Measure([Subset(1, 3)], n) for n in (1, 2)]
    events = []

    evaluator = TableEvaluator(table, weights=[5, 5])
    run(Scripted(*requests), evaluator, observe=events.append, rejects=rejects)

    seen = [e.evaluation for e in events if isinstance(e, Judged)]
    assert [(e.error, e.n_folds, e.complete) for e in seen] == [
        (bound, 1, False),
        (0.6, 2, True),
    ]


def test_no_fold_is_no_request():
    with pytest.raises(ValueError, match="n_folds must be at least 1, got 0"):
        Measure([Subset.full(2)], 0)


def problem(learner=None, n_folds=8):
    return Problem(learner or OrdinaryNB(), X[::2, :6], Y[::2], cv=n_folds)


def facts(result):
    spent = result.spending
    return (result.path, result.stopped_by, spent.fits, spent.cost)


@pytest.mark.parametrize("race", RACES, ids=repr)
def test_looking_ahead_changes_nothing(race):
    plain = select(problem(), race)

    assert facts(select(problem(), race, lookahead=8)) == facts(plain)
    assert plain.stopped_by == "race"


def test_workers_change_nothing(monkeypatch):
    # Else so little work would not be shared.
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.START_SECONDS", 0.0)
    monkeypatch.setattr("wrapsel.evaluation.processes.pooled.SHARE_SECONDS", 0.0)
    these = problem(DecisionTreeClassifier(random_state=0), n_folds=6)
    race = PairedRace(n_features_to_select=2)

    assert facts(select(these, race, n_jobs=2)) == facts(select(these, race))


@pytest.mark.parametrize("race", RACES, ids=repr)
def test_a_second_race_on_the_same_store_fits_nothing(race, tmp_path):
    store = tmp_path / "store.db"
    part = select(problem(), race, store=store, budget=Budget(evaluations=9))
    whole = select(problem(), race, store=store)
    fresh = select(problem(), race)
    again = select(problem(), race, store=store)

    assert whole.path == fresh.path == again.path
    assert part.spending.fits + whole.spending.fits == fresh.spending.fits
    assert again.spending.fits == 0


def test_a_race_fits_less_than_all_folds_of_all_candidates():
    result = select(problem(n_folds=30), PairedRace(n_features_to_select=2, alpha=0.2))

    # None needs no fit; then 6 and 5 candidates; and all variables for reference.
    assert result.spending.fits < 0.8 * 30 * (6 + 5 + 1)
    assert all(kept.complete for kept in result.path)


class Wandering:
    def search(self, space, rng):
        yield Keep((yield Measure([Subset.of([2], 3)], 2)))


def test_a_race_outside_its_space_is_told_so():
    stored = Stored(TableEvaluator({Subset.of([2], 3): np.ones((2, 1))}, [1, 1]))
    drive = Run(Waves(stored), stored, Budget(), Subset.of([0, 1], 3))
    search = Wandering().search(None, None)

    with pytest.raises(SearchError, match=r"variables of its space only, got \[2\]"):
        drive.search(search, drive.begin(search), Found)


@pytest.mark.parametrize("steps", [[], [(), (3,)], [(5,), (6, 5), ()]])
def test_what_was_made_from_subsets_outside_the_space_is_told_so(steps):
    n = 2000  # so many that subsets are kept as what changed
    allowed = Subset.full(n).removing((7,))
    inside = Inside(allowed)
    subset = allowed
    for variables in steps:
        subset = subset.removing(variables)
        inside.check(subset)
        subset = subset.adding(variables[1:])
        inside.check(subset)
    for outside in (subset.adding((7,)), subset.adding((7,)).removing((1, 2))):
        with pytest.raises(SearchError, match="variables of its space only"):
            inside.check(outside)
    inside.check(subset.adding((7,)).removing((7,)).removing((8,)))
