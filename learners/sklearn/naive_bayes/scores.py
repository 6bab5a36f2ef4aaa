"""Class scores of subsets: sums over variables that are exact in any order."""

import math
from collections import namedtuple

import numpy as np
from numba.extending import overload

from wrapsel.compiled import compiled, inner

# Adding this and taking it away again rounds to the next integer.
TO_WHOLE = 1.5 * 2.0**52

# Between the scores of classes, relative to the larger: anything smaller may be due to
# rounding.
CLOSE = 1e-10

# The terms of a fold's variables, for n_rows test rows: log densities of normal
# distributions, of columns (n_columns, n_rows) with means and variances (n_columns,
# n_classes); or those of levels, from terms (n_classes, n_levels of all variables) at
# places (n_columns, n_rows).
Gaussians = namedtuple("Gaussians", ["columns", "means", "variances"])
Levels = namedtuple("Levels", ["places", "terms"])


@inner
def add_term(sums, i, term, sign, to_rest):
    """Add a term to sums (2, n_rows): of its integer, and of the rounded rest.

    Both are floats, and multiples of a power of two that is small enough for sums to be
    exact.
    """
    whole = (term + TO_WHOLE) - TO_WHOLE
    rest = ((term - whole) + to_rest) - to_rest
    sums[0, i] += sign * whole
    sums[1, i] += sign * rest


@compiled(error_model="numpy")
def add_gaussians(table, variable, smoothing, sign, to_rest, sums):
    """Add the log densities of a variable to sums (n_classes, 2, n_rows)."""
    x = table.columns[variable]
    for k in range(len(sums)):
        variance = table.variances[variable, k] + smoothing
        mean, slope = table.means[variable, k], 0.5 / variance
        height = -0.5 * math.log(2.0 * math.pi * variance) if variance > 0.0 else np.inf
        of_class = sums[k]
        for i in range(len(x)):
            off = x[i] - mean
            add_term(of_class, i, height - off * off * slope, sign, to_rest)


@compiled
def add_levels(table, variable, sign, to_rest, sums):
    """Add the log probabilities of a variable to sums (n_classes, 2, n_rows)."""
    places = table.places[variable]
    for k in range(len(sums)):
        terms, of_class = table.terms[k], sums[k]
        for i in range(len(places)):
            add_term(of_class, i, terms[places[i]], sign, to_rest)


def add_variable(table, variable, smoothing, sign, to_rest, sums):
    """Add a variable's terms to sums, or take them away, by the kind of table."""
    raise NotImplementedError("for compiled code only")


@overload(add_variable)
def _add_variable(table, variable, smoothing, sign, to_rest, sums):
    if getattr(table, "instance_class", None) is Levels:
        return lambda table, variable, smoothing, sign, to_rest, sums: add_levels(
            table, variable, sign, to_rest, sums
        )
    return lambda table, variable, smoothing, sign, to_rest, sums: add_gaussians(
        table, variable, smoothing, sign, to_rest, sums
    )


@compiled
def score_masks(
    table, log_priors, smoothings, to_rest, masks, centre, smoothing, shared, scores
):
    """Fill the scores (n_masks, n_classes, n_rows) of masks on a fold.

    Masks of the same smoothing share the sums of what most of them have in common. If
    it is zero, terms may have no bound: then each mask starts from nothing.

    `shared` holds the sums of `centre` by `smoothing`, and both become those of the
    last masks; the smoothing of these is returned.
    """
    n_classes, n_rows = scores.shape[1:]
    sums = np.empty((n_classes, 2, n_rows))
    order = np.argsort(smoothings)
    start = 0
    while start < len(order):
        before, smoothing = smoothing, smoothings[order[start]]
        end = start + 1
        while end < len(order) and smoothings[order[end]] == smoothing:
            end += 1
        group = order[start:end]
        middle = common(masks, group) if smoothing > 0.0 else np.zeros_like(masks[0])
        if smoothing != before:
            centre[:], shared[:] = False, 0.0
        add_up(table, smoothing, to_rest, middle, centre, shared, shared)
        centre[:] = middle
        for row in group:
            add_up(table, smoothing, to_rest, masks[row], centre, shared, sums)
            for k in range(n_classes):
                for i in range(n_rows):
                    total = sums[k, 0, i] + sums[k, 1, i]
                    scores[row, k, i] = log_priors[k] + total
        start = end
    return smoothing


@inner
def common(masks, rows):
    """Return what most of the first, the middle and the last of some masks have."""
    first, middle, last = masks[rows[0]], masks[rows[len(rows) // 2]], masks[rows[-1]]
    return (first & middle) | (middle & last) | (first & last)


@inner
def add_up(table, smoothing, to_rest, mask, centre, shared, sums):
    """Set sums to those of a mask, from those of the centre if they are near.

    Both sums may be the same array.
    """
    n_flips = np.count_nonzero(mask != centre)
    is_near = n_flips <= np.count_nonzero(mask)
    if is_near:
        sums[:] = shared
    else:
        sums[:] = 0.0
    for variable in range(len(mask)):
        before = centre[variable] and is_near
        if mask[variable] != before:
            sign = 1.0 if mask[variable] else -1.0
            add_variable(table, variable, smoothing, sign, to_rest, sums)


@compiled
def first_largest(scores, labels):
    """Set labels (n_masks, n_rows) to the first class of the largest score, or NaN."""
    best = np.empty(scores.shape[2])
    for row in range(len(scores)):
        out = labels[row]
        best[:] = scores[row, 0]
        out[:] = 0
        for k in range(1, scores.shape[1]):
            score = scores[row, k]
            for i in range(len(best)):
                if score[i] > best[i] or (score[i] != score[i] and best[i] == best[i]):
                    best[i], out[i] = score[i], k


@compiled
def order_ties(table, log_priors, masks, scores, labels):
    """Label rows anew, by sums in the order of variables, whose best two are close."""
    n_classes, n_rows = scores.shape[1:]
    sums = np.empty(n_classes)
    for row in range(len(masks)):
        variables = np.flatnonzero(masks[row])
        for i in range(n_rows):
            best = scores[row, labels[row, i], i]
            n_close = 0
            for k in range(n_classes):
                n_close += best - scores[row, k, i] <= CLOSE * max(1.0, abs(best))
            if n_close > 1:
                sums[:] = 0.0
                for variable in variables:
                    sums += table.terms[:, table.places[variable, i]]
                labels[row, i] = np.argmax(sums + log_priors)
