"""How squared errors change with a variable removed from a base."""

import numpy as np

from learners.sklearn.linear.bounds import CERTAIN, EPSILON
from wrapsel.compiled import compiled, inner


@inner
def move_row(matrix, last, place):
    """Let the last row of a matrix stand where another one was."""
    for j in range(matrix.shape[1]):
        matrix[place, j] = matrix[last, j]


@inner
def fill_gap(matrix, last, place):
    """Let the last row and column of a matrix stand where another one was."""
    move_row(matrix, last, place)
    for i in range(last):
        matrix[i, place] = matrix[i, last]
    matrix[place, place] = matrix[last, last]


@inner
def row_of(triangle, place, out):
    """Set `out` (n,) to a row of a matrix of which a lower triangle is known."""
    for j in range(place):
        out[j] = triangle[place, j]
    for j in range(place, len(out)):
        out[j] = triangle[j, place]


@compiled(fastmath={"contract", "reassoc"})
def multiply_triangle(triangle, right, out):
    """Set `out` (n,) to the product of a symmetric matrix and `right`.

    Of the matrix, which may be larger, the lower triangle counts.
    """
    for i in range(len(right)):
        row, number, total = triangle[i], right[i], 0.0
        for j in range(i):
            total += row[j] * right[j]
            out[j] += row[j] * number
        out[i] = total + row[i] * number


@compiled(error_model="numpy", fastmath={"contract", "reassoc"})
def take_out(place, n, inverse, gram, test, each):
    """Take a variable out of a base; return (n - 1,) factors of what goes with it.

    The last variable comes to stand in its place.

    Parameters
    ----------
    place, n : int
        Of the variable, and how many there are; arrays may have room for more.
    inverse : ndarray of shape (n, n)
        Of which the lower triangle counts.
    gram : ndarray of shape (n, n)
    test : ndarray of shape (n, n_test)
    each : ndarray of shape (n_kinds, n)
        Weights, squared sizes of rows of the inverse and of what rounding may have
        done to them, and others that do not change.
    """
    last, row, pivot = n - 1, np.empty(n), inverse[place, place]
    weight, noise = each[0, place], each[1, place] + each[2, place]
    row_of(inverse, place, row)
    row[place] = row[last]
    for j in range(place):
        inverse[place, j] = inverse[last, j]
    for i in range(place + 1, last):
        inverse[i, place] = inverse[last, i]
    inverse[place, place] = inverse[last, last]
    fill_gap(gram, last, place)
    move_row(test, last, place)
    for kind in range(len(each)):
        each[kind, place] = each[kind, last]
    squares, factors = each[1], np.empty(last)
    for i in range(last):
        factor, line, total = row[i] / pivot, inverse[i], 0.0
        factors[i] = factor
        for j in range(i):
            number = line[j] - factor * row[j]
            line[j] = number
            total += number * number
            squares[j] += number * number
        line[i] -= factor * row[i]
        squares[i] = total + line[i] * line[i]
        each[0, i] -= factor * weight
        each[2, i] += factor * factor * noise
    return factors


@compiled(fastmath={"contract", "reassoc"})
def take_from_reach(place, factors, reach, residuals, slopes, heights):
    """Take a variable out of what the inverse makes of test columns.

    Returns norms of slopes, and of what is left.

    Parameters
    ----------
    place : int
        As of `take_out`.
    factors : ndarray of shape (n - 1,)
        From `take_out`.
    reach : ndarray of shape (n, n_test)
    residuals : ndarray of shape (n_test,)
        Of the base that is left.
    slopes, heights : ndarrays of shape (n,)
        Are set to products of rows with the residuals, and to their squared sizes.
    """
    last, gone = len(factors), reach[place].copy()
    move_row(reach, last, place)
    slope_squares = height_squares = 0.0
    for i in range(last):
        factor, row, slope, height = factors[i], reach[i], 0.0, 0.0
        for j in range(len(gone)):
            number = row[j] - factor * gone[j]
            row[j] = number
            slope += number * residuals[j]
            height += number * number
        slopes[i], heights[i] = slope, height
        slope_squares += slope * slope
        height_squares += height
    return np.sqrt(slope_squares), np.sqrt(height_squares)


@compiled(error_model="numpy")
def weigh_removed(inverse, each, slopes, heights, sizes, error, places, errors, bounds):
    """Set the errors of a base without each of some columns, and their bounds.

    The base's own error and weights are exact, but for one rounding.

    Parameters
    ----------
    inverse, each
        As of `take_out`.
    slopes, heights
        From `take_from_reach`.
    sizes : ndarray of shape (2,)
        Norms that slopes, and what the inverse makes of test columns, had at most.
    error : float
        That of the base.
    places : ndarray of int
        Of the columns to remove, in the base.
    """
    slope_size, reach_size = sizes
    for r in range(len(places)):
        i = places[r]
        factor, pivot = each[0, i] / inverse[i, i], inverse[i, i]
        errors[r] = error + factor * (2 * slopes[i] + factor * heights[i])
        # An inverse that is off by inverse' E inverse is off by as much here.
        factor, height = abs(factor), np.sqrt(heights[i])
        far = np.sqrt(each[1, i]) + np.sqrt(each[2, i])
        loss = far * slope_size + height * np.sqrt(error)
        loss += far * far / pivot * (abs(slopes[i]) + factor * heights[i])
        loss = factor * (loss + factor * height * far * reach_size)
        bounds[r] = EPSILON * CERTAIN * (0.5 * loss + error + abs(errors[r]))
