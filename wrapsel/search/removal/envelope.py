"""The lower envelope of `schedule`, compiled for many variables."""

import math

import numpy as np
from numpy.typing import NDArray

from wrapsel.compiled import compiled, inner
from wrapsel.protocol import FloatArray


@compiled
def lower_envelope(
    slopes: FloatArray, reached: FloatArray, ways: FloatArray
) -> tuple[NDArray[np.int64], FloatArray]:
    """Return, for each number of irrelevant variables, the best next one and its cost.

    It is line by line what `schedule` does without a compiler.
    """
    expected = np.zeros(len(ways))
    landings = np.zeros(len(ways), np.int64)
    lines = np.zeros(len(ways), np.int64)
    starts = np.full(len(ways), -np.inf)
    n_lines, current = 1, 0
    for i in range(1, len(ways)):
        while current + 1 < n_lines and starts[current + 1] <= reached[i]:
            current += 1
        m = landings[i] = lines[current]
        expected[i] = math.exp(slopes[m] + ways[i]) + expected[m]
        last = lines[n_lines - 1]
        if (
            i == len(slopes)
            or slopes[i] > slopes[last]
            or (slopes[i] == slopes[last] and expected[i] > expected[last])
        ):
            continue
        start = crossing(expected[i] - expected[last], slopes[i], slopes[last])
        while start <= starts[n_lines - 1] and n_lines > current + 1:
            n_lines -= 1
            last = lines[n_lines - 1]
            start = crossing(expected[i] - expected[last], slopes[i], slopes[last])
        lines[n_lines], starts[n_lines] = i, start
        n_lines += 1
    return landings, expected


@inner
def crossing(rise: float, slope: float, steeper: float) -> float:
    """Return log x where a line meets a steeper one that starts lower by `rise`."""
    if rise <= 0:
        return -math.inf
    return math.log(rise / -math.expm1(slope - steeper)) - steeper
