"""The best split of one variable at a node, in sums that are exact."""

import math
from collections import namedtuple

import numpy as np
from numba import njit

ONE = 2**20  # units in the weight of a whole row
QUANTA = 2.0**32  # in a bit
Sides = namedtuple("Sides", "starts places sums both")  # see prepare_sides
# An entry of a sorted column: the rank of the value, the row, the class.
RANK, ROW, LOW_24, LOW_16 = 40, 16, 2**24 - 1, 2**16 - 1
ABSENT = 2**22  # the rank of a missing value, more than any other
NOTHING = -(2**62)


@njit(cache=True, nogil=True)
def weighted_log(units):
    """Return w log2 w in quanta, w being a weight in units."""
    if units == 0:
        return 0
    weight = units / ONE
    return np.int64(np.rint(weight * math.log2(weight) * QUANTA))


@njit(cache=True, nogil=True)
def log_table(n_rows):
    """Return `weighted_log` of 0, 1, … whole rows."""
    table = np.empty(n_rows + 1, np.int64)
    for k in range(n_rows + 1):
        table[k] = weighted_log(k * ONE)
    return table


@njit(cache=True, nogil=True)
def term(amount, table):
    """Return w log2 w of rows, if there is a table, or of units."""
    return table[amount] if len(table) else weighted_log(amount)


@njit(cache=True, nogil=True)
def no_split():
    """Return what stands for no split: gain, split information, ranks beside it."""
    return np.int64(-1), np.int64(0), np.int64(-1), np.int64(-1)


@njit(cache=True, nogil=True)
def fee(tries, penalty):
    """Return the bits that name one of some thresholds, in quanta."""
    return np.int64(np.rint(math.log2(tries) * QUANTA)) if penalty else 0


@njit(cache=True, nogil=True)
def split_info(amount, missing, below, table):
    """Return the information in the sides of a threshold and what is missing."""
    parts = term(below, table) + term(amount - missing - below, table)
    return term(amount, table) - parts - term(missing, table)


@njit(cache=True, nogil=True)
def fill_modes(counts, first_cells, modes, totals, others, missing):
    """Fill in the amounts of the level that was not counted, in each column.

    `others` becomes that of all other levels, `missing` that of missing values.
    """
    for p in range(len(totals)):
        of_class = counts[p]
        for slot in range(len(modes)):
            counted = 0
            start, end = np.uint64(first_cells[slot]), np.uint64(first_cells[slot + 1])
            for cell in range(start, end):
                counted += of_class[cell]
            of_class[first_cells[slot] + modes[slot]] = totals[p] - counted
            others[slot] += counted
            missing[slot] += of_class[first_cells[slot + 1] - 1]


@njit(cache=True, nogil=True)
def many_way(counts, start, end, known, missing, table, least):
    """Split by level; the last cell is that of missing values."""
    amount, n_branches = 0, 0
    gain, parts = 0, 0
    for p in range(len(known)):
        amount += known[p]
        gain -= term(known[p], table)
    for cell in range(start, end - 1):
        of_level = 0
        for p in range(len(known)):
            k = counts[p, cell]
            of_level += k
            gain += term(k, table)
        n_branches += of_level >= max(least, 1)
        parts += term(of_level, table)
    gain += term(amount, table) - parts
    info = term(amount + missing, table) - parts - term(missing, table)
    if n_branches < 2:
        return no_split()
    return gain, info, np.int64(0), np.int64(1)


@njit(cache=True, nogil=True)
def by_levels(counts, start, end, known, missing, table, least, penalty, left):
    """Split a numeric variable of few levels at the best threshold."""
    amount, base = 0, 0
    for p in range(len(known)):
        amount += known[p]
        base += term(known[p], table)
        left[p] = 0
    below, spread, tries, best_below = 0, base, 0, 0
    best, low, high, before = NOTHING, -1, -1, -1
    for cell in range(start, end - 1):
        here = 0
        for p in range(len(known)):
            here += counts[p, cell]
        if here == 0:
            continue
        if before >= 0 and below >= least and amount - below >= least:
            tries += 1
            score = spread - term(below, table) - term(amount - below, table)
            if score > best:
                best, best_below, low, high = score, below, before, cell - start
        spread = 0
        for p in range(len(known)):
            left[p] += counts[p, cell]
            spread += term(left[p], table) + term(known[p] - left[p], table)
        below += here
        before = cell - start
    if tries == 0:
        return no_split()
    gain = term(amount, table) - base + best - fee(tries, penalty)
    return gain, split_info(amount + missing, missing, best_below, table), low, high


@njit(cache=True, nogil=True)
def prepare_sides(known, table, sides):
    """Fill the terms of k rows and the rest, for each class and for all rows."""
    place, n_known = 0, 0
    for p in range(len(known)):
        sides.starts[p] = place
        of_class = sides.sums[place : place + known[p] + 1]
        for k in range(len(of_class)):
            of_class[k] = table[k] + table[known[p] - k]
        place += len(of_class)
        n_known += known[p]
    for k in range(n_known + 1):
        sides.both[k] = table[k] + table[n_known - k]


@njit(cache=True, nogil=True)
def add_up_levels(counts, first_cells, sides, spreads, belows):
    """Add up the rows up to each level, and the terms of both sides of each class."""
    sums = sides.sums
    for p in range(len(counts)):
        of_class, first = counts[p], sides.starts[p]
        for slot in range(len(first_cells) - 1):
            below = 0
            # Unsigned, or each access would test for places before the first.
            start, end = np.uint64(first_cells[slot]), np.uint64(first_cells[slot + 1])
            for cell in range(start, end - np.uint64(1)):
                below += of_class[cell]
                belows[cell] += below
                spreads[cell] += sums[np.uint64(first + below)]


@njit(cache=True, nogil=True)
def best_level(spreads, belows, both, n_rows, least):
    """Return the best score of a threshold, tries, and the levels beside it."""
    best, before, tries, last = NOTHING, 0, 0, 0
    most = n_rows - least
    for k in range(len(belows)):
        below = belows[k]
        inside = (below >= least) & (below <= most)
        score = spreads[k] - both[np.uint64(below)]
        score = score if inside else NOTHING
        before = k if score > best else before
        best = max(best, score)
        # A level without rows repeats what is before it.
        tries += inside & (below != last)
        last = below
    after = before + 1
    if tries:
        while belows[after] == belows[before]:
            after += 1
    return best, tries, before, after


@njit(cache=True, nogil=True)
def by_counts(column, n_known, present, sides, least):
    """Return the best score of a sorted column of whole rows, tries, and its place."""
    places, sums, both = sides.places, sides.sums, sides.both
    spread, best, place, tries = 0, NOTHING, 0, 0
    for p in range(len(present)):
        places[present[p]] = sides.starts[p]
        spread += sums[sides.starts[p]]
    first, last = least - 1, n_known - least - 1
    entry = column[0]
    for i in range(n_known - 1):
        label = np.uint64(entry & LOW_16)
        at = places[label]
        spread += sums[np.uint64(at + 1)] - sums[np.uint64(at)]
        places[label] = at + 1
        following = column[i + 1]
        if (following >> RANK != entry >> RANK) & (i >= first) & (i <= last):
            tries += 1
            score = spread - both[i + 1]
            if score > best:
                best, place = score, i
        entry = following
    return best, tries, place, place + 1


@njit(cache=True, nogil=True)
def by_weights(column, n_known, known, weights, class_place, least):
    """Return the best score of a sorted column, tries, its place, and what is below."""
    amount, below, tries, n_classes = known.sum(), 0, 0, len(known)
    left, counted = np.zeros(n_classes, np.int64), np.full(n_classes, -1, np.int64)
    terms, spread = np.zeros(n_classes, np.int64), 0
    best, place, best_below = NOTHING, 0, 0
    for i in range(n_known - 1):
        entry = column[i]
        weight = weights[(entry >> ROW) & LOW_24]
        left[class_place[entry & LOW_16]] += weight
        below += weight
        is_end = column[i + 1] >> RANK != entry >> RANK
        if is_end and below >= least and amount - below >= least:
            tries += 1
            # Logarithms take most of the time: only those of classes that changed.
            for p in range(n_classes):
                if left[p] != counted[p]:
                    spread -= terms[p]
                    terms[p] = weighted_log(left[p]) + weighted_log(known[p] - left[p])
                    spread += terms[p]
                    counted[p] = left[p]
            score = spread - weighted_log(below) - weighted_log(amount - below)
            if score > best:
                best, place, best_below = score, i, below
    return best, tries, place, best_below


@njit(cache=True, nogil=True)
def by_sorted(
    column, totals, table, weights, present, class_place, own_sides, least, penalty
):
    """Split a sorted column, whatever the weights and missing values.

    An empty table says that there are weights.
    """
    n_known, missing, known = len(column), 0, totals.copy()
    while n_known and column[n_known - 1] >> RANK == ABSENT:
        n_known -= 1
        entry = column[n_known]
        weight = 1 if len(table) else weights[(entry >> ROW) & LOW_24]
        known[class_place[entry & LOW_16]] -= weight
        missing += weight
    if n_known < 2:
        return no_split()
    base, amount = 0, 0
    for p in range(len(known)):
        base += term(known[p], table)
        amount += known[p]
    if len(table):
        prepare_sides(known, table, own_sides)
        found = by_counts(column, n_known, present, own_sides, least)
    else:
        found = by_weights(column, n_known, known, weights, class_place, least)
    best, tries, place, below = found
    if tries == 0:
        return no_split()
    gain = term(amount, table) - base + best - fee(tries, penalty)
    info = split_info(amount + missing, missing, below, table)
    return gain, info, column[place] >> RANK, column[place + 1] >> RANK
