"""What is sent reaches a worker once, and arrays are shared."""

import os
import pickle
from pathlib import Path

import numpy as np
from joblib import delayed

from tests.fakes import Majority
from wrapsel import Problem
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.processes.sent import Sent
from wrapsel.evaluation.processes.workers import Workers
from wrapsel.subset import Subset


class Counting:
    """Notes in a file how often it was unpickled."""

    def __init__(self, folder, X):
        self.folder, self.X = folder, X

    def __reduce__(self):
        return _counted, (self.folder, self.X)


def _counted(folder, X):
    with Path(folder, str(os.getpid())).open("a") as file:
        file.write(".")
    return Counting(folder, X)


def total(sent, place):
    return os.getpid(), float(sent.thing.X.sum()) + place, type(sent.thing.X.base)


def test_many_tasks_unpickle_a_thing_once_a_worker(tmp_path):
    X = np.random.default_rng(0).normal(size=(200, 50))
    with Workers(2, "loky") as workers:
        sent = Sent(Counting(str(tmp_path), X))
        with workers.parallel(sent) as parallel:
            rounds = [parallel(delayed(total)(sent, i) for i in range(9))] * 3
            rounds.append(parallel(delayed(total)(sent, i) for i in range(9)))
    assert [value for _, value, _ in rounds[-1]] == [X.sum() + i for i in range(9)]
    counts = {path.name: len(path.read_text()) for path in tmp_path.iterdir()}
    assert set(counts.values()) == {1}
    assert set(counts) >= {str(pid) for pid, *_ in rounds[-1]}


def test_a_task_does_not_carry_the_data():
    problem = Problem(Majority(), np.zeros((5000, 40)), [0, 1] * 2500, 2)
    sent = Sent(CrossValidation(problem))
    there = pickle.loads(pickle.dumps(sent)).thing
    full = Subset.full(40)
    expected = sent.thing.measure([full], range(2)).errors
    assert np.array_equal(there.measure([full], range(2)).errors, expected)
    head, *parts = sent._packed
    assert len(head) < 20_000
    assert sum(map(len, parts)) >= problem.X.nbytes
    assert any(np.shares_memory(part, problem.X) for part in parts)


def test_what_was_received_can_be_sent_on_by_its_name():
    sent = Sent([np.arange(3)])
    there = pickle.loads(pickle.dumps(sent))
    again = pickle.loads(pickle.dumps(there))
    assert again is there
    assert again.thing[0].tolist() == [0, 1, 2]


def test_no_more_than_two_are_kept():
    made = [Sent([i]) for i in range(3)]
    there = [pickle.loads(pickle.dumps(sent)) for sent in made]
    known = [pickle.loads(pickle.dumps(sent)) for sent in made[1:]]
    assert all(one is other for one, other in zip(known, there[1:], strict=True))
    again = pickle.loads(pickle.dumps(made[0]))
    assert again is not there[0]
    assert again.thing == [0]


def test_things_without_and_with_empty_arrays_travel():
    for thing in (
        {"a": 1},
        np.empty((0, 3)),
        [np.arange(6)[::2], np.eye(2, order="F")],
    ):
        there = pickle.loads(pickle.dumps(Sent(thing))).thing
        assert repr(there) == repr(thing)
