"""Whole searches are made by workers where that pays, with the same answers."""

import os
import signal
import time
from functools import partial

import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from wrapsel import Budget, LearnerError, Problem, SqliteStore, honest_error
from wrapsel.engine.many.each import _pay, each
from wrapsel.engine.options import SearchOptions
from wrapsel.search import Forward

PAYING = "wrapsel.engine.many.each.PAYING_SECONDS"


def takes(seconds, options, thing):
    """Return where it was made; the first ones take the longest."""
    time.sleep(seconds * (5 - thing))
    return thing, os.getpid(), options.n_jobs


@pytest.mark.parametrize(
    ("n_workers", "seconds", "pays"),
    [(1, 100.0, False), (2, 12.0, True), (2, 11.9, False), (4, 8.0, True)],
)
def test_workers_pay_by_what_they_save(n_workers, seconds, pays):
    assert _pay(n_workers, seconds) == pays


def test_the_answers_are_in_order_and_those_of_one_process(monkeypatch):
    monkeypatch.setattr(PAYING, 0.1)
    search = partial(takes, 0.05)
    alone = list(each(search, range(5), SearchOptions()))
    shared = list(each(search, range(5), SearchOptions(n_jobs=2)))

    assert [place for place, *_ in shared] == [place for place, *_ in alone]
    assert {process for _, process, _ in alone} == {os.getpid()}
    first, *rest = shared  # by the first it is known that the others are long
    assert first[1:] == (os.getpid(), 2)
    assert os.getpid() not in {process for _, process, _ in rest}
    assert {n_jobs for *_, n_jobs in rest} == {1}


def test_what_workers_do_not_shorten_stays_here():
    made = each(partial(takes, 0.0), range(3), SearchOptions(n_jobs=2))
    assert {process for _, process, _ in made} == {os.getpid()}


def test_an_open_store_stays_here(tmp_path):
    with SqliteStore(tmp_path / "its.db") as store:
        options = SearchOptions(n_jobs=2, store=store)
        made = list(each(partial(takes, 0.0), range(3), options, seconds=100.0))
    assert {process for _, process, _ in made} == {os.getpid()}


class Deadly(GaussianNB):
    """Ends its process at the first fit in a worker, unless a file is there."""

    def __init__(self, path=None, home=None):
        super().__init__()
        self.path, self.home = path, home

    def fit(self, X, y):
        if os.getpid() != self.home and not os.path.exists(self.path):
            open(self.path, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


def test_a_worker_that_dies_is_one_error_and_the_same_call_goes_on(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(PAYING, 0.0)
    X, y = load_iris(return_X_y=True)
    learner = Deadly(str(tmp_path / "died"), os.getpid())
    problem = Problem(learner, X, y)
    told = partial(honest_error, problem, Forward(), store=tmp_path / "store.db")

    with pytest.raises(LearnerError, match=r"a worker process died .* whole search"):
        told(n_jobs=2)

    shared = told(n_jobs=2)
    assert shared == honest_error(problem, Forward())


def test_each_search_has_a_budget_of_its_own_in_workers_too(monkeypatch):
    monkeypatch.setattr(PAYING, 0.0)
    problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    budget = Budget(evaluations=3)
    alone, shared = (
        honest_error(problem, Forward(), budget=budget, n_jobs=n) for n in (1, 2)
    )
    assert shared == alone
