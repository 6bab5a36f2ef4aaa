"""Cholesky factors in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import inner


@inner(error_model="numpy")
def take_four(U: Any, p: int, i: int, row: Any) -> None:
    """Subtract rows p to p + 3, each times its value above the pivot."""
    a, b, c, d = U[p, i], U[p + 1, i], U[p + 2, i], U[p + 3, i]
    A, B, C, D = U[p, i:], U[p + 1, i:], U[p + 2, i:], U[p + 3, i:]
    for k in range(len(row)):
        row[k] -= a * A[k] + b * B[k] + c * C[k] + d * D[k]


@inner(error_model="numpy")
def factorise(U: Any, ridge: float) -> None:
    """Turn the upper triangle of U into that of the R with R' R = U + ridge."""
    for i in range(len(U)):
        row = U[i, i:]
        # Four rows at once: a fourth of the traffic, and of the time.
        whole = i - i % 4
        for p in range(0, whole, 4):
            take_four(U, p, i, row)
        for p in range(whole, i):
            factor, above = U[p, i], U[p, i:]
            for k in range(len(row)):
                row[k] -= factor * above[k]
        # A pivot below the ridge is rounding.
        root = np.sqrt(max(row[0], 0.0) + ridge)
        row[0] = root
        for k in range(1, len(row)):
            row[k] *= 1 / root


@inner(error_model="numpy")
def substitute(U: Any, first: Any, second: Any) -> None:
    """Set two right sides to the solutions x of U' U x = side, U upper triangular."""
    n = len(first)
    for i in range(n):
        row = U[i]
        first[i] /= row[i]
        second[i] /= row[i]
        a, b = first[i], second[i]
        for k in range(i + 1, n):
            first[k] -= a * row[k]
            second[k] -= b * row[k]
    for i in range(n - 1, -1, -1):
        pivot, above = U[i, i], U[i, i + 1 :]
        first[i] = (first[i] - dot(above, first[i + 1 :])) / pivot
        second[i] = (second[i] - dot(above, second[i + 1 :])) / pivot


@inner(fastmath={"reassoc", "contract"})
def dot(a: Any, b: Any) -> float:
    """Add up in an order that the compiler chooses, once for all."""
    total = 0.0
    for k in range(len(a)):
        total += a[k] * b[k]
    return total
