"""How squared errors change with a variable added to a base, or removed from it."""

import numpy as np

from learners.sklearn.linear.bounds import CERTAIN, EPSILON, NEAR, bound, norm
from wrapsel.compiled import compiled, inner

BLOCK = 256  # candidates whose columns stay in the second cache


@inner
def gather_columns(rows, slots, columns, added, units, out):
    """Set `out` (n_base, n_added) to scaled products of the base with columns."""
    for i in range(len(columns)):
        row, unit = rows[slots[columns[i]]], units[columns[i]]
        for j in range(len(added)):
            out[i, j] = row[added[j]] * unit * units[added[j]]


@inner(fastmath={"contract"})
def add_terms(R, H, B, P, right, weights, along, units, sums):
    """Add to each candidate's sums what it has in common with each base variable.

    These are the pivot, the product with the training targets, the squared size on test
    rows, the product with the residuals there, and the squares of the coefficients on
    the base, in scaled columns and as they are.
    """
    for i in range(len(R)):
        y, w, a, unit = right[i], weights[i], along[i], units[i] * units[i]
        for j in range(R.shape[1]):
            b = B[i, j]
            sums[0, j] -= R[i, j] * b
            sums[1, j] -= y * b
            sums[2, j] += b * (P[i, j] - 2 * H[i, j])
            sums[3, j] -= w * H[i, j] + a * b
            sums[4, j] += b * b
            sums[5, j] += unit * b * b


@compiled(error_model="numpy")
def weigh_added(
    gram, tested, slots, sides, columns, root, of_base, added, limits, errors, bounds
):
    """Set the errors of a base with each column added, and their bounds.

    Parameters
    ----------
    gram, tested : ndarray of shape (n_known, n_columns)
        Products of training columns, and of test columns.
    slots : ndarray of shape (n_columns,)
        Where they have those of a column.
    sides : ndarray of shape (4, n_columns)
        Of each column the unit it is scaled by, its product with the training targets,
        its squared size on test rows, its product with the test targets.
    columns, root : ndarrays of shape (n_base,) and (n_base, n_base)
    of_base : ndarray of shape (2, n_base), and a tuple
        Weights, products with residuals; what `bound` takes.
    """
    units, right, heights, with_tested = sides
    (weights, along), state = of_base
    n = len(columns)
    H_base = np.empty((n, n))
    gather_columns(tested, slots, columns, columns, units, H_base)
    rights, scaled = right[columns], units[columns]
    for first in range(0, len(added), BLOCK):
        some = added[first : first + BLOCK]
        R, H = np.empty((n, len(some))), np.empty((n, len(some)))
        gather_columns(gram, slots, columns, some, units, R)
        gather_columns(tested, slots, columns, some, units, H)
        B = root.T @ (root @ R)
        P = H_base @ B
        sums = np.zeros((6, len(some)))
        sums[0] = 1.0
        sums[1], sums[2], sums[3] = right[some], heights[some], with_tested[some]
        add_terms(R, H, B, P, rights, weights, along, scaled, sums)
        for j in range(len(some)):
            unit, height = units[some[j]], heights[some[j]]
            found = judge_added(sums[:, j], unit, height, n, state, limits)
            errors[first + j], bounds[first + j] = found


@inner(error_model="numpy")
def judge_added(sums, unit, height, n, state, limits):
    """Return the error with a column added, and its bound, from the column's sums."""
    error, weight_size, slope_size, inflation, trace, spread, reach, _, _, _ = state
    pivot, partial, alone, along, squares, unscaled = sums
    weight = partial / pivot
    found = error - 2 * weight * along + weight * weight * alone
    if not (unit > 0 and pivot > 0):
        return found, np.inf
    inflation += (1 + squares) / pivot
    spread = (trace + 1 / (unit * unit)) * (spread + (unit * unit + unscaled) / pivot)
    if not (inflation <= NEAR * limits[0] and spread <= NEAR * limits[1]):
        return found, np.inf
    far = 1 + np.sqrt(squares)
    weight = abs(weight)
    slope = abs(along - weight * alone) / pivot
    slopes = slope_size + weight * reach * np.sqrt(abs(alone)) + far * slope
    weights = weight_size + far * weight
    return found, bound(n + 1, found, slopes, weights, far * weight, height, state)


@compiled(error_model="numpy")
def weigh_removed(
    inverse, weights, slopes, reach, noise, error, places, errors, bounds
):
    """Set the errors of a base without each of some columns, and their bounds.

    The base's own error and weights are exact, but for one rounding.

    Parameters
    ----------
    inverse : ndarray of shape (n_base, n_base)
    weights, slopes : ndarrays of shape (n_base,)
    reach : ndarray of shape (n_base, n_test)
        The inverse times the test columns.
    noise : ndarray of shape (n_base,)
        How large a row of the inverse may have been when it was rounded.
    error : float
        That of the base.
    places : ndarray of int
        Of the columns to remove, in the base.
    """
    slope_size, reach_size = norm(slopes), norm(reach.ravel())
    for r in range(len(places)):
        i = places[r]
        factor, pivot = weights[i] / inverse[i, i], inverse[i, i]
        far, height = norm(inverse[i]), norm(reach[i])
        errors[r] = error + factor * (2 * slopes[i] + factor * height * height)
        # An inverse that is off by inverse' E inverse is off by as much here.
        factor, far = abs(factor), far + noise[i]
        loss = far * slope_size + height * np.sqrt(error)
        loss += far * far / pivot * (abs(slopes[i]) + factor * height * height)
        loss = factor * (loss + factor * height * far * reach_size)
        bounds[r] = EPSILON * CERTAIN * (0.5 * loss + error + abs(errors[r]))
