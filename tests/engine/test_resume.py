"""A search that was stopped goes on where it was, and measures nothing twice."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

from tests.cli_learners import Interrupted
from wrapsel import Budget, LearnerError, Problem, select
from wrapsel.search import Backward, Forward, RVErS

ROOT = Path(__file__).parents[2]


def facts(result):
    return (result.path, result.stopped_by, result.spending.evaluations)


def counting(fail_at=None):
    class Counting(GaussianNB):
        n_fits = 0

        def fit(self, X, y):
            Counting.n_fits += 1
            if Counting.n_fits == fail_at:
                raise RuntimeError("the disk is on fire")
            return super().fit(X, y)

    Counting.__qualname__ = "Counting"  # the same problem, failing or not
    return Counting()


def problem(learner, n_columns=10):
    X, y = load_breast_cancer(return_X_y=True)
    return Problem(learner, X[:, :n_columns], y)


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork")
def test_a_killed_search_ends_as_an_unbroken_one(tmp_path):
    script = Path(__file__).with_name("kill_trials.py")
    command = [sys.executable, str(script), str(tmp_path), "12"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    for trial in report["trials"]:
        assert trial["same"]
        # Each fold that was stored is one fit less, and no other.
        assert trial["fits"] == report["fits"] - trial["known"]
    assert any(0 < trial["known"] < report["fits"] for trial in report["trials"])


@pytest.mark.parametrize("strategy", [RVErS(), Forward(), Backward()], ids=repr)
def test_a_second_run_on_the_same_store_fits_nothing(tmp_path, strategy):
    learner = counting()
    options = {"store": tmp_path / "store.db", "honest": False}
    first = select(problem(learner), strategy, **options)
    n_fits = type(learner).n_fits
    second = select(problem(learner), strategy, **options)
    assert facts(second) == facts(first)
    assert first.spending.fits == n_fits
    assert second.spending.fits == 0
    assert type(learner).n_fits == n_fits


@pytest.mark.parametrize("fail_at", [1, 7, 50])
def test_what_was_measured_before_a_failure_is_not_measured_again(tmp_path, fail_at):
    store = tmp_path / "store.db"
    whole = counting()
    expected = select(problem(whole), Forward())
    with pytest.raises(LearnerError, match=r"Counting failed on fold .*disk is on"):
        select(problem(counting(fail_at)), Forward(), store=store)
    rest = counting()
    result = select(problem(rest), Forward(), store=store)
    assert facts(result) == facts(expected)
    assert type(rest).n_fits == type(whole).n_fits - (fail_at - 1)


def test_a_larger_budget_goes_on_from_a_smaller_one(tmp_path):
    store, learner = tmp_path / "store.db", counting()
    part = select(
        problem(learner), Forward(), store=store, budget=Budget(evaluations=9)
    )
    assert (part.stopped_by, part.spending.evaluations) == ("budget", 9)
    whole = select(problem(learner), Forward(), store=store)
    fresh = select(problem(counting()), Forward())
    assert facts(whole) == facts(fresh)
    assert whole.spending.fits == fresh.spending.fits - part.spending.fits


def test_other_data_of_the_same_shape_are_another_problem(tmp_path):
    store, learner = tmp_path / "store.db", counting()
    select(problem(learner), Forward(), store=store)
    X, y = load_breast_cancer(return_X_y=True)
    other = Problem(learner, X[:, :10], y[::-1])
    result = select(other, Forward(), store=store)
    fresh = select(other, Forward())
    assert facts(result) == facts(fresh)
    assert result.spending.fits == fresh.spending.fits


def test_an_interrupted_search_keeps_its_store(tmp_path, monkeypatch):
    monkeypatch.setattr(Interrupted, "stop_at", Interrupted.fits + 60)
    events = []
    with pytest.raises(KeyboardInterrupt):
        select(
            problem(Interrupted()),
            Forward(),
            store=tmp_path / "store.db",
            on_event=events.append,
        )
    result = events[-1].result
    assert result.stopped_by == "interrupt"
    assert len(result.subset) >= 1
    again = select(problem(Interrupted()), Forward(), store=tmp_path / "store.db")
    assert again.stopped_by == "strategy"
    assert again.path[: len(result.path)] == result.path
