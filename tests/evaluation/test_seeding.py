"""Global generators are seeded for a while, for one thread at a time."""

import os
import random
import sys
from contextlib import nullcontext
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
from wrapsel.evaluation.seeding import may_draw, seeded


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
