"""What rounding may have done to a squared error."""

from __future__ import annotations

import math

import numpy as np

from wrapsel.compiled import inner

EPSILON = 2.0**-53
CERTAIN = 128.0  # standard deviations of a rounding error that are allowed
NEAR = 0.9  # of a limit, up to which a system is sound on any way


def traces(diagonal, units):
    """Return the inflation, and those whose product is the spread, of an inverse.

    Parameters
    ----------
    diagonal : ndarray of shape (n,)
        Of the inverse of products scaled to ones.
    units : ndarray of shape (n,)
        What columns were scaled by.
    """
    return diagonal.sum(), (units**-2.0).sum(), diagonal @ units**2


def is_near_none(limits, inflation, trace, spread):
    """Return whether a subset is sound on any way, and so is what has less of it."""
    return inflation <= NEAR * limits[0] and trace * spread <= NEAR * limits[1]


def state_of(error, weights, slopes, reach, heights, sizes, of_inverse):
    """Return what `bound` takes of a base.

    Parameters
    ----------
    error : float
        Its squared error.
    weights, slopes : ndarray of shape (n,)
        Slopes are the inverse times products of test columns with residuals.
    reach : ndarray of shape (n, n_test)
        The inverse times the test columns.
    heights : ndarray of shape (n,)
        Squared sizes of columns on the test rows.
    sizes : (float, float)
        Roots of the sums of squares of training targets and of test targets.
    of_inverse : (float, float, float)
        From `traces`.
    """
    norms = [math.sqrt(np.vdot(array, array)) for array in (weights, slopes, reach)]
    rest = norms[2], heights.max(initial=0.0), *sizes
    return (error, *norms[:2], *of_inverse, *rest)


@inner(error_model="numpy")
def bound(n, found, slopes, weights, change, height, state):
    """Return what rounding may have done to the error of a subset of n variables.

    Parameters
    ----------
    found : float
        The error.
    slopes, weights : float
        Norms of the inverse times products of columns with residuals, and of weights.
    change : float
        Norm of the change of the weights from the base.
    height : float
        Squared size on test rows of the column that is added, else 0.
    state : tuple
        Of the base: the error, the norms of weights and slopes, inflation, trace, trace
        of the inverse unscaled, norm of the inverse times test columns, largest squared
        size of a column on test rows; the norms of training and test targets.
    """
    error, height = state[0], np.sqrt(max(height, state[7]))
    of_targets, of_tested = state[8], state[9] + height * weights
    of_sums = np.sqrt(error) * of_tested + height * change * (of_tested)
    of_equations = slopes * (of_targets + weights)
    of_sums += (height * change) ** 2
    total = np.sqrt(n + 8) * (of_equations + of_sums) + error + abs(found)
    return CERTAIN * EPSILON * total


@inner
def norm(numbers):
    """Return the root of the sum of squares."""
    total = 0.0
    for number in numbers:
        total += number * number
    return np.sqrt(total)
