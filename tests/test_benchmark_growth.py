"""What is told of how a step grows."""

import pandas as pd
import pytest

from tests.benchmarks.growth import SIDES, WORK, Shape, draw, steps, table


def made():
    """Return times that grow with rows alone, as does their limit."""
    return pd.DataFrame(
        [
            (name, side, times, us * times ** (side == "rows"), 1.0)
            for name, us in (("slow", 50.0), ("fast", 2.0))
            for side in SIDES
            for times in (1, 2, 4)
        ],
        columns=["learner", "side", "times", "us", "limit"],
    )


def test_candidates_have_one_variable_more_and_are_new_each_time():
    seen = set()
    for known, step in steps(Shape(variables=20, size=5), 8, number=3):
        assert len(step) == 8
        assert all(len(each) == 6 and not len(known - each) for each in step)
        assert not seen & {*step}
        seen |= {*step}


def test_the_table_tells_the_first_time_and_by_what_it_grew():
    found = table(made())

    assert list(found.index) == ["slow", "fast"]
    assert found["us"].tolist() == [50.0, 2.0]
    assert found["rows x 4"].tolist() == [4.0, 4.0]
    assert found["size x 4"].tolist() == [1.0, 1.0]
    assert found["limit, rows x 4"].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", WORK)
def test_each_learner_has_work_that_cannot_be_left_out(name):
    work = WORK[name]
    twice = work.shape.times("rows", 2).times("size", 2)

    first, then = (
        work.bytes_added(shape) + work.products(shape) for shape in (work.shape, twice)
    )

    assert 0 < first < then


def test_a_figure_is_drawn(tmp_path):
    draw(made(), tmp_path / "growth.png")

    assert (tmp_path / "growth.png").stat().st_size > 5_000
