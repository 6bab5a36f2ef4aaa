"""Counts of pairs of coded columns, and what they tell of each other, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from wrapsel.columns.cuts import code, find_cuts
from wrapsel.compiled import compiled, inner

MOST_BITS = 16  # levels; with more, counting is quicker than intersecting


def _count_ones(typing_context: Any, word: Any) -> Any:
    """Count the bits of a word that are set."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.ctpop(given[0])

    return types.uint64(types.uint64), build


def _compare(typing_context: Any, codes: Any, code: Any) -> Any:
    """Set the bits of a word whose places in 64 codes of bytes have this code."""

    def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        bytes64 = ir.VectorType(ir.IntType(8), 64)
        array = context.make_array(signature.args[0])(context, builder, given[0])
        place = builder.bitcast(array.data, bytes64.as_pointer())
        empty = ir.Constant(bytes64, ir.Undefined)
        one = builder.insert_element(empty, given[1], ir.IntType(32)(0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64)
        same = builder.icmp_signed(
            "==",
            builder.load(place, align=1),
            builder.shuffle_vector(one, empty, lanes),
        )
        return builder.bitcast(same, ir.IntType(64))

    return types.uint64(codes, types.uint8), build


_ones: Any = intrinsic(_count_ones)
_places_of: Any = intrinsic(_compare)


@compiled(error_model="numpy")
def words_of(n_samples: int) -> int:
    """Return how many words hold a bit of each sample; many fill cache lines."""
    n_words = (n_samples + 63) // 64
    return n_words if n_words < 8 else (n_words + 7) // 8 * 8


@compiled(error_model="numpy")
def count_and_pack(
    codes: Any, n_levels: Any, starts: Any, places: Any, counts: Any, words: Any
) -> None:
    """Write how many samples have each level, and which, as bits, unless it is many.

    Counts of column j begin at starts[j], bits at places[j] if that is not negative.
    """
    n_words = words_of(codes.shape[1])
    for j in range(len(codes)):
        own = counts[starts[j] : starts[j] + n_levels[j]]
        own[:] = 0
        if places[j] < 0:
            for value in codes[j]:
                own[value] += 1
        else:
            _pack(codes[j], n_words, own, words[places[j] :])


@inner(error_model="numpy")
def _pack(codes: Any, n_words: int, counts: Any, words: Any) -> None:
    part = np.empty(64, np.uint8)
    for w in range(n_words):
        here = codes[64 * w : 64 * (w + 1)]
        part[len(here) :] = MOST_BITS  # no level
        for r in range(len(here)):
            part[r] = here[r]
        for k in range(len(counts)):
            word = _places_of(part, np.uint8(k))
            words[k * n_words + w] = word
            counts[k] += _ones(word)


@compiled(error_model="numpy")
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
    n_words = words_of(codes.shape[1])
    most = 0
    for n in n_levels:
        most = max(most, n)
    left, rows = np.zeros(most, np.int64), np.empty(0, np.int64)
    of_own = counts[starts[i] : starts[i] + n_levels[i]]
    both = np.empty((MOST_BITS, MOST_BITS), np.int64)
    ends = np.zeros(len(of_own), np.int64)
    for k in range(len(of_own)):
        ends[k] = of_own[k] + (ends[k - 1] if k else 0)
    for k in range(len(others)):
        j = others[k]
        of_other = counts[starts[j] : starts[j] + n_levels[j]]
        if places[i] >= 0 and places[j] >= 0:
            n, n_other = len(of_own) - 1, len(of_other) - 1
            _intersect(words, places[j], n_other, places[i], n, n_words, both)
            sums[k] = _by_bits(both, of_own, of_other, plogp)
        else:
            if len(rows) == 0:
                rows = _by_level(codes[i], n_levels[i])
            sums[k] = _by_rows(rows, ends, codes[j], left, plogp)


@inner(error_model="numpy")
def _intersect(
    words: Any, start: int, n: int, other: int, n_other: int, size: int, both: Any
) -> None:
    """Count the bits that n_other sets share with n sets, of which four at a time."""
    for b in range(n_other):
        theirs = words[other + b * size : other + (b + 1) * size]
        whole = n - n % 4
        for a in range(0, whole, 4):
            p = words[start + a * size : start + (a + 1) * size]
            q = words[start + (a + 1) * size : start + (a + 2) * size]
            r = words[start + (a + 2) * size : start + (a + 3) * size]
            s = words[start + (a + 3) * size : start + (a + 4) * size]
            n_p = n_q = n_r = n_s = np.uint64(0)
            for w in range(size):
                n_p += _ones(p[w] & theirs[w])
                n_q += _ones(q[w] & theirs[w])
                n_r += _ones(r[w] & theirs[w])
                n_s += _ones(s[w] & theirs[w])
            both[b, a], both[b, a + 1] = n_p, n_q
            both[b, a + 2], both[b, a + 3] = n_r, n_s
        for a in range(whole, n):
            p, n_p = words[start + a * size : start + (a + 1) * size], np.uint64(0)
            for w in range(size):
                n_p += _ones(p[w] & theirs[w])
            both[b, a] = n_p


@inner(error_model="numpy")
def _by_bits(both: Any, of_own: Any, of_other: Any, plogp: Any) -> Any:
    """Add up the counts of pairs of levels; those of the last ones are the rest."""
    n, n_other, total = len(of_own) - 1, len(of_other) - 1, np.int64(0)
    last = of_other[n_other]
    for a in range(n):
        left = of_own[a]
        for b in range(n_other):
            total += plogp[both[a, b]]
            left -= both[a, b]
        total += plogp[left]
        last -= left
    for b in range(n_other):
        left = of_other[b]
        for a in range(n):
            left -= both[a, b]
        total += plogp[left]
    return total + plogp[last]


@inner(error_model="numpy")
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


@inner(error_model="numpy")
def _by_level(codes: Any, n_levels: int) -> Any:
    """Return the samples, those of the lowest level first."""
    starts = np.zeros(n_levels + 1, np.int64)
    for value in codes:
        starts[value + 1] += 1
    for level in range(n_levels):
        starts[level + 1] += starts[level]
    rows = np.empty(len(codes), np.int64)
    for r in range(len(codes)):
        rows[starts[codes[r]]] = r
        starts[codes[r]] += 1
    return rows


@compiled(error_model="numpy")
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


@inner(error_model="numpy")
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
