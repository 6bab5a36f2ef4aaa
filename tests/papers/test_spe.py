"""Figures of SPE-ranker."""

from dataclasses import replace

import pytest

from wrapsel.filters import SPERanker
from wrapsel.papers import Extent, Number, experiment, make_again
from wrapsel.papers.spe import figures
from wrapsel.papers.spe.claims import RANKERS, SIZES
from wrapsel.ranking import auc_fr


def made(name, n_tasks=None):
    """Make a figure of a single data set a point."""
    whole = experiment(name)
    tasks = whole.tasks(Extent(repetitions=1))[:n_tasks]
    return whole, make_again(replace(whole, tasks=lambda extent: tasks))


def test_a_claim_comes_with_the_numbers_by_which_it_holds_or_not():
    best = {"RM": 0.9, "GSRelief_k": 0.95, "SM": 0.4}
    numbers = [
        Number(f"{who}, {panel}", "AUC-FR", best.get(who, 0.6), x=size, panel=panel)
        for who in RANKERS
        for size in SIZES
        for panel in (figures.ORIGINAL, figures.STANDARDIZED)
    ]
    lines = experiment("spe-figure-8").notes(numbers)

    assert len(lines) == 5
    assert lines[0].startswith("  holds ")
    assert "0.900 (RM at 20..100) > 0.600" in lines[0]
    assert lines[3].startswith("  does not hold ")


def test_one_of_two_near_classes_variables_goes():
    whole, numbers = made("spe-figure-10")
    lines = whole.notes(numbers)
    assert sum(line.startswith("  holds ") for line in lines) >= 4


def test_an_area_is_the_best_of_the_variants(monkeypatch):
    variants = [SPERanker(2), SPERanker(2, remove_redundant=False)]
    monkeypatch.setattr(figures, "rankers_of", lambda *_, **__: {"SPE": variants})
    _, [number] = made("spe-figure-4", 1)

    point = figures._points("4", 50, is_whole=False)[0]
    problem = figures.make_point("4", point, 0).shuffled(0)
    truth = problem.relevant, problem.redundant
    orders = [ranker(problem.X, problem.y).order for ranker in variants]
    assert number.ours == max(auc_fr(order, *truth) for order in orders)


def test_two_problems_are_drawn_as_points():
    whole, numbers = made("spe-figure-11")
    assert whole.plot == "points"
    assert len({number.place for number in numbers}) == 4


def test_a_part_of_a_figure_takes_one_point_a_column():
    tasks = experiment("spe-figure-2").tasks(Extent(repetitions=2))
    assert len(tasks) == 5 * 2
    assert len(experiment("spe-figure-2").tasks(Extent())) == 5 * 32 * 30


@pytest.mark.slow
@pytest.mark.parametrize("figure", ["1", "2", "8", "9"])
def test_a_figure_has_numbers(figure):
    whole, numbers = made(f"spe-figure-{figure}")
    assert all(0 <= number.ours <= 1 for number in numbers)
    assert len(whole.notes(numbers)) >= 2
