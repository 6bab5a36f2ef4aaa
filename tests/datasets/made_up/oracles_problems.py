"""The rules of the artificial problems, one sample at a time."""

import math
from itertools import product

import numpy as np

DIGITS = """
 _       _   _       _   _   _   _   _
| |   |  _|  _| |_| |_  |_    | |_| |_|
|_|   | |_   _|   |  _| |_|   | |_|  _|
"""


def lamps(digit):
    """Read the seven segments of a digit off the picture."""
    top, middle, bottom = (
        line.ljust(40)[4 * digit : 4 * digit + 3] for line in DIGITS.split("\n")[1:4]
    )
    cells = top[1], middle[0], middle[2], middle[1], bottom[0], bottom[2], bottom[1]
    return tuple(int(cell != " ") for cell in cells)


def led_posterior(noise):
    """Return the probability of each pattern with each digit, pattern by pattern."""
    table = {}
    for pattern in product((0, 1), repeat=7):
        faults = [
            sum(a != b for a, b in zip(pattern, lamps(d), strict=True))
            for d in range(10)
        ]
        table[pattern] = [noise**f * (1 - noise) ** (7 - f) / 10 for f in faults]
    return table


def polynomial_classes(n_samples, n_variables, n_relevant, degree, seed):
    """Return eq. 12 and 13 with the same draws, sample by sample."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n_samples, n_variables))
    c = rng.uniform(1, 2, (n_relevant, degree))
    c *= rng.choice([-1.0, 1.0], (n_relevant, degree))
    b = rng.uniform(-1, 1, degree)
    values = []
    for row in X:
        value = 1.0
        for j in range(degree):
            value *= sum(c[i, j] * row[i] for i in range(n_relevant)) + b[j]
        values.append(value)
    ordered, half = sorted(values), n_samples // 2
    median = (ordered[half] + ordered[(n_samples - 1) // 2]) / 2
    return [1 if value > median else -1 for value in values]


def jong_class(row, n_relevant, is_linear):
    if is_linear:
        return 1 if sum(row[:n_relevant]) > n_relevant / 2 else -1
    distance = sum((value - 0.5) ** 2 for value in row[:n_relevant])
    return 1 if distance < n_relevant / 12 else -1


def monks_class(problem, a):
    """Return the class as the rules are written; a[1] is the first variable."""
    if problem == 1:
        return int(a[1] == a[2] or a[5] == 1)
    if problem == 2:
        return int([a[i] for i in range(1, 7)].count(1) == 2)
    return int((a[5] == 3 and a[4] == 1) or (a[5] != 4 and a[2] != 3))


def friedman1(x):
    return (
        10 * math.sin(math.pi * x[0] * x[1])
        + 20 * (x[2] - 0.5) ** 2
        + 10 * x[3]
        + 5 * x[4]
    )


def mackey_glass(n, tau):
    """Solve the equation piece by piece, each with the last one as its history."""
    from scipy.integrate import solve_ivp

    histories = [lambda t: 0.0]
    x, series = 1.2, [1.2]
    for piece in range(math.ceil(n / tau)):
        first = piece * tau
        last = histories[-1]

        def slope(t, x, last=last):
            early = float(np.squeeze(last(t - tau)))
            return 0.2 * early / (1 + early**10) - 0.1 * x

        times = np.arange(first, first + tau + 1)
        # Small steps: the history between them is only interpolated.
        options = {"method": "DOP853", "rtol": 1e-11, "atol": 1e-12, "max_step": 0.5}
        done = solve_ivp(
            slope, times[[0, -1]], [x], t_eval=times, dense_output=True, **options
        )
        series.extend(done.y[0, 1:].tolist())
        x = done.y[0, -1]
        histories.append(done.sol)
    return np.array(series[: n + 1])


def is_decided_by(frame, y):
    """Tell whether rows that are equal have the same label."""
    keys = [tuple(row) for row in frame.astype(int).to_numpy()]
    seen = {}
    return all(
        seen.setdefault(key, label) == label for key, label in zip(keys, y, strict=True)
    )
