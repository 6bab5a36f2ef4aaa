"""Table 4 and its figures: thermal perceptrons on seven of ten variables."""

import numpy as np
import pytest

from wrapsel import Subset, load_learner
from wrapsel.datasets import make_seven_of_ten
from wrapsel.papers import Extent, experiment, make_again
from wrapsel.papers.published import published
from wrapsel.papers.rve import seven_of_ten
from wrapsel.papers.rve.expected_costs import perceptron_cost
from wrapsel.papers.rve.perceptrons import FROM_ZERO
from wrapsel.papers.rve.warm_start import warm_started
from wrapsel.protocol import SearchSpace
from wrapsel.search import RVE

FEW = 150  # samples


@pytest.fixture(autouse=True)
def _short_trainings(monkeypatch):
    short = load_learner("thermal-perceptron", cooling=0.9)
    monkeypatch.setattr(seven_of_ten, "load_learner", lambda name: short)
    monkeypatch.setattr(seven_of_ten, "SAMPLES", FEW)


@pytest.mark.parametrize("warm_start", [False, True])
def test_the_updates_are_those_of_all_trainings(warm_start):
    run = seven_of_ten.eliminate("RVE(k=1)", 0, warm_start)

    sizes = [size for size, _, _ in run["path"]]
    assert (sizes[0], sizes[-1]) == (100, 10)
    assert run["path"][0][1:] == (perceptron_cost(100), 1)
    assert run["calls"] >= 91
    assert run["mean_updates"] == run["path"][-1][1]


@pytest.mark.parametrize("algorithm", seven_of_ten.ALGORITHMS)
def test_from_zero_the_loop_goes_the_way_of_a_selection(algorithm):
    made = make_seven_of_ten(2 * FEW, p_one=seven_of_ten.P_ONE, random_state=1)
    given = made.X, made.y, seven_of_ten.strategy_of(algorithm), 1

    expected = seven_of_ten.selecting(*given)

    assert list(seven_of_ten.carrying(*given, carries=False)) == expected
    assert list(seven_of_ten.carrying(*given)) != expected


def test_a_training_starts_from_the_weights_of_what_was_kept_last():
    relevant, starts, kept = {2, 5, 7, 9}, [], None

    def train(subset, start):
        starts.append((start, kept))
        weights = np.zeros(13)
        weights[subset.indices()] = len(starts)
        return float(not relevant <= set(subset)), weights

    space = SearchSpace(Subset.full(12), float)
    for subset, is_kept in warm_started(RVE(4, k=1), space, train, seed=0):
        kept = (subset, len(starts)) if is_kept else kept

    assert starts[0] == (None, None)
    assert len(starts) > 9  # some failed
    for start, (subset, number) in starts[1:]:
        assert np.flatnonzero(start).tolist() == list(subset)
        assert set(start[start > 0]) == {number}


def test_a_table_and_its_figures_share_what_was_done(tmp_path):
    store, few = tmp_path / "done.jsonl", Extent(repetitions=1)
    numbers = make_again(experiment("rve-table-4"), few, store=store)
    size = store.stat().st_size
    curves = make_again(experiment("rve-figure-2"), few, store=store)

    assert store.stat().st_size == size
    last = {n.place: n.ours for n in curves if n.x == 10}
    totals = {n.place: n.ours for n in numbers if n.measure == "mean_updates"}
    assert last.items() <= totals.items()


def test_all_problems_are_also_made_with_weights_from_zero():
    made = experiment("rve-table-4")
    tasks = made.tasks(Extent())
    assert len(tasks) == 2 * 7 * 20
    run = {"mean_updates": 1.0, "calls": 1, "inputs": 10, "seconds": 1.0, "missing": 1}
    wrong = {**run, "inputs": 9}

    numbers = made.numbers(
        [(t, run if t.arguments["warm_start"] else wrong) for t in tasks]
    )

    inputs = {n.place: n.ours for n in numbers if n.measure == "inputs"}
    algorithms = [row["algorithm"] for row in published("rve_table4")]
    assert inputs == {
        **dict.fromkeys(algorithms, 10.0),
        **{name + FROM_ZERO: 9.0 for name in algorithms},
    }
    assert {n.ours for n in numbers if n.measure == "wrong"} == {1.0}
