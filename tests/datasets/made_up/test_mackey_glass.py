"""The Mackey-Glass series solves its equation."""

import numpy as np
import pytest

from tests.datasets.made_up import oracles_problems as oracle
from wrapsel.datasets.made_up.mackey_glass import mackey_glass, make_mackey_glass


@pytest.mark.parametrize("tau", [5, 17])
def test_the_series_solves_the_equation(tau):
    found = mackey_glass(150, tau)

    assert found == pytest.approx(oracle.mackey_glass(150, tau), abs=1e-7)


def test_the_series_decays_until_the_delay_is_over():
    found = mackey_glass(17)

    assert found == pytest.approx(1.2 * np.exp(-0.1 * np.arange(18)), abs=1e-7)


def test_the_lags_and_the_forecast_are_in_their_places():
    series = mackey_glass(200)

    problem = make_mackey_glass(n_samples=50, start=130, n_irrelevant=3)

    for i, (row, y) in enumerate(zip(problem.X, problem.y, strict=True)):
        t = 130 + i
        assert row[:4].tolist() == [
            series[t - 18],
            series[t - 12],
            series[t - 6],
            series[t],
        ]
        assert y == series[t + 6]
    assert list(problem.frame())[2:5] == ["x(t-6)", "x(t)", "u1"]
    noise = make_mackey_glass(2000).X[:, 4:]
    assert (noise.min(), noise.max()) == pytest.approx((0, 1), abs=0.001)
    assert noise.shape == (2000, 18)
