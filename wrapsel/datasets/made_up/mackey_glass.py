"""The Mackey-Glass series."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.made_up.limits import check_at_least
from wrapsel.datasets.made_up.problem import MadeProblem

FloatArray = NDArray[np.float64]

_LAGS = (18, 12, 6, 0)
_AHEAD = 6
_STEPS = 10  # of the integration, in a unit of time


def make_mackey_glass(
    n_samples: int = 1000,
    n_irrelevant: int = 18,
    tau: int = 17,
    start: int = 118,
    random_state: int = 0,
) -> MadeProblem:
    """Make the forecast of the Mackey-Glass series among noise inputs [1]_.

    From x(t - 18), x(t - 12), x(t - 6) and x(t), x(t + 6) is to be predicted; the
    series has no noise. The irrelevant variables are uniform in [0, 1]. [1]_ trains on
    500 samples and tests on 500: as from `start` 118 and 618, with different seeds.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of samples, at least 1, at successive times.
    n_irrelevant : int, default=18
        Number of irrelevant variables.
    tau : int, default=17
        Delay, in units of time, at least 1.
    start : int, default=118
        Time of the first sample, at least 18.
    random_state : int, default=0
        Seed of the irrelevant variables.

    References
    ----------
    .. [1] T. Nagatani, S. Ozawa and S. Abe, "Fast variable selection by block addition
       and block deletion", 2010, section 5.2.

    Examples
    --------
    >>> make_mackey_glass(n_samples=500)
    mackey-glass: 500 rows, 22 variables, 4 of them relevant
    """
    check_at_least(1, n_samples=n_samples, tau=tau)
    check_at_least(0, n_irrelevant=n_irrelevant)
    check_at_least(max(_LAGS), start=start)
    times = start + np.arange(n_samples)
    series = mackey_glass(start + n_samples - 1 + _AHEAD, tau)
    lags = [series[times - lag] for lag in _LAGS]
    rng = np.random.default_rng(random_state)
    X = np.column_stack([*lags, rng.random((n_samples, n_irrelevant))])
    names = [f"x(t-{lag})" if lag else "x(t)" for lag in _LAGS]
    names += [f"u{i + 1}" for i in range(n_irrelevant)]
    y = series[times + _AHEAD]
    return MadeProblem(X, y, (0, 1, 2, 3), name="mackey-glass", names=tuple(names))


def mackey_glass(n: int, tau: int = 17) -> FloatArray:
    """Integrate the Mackey-Glass equation from time 0 to n; shape (n + 1,).

    It is x'(t) = 0.2 x(t - tau) / (1 + x(t - tau)**10) - 0.1 x(t), with x(0) = 1.2 and
    0 before; Runge-Kutta's method of fourth order with steps of 0.1.

    Examples
    --------
    >>> mackey_glass(2).round(4)  # 1.2 exp(-t / 10) up to time tau
    array([1.2   , 1.0858, 0.9825])
    """
    step, delay = 1 / _STEPS, tau * _STEPS
    # What was at the start, in the middle and at the end of each step; the delayed
    # value jumps at tau, so an end is not always the start of the next.
    starts = np.zeros(delay + n * _STEPS)
    middles, ends = starts.copy(), starts.copy()
    x, series = 1.2, [1.2]
    for i in range(n * _STEPS):
        early, centre, late = _production(starts[i], middles[i], ends[i])
        k1 = early - 0.1 * x
        k2 = centre - 0.1 * (x + step / 2 * k1)
        k3 = centre - 0.1 * (x + step / 2 * k2)
        k4 = late - 0.1 * (x + step * k3)
        after = x + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        starts[delay + i], ends[delay + i] = x, after
        slopes = k1 - (late - 0.1 * after)
        middles[delay + i] = (x + after) / 2 + step / 8 * slopes  # cubic Hermite
        x = after
        if (i + 1) % _STEPS == 0:
            series.append(x)
    return np.array(series)


def _production(*delayed: float) -> list[float]:
    return [0.2 * x / (1 + x**10) for x in delayed]
