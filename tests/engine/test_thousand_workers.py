"""How busy many workers are: the engine and its pool, in virtual time."""

import math

import numpy as np
import pytest

from tests.engine.test_races import Found
from tests.engine.virtual import Hashed, Virtual
from wrapsel import Budget, Subset
from wrapsel.engine.run import Run
from wrapsel.engine.waves import Waves
from wrapsel.evaluation import Pooled, Portion, Stored
from wrapsel.evaluation.processes import pooled
from wrapsel.protocol import SearchSpace
from wrapsel.search import Forward, Genetic, RVErS


class Serial(Hashed):
    """One process."""

    portion = Portion()


def searched(strategy, n_variables, evaluator):
    """Return the path and what a one-at-a-time run spends, whatever was done."""
    stored, full = Stored(evaluator), Subset.full(n_variables)
    drive = Run(Waves(stored), stored, Budget(), full)
    search = strategy.search(
        SearchSpace(full, float, n_samples=500), np.random.default_rng(0)
    )
    request = drive.begin(search)
    drive.reference(full)
    found = drive.search(search, request, Found)
    spent = found.spending
    return found.path, spent.evaluations, spent.proposals, spent.fits


@pytest.fixture(scope="module")
def alone():
    """Return what one process finds, made once for each search."""
    known = {}

    def find(name):
        if name not in known:
            known[name] = searched(*SEARCHES[name], Serial())
        return known[name]

    return find


SEARCHES = {
    "forward": (Forward(n_features_to_select=2), 3000),
    "wide forward": (Forward(n_features_to_select=1), 20_000),
    "genetic": (Genetic(population=2000, generations=3), 100),
    "rvers": (RVErS(), 200),
}
# A search, workers, and the least that is left of each worker's time. A step of forward
# selection has work for as many workers as there are variables, more or less; a
# generation for its children; the steps of RVErS wait for each other.
CASES = [
    ("forward", 2, 0.85),
    ("forward", 10, 0.8),
    ("forward", 100, 0.85),
    pytest.param("wide forward", 1000, 0.8, marks=pytest.mark.slow),
    ("genetic", 2, 0.85),
    ("genetic", 100, 0.85),
    ("genetic", 1000, 0.8),
    ("rvers", 2, 0.6),
    ("rvers", 10, 0.45),
    ("rvers", 100, 0.2),
    ("rvers", 1000, 0.04),
]


@pytest.mark.parametrize(("name", "n_workers", "least"), CASES)
def test_workers_that_are_late_or_lost_find_the_same_and_are_busy(
    alone, name, n_workers, least, monkeypatch
):
    workers = Virtual(n_workers, p_lost=0.002)
    monkeypatch.setattr(pooled, "time", workers)
    with Pooled(Hashed(), workers) as pool:
        pool._spent, pool._pair_seconds = math.inf, 1.0
        pool._begin().join()
        found = searched(*SEARCHES[name], pool)

    *_, n_fits = alone(name)
    assert found == alone(name)
    assert workers.n_lost or n_workers < 10
    efficiency = n_fits / workers.clock / n_workers
    print(f"{name}, {n_workers} workers: {efficiency:.3f}, {workers.n_lost} lost")
    assert efficiency >= least
