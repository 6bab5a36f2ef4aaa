"""Inverses of kernels that follow as samples and variables come and go."""

from __future__ import annotations

from typing import Any

from wrapsel.compiled import inner
from wrapsel.filters.cholesky import dot

# Relative to what it was, a pivot below is rounding for the most part.
LEAST_PIVOT = 1e-12


@inner(error_model="numpy")
def multiply(matrix: Any, vector: Any, product: Any) -> None:
    """Set `product` to a vector times a matrix."""
    n_rows, n = len(vector), len(product)
    whole = n_rows - n_rows % 4
    for k in range(n):
        product[k] = 0.0
    # Four rows at once: a fourth of the traffic.
    for i in range(0, whole, 4):
        a, b, c, d = vector[i], vector[i + 1], vector[i + 2], vector[i + 3]
        A, B, C, D = matrix[i], matrix[i + 1], matrix[i + 2], matrix[i + 3]
        for k in range(n):
            product[k] += a * A[k] + b * B[k] + c * C[k] + d * D[k]
    for i in range(whole, n_rows):
        factor, row = vector[i], matrix[i]
        for k in range(n):
            product[k] += factor * row[k]


@inner(error_model="numpy")
def add_square(matrix: Any, vector: Any, factor: float) -> None:
    """Add the factor times the vector's outer product with itself."""
    for i in range(len(vector)):
        times, row = factor * vector[i], matrix[i]
        for k in range(len(vector)):
            row[k] += times * vector[k]


@inner(error_model="numpy")
def lose(inverse: Any, sums: Any, values: Any, change: Any) -> bool:
    """Follow a kernel that loses a variable, whose values of its samples are given.

    Sets `change` to what the inverse times the values is then. Returns False, and
    leaves the inverse, if hardly any rank would be left.
    """
    n = len(values)
    multiply(inverse, values, change)
    pivot = 1.0 - dot(values, change)
    if not pivot > LEAST_PIVOT:
        return False
    add_square(inverse, change, 1.0 / pivot)
    total = change.sum() / pivot
    for i in range(n):
        sums[i] += total * change[i]
        change[i] /= pivot
    return True


@inner(error_model="numpy")
def bring_in(inverse: Any, sums: Any, row: Any, diagonal: float, work: Any) -> bool:
    """Follow a kernel that gains a sample, whose kernel with the others is a row.

    Returns False, and does nothing, if it has hardly more rank.
    """
    n = len(row)
    multiply(inverse, row, work)
    pivot = diagonal - dot(row, work)
    if not pivot > LEAST_PIVOT * diagonal:
        return False
    add_square(inverse, work, 1.0 / pivot)
    level = (work.sum() - 1.0) / pivot
    for i in range(n):
        inverse[i, n] = inverse[n, i] = -work[i] / pivot
        sums[i] += level * work[i]
    inverse[n, n], sums[n] = 1.0 / pivot, -level
    return True


@inner(error_model="numpy")
def take_out(inverse: Any, sums: Any, last: int, place: int, work: Any) -> None:
    """Follow a kernel that loses a sample, whose place the last one takes."""
    for k in range(last + 1):
        inverse[place, k], inverse[last, k] = inverse[last, k], inverse[place, k]
    for k in range(last + 1):
        inverse[k, place], inverse[k, last] = inverse[k, last], inverse[k, place]
    sums[place], sums[last] = sums[last], sums[place]
    pivot = inverse[last, last]
    for i in range(last):
        work[i] = inverse[i, last]
        sums[i] -= work[i] * sums[last] / pivot
    add_square(inverse, work, -1.0 / pivot)
