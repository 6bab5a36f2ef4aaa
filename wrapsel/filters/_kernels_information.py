"""Counts of pairs of coded columns, and what they tell of each other, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from wrapsel.filters._cholesky import compiled
from wrapsel.filters._kernels_discretize import code, find_cuts

MOST_BITS = 16  # levels; with more, counting is quicker than intersecting


def _count_ones(typing_context: Any, word: Any) -> Any:
    """Count the bits of a word that are set."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.ctpop(given[0])

    return types.uint64(types.uint64), build


_ones: Any = intrinsic(_count_ones)


@compiled
def count_levels(codes: Any, n_levels: Any, starts: Any, counts: Any) -> None:
    """Write how many samples have each level, those of column j from starts[j]."""
    for j in range(len(codes)):
        own = counts[starts[j] : starts[j] + n_levels[j]]
        for r in range(codes.shape[1]):
            own[codes[j, r]] += 1


@compiled
def pack(codes: Any, n_levels: Any, places: Any, words: Any) -> None:
    """Set the bits of each level's samples, those of column j from places[j]."""
    n_words = (codes.shape[1] + 63) // 64
    for j in range(len(codes)):
        if places[j] < 0:
            continue
        own = words[places[j] : places[j] + n_levels[j] * n_words]
        for w in range(n_words):
            part = codes[j, 64 * w : 64 * (w + 1)]
            for r in range(len(part)):
                own[part[r] * n_words + w] |= np.uint64(1) << np.uint64(r)


@compiled
def joint_sums(
    i: int,
    others: Any,
    codes: Any,
    n_levels: Any,
    starts: Any,
    counts: Any,
    places: Any,
    words: Any,
    plogp: Any,
    sums: Any,
) -> None:
    """Write the sum of plogp over the pairs of levels of i and each other."""
    n_words = (codes.shape[1] + 63) // 64
    left, rows = np.empty(n_levels.max(), np.int64), _by_level(codes[i], n_levels[i])
    ends = np.cumsum(counts[starts[i] : starts[i] + n_levels[i]])
    left[:] = 0
    for k in range(len(others)):
        j = others[k]
        if places[i] >= 0 and places[j] >= 0:
            own = words[places[i] : places[i] + n_levels[i] * n_words]
            other = words[places[j] : places[j] + n_levels[j] * n_words]
            left[: n_levels[j]] = counts[starts[j] : starts[j] + n_levels[j]]
            of_own = counts[starts[i] : starts[i] + n_levels[i]]
            sums[k] = _by_bits(own, other, of_own, left[: n_levels[j]], plogp)
            left[: n_levels[j]] = 0
        else:
            sums[k] = _by_rows(rows, ends, codes[j], left, plogp)


@compiled
def _by_bits(own: Any, other: Any, of_own: Any, left: Any, plogp: Any) -> Any:
    """Intersect the bits of all levels but the last, whose counts follow."""
    n_words, total, last = len(own) // len(of_own), np.int64(0), len(left) - 1
    for a in range(len(of_own) - 1):
        rest, mine = of_own[a], own[a * n_words : (a + 1) * n_words]
        for b in range(last):
            theirs, both = other[b * n_words : (b + 1) * n_words], np.uint64(0)
            for w in range(n_words):
                both += _ones(mine[w] & theirs[w])
            number = np.int64(both)
            total += plogp[number]
            rest -= number
            left[b] -= number
        total += plogp[rest]
        left[last] -= rest
    for b in range(len(left)):
        total += plogp[left[b]]
    return total


@compiled
def _by_rows(rows: Any, ends: Any, codes: Any, counts: Any, plogp: Any) -> Any:
    """Count level by level of the first column; `counts` are 0 before and after."""
    total, start = np.int64(0), 0
    for end in ends:
        for r in rows[start:end]:
            counts[codes[r]] += 1
        for r in rows[start:end]:
            total += plogp[counts[codes[r]]]
            counts[codes[r]] = 0
        start = end
    return total


@compiled
def _by_level(codes: Any, n_levels: int) -> Any:
    """Return the samples, those of the lowest level first."""
    starts = np.zeros(n_levels + 1, np.int64)
    for value in codes:
        starts[value + 1] += 1
    starts = np.cumsum(starts)
    rows = np.empty(len(codes), np.int64)
    for r in range(len(codes)):
        rows[starts[codes[r]]] = r
        starts[codes[r]] += 1
    return rows


@compiled
def sparse_sums(
    values: Any,
    rows: Any,
    ends: Any,
    y: Any,
    n_of_y: Any,
    is_by_class: bool,
    method: int,
    n_bins: int,
    plogp: Any,
    own: Any,
    joint: Any,
    n_levels: Any,
) -> None:
    """Write the sums of plogp over the levels of each column, and with y's levels."""
    for j in range(len(ends) - 1):
        given, of_given = values[ends[j] : ends[j + 1]], y[rows[ends[j] : ends[j + 1]]]
        zeros = n_of_y - np.bincount(of_given, minlength=len(n_of_y))
        cuts = _sparse_cuts(given, of_given, zeros, is_by_class, method, n_bins, plogp)
        # A zero at the end, to have its code.
        codes, column = np.empty(len(given) + 1, np.int64), np.append(given, 0.0)
        n_levels[j] = code(column, cuts, codes)
        table = np.zeros((n_levels[j], len(n_of_y)), np.int64)
        table[codes[-1]] += zeros
        for r in range(len(given)):
            table[codes[r], of_given[r]] += 1
        own[j] = plogp[table.sum(axis=1)].sum()
        joint[j] = plogp[table.ravel()].sum()


@compiled
def _sparse_cuts(
    given: Any,
    classes: Any,
    zeros: Any,
    is_by_class: bool,
    method: int,
    n_bins: int,
    plogp: Any,
) -> Any:
    known = given == given
    numbers, of_numbers = given[known], classes[known]
    if not is_by_class:
        of_numbers, zeros = np.zeros(len(numbers), np.int64), np.array([zeros.sum()])
    order = np.argsort(numbers)
    return find_cuts(numbers[order], of_numbers[order], zeros, method, n_bins, plogp)
