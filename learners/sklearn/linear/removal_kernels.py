"""How squared errors change with a variable removed from a base."""

import numpy as np

from learners.sklearn.linear.bounds import CERTAIN, EPSILON, norm
from wrapsel.compiled import compiled


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
