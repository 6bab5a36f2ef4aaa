"""Which numbers columns have, and whole ones as codes, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner

BLOCK = 256
ROWS = 64  # of a block: their steps fill a cache line of each column
# Steps of cells: whole numbers count from LEAST, and what has no step ends them.
LEAST, MISSING, STRANGE = -8, np.uint64(62), np.uint64(63)
OTHER_BYTES = np.uint64(0x00FF00FF00FF00FF)
OTHER_PAIRS = np.uint64(0x0000FFFF0000FFFF)
OTHER_FOURS = np.uint64(0x00000000FFFFFFFF)


@compiled(error_model="numpy")
def narrow_columns(columns: Any, steps: Any, seen: Any) -> None:
    """Write the steps of numbers and which ones each column has, as bits."""
    by_row = np.empty(columns.shape[1], np.uint64)
    for j in range(len(columns)):
        by_row[:] = 0
        _narrow(columns[j], steps[j], by_row)
        for bits in by_row:
            seen[j] |= bits


@compiled(error_model="numpy")
def narrow_rows(rows: Any, block: Any, words: Any, seen: Any) -> None:
    """Write the steps of numbers into block, its columns into words; see into seen.

    Parameters
    ----------
    rows : ndarray of shape (at most ROWS, n_variables)
    block : ndarray of uint8 of shape (ROWS, n), n a multiple of 8
    words : ndarray of uint64 of shape (n_variables, ROWS / 8)
        Eight steps a word, the first lowest.
    seen : ndarray of uint64 of shape (n_variables,)
    """
    for r in range(len(rows)):
        _narrow(rows[r], block[r], seen)
    square, cells = np.empty(8, np.uint64), block.view(np.uint64)
    for k in range(cells.shape[1]):
        for part in range(words.shape[1]):
            for i in range(8):
                square[i] = cells[8 * part + i, k]
            _transpose(square)
            for i in range(min(8, len(words) - 8 * k)):
                words[8 * k + i, part] = square[i]


@inner(error_model="numpy")
def _narrow(numbers: Any, steps: Any, seen: Any) -> None:
    for k in range(len(numbers)):
        number, step = numbers[k], STRANGE
        if number != number:
            step = MISSING
        if LEAST <= number < LEAST + 62:
            whole = np.int64(number)
            step = np.uint64(whole - LEAST) if whole == number else STRANGE
        steps[k] = step
        seen[k] |= np.uint64(1) << step


@inner(error_model="numpy")
def _transpose(square: Any) -> None:
    """Transpose eight words of eight bytes, the lowest first as numba has them."""
    for i in range(0, 8, 2):
        _swap(square, i, i + 1, np.uint64(8), OTHER_BYTES)
    for i in (0, 1, 4, 5):
        _swap(square, i, i + 2, np.uint64(16), OTHER_PAIRS)
    for i in range(4):
        _swap(square, i, i + 4, np.uint64(32), OTHER_FOURS)


@inner(error_model="numpy")
def _swap(words: Any, i: int, k: int, shift: Any, mask: Any) -> None:
    """Swap the upper parts of a word with the lower ones of another."""
    differs = ((words[i] >> shift) ^ words[k]) & mask
    words[k] ^= differs
    words[i] ^= differs << shift


@compiled(error_model="numpy")
def rank(steps: Any, seen: Any, most: int, n_levels: Any) -> None:
    """Code steps in place in columns of at most `most` numbers; others get 0 levels."""
    ranks = np.empty(64, np.uint8)
    for j in range(len(steps)):
        n, first = 0, 0
        for step in range(64):
            first = step if n == 0 else first
            ranks[step] = n
            if (seen[j] >> np.uint64(step)) & np.uint64(1):
                n += 1
        is_strange = seen[j] >> STRANGE > 0
        n_levels[j] = 0 if is_strange or ranks[MISSING] > most else n
        if n_levels[j] == 0:
            continue
        column = steps[j]
        if seen[j] >> np.uint64(first + n) == 0:  # no gaps
            for r in range(len(column)):
                column[r] -= np.uint8(first)
        else:
            for r in range(len(column)):
                column[r] = ranks[column[r]]


@inner(error_model="numpy")
def few_values(column: Any, most: int, values: Any) -> int:
    """Write the distinct numbers, ascending; return how many, most + 1 if more."""
    n_values, start = 0, 0
    known = np.empty(BLOCK, np.uint8)
    while start < len(column):
        block = column[start : start + BLOCK]
        place = _first_strange(block, values[:n_values], known)
        if place < 0:
            start += BLOCK
            continue
        if n_values == most:
            return most + 1
        k = n_values
        while k > 0 and values[k - 1] > block[place]:
            values[k] = values[k - 1]
            k -= 1
        values[k] = block[place]
        n_values += 1
    return n_values


@inner(error_model="numpy")
def _first_strange(block: Any, values: Any, known: Any) -> int:
    """Return the first place of a number that is none of the values, -1 if none."""
    known = known[: len(block)]
    for r in range(len(block)):
        known[r] = block[r] != block[r]
    for value in values:
        for r in range(len(block)):
            known[r] |= block[r] == value
    for r in range(len(block)):
        if not known[r]:
            return r
    return -1
