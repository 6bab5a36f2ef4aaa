"""Scaling, distances and weighted differences in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled

# Of sums that are exact, so that any order gives the same bits.
reordered = compiled(fastmath={"reassoc", "nsz"})


@compiled(error_model="numpy")
def scale(
    numbers: Any, start: int, low: Any, high: Any, unit: float, block: Any
) -> None:
    """Set `block` to columns from 0 to 1, in steps of 1 / unit; a NaN is 0."""
    # Halves, since the whole range may overflow. Constant columns stay 0.
    slopes = unit / np.maximum(0.5 * high - 0.5 * low, 1e-280)
    for i in range(len(numbers)):
        row = numbers[i, start : start + len(slopes)]
        for f in range(len(slopes)):
            steps = np.rint((0.5 * row[f] - 0.5 * low[f]) * slopes[f])
            block[i, f] = steps * (1.0 / unit) if steps == steps else 0.0


@compiled(error_model="numpy")
def standardise(table: Any, factors: Any, Z: Any) -> None:
    """Set Z to columns of mean 0 and standard deviation 1, each added up by rows."""
    n, means, squares = len(table), np.zeros(len(factors)), np.zeros(len(factors))
    for i in range(n):
        row, z = table[i], Z[i]
        for f in range(len(factors)):
            z[f] = row[f] * factors[f]
            means[f] += z[f]
    means /= n
    for i in range(n):
        z = Z[i]
        for f in range(len(factors)):
            z[f] -= means[f]
            squares[f] += z[f] * z[f]
    for f in range(len(factors)):
        squares[f] = 1.0 / np.sqrt(squares[f] / n) if squares[f] > 0 else 1.0
    for i in range(n):
        z = Z[i]
        for f in range(len(factors)):
            z[f] *= squares[f]


@compiled(error_model="numpy")
def project(Z: Any, u: Any, least: float) -> None:
    """Take from each column its part along u, added up by rows; what is little is 0."""
    parts, squares = np.zeros(Z.shape[1]), np.zeros(Z.shape[1])
    for i in range(len(u)):
        z = Z[i]
        for f in range(len(parts)):
            parts[f] += u[i] * z[f]
    for i in range(len(u)):
        z = Z[i]
        for f in range(len(parts)):
            z[f] -= u[i] * parts[f]
            squares[f] += z[f] * z[f]
    for f in range(len(parts)):
        if squares[f] <= least:
            Z[:, f] = 0.0


@reordered
def coarsen(block: Any, coarse: Any, slack: Any) -> None:
    """Set `coarse` to whole multiples of 2^-15; add to `slack` what a row lost."""
    for i in range(len(block)):
        lost = 0.0
        for f in range(block.shape[1]):
            steps = np.rint(block[i, f] * 32768.0)
            coarse[i, f] = steps
            lost += abs(block[i, f] * 32768.0 - steps)
        slack[i] += lost


@reordered
def add_distances(
    block: Any, first: int, last: int, top: int, D: Any, half: bool
) -> None:
    """Add city-block distances of rows first, …, last - 1 to all; sums are exact.

    Rows come in fours; row `top` lies at the top of D. `half` reckons the distances to
    rows before only, and mirrors them; then `top` is 0.
    """
    nothing = block[0, 0] - block[0, 0]
    for i in range(first, last, 4):
        a0, a1, a2, a3 = block[i], block[i + 1], block[i + 2], block[i + 3]
        for j in range(0, i + 4 if half else len(block), 2):
            b, c = block[j], block[j + 1]
            s0, s1, s2, s3 = nothing, nothing, nothing, nothing
            t0, t1, t2, t3 = nothing, nothing, nothing, nothing
            # Eight pairs at once: a value is loaded once for four or two of them.
            for f in range(len(b)):
                v, w = b[f], c[f]
                s0 += abs(a0[f] - v)
                s1 += abs(a1[f] - v)
                s2 += abs(a2[f] - v)
                s3 += abs(a3[f] - v)
                t0 += abs(a0[f] - w)
                t1 += abs(a1[f] - w)
                t2 += abs(a2[f] - w)
                t3 += abs(a3[f] - w)
            r = i - top
            D[r, j] += s0
            D[r + 1, j] += s1
            D[r + 2, j] += s2
            D[r + 3, j] += s3
            D[r, j + 1] += t0
            D[r + 1, j + 1] += t1
            D[r + 2, j + 1] += t2
            D[r + 3, j + 1] += t3
            if half and j < i:
                for p in range(i, i + 4):
                    D[j, p], D[j + 1, p] = D[p, j], D[p, j + 1]


@compiled(error_model="numpy")
def add_mismatches(
    codes: Any, first: int, last: int, top: int, D: Any, unit: float
) -> None:
    """Add `unit` for each column in which two rows differ."""
    for i in range(first, last):
        a = codes[i]
        for j in range(len(codes)):
            b, count = codes[j], 0
            for f in range(len(b)):
                count += a[f] != b[f]
            D[i - top, j] += unit * count


@reordered
def add_pair_distances(block: Any, I: Any, J: Any, distances: Any) -> None:  # noqa: E741
    """Add the city-block distance of each pair of rows; sums are exact."""
    for p in range(len(I)):
        a, b, total = block[I[p]], block[J[p]], 0.0
        for f in range(len(a)):
            total += abs(a[f] - b[f])
        distances[p] += total


@compiled(error_model="numpy")
def add_pair_mismatches(codes: Any, I: Any, J: Any, distances: Any) -> None:  # noqa: E741
    """Add for each pair of rows the columns in which they differ."""
    for p in range(len(I)):
        a, b, count = codes[I[p]], codes[J[p]], 0
        for f in range(len(a)):
            count += a[f] != b[f]
        distances[p] += count


@reordered
def pair_squares(Z: Any, I: Any, J: Any, unit: float, distances: Any) -> None:  # noqa: E741
    """Set squared Euclidean distances, each square in steps of 1 / unit: exact."""
    for p in range(len(I)):
        a, b, total = Z[I[p]], Z[J[p]], 0.0
        for f in range(len(a)):
            total += np.rint((a[f] - b[f]) * (a[f] - b[f]) * unit)
        distances[p] = total


@compiled(error_model="numpy")
def add_differences(
    block: Any, starts: Any, neighbours: Any, weights: Any, scores: Any
) -> None:
    """Add the weighted differences of rows to their neighbours, column by column.

    Each column is added up in the same order, wherever it lies.
    """
    for i in range(len(starts) - 1):
        x, e, end = block[i], starts[i], starts[i + 1]
        while e + 4 <= end:
            a, b = block[neighbours[e]], block[neighbours[e + 1]]
            c, d = block[neighbours[e + 2]], block[neighbours[e + 3]]
            wa, wb, wc, wd = weights[e], weights[e + 1], weights[e + 2], weights[e + 3]
            for f in range(len(scores)):
                near = wa * abs(x[f] - a[f]) + wb * abs(x[f] - b[f])
                far = wc * abs(x[f] - c[f]) + wd * abs(x[f] - d[f])
                scores[f] += near + far
            e += 4
        while e < end:
            a, wa = block[neighbours[e]], weights[e]
            for f in range(len(scores)):
                scores[f] += wa * abs(x[f] - a[f])
            e += 1


@compiled(error_model="numpy")
def add_code_differences(
    codes: Any, starts: Any, neighbours: Any, weights: Any, scores: Any
) -> None:
    """Add the weights of neighbours that differ, column by column."""
    for i in range(len(starts) - 1):
        a = codes[i]
        for e in range(starts[i], starts[i + 1]):
            b = codes[neighbours[e]]
            for f in range(len(scores)):
                scores[f] += weights[e] if a[f] != b[f] else 0.0
