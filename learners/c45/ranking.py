"""The columns of a data set, ranked and sorted once for all trees."""

import numpy as np

from learners.c45.arrays import first_largest
from learners.c45.nodes import ABSENT, LOW_24, RANK, ROW
from wrapsel.compiled import compiled, inner


@compiled
def rank_column(column, order, ranks, values):
    """Fill the ranks, -1 where missing, and the distinct values; return how many."""
    n_levels = 0
    for row in order:
        value = column[row]
        if value != value:
            ranks[row] = -1
            continue
        if n_levels == 0 or values[n_levels - 1] != value:
            values[n_levels] = value
            n_levels += 1
        ranks[row] = n_levels - 1
    return n_levels


@compiled
def rank_codes(column, n_levels, ranks):
    """Fill the ranks of nominal codes, -1 where missing or no level."""
    for row in range(len(column)):
        known = 0 <= column[row] < n_levels and column[row] == np.floor(column[row])
        ranks[row] = int(column[row]) if known else -1


@compiled
def pack(ranks, order, y, out):
    """Fill the entries of a sorted column."""
    for i in range(len(order)):
        row = order[i]
        out[i] = _entry(ranks[row], row, y[row])


@inner
def _entry(rank, row, label):
    rank = rank if rank >= 0 else ABSENT
    return (np.int64(rank) << RANK) | (np.int64(row) << ROW) | label


@compiled
def rare_levels(ranks, n_levels):
    """Return the most frequent level and the rows and levels of all others.

    A missing value has the level after the last.
    """
    counts = np.zeros(n_levels + 1, np.int64)
    for rank in ranks:
        counts[rank if rank >= 0 else n_levels] += 1
    mode = first_largest(counts)
    rows = np.empty(len(ranks) - counts[mode], np.int32)
    levels = np.empty(len(rows), np.int32)
    k = 0
    for row in range(len(ranks)):
        level = ranks[row] if ranks[row] >= 0 else n_levels
        if level != mode:
            rows[k], levels[k] = row, level
            k += 1
    return mode, rows, levels


@compiled
def cells_by_row(slots, starts, rows, levels, first_cells, n_rows):
    """Return the cells of each row, all columns together, and where each row's start.

    A cell is a level of one of the columns at `slots`; frequent ones are left out.
    """
    ends = np.zeros(n_rows + 1, np.int64)
    for slot in slots:
        for i in range(starts[slot], starts[slot + 1]):
            ends[rows[i] + 1] += 1
    for row in range(n_rows):
        ends[row + 1] += ends[row]
    cells = np.empty(ends[n_rows], np.int32)
    place = ends[:-1].copy()
    for k in range(len(slots)):
        for i in range(starts[slots[k]], starts[slots[k] + 1]):
            row = rows[i]
            cells[place[row]] = first_cells[k] + levels[i]
            place[row] += 1
    return cells, ends


@compiled
def filter_sorted(entries, slots, ranks, columns, y, rows, ends):
    """Return the entries of some rows in the sorted columns at `slots`.

    These are parts of rows that end at `ends`, one after the other.
    """
    out = np.empty((len(slots), len(rows) + 1), np.int64)
    is_in, start = np.zeros(len(y), np.int64), 0
    for end in ends:
        part = rows[start:end]
        few = len(part) ** 2 < 2 * len(y)
        for row in part:
            is_in[row] = 1
        for k in range(len(slots)):
            kept = out[k, start:]
            if few:
                _sort(ranks[columns[k]], y, part, kept)
                continue
            n = 0
            for entry in entries[slots[k]]:
                kept[np.uint64(n)] = entry
                n += is_in[np.uint64((entry >> ROW) & LOW_24)]
        for row in part:
            is_in[row] = 0
        start = end
    return out


@inner
def _sort(ranks, y, rows, out):
    """Fill the sorted entries of a few rows."""
    for n in range(len(rows)):
        row, i = rows[n], n
        entry = _entry(ranks[row], row, y[row])
        while i > 0 and out[i - 1] > entry:
            out[i] = out[i - 1]
            i -= 1
        out[i] = entry
