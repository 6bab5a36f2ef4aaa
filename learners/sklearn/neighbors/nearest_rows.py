"""Distances of a row to others, and the nearest of these."""

import numpy as np

from wrapsel.compiled import compiled, inner

EPSILON = 2.0**-52
BLOCK = 32
NOTHING = 2**62  # no row
CLOSE = 1e6  # times the slack: a distance that weights must not be made of


@inner
def add_gaps(value, values, squared, sign, out):
    """Add the distances of a value to others, in one column, or take them away."""
    if squared:
        for j in range(len(values)):
            gap = value - values[j]
            out[j] += sign * (gap * gap)
    else:
        for j in range(len(values)):
            out[j] += sign * abs(value - values[j])


@inner
def sum_gaps(point, train, mask, squared, out):
    """Set `out` to the distances by a mask, summed column by column, ascending."""
    for j in range(len(out)):
        out[j] = 0.0
    for c in range(len(mask)):
        if mask[c]:
            add_gaps(point[c], train[c], squared, 1.0, out)


@inner
def distance_of(point, train, mask, squared, row):
    """Return one distance by a mask, with the bits of `sum_gaps`."""
    total = 0.0
    for c in range(len(mask)):
        if mask[c]:
            gap = point[c] - train[c, row]
            total += gap * gap if squared else abs(gap)
    return total


@inner
def clear(values, rows):
    """Begin with no neighbour."""
    for j in range(len(values)):
        values[j] = np.inf
        rows[j] = NOTHING


@inner
def insert(value, row, values, rows):
    """Insert among the ascending values and drop the last; equals in order of rows.

    All places are passed and exchanged without a branch that could be mispredicted.
    """
    for place in range(len(values)):
        other, other_row = values[place], rows[place]
        before = (value < other) | ((value == other) & (row < other_row))
        values[place] = value if before else other
        rows[place] = row if before else other_row
        value = other if before else value
        row = other_row if before else row


@compiled
def find_nearest(distances, values, rows):
    """Set values and rows to those of the smallest distances, ascending.

    Blocks that hold none of them are passed over by a count without branches.
    """
    clear(values, rows)
    last = len(values) - 1
    for start in range(0, len(distances), BLOCK):
        end = min(start + BLOCK, len(distances))
        worst = values[last]
        n_near = 0
        for j in range(start, end):
            n_near += distances[j] < worst
        if n_near == 0:
            continue
        for j in range(start, end):
            if distances[j] < values[last]:
                insert(distances[j], j, values, rows)


@inner
def measure_again(point, train, mask, squared, found, values, rows):
    """Sort the found rows into values and rows, by their distances summed anew."""
    clear(values, rows)
    for row in found:
        insert(distance_of(point, train, mask, squared, row), row, values, rows)


@compiled
def sort_rows(rows, n_rows, unsorted):
    """Sort the first few rows in place, by counts of smaller ones."""
    for i in range(n_rows):
        unsorted[i] = rows[i]
    for i in range(n_rows):
        place = 0
        for j in range(n_rows):
            place += unsorted[j] < unsorted[i]
        rows[place] = unsorted[i]
