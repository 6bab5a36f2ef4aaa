"""Squared errors of solved equations to more digits than a double has.

A number is kept as the sum of two doubles, the second of which is what the first one
left out [1]_.

References
----------
.. [1] T. J. Dekker, "A floating-point technique for extending the available precision",
   Numerische Mathematik 18, 1971.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from wrapsel.compiled import compiled

SPLIT = 2.0**27 + 1
NOTHING = 1e-24  # a sum of squared errors, against that of the targets, that is zero


@njit(inline="always")
def halves(number):
    """Return two numbers of half the digits whose sum it is."""
    wide = SPLIT * number
    high = wide - (wide - number)
    return high, number - high


@njit(inline="always")
def add_product(high, low, a, b):
    """Return the two parts of high + low + a * b."""
    product = a * b
    a_high, a_low = halves(a)
    b_high, b_low = halves(b)
    rest = (
        (a_high * b_high - product) + a_high * b_low + a_low * b_high
    ) + a_low * b_low
    total = high + product
    part = total - high
    lost = (high - (total - part)) + (product - part)
    return total, low + (lost + rest)


@compiled
def left_over(gram, right, weights):
    """Return right - gram @ weights, rounded once at the end."""
    high, low = right.copy(), np.zeros(len(right))
    for j in range(len(weights)):
        row, weight = gram[j], -weights[j]
        if weight != 0:
            for i in range(len(right)):
                high[i], low[i] = add_product(high[i], low[i], row[i], weight)
    return high + low


@compiled
def residuals(test, targets, weights, more, rest):
    """Return targets - (weights + more) @ test; set `rest` to its second part.

    What is more is so small that its products need no second part.
    """
    high, low = targets.copy(), np.zeros(len(targets))
    for j in range(len(weights)):
        row, weight, small = test[j], -weights[j], -more[j]
        if weight != 0:
            for i in range(len(row)):
                high[i], low[i] = add_product(high[i], low[i], row[i], weight)
                low[i] += row[i] * small
    total = high + low
    rest[:] = (high - total) + low
    return total


@compiled
def sum_of_squares(numbers, rest):
    """Return the sum of squares of numbers in two parts."""
    total = low = 0.0
    for i in range(len(numbers)):
        total, low = add_product(total, low, numbers[i], numbers[i])
        low += 2 * numbers[i] * rest[i]
    return total + low


def exact_error(gram, right, test, targets, weights, solve):
    """Return the squared error of the exact solution of equations.

    Parameters
    ----------
    gram : ndarray of shape (n, n)
    right : ndarray of shape (n,)
    test : ndarray of shape (n, n_test)
    targets : ndarray of shape (n_test,)
    weights : ndarray of shape (n,)
        The solution, but for rounding.
    solve : callable
        Solves the equations for another right side, to a few digits.

    Examples
    --------
    >>> gram, right = np.array([[3.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0])
    >>> weights = np.linalg.solve(gram, right).astype(np.float32).astype(float)
    >>> solve = np.linalg.inv(gram).__matmul__
    >>> exact_error(gram, right, np.eye(2), np.zeros(2), weights, solve) * 64
    26.0
    """
    more, rest = solve(left_over(gram, right, weights)), np.empty(len(targets))
    error = sum_of_squares(residuals(test, targets, weights, more, rest), rest)
    return 0.0 if error <= NOTHING * (targets @ targets) else error
