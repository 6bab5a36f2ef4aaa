"""Tables and figures of ensemble feature ranking."""

from dataclasses import replace

import numpy as np
import pytest

from wrapsel.papers import Extent, experiment, make_again
from wrapsel.papers.published import published


@pytest.mark.parametrize(("number", "sets"), [(1, 30), (2, 20)])
def test_each_share_of_hits_is_a_number_of_data_sets(number, sets):
    # A check of how the cells were copied, which the extraction had glued together.
    hits = [float(row["p_b"]) for row in published(f"efr_table{number}") if row["p_b"]]
    assert np.allclose(np.round(np.array(hits) * sets) / sets, hits, atol=0.0051)


def test_cells_are_means_and_medians_beside_the_papers():
    numbers = make_again(experiment("efr-table-1"), Extent(repetitions=5))

    assert len(numbers) == 24 * 3
    by_cell = {(n.place, n.measure): n for n in numbers}
    cell = by_cell["n=50, e=0, sigma=0, linear", "p_b"]
    assert (cell.theirs, cell.ours * 5 % 1) == (0.87, 0)
    assert cell.our_sd > 0


def test_a_part_of_the_ensembles_says_what_is_left_out():
    whole = experiment("efr-table-2")
    tasks = whole.tasks(Extent(repetitions=1))
    assert len(tasks) == 2
    numbers = replace(whole, tasks=lambda extent: []).numbers([])
    assert all(number.ours is None for number in numbers)


def test_median_curves_rise_from_chance_to_all():
    numbers = make_again(experiment("efr-figure-1"), Extent(repetitions=3))

    for concept in ("linear", "nonlinear"):
        heights = [n.ours for n in numbers if n.place == concept]
        assert heights == sorted(heights)
        assert heights[-1] == 1
    middle = {n.place: n.ours for n in numbers if n.x == pytest.approx(0.5)}
    assert middle["linear"] > middle["nonlinear"]
