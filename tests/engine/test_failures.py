"""A learner that fails with some subsets need not end a search."""

import math
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression

from tests.fakes import Majority, OrdinaryNB
from wrapsel import Budget, LearnerError, Problem, select
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.processes.timed import Timed
from wrapsel.search import (
    RVE,
    Backward,
    BestFirst,
    Forward,
    Genetic,
    GroupTesting,
    HoeffdingRace,
    PairedRace,
    Parsimony,
    RecursiveElimination,
    RVErS,
)
from wrapsel.subset import Subset

X, Y = (a[::3] for a in load_breast_cancer(return_X_y=True))
X = X[:, :8]


class Fragile(OrdinaryNB):
    """Fails without the first column, if the second one is there."""

    def fit(self, X, y):
        self.n_columns_ = X.shape[1]
        first, second = (np.isin(X[0], self.marks[i]).any() for i in (0, 1))
        self.bad_ = second and not first
        if self.bad_ and self.how == "raise":
            raise RuntimeError("no first column")
        if self.bad_ and self.how == "exit":
            raise SystemExit(3)
        if self.bad_ and self.how == "hang":
            time.sleep(600)
        if self.bad_ and self.how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)

    def predict(self, X):
        predicted = super().predict(X)
        return predicted * np.nan if self.bad_ and self.how == "nan" else predicted


def fragile(how="raise", **options):
    learner = Fragile()
    learner.how, learner.marks = how, (X[:, 0], X[:, 1])
    return Problem(Kept(learner), X, Y, **options)


class Kept(Majority):
    """A learner without parameters that is copied with all that it holds."""

    def __init__(self, learner):
        self.learner = learner

    def fit(self, X, y):
        self.learner.fit(X, y)
        return self

    def predict(self, X):
        return self.learner.predict(X)


STRATEGIES = [
    Backward(),
    Forward(),
    RVE(3),
    RVErS(),
    Genetic(population=8, generations=3),
    GroupTesting(),
    BestFirst(),
    HoeffdingRace(),
    PairedRace(),
    Parsimony(Backward()),
    RecursiveElimination(criterion="permutation"),
    None,
]


def is_bad(subset):
    return 1 in subset and 0 not in subset


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_subsets_that_fail_are_counted_and_never_chosen(strategy):
    result = select(fragile(), strategy, on_failure="reject", honest=False)

    assert not any(is_bad(evaluation.subset) for evaluation in result.path)
    assert math.isfinite(result.error)
    assert all(is_bad(failure.subset) for failure in result.failures)
    assert all("no first column" in failure.why for failure in result.failures)
    shown = f"{len(result.failures)} failed, stopped by"
    assert (shown in str(result)) == bool(result.failures)


@pytest.mark.parametrize("how", ["raise", "exit", "nan"])
def test_any_failure_is_one(how):
    result = select(fragile(how), Backward(), on_failure="reject", honest=False)
    expected = select(fragile(), Backward(), on_failure="reject", honest=False)
    assert result.path == expected.path
    assert [f.subset for f in result.failures] == [f.subset for f in expected.failures]
    with pytest.raises(LearnerError, match="Kept failed on fold 0 with"):
        select(fragile(how), Backward())


@pytest.mark.parametrize("how", ["hang", "die"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_process_that_hangs_or_dies_is_replaced(how, workers):
    result = select(
        fragile(how, cv=2),
        Backward(tolerance=1.0),
        on_failure="reject",
        fit_seconds=3.0,
        n_jobs=workers,
        budget=Budget(evaluations=9),
        honest=False,
    )
    [failure] = result.failures
    assert failure.subset.indices().tolist() == [1, 2, 3, 4, 5, 6, 7]
    says = "takes more than 3 seconds" if how == "hang" else "process died"
    assert says in failure.why
    assert not is_bad(result.subset)


class Late(Majority):
    """Takes its time to arrive in another process, and says in which it is."""

    def __init__(self, folder):
        self.folder, self.process = folder, os.getpid()

    def __setstate__(self, state):
        self.__dict__ = state | {"process": os.getpid()}
        time.sleep(3 * (state["process"] != os.getpid()))

    def fit(self, X, y):
        Path(self.folder, str(os.getpid())).touch()
        return super().fit(X, y)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks into /proc")
def test_the_start_of_a_worker_is_no_part_of_a_fit_and_its_end_is_waited_for(tmp_path):
    crossval = CrossValidation(Problem(Late(str(tmp_path)), X, Y, 2))
    with Timed(crossval, fit_seconds=2.0) as timed:
        assert timed.measure([Subset.full(8)], range(2)).errors.shape == (1, 2, 1)
    [worker] = [path.name for path in tmp_path.iterdir()]
    assert not Path("/proc", worker).exists()


def test_workers_and_a_limit_change_nothing_else():
    plain = select(fragile(), Backward(), on_failure="reject", honest=False)
    options = {"on_failure": "reject", "honest": False, "fit_seconds": 60}
    timed = select(fragile(), Backward(), n_jobs=2, **options)
    assert (timed.path, timed.failures) == (plain.path, plain.failures)


def test_a_reference_that_fails_is_an_error():
    learner = LogisticRegression(C=-1.0)
    with pytest.raises(LearnerError, match="LogisticRegression failed on fold 0"):
        select(Problem(learner, X, Y), Backward(), on_failure="reject")


def test_a_ranking_that_fails_ends_the_search_with_the_best_so_far():
    result = select(
        Problem(OrdinaryNB(), X, Y), RecursiveElimination(), on_failure="reject"
    )
    assert result.stopped_by.startswith("a ranking that failed: OrdinaryNB")
    assert result.best == result.reference


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"on_failure": "ignore"}, "on_failure must be 'raise' or 'reject'"),
        ({"on_failure": None}, "on_failure must be 'raise' or 'reject'"),
        ({"fit_seconds": 0}, "fit_seconds must be above 0"),
        ({"fit_seconds": np.nan}, "fit_seconds must be above 0"),
        ({"fit_seconds": np.inf}, "fit_seconds must be above 0"),
        ({"fit_seconds": True}, "fit_seconds must be above 0"),
        ({"fit_seconds": "1"}, "fit_seconds must be above 0"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(options, says):
    with pytest.raises(ValueError, match=says):
        select(Problem(OrdinaryNB(), X, Y), Backward(), **options)
