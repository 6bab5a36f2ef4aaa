"""Global generators are seeded for a while, for one thread at a time."""

# ruff: noqa: NPY002 (it is the global generators that are seeded)

import os
import random
import sys
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from threading import Event, Thread
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from learners import C45Tree
from tests.fakes import Majority, OrdinaryNB
from wrapsel.evaluation.seeding import may_draw, preserved, seeded


@pytest.mark.parametrize(
    ("learner", "may"),
    [
        (GaussianNB(), False),
        (C45Tree(), False),
        (Majority(), True),
        (make_pipeline(StandardScaler(), GaussianNB()), False),
        (make_pipeline(StandardScaler(), OrdinaryNB()), True),
    ],
)
def test_a_learner_of_others_may_draw_wherever_it_is(learner, may):
    assert may_draw(learner) == may


def test_another_thread_waits():
    begun, inside = Event(), Event()

    def other():
        begun.set()
        with seeded(2):
            inside.set()

    with seeded(1):
        thread = Thread(target=other)
        thread.start()
        assert begun.wait(60)
        assert not inside.wait(0.05)
        with seeded(3):  # the same one may seed again
            pass
    assert inside.wait(60)
    thread.join()


@pytest.mark.parametrize("whole", [False, True])
def test_torch_is_seeded_once_it_is_there(monkeypatch, whole):
    seeds = []
    torch = SimpleNamespace(manual_seed=seeds.append)
    if whole:
        torch.random = SimpleNamespace(fork_rng=nullcontext)
    monkeypatch.setitem(sys.modules, "torch", torch)
    with seeded(4, 7):
        pass
    word = np.random.SeedSequence((4, 7)).generate_state(4)[0]
    assert seeds == [word] * whole


def drawn():
    return np.random.rand(), np.random.randn(), random.random()


def test_what_is_seeded_inside_draws_the_same_and_outside_notices_nothing():
    np.random.seed(5)
    random.seed(5)
    np.random.randn()  # the second of a pair is kept for the next call
    expected = drawn()
    np.random.seed(5)
    random.seed(5)
    np.random.randn()
    with seeded(1, 2):
        alone = drawn()
    with preserved():
        found = []
        for _ in range(2):
            with seeded(1, 2):
                found += [drawn()]
                with seeded(3):  # which is restored, as the outer one goes on
                    np.random.rand()
                    with preserved(), seeded(4):
                        random.random()
                found += [drawn()]
        with seeded(1, 2):
            assert [drawn(), drawn()] == found[:2] == found[2:]
    assert found[0] == alone
    assert drawn() == expected


def test_what_fails_inside_is_restored():
    np.random.seed(5)
    expected = np.random.rand()
    np.random.seed(5)
    for _ in range(2):
        with pytest.raises(KeyError), preserved(), seeded(1):
            raise KeyError
    with seeded(1):
        pass
    assert np.random.rand() == expected


class Torch:
    """Has a state, and counts how often it is saved."""

    def __init__(self, accelerator):
        self.state, self.n_saved, self.random = 0, 0, self
        self.default_generator = SimpleNamespace(manual_seed=self.manual_seed)
        where = SimpleNamespace(current_accelerator=lambda: accelerator)
        self.accelerator = where

    def manual_seed(self, seed):
        self.state = int(seed)

    @contextmanager
    def fork_rng(self):
        before, self.n_saved = self.state, self.n_saved + 1
        yield
        self.state = before


@pytest.mark.parametrize("accelerator", [None, "cuda"])
@pytest.mark.parametrize("late", [False, True])
def test_torch_is_restored_though_it_comes_late(monkeypatch, late, accelerator):
    torch = Torch(accelerator)
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    if not late:
        monkeypatch.setitem(sys.modules, "torch", torch)
    with preserved():
        monkeypatch.setitem(sys.modules, "torch", torch)
        for key in (1, 2, 3):
            with seeded(key):
                assert torch.state == np.random.SeedSequence([key]).generate_state(4)[0]
    assert torch.state == 0
    assert torch.n_saved == (3 if late else 1)


def draws():
    with seeded(2):
        random.random()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_fork_does_not_wait_for_threads_that_it_has_not():
    inside, done = Event(), Event()

    def holds():
        with seeded(1):
            inside.set()
            done.wait(60)

    thread = Thread(target=holds)
    thread.start()
    assert inside.wait(60)
    child = get_context("fork").Process(target=draws)
    child.start()
    child.join(20)
    code = child.exitcode
    child.kill()
    done.set()
    thread.join()
    assert code == 0
