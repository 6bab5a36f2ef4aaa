"""Perceptrons in plain Python.

Weights and sums are floats, which are exact: all are multiples of 2^-28.
"""

import math
from fractions import Fraction

import numpy as np

WORD = 2**64
TABLE = [
    Fraction(round(2**30 * math.exp(-place / 1024)), 2**30) for place in range(20000)
]
LONGEST = math.ceil(1024 * 17 * math.log(2))


def problem(seed, n_classes=2, n_samples=30, n_variables=6):
    """Return numbers, bits and a constant, with labels that follow some of them."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-9, 10, (n_samples, n_variables)).astype(np.float64)
    X[:, ::2] = X[:, ::2] > 0
    X[:, -1] = 4.0
    X[:, 1] = rng.normal(size=n_samples)
    noise = rng.normal(scale=0.3, size=n_samples)
    y = np.digitize(X[:, 0] + X[:, 2] + noise, np.linspace(0.2, 1.8, n_classes - 1))
    y[:n_classes] = range(n_classes)
    return X, y


def numbers_from(state):
    """Return a function that draws a number below n (SplitMix64)."""

    def draw(n):
        nonlocal state
        state = (state + 0x9E3779B97F4A7C15) % WORD
        word = state
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
        word ^= word >> 31
        return (word >> 32) * n >> 32

    return draw


def scaled(X, X_train):
    """Return X, the range of each column of X_train from -1 to 1, and ones."""
    out = []
    for row in X:
        new = []
        for j, x in enumerate(row):
            column = [Fraction(r[j]) for r in X_train]
            low, high = min(column), max(column)
            exact = Fraction(0)
            if low < high:
                exact = 2 * (Fraction(x) - low) / (high - low) - 1
            new.append(max(-127, min(127, round(64 * exact))))
        out.append([code / 64 for code in new] + [1.0])
    return out


def temperatures(first, cooling, lowest):
    """Return the temperature of each epoch."""
    out = [float(first)]
    while out[-1] * cooling >= lowest:
        out.append(out[-1] * cooling)
    return out


def exact_step(size, now, first):
    """Return the step for a sum of this size, rounded as documented."""
    rate = Fraction(round(2**26 / now), 2**16)  # places of the table
    place = math.floor(Fraction(size) * rate + Fraction(1, 2))
    if place >= LONGEST:
        return 0.0
    amplitude = Fraction(round(2**30 * (now / first)), 2**30)
    step = TABLE[place] * amplitude
    return math.floor(step * 2**16 + Fraction(1, 2)) / 2**16


def thermal(X, signs, seed, degrees, step=exact_step, start=None):
    """Return the weights after all epochs, the bias last; X has a column of ones."""
    weights = list(start or [0.0] * len(X[0]))
    draw = numbers_from(seed)
    order = list(range(len(X)))
    for now in degrees:
        for i in range(len(X) - 1, 0, -1):
            other = draw(i + 1)
            order[i], order[other] = order[other], order[i]
        for i in order:
            total = dot(X[i], weights)
            if total * signs[i] <= 0:
                change = signs[i] * step(abs(total), now, degrees[0])
                weights = [w + change * x for w, x in zip(weights, X[i], strict=True)]
    return weights


def pocket(X, signs, seed, epochs, start=None):
    """Return the weights in the pocket after all picks."""
    weights = list(start or [0.0] * len(X[0]))
    best, longest, run = weights, 0, 0
    draw = numbers_from(seed)
    for _ in range(epochs * len(X)):
        i = draw(len(X))
        if dot(X[i], weights) * signs[i] <= 0:
            weights = [w + signs[i] * x for w, x in zip(weights, X[i], strict=True)]
            run = 0
            continue
        run += 1
        if run > longest and n_right(X, signs, weights) > n_right(X, signs, best):
            best, longest = weights, run
    return best


def n_right(X, signs, weights):
    """Count the rows on the right side."""
    return sum(dot(x, weights) * t > 0 for x, t in zip(X, signs, strict=True))


def dot(x, weights):
    """Return the weighted sum."""
    return sum(a * b for a, b in zip(x, weights, strict=True))
