"""Cosines of powers of many columns with targets, and their projections, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner

# Sums run down the rows in their order, so a column's does not depend on neighbours,
# block or layout; columns lie side by side in the lanes of the processor.
WIDTH = 512
ROUNDING = 2.0**-50  # a power that varies by less, relatively, is constant
LARGE = 1e200  # sums of squares beyond it are reckoned at another scale


@compiled(error_model="numpy")
def power_cosines(
    X: Any,
    targets: Any,
    degree: int,
    is_centred: bool,
    is_standardised: bool,
    smallest: float,
    cosines: Any,
    centres: Any,
    norms: Any,
) -> None:
    """Write the largest |cosine| of a target and a power of each column.

    NaN if a value is not finite, or a sum of squares too large, or that of the first
    power, to which centres and norms belong, not above `smallest`. Targets are of
    length 1.
    """
    offsets, shifts = np.zeros(WIDTH), np.zeros((degree, WIDTH))
    sums, squares = np.empty((degree, WIDTH)), np.empty((degree, WIDTH))
    products = np.empty((degree, len(targets), WIDTH))
    powers, totals = np.zeros((4, WIDTH)), np.empty(len(targets))
    for t in range(len(targets)):
        totals[t] = targets[t].sum()
    for start in range(0, X.shape[1], WIDTH):
        stop = min(start + WIDTH, X.shape[1])
        if is_standardised:
            _set_means(X, start, stop, offsets)
        if is_centred:
            _set_shifts(X, start, stop, offsets, shifts)
        sums[:], squares[:], products[:] = 0.0, 0.0, 0.0
        for r in range(0, len(X), 4):
            end = min(r + 4, len(X))
            for p in range(degree):
                _raise(X, r, end, start, stop, p, offsets, powers)
                own = products[p, 0], sums[p], squares[p]
                if end == r + 4:
                    _add_four(powers, shifts[p], targets[0, r:end], *own)
                else:
                    _add_rest(powers, shifts[p], targets[0, r:end], *own)
                for t in range(1, len(targets)):
                    _add_products(powers, shifts[p], targets[t, r:end], products[p, t])
        for j in range(stop - start):
            if is_centred:
                _centre(len(X), sums[:, j], squares[:, j], products[:, :, j], totals)
            centres[start + j] = offsets[j] + (shifts[0, j] + sums[0, j] / len(X))
            norms[start + j] = np.sqrt(max(squares[0, j], 0.0))
            least = len(X) * (ROUNDING * shifts[:, j]) ** 2
            cosines[start + j] = _largest(
                products[:, :, j], squares[:, j], least, smallest
            )


@inner(error_model="numpy")
def _raise(
    X: Any, r: int, end: int, start: int, stop: int, p: int, offsets: Any, powers: Any
) -> None:
    """Turn powers p of rows r to end into powers p + 1; p = 0 begins."""
    for k in range(end - r):
        row, power = X[r + k, start:stop], powers[k]
        if p == 0:
            for j in range(len(row)):
                power[j] = row[j] - offsets[j]
        else:
            for j in range(len(row)):
                power[j] *= row[j] - offsets[j]


@inner(error_model="numpy")
def _add_four(
    powers: Any, shifts: Any, target: Any, products: Any, sums: Any, squares: Any
) -> None:
    A, B, C, D = powers[0], powers[1], powers[2], powers[3]
    a, b, c, d = target[0], target[1], target[2], target[3]
    for j in range(WIDTH):
        s, t = A[j] - shifts[j], B[j] - shifts[j]
        u, v = C[j] - shifts[j], D[j] - shifts[j]
        sums[j] += (s + t) + (u + v)
        squares[j] += (s * s + t * t) + (u * u + v * v)
        products[j] += (s * a + t * b) + (u * c + v * d)


@inner(error_model="numpy")
def _add_rest(
    powers: Any, shifts: Any, target: Any, products: Any, sums: Any, squares: Any
) -> None:
    for k in range(len(target)):
        power, a = powers[k], target[k]
        for j in range(WIDTH):
            d = power[j] - shifts[j]
            sums[j] += d
            squares[j] += d * d
            products[j] += d * a


@inner(error_model="numpy")
def _add_products(powers: Any, shifts: Any, target: Any, products: Any) -> None:
    for k in range(len(target)):
        power, a = powers[k], target[k]
        for j in range(WIDTH):
            products[j] += (power[j] - shifts[j]) * a


@inner(error_model="numpy")
def _centre(n: int, sums: Any, squares: Any, products: Any, totals: Any) -> None:
    """Turn sums about the shifts into sums about the means."""
    for p in range(len(sums)):
        mean = sums[p] / n
        squares[p] -= sums[p] * mean
        for t in range(len(totals)):
            products[p, t] -= mean * totals[t]


@inner(error_model="numpy")
def _largest(products: Any, squares: Any, least: Any, smallest: float) -> float:
    largest = 0.0
    if not squares[0] > smallest:
        return np.nan
    for p in range(len(squares)):
        if not squares[p] < LARGE:
            return np.nan
        if p > 0 and squares[p] <= least[p]:
            continue
        for t in range(products.shape[1]):
            cosine = abs(products[p, t]) / np.sqrt(squares[p])
            largest = max(largest, min(cosine, 1.0))
    return largest


@inner(error_model="numpy")
def _set_means(X: Any, start: int, stop: int, means: Any) -> None:
    first, means[:] = X[0, start:stop], 0.0
    for r in range(1, len(X)):
        row = X[r, start:stop]
        for j in range(len(row)):
            means[j] += np.float64(row[j]) - first[j]
    for j in range(len(first)):
        means[j] = first[j] + means[j] / len(X)


@inner(error_model="numpy")
def _set_shifts(X: Any, start: int, stop: int, offsets: Any, shifts: Any) -> None:
    """Set those of powers to their means over the first rows, eight if there are."""
    # A sum of squares about a mean of some of the values loses few digits. Halves of
    # sums of equal values are exact: a constant column is 0 about its shift.
    n = 8 if len(X) >= 8 else 1
    values = np.zeros((n, WIDTH))
    for p in range(len(shifts)):
        for r in range(n):
            row = X[r, start:stop]
            for j in range(len(row)):
                x = row[j] - offsets[j]
                power = x
                for _ in range(p):
                    power *= x
                values[r, j] = power
        left = n
        while left > 1:
            left //= 2
            for r in range(left):
                for j in range(WIDTH):
                    values[r, j] = 0.5 * values[r, j] + 0.5 * values[r + left, j]
        shifts[p] = values[0]


@compiled(error_model="numpy")
def sparse_power_cosines(
    values: Any,
    rows: Any,
    ends: Any,
    targets: Any,
    degree: int,
    is_centred: bool,
    is_standardised: bool,
    smallest: float,
    cosines: Any,
) -> None:
    """Write what `power_cosines` does of a matrix by compressed columns."""
    n, n_targets = targets.shape
    squares, least = np.empty(degree), np.empty(degree)
    products = np.empty((degree, n_targets))
    totals = targets.sum(axis=0)
    for i in range(len(ends) - 1):
        x, of = values[ends[i] : ends[i + 1]], rows[ends[i] : ends[i + 1]]
        offset = x.sum() / n if is_standardised else 0.0
        n_zeros, products[:] = n - len(x), 0.0
        for p in range(degree):
            # About the power of a zero, or where there is none of the first value.
            d = (x - offset) ** (p + 1)
            shift = d[0] if n_zeros == 0 else (-offset) ** (p + 1)
            d -= shift * is_centred
            for r in range(len(x)):
                for t in range(n_targets):
                    products[p, t] += d[r] * targets[of[r], t]
            mean = d.sum() / n * is_centred
            squares[p] = ((d - mean) ** 2).sum() + n_zeros * mean**2
            products[p] -= mean * totals
            least[p] = n * (ROUNDING * shift) ** 2
        cosines[i] = _largest(products, squares, least, smallest)


@compiled(error_model="numpy")
def project(
    X: Any, Q: Any, start: int, centres: Any, norms: Any, products: Any
) -> None:
    """Write the products of columns, from `start` of all, and directions.

    Columns are those of X, less their centres, by their norms; 0 if that is 0. The
    directions Q end in zeros up to a multiple of four rows.
    """
    d, sums = np.zeros((4, WIDTH)), np.zeros((len(Q), WIDTH))
    for left in range(0, X.shape[1], WIDTH):
        right = min(left + WIDTH, X.shape[1])
        offsets = centres[start + left : start + right]
        sums[:] = 0.0
        for r in range(0, len(X), 4):
            end = min(r + 4, len(X))
            d[:] = 0.0
            _raise(X, r, end, left, right, 0, offsets, d)
            for t in range(len(Q)):
                _add_multiples(d, Q[t, r : r + 4], sums[t])
        for t in range(len(Q)):
            for j in range(right - left):
                norm = norms[start + left + j]
                products[t, start + left + j] = sums[t, j] / norm if norm > 0 else 0.0


@inner(error_model="numpy")
def _add_multiples(d: Any, factors: Any, sums: Any) -> None:
    A, B, C, D = d[0], d[1], d[2], d[3]
    a, b, c, e = factors[0], factors[1], factors[2], factors[3]
    for j in range(WIDTH):
        sums[j] += (a * A[j] + b * B[j]) + (c * C[j] + e * D[j])
