"""Table 4 and its figures: thermal perceptrons on seven of ten variables."""

import pytest

from wrapsel import load_learner
from wrapsel.papers import Extent, experiment, make_again
from wrapsel.papers.rve import perceptrons
from wrapsel.papers.rve.expected_costs import perceptron_cost


@pytest.fixture(autouse=True)
def _short_trainings(monkeypatch):
    short = load_learner("thermal-perceptron", cooling=0.9)
    monkeypatch.setattr(perceptrons, "load_learner", lambda name: short)
    monkeypatch.setattr(perceptrons, "SAMPLES", 150)


def test_the_updates_are_those_of_all_trainings():
    run = perceptrons.eliminate("RVE(k=1)", seed=0)

    sizes = [size for size, _, _ in run["path"]]
    assert (sizes[0], sizes[-1]) == (100, 10)
    assert run["path"][0][1:] == (perceptron_cost(100), 1)
    assert run["calls"] >= 91
    assert run["mean_updates"] == run["path"][-1][1]


def test_a_table_and_its_figures_share_what_was_done(tmp_path):
    store, few = tmp_path / "done.jsonl", Extent(repetitions=1)
    numbers = make_again(experiment("rve-table-4"), few, store=store)
    size = store.stat().st_size
    curves = make_again(experiment("rve-figure-2"), few, store=store)

    assert store.stat().st_size == size
    last = {n.place: n.ours for n in curves if n.x == 10}
    totals = {n.place: n.ours for n in numbers if n.measure == "mean_updates"}
    assert last.items() <= totals.items()
