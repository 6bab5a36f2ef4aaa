"""Squared errors of solved equations to more digits than a double has.

A number is kept as the sum of two doubles, the second of which is what the first one
left out [1]_.

References
----------
.. [1] T. J. Dekker, "A floating-point technique for extending the available precision",
   Numerische Mathematik 18, 1971.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload

from wrapsel.compiled import compiled

NOTHING = 1e-24  # a sum of squared errors, against that of the targets, that is zero


def fused(a, b, c):
    """Return a * b + c, rounded once."""
    return float(Fraction(a) * Fraction(b) + Fraction(c))


@intrinsic
def fused_inside(typing_context, a, b, c):
    """Return what `fused` does; where a processor cannot, by a slow function of C."""

    def build(context, builder, signature, given):
        return builder.fma(*given)

    return types.float64(types.float64, types.float64, types.float64), build


@overload(fused)
def fused_compiled(a, b, c):
    """Return what kernels take for `fused`."""
    return lambda a, b, c: fused_inside(a, b, c)


@njit(inline="always")
def add_product(high, low, a, b):
    """Return the two parts of high + low + a * b."""
    product = a * b
    total = high + product
    part = total - high
    lost = (high - (total - part)) + (product - part)
    return total, low + (lost + fused(a, b, -product))


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
