"""A limit of time changes nothing else, and is that of all fits of a task."""

import time
from concurrent.futures import TimeoutError as NotInTime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numba.core.event import trigger_event
from sklearn.datasets import load_wine

from tests.fakes import OrdinaryNB
from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, Portion, Problem
from wrapsel.evaluation.processes.timed import Timed
from wrapsel.subset import Subset

PLAIN = CrossValidation(Problem(OrdinaryNB(), *load_wine(return_X_y=True), cv=4))
SUBSETS = [Subset(bits, 13) for bits in (1, 77, 4095)]


def test_any_folds_are_measured_as_without_a_limit():
    folds, start = range(1, 3), time.perf_counter()
    with Timed(PLAIN, fit_seconds=60, n_workers=2) as timed:
        found, expected = timed.measure(SUBSETS, folds), PLAIN.measure(SUBSETS, folds)
        importances = timed.importances(SUBSETS[1], "permutation")
    assert 0 < found.seconds < time.perf_counter() - start
    for name in ("errors", "weights", "cost"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert np.array_equal(importances, PLAIN.importances(SUBSETS[1], "permutation"))


@pytest.mark.parametrize(("n_workers", "most"), [(1, 1), (2, 4), (3, 6)])
def test_each_worker_has_a_candidate_and_another_one_waits(n_workers, most):
    expected = Portion(n_workers, most, n_workers, best=n_workers)
    assert Timed(PLAIN, 1.0, n_workers).portion == expected
    assert Timed(PLAIN, 1.0).portion == Portion()


class Compiles(OrdinaryNB):
    """Seems to compile for longer than it may fit, and may hang then."""

    hangs = False

    def fit(self, X, y):
        with trigger_event("numba:compile"):
            time.sleep(2.5)
        time.sleep(600 * self.hangs)
        return super().fit(X, y)


class CompilesAndHangs(Compiles):
    hangs = True


def test_the_limit_leaves_out_what_is_compiled():
    problem = Problem(Compiles(), *load_wine(return_X_y=True), cv=4)
    with Timed(CrossValidation(problem), fit_seconds=1.0, n_workers=2) as timed:
        found = timed.measure(SUBSETS[:2], range(1))
        place = Path(timed._watch.place)
        assert place.exists()
    assert np.array_equal(found.errors, PLAIN.measure(SUBSETS[:2], range(1)).errors)
    assert not place.exists()


def test_a_fit_that_hangs_once_it_is_compiled_is_ended():
    problem = Problem(CompilesAndHangs(), *load_wine(return_X_y=True), cv=4)
    with (
        Timed(CrossValidation(problem), fit_seconds=1.0) as timed,
        pytest.raises(LearnerError, match="more than 1 seconds"),
    ):
        timed.measure(SUBSETS[:1], range(1))


class Hanging:
    """An executor whose tasks do not end, and which notes what it was asked for."""

    def __init__(self):
        self.limits, self.ends = [], []

    def submit(self, task, *arguments):
        return SimpleNamespace(result=self.result)

    def result(self, limit):
        self.limits.append(limit)
        raise NotInTime

    def shutdown(self, **options):
        self.ends.append(options)


@pytest.mark.parametrize(
    ("ask", "limit"),
    [
        (lambda timed: timed.measure(SUBSETS, range(4)), 2.0),
        (lambda timed: timed.importances(SUBSETS[0], "learner"), 2.0),
        (lambda timed: timed.importances(SUBSETS[0], "permutation"), 8.0),
    ],
    ids=["fold", "learner", "permutation"],
)
def test_the_limit_is_that_of_all_fits_of_a_task(ask, limit):
    timed, executor = Timed(PLAIN, fit_seconds=2.0), Hanging()
    timed._executor = executor
    with pytest.raises(LearnerError, match="a fit takes more than 2 seconds"):
        ask(timed)
    assert executor.limits == [limit]
    assert executor.ends == [{"wait": True, "kill_workers": True}]
    assert timed._executor is None  # the next task starts others
