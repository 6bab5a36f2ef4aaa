"""Squared errors of subsets that are solved alone, with their bounds."""

import numpy as np

from learners.sklearn.linear.bounds import bound, norm
from learners.sklearn.linear.gram_solve import (
    columns_in,
    eliminate,
    gather,
    is_sound,
)
from wrapsel.compiled import compiled, inner


@compiled(error_model="numpy")
def solve_squares(
    gram,
    slots,
    scales,
    right,
    test,
    targets,
    sizes,
    masks,
    asked,
    limits,
    errors,
    bounds,
):
    """Set the errors of the masks asked for, and bounds where they can be trusted.

    Parameters
    ----------
    gram, slots, scales, right, test, masks, asked, limits
        As of `solve_subsets`, of one output.
    targets : ndarray of shape (n_test,)
        Less the constant.
    sizes : (float, float)
        Roots of the sums of squares of training targets and of test targets.
    """
    columns = np.empty(masks.shape[1], np.int64)
    for r in range(len(asked)):
        some = columns[: columns_in(masks[asked[r]], columns)]
        n, trusted = len(some), True
        for a in some:
            trusted &= scales[a] > 0
        R, V, Z = np.empty((n, n)), np.empty((n, n)), np.empty((n, 1))
        if not trusted:
            continue
        gather(gram, slots, scales, right, some, R, Z, V)
        if eliminate(R, Z, V) and is_sound(scales, some, V, limits[0], limits[1]):
            weights = transposed_times(V, Z[:, 0])
            found = squared_error(scales, some, V, weights, test, targets, sizes)
            errors[r], bounds[r] = found


@compiled
def transposed_times(V, z):
    """Return V'z of a lower triangle."""
    out = np.zeros(len(z))
    for i in range(len(z)):
        for j in range(i + 1):
            out[j] += V[i, j] * z[i]
    return out


@inner
def lower_times(V, z):
    """Return Vz of a lower triangle."""
    out = np.empty_like(z)
    for i in range(len(z)):
        total = 0.0
        for j in range(i + 1):
            total += V[i, j] * z[j]
        out[i] = total
    return out


@inner
def squared_error(scales, columns, V, weights, test, targets, sizes):
    """Return the squared error of scaled weights, and its bound."""
    n, residuals, (table, first, means) = len(columns), targets.copy(), test
    along, height = np.empty(n), 0.0
    for j in range(n):
        a, factor = columns[j], weights[j] / scales[columns[j]]
        values = table[a, first : first + len(targets)]
        for i in range(len(values)):
            residuals[i] -= factor * (values[i] - means[a])
    for j in range(n):
        a, together, squares = columns[j], 0.0, 0.0
        values = table[a, first : first + len(targets)]
        for i in range(len(values)):
            value = values[i] - means[a]
            together += value * residuals[i]
            squares += value * value
        along[j] = together / scales[a]
        height = max(height, squares / (scales[a] * scales[a]))
    slopes = norm(transposed_times(V, lower_times(V, along)))
    error = norm(residuals) ** 2
    state = (error, norm(weights), slopes, 0.0, 0.0, 0.0, 0.0, height, *sizes)
    return error, bound(n, error, slopes, norm(weights), 0.0, 0.0, state)
