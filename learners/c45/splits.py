"""The best split of a node by one variable of few levels, in sums that are exact."""

from collections import namedtuple

import numpy as np

from learners.c45.logs import SHIFT, WHOLE, term
from wrapsel.compiled import inner

NOTHING = -(2**62)
# A split: its gain; the split information; the ranks of values just below and above a
# threshold; the place of its variable. What is found are rows of these, as numbered.
Split = namedtuple("Split", "gain info low high variable")
GAIN, INFO, LOW, HIGH, VARIABLE = range(5)
N_SPLIT = len(Split._fields)
Sides = namedtuple("Sides", "starts places sums both")  # see prepare_sides


@inner
def put(found, place, gain, info, low, high, variable):
    """Note a split; a view of its place would count a reference."""
    found[place, GAIN], found[place, INFO] = gain, info
    found[place, LOW], found[place, HIGH] = low, high
    found[place, VARIABLE] = variable


@inner
def split_at(found, place):
    """Return the split that was noted at a place."""
    return Split(
        found[place, GAIN],
        found[place, INFO],
        found[place, LOW],
        found[place, HIGH],
        found[place, VARIABLE],
    )


@inner
def no_split():
    """Return what stands for no split: gain, split information, ranks beside it."""
    return np.int64(-1), np.int64(0), np.int64(-1), np.int64(-1)


@inner
def split_info(amount, missing, below, terms):
    """Return the information in the sides of a threshold and what is missing."""
    parts = term(below, terms) + term(amount - missing - below, terms)
    return term(amount, terms) - parts - term(missing, terms)


@inner
def fill_mode(counts, start, end, mode, totals, present):
    """Fill in the amounts of the level that was not counted."""
    for p in present:
        of_class = counts[p]
        of_class[mode] = 0
        counted = 0
        for cell in range(start, end):
            counted += of_class[cell]
        of_class[mode] = totals[p] - counted


@inner
def many_way(counts, start, end, present, known, missing, least, terms):
    """Split by level; the last cell is that of missing values."""
    amount, n_branches = 0, 0
    gain, parts = 0, 0
    for p in present:
        amount += known[p]
        gain -= term(known[p], terms)
    for cell in range(start, end - 1):
        of_level = 0
        for p in present:
            k = counts[p, cell]
            of_level += k
            gain += term(k, terms)
        n_branches += of_level >= max(least, 1)
        parts += term(of_level, terms)
    gain += term(amount, terms) - parts
    info = term(amount + missing, terms) - parts - term(missing, terms)
    if n_branches < 2:
        return no_split()
    return gain, info, np.int64(0), np.int64(1)


@inner
def by_levels(counts, start, end, present, known, missing, least, terms, fees, left):
    """Split a numeric variable of few levels at the best threshold."""
    amount, base = 0, 0
    for p in present:
        amount += known[p]
        base += term(known[p], terms)
        left[p] = 0
    below, spread, tries, best_below = 0, base, 0, 0
    best, low, high, before = NOTHING, -1, -1, -1
    for cell in range(start, end - 1):
        here = 0
        for p in present:
            here += counts[p, cell]
        if here == 0:
            continue
        if before >= 0 and below >= least and amount - below >= least:
            tries += 1
            score = spread - term(below, terms) - term(amount - below, terms)
            if score > best:
                best, best_below, low, high = score, below, before, cell - start
        spread = 0
        for p in present:
            left[p] += counts[p, cell]
            spread += term(left[p], terms) + term(known[p] - left[p], terms)
        below += here
        before = cell - start
    if tries == 0:
        return no_split()
    gain = term(amount, terms) - base + best - fees[tries]
    return gain, split_info(amount + missing, missing, best_below, terms), low, high


@inner
def prepare_sides(known, present, terms, sides):
    """Fill the terms of k rows and the rest, for each class and for all rows."""
    place, n_known, table = 0, 0, terms[WHOLE:]
    for p in present:
        n_rows = known[p] >> SHIFT
        sides.starts[p] = place
        of_class = sides.sums[place : place + n_rows + 1]
        for k in range(len(of_class)):
            of_class[k] = table[k] + table[n_rows - k]
        place += len(of_class)
        n_known += n_rows
    for k in range(n_known + 1):
        sides.both[k] = table[k] + table[n_known - k]


@inner
def best_level(spreads, belows, start, end, both, n_rows, least):
    """Return the best score of a threshold, tries, and the levels beside it.

    The levels are cells from a start to an end: views of them would count references.
    """
    best, before, tries, last = NOTHING, 0, 0, 0
    most = n_rows - least
    for k in range(end - start):
        below = belows[np.uint64(start + k)]
        inside = (below >= least) & (below <= most)
        score = spreads[np.uint64(start + k)] - both[np.uint64(below >> SHIFT)]
        score = score if inside else NOTHING
        before = k if score > best else before
        best = max(best, score)
        # A level without rows repeats what is before it.
        tries += inside & (below != last)
        last = below
    after = before + 1
    if tries:
        while belows[start + after] == belows[start + before]:
            after += 1
    return best, tries, before, after
