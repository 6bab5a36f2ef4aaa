"""Axes hold their values, and their ticks are round."""

import numpy as np
import pytest

from wrapsel.report.scales import linear, sizes


@pytest.mark.parametrize("seed", range(100))
def test_an_axis_holds_its_values_in_order(seed):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=rng.integers(1, 6)) * 10.0 ** rng.integers(-6, 6)
    axis = linear(values.tolist())

    places = [axis(value) for value in sorted(values)]
    assert places == sorted(places)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert 2 <= len(axis.ticks) <= 9
    assert [axis(axis.low), axis(axis.high)] == [0, 100]


def test_values_that_do_not_differ_have_an_axis():
    assert linear([0.0]).ticks[0] == 0
    assert linear([0.3, 0.3]).low <= 0.3 <= linear([0.3, 0.3]).high


@pytest.mark.parametrize("n", [1, 2, 13, 30, 40, 41, 240, 20_000])
def test_sizes_go_from_none_to_all(n):
    axis = sizes(n)

    assert (axis.ticks[0], axis.ticks[-1]) == (0, n)
    assert list(axis.ticks) == sorted(set(axis.ticks))
    assert (axis(0), axis(n)) == (0, 100)
    assert len(axis.ticks) <= 17
