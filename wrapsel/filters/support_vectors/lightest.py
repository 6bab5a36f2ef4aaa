"""Who of those left has the least weight, in compiled code, most often of a few."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from wrapsel.columns.arrays import FloatArray
from wrapsel.compiled import inner
from wrapsel.filters.support_vectors.inverses import multiply
from wrapsel.filters.support_vectors.leaving import least_bound, near
from wrapsel.filters.support_vectors.smo import weight_norm

# How long a weight of the short list takes, against one that is reckoned in full.
SHORT_SECONDS = 0.2
SINGLE = float(np.finfo(np.float32).eps)


class Weights(NamedTuple):
    """What is known of weights.

    A weight moves by no more than its variable's norm times the dual variables' move.
    So for as long as they stay within `reach` of the reference, the least weight is of
    a short list, if it is at most `bound`. Those of the list are reckoned in single
    precision, and exactly if they may be the least.
    """

    columns: Any  # (n_variables, n_samples)
    sizes: Any  # (n_variables,), the norms of the columns
    norms: Any  # (n_variables,), of the weights at the reference
    reference: Any  # (n_machines, n_samples), dual variables at some time
    limits: Any  # (2,), reach and bound

    @classmethod
    def of(cls, columns: FloatArray, n_machines: int) -> Weights:
        """Begin with none known."""
        n_variables, n_samples = columns.shape
        sizes, reference = np.sqrt((columns**2).sum(axis=1)), (n_machines, n_samples)
        norms, limits = np.zeros(n_variables), np.zeros(2)
        return cls(columns, sizes, norms, np.zeros(reference), limits)


class Short(NamedTuple):
    """The short list."""

    variables: Any  # (n_listed,), ascending
    sizes: Any  # (n_listed,), infinite once a variable has gone
    units: Any  # (n_samples, n_listed), columns of norm 1, in single precision
    found: Any  # (n_listed,), weights over those sizes, in single precision
    of_one: Any  # (n_listed,), of one machine


@inner(error_model="numpy")
def length_of(duals: Any) -> Any:
    """Return the norm of all dual variables."""
    total = 0.0
    for m in range(len(duals)):
        for i in range(duals.shape[1]):
            total += duals[m, i] ** 2
    return np.sqrt(total)


@inner(error_model="numpy")
def distance(duals: Any, reference: Any) -> Any:
    """Return how far dual variables moved, rounding included, far below 1e-12."""
    total = 0.0
    for m in range(len(duals)):
        for i in range(duals.shape[1]):
            total += (duals[m, i] - reference[m, i]) ** 2
    return np.sqrt(total) + 1e-12 * length_of(duals)


@inner(error_model="numpy")
def reckon(columns: Any, left: Any, duals: Any, norms: Any, reference: Any) -> None:
    """Set the norms of those left, and the reference."""
    for variable in left:
        norms[variable] = weight_norm(columns[variable], duals)
    for m in range(len(duals)):
        for i in range(duals.shape[1]):
            reference[m, i] = duals[m, i]


@inner(error_model="numpy")
def short_list(weights: Any, left: Any, duals: Any) -> Any:
    """Reckon all weights of those left, and list which may become the least."""
    norms, sizes, columns = weights.norms, weights.sizes, weights.columns
    reckon(columns, left, duals, norms, weights.reference)
    reach = weights.limits[0]
    lowest = least_bound(norms, sizes, left, 0.0)
    bound = 0.8 * lowest + 0.2 * least_bound(norms, sizes, left, reach)
    weights.limits[1] = bound
    places = near(norms, sizes, left, reach, bound)
    n = len(places)
    variables, of_listed = np.empty(n, dtype=np.intp), np.empty(n)
    units = np.empty((columns.shape[1], n), dtype=np.float32)
    for k in range(n):
        variable = left[places[k]]
        variables[k], of_listed[k] = variable, sizes[variable]
        fill_unit(columns[variable], sizes[variable], units, k)
    found, of_one = np.empty(n, dtype=np.float32), np.empty(n, dtype=np.float32)
    return Short(variables, of_listed, units, found, of_one)


@inner(error_model="numpy")
def fill_unit(column: Any, size: float, units: Any, k: int) -> None:
    """Set a column of norm 1, or 0."""
    factor = 1.0 / size if size > 0 else 0.0
    for i in range(len(column)):
        units[i, k] = column[i] * factor


@inner(error_model="numpy")
def set_found(duals: Any, units: Any, of_one: Any, found: Any) -> None:
    """Set the weights of columns of norm 1, for dual variables of norm 1."""
    values, length = np.empty(duals.shape[1], dtype=np.float32), length_of(duals)
    factor = 1.0 / length if length > 0 else 0.0
    for k in range(len(found)):
        found[k] = 0.0
    for m in range(len(duals)):
        for i in range(len(values)):
            values[i] = duals[m, i] * factor
        multiply(units, values, of_one)
        for k in range(len(found)):
            found[k] += of_one[k] * of_one[k]
    for k in range(len(found)):
        found[k] = np.sqrt(found[k])


@inner(fastmath={"nnan", "nsz", "reassoc"})
def least_found(found: Any, sizes: Any, error: float) -> float:
    """Return the least of what the weights may be at most."""
    least = np.inf
    for k in range(len(found)):
        most = (found[k] + error) * sizes[k]
        if most < least:
            least = most
    return least


@inner(error_model="numpy")
def lightest(weights: Any, short: Any, duals: Any) -> int:
    """Return the place in the list of the least weight, of equal ones the first.

    Returns -1 if it may be of another variable.
    """
    columns, found, sizes = weights.columns, short.found, short.sizes
    if distance(duals, weights.reference) > weights.limits[0]:
        return -1
    set_found(duals, short.units, short.of_one, found)
    # Twice the worst case.
    error = (duals.shape[1] + 8) * len(duals) * SINGLE
    limit = least_found(found, sizes, error)
    place, lowest = -1, weights.limits[1]
    for k in range(len(found)):
        if (found[k] - error) * sizes[k] <= limit and sizes[k] < np.inf:
            norm = weight_norm(columns[short.variables[k]], duals)
            if norm < lowest or (place < 0 and norm <= lowest):
                place, lowest = k, norm
    return place


@inner(error_model="numpy")
def tune(weights: Any, duals: Any, n_left: int, n_short: int) -> None:
    """Choose the reach for which both ways to reckon weights take least in all.

    What `n_short` weights of a list took grows with the root of the turns, so at the
    best reach it is twice what all of those left take.
    """
    reach = weights.limits[0]
    reach *= 1.2 if 2 * n_left > SHORT_SECONDS * n_short else 1 / 1.2
    weights.limits[0] = max(reach, 2.0 * distance(duals, weights.reference))
