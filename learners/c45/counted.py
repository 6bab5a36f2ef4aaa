"""The best split of a node by each variable that is counted by cells."""

import numpy as np

from learners.c45 import splits
from learners.c45.logs import SHIFT, term
from learners.c45.nodes import ORDERED
from wrapsel.compiled import inner


@inner
def count(chosen, here, y, counts):
    """Count the amounts of each class in the cells, but in those of modes."""
    rows, amounts, cells, ends = here.rows, here.amounts, chosen.cells, chosen.cell_ends
    for p in here.present:
        counts[p] = 0
    for i in range(len(rows)):
        add_row(cells, ends, rows[i], amounts[i], counts[y[rows[i]]])


@inner
def add_row(cells, ends, row, amount, of_class):
    """Add an amount to the cells of a row."""
    # Unsigned, or each access would test for places before the first.
    for k in range(np.uint64(ends[row]), np.uint64(ends[row + 1])):
        of_class[np.uint64(cells[k])] += amount


@inner
def search_pairs(owners, cells, counts, here, logs, space):
    """Note what is found for columns of two levels.

    Return how many splits there are, and how many of `cells`, now the first ones,
    can split the rows.
    """
    # Fields of tuples are read before loops: each read counts a reference.
    size, least, base, whole = here.size, here.least, here.base, here.whole
    both, all_found, terms = space.sides.both, space.found, logs.terms
    spreads, belows = space.spreads[: len(cells)], space.belows[: len(cells)]
    spreads[:], belows[:] = 0, 0
    add_up_pairs(cells, counts, here, logs, space.sides, spreads, belows)
    of_all, n_found, n_kept = term(size, terms), 0, 0
    for i in range(len(cells)):
        cell, below = cells[i], belows[i]
        cells[i], cells[n_kept] = cells[n_kept], cell
        if below < least or size - below < least:
            continue
        n_kept += 1
        if whole:
            parts = both[np.uint64(below >> SHIFT)]
        else:
            parts = term(below, terms) + term(size - below, terms)
        gain = base + spreads[i] - parts
        splits.put(all_found, n_found, gain, of_all - parts, 0, 1, owners[cell])
        n_found += gain >= 0
    return n_found, n_kept


@inner
def add_up_pairs(cells, counts, here, logs, sides, spreads, belows):
    """Add up the amounts in the cells, and each class's terms of them and the rest."""
    sums, starts, totals, terms = sides.sums, sides.starts, here.totals, logs.terms
    for p in here.present:
        of_class, of_sums, total = counts[p], sums[starts[p] :], totals[p]
        if here.whole:
            for i in range(len(cells)):
                below = of_class[np.uint64(cells[i])]
                belows[i] += below
                spreads[i] += of_sums[np.uint64(below >> SHIFT)]
        else:
            for i in range(len(cells)):
                below = of_class[np.uint64(cells[i])]
                belows[i] += below
                spreads[i] += term(below, terms) + term(total - below, terms)


@inner
def search_levels(chosen, slots, counts, here, logs, space, n_found):
    """Add what is found for columns of more levels, or with missing values.

    Return how many splits there are, and how many of `slots`, now the first ones,
    can split the rows.
    """
    size, least, base, whole = here.size, here.least, here.base, here.whole
    kinds, variables, first_cells = chosen.kinds, chosen.counted, chosen.first_cells
    spreads, belows, both = space.spreads, space.belows, space.sides.both
    all_found, fees, of_all, n_kept = space.found, logs.fees, term(size, logs.terms), 0
    if whole:
        add_up_levels(chosen, slots, counts, here, space)
    for i in range(len(slots)):
        slot = slots[i]
        slots[i], slots[n_kept] = slots[n_kept], slot
        if whole and kinds[slot] == ORDERED:
            start, end = first_cells[slot], first_cells[slot + 1] - 1
            best, tries, low, high = splits.best_level(
                spreads, belows, start, end, both, size, least
            )
            if tries == 0:
                continue
            info = of_all - both[np.uint64(belows[start + low] >> SHIFT)]
            gain = base + best - fees[tries]
        else:
            gain, info, low, high = by_amounts(chosen, slot, counts, here, logs, space)
            if high < 0:
                continue
        n_kept += 1
        if gain >= 0:
            splits.put(all_found, n_found, gain, info, low, high, variables[slot])
            n_found += 1
    return n_found, n_kept


@inner
def add_up_levels(chosen, slots, counts, here, space):
    """Add up the rows up to each level, and the terms of both sides of each class.

    Modes were not counted: sums start from both ends.
    """
    first_cells, kinds, modes = chosen.first_cells, chosen.kinds, chosen.modes
    spreads, belows, totals = space.spreads, space.belows, here.totals
    sums, starts = space.sides.sums, space.sides.starts
    for slot in slots:
        for cell in range(first_cells[slot], first_cells[slot + 1]):
            spreads[cell] = belows[cell] = 0
    for p in here.present:
        of_class, first = counts[p], np.uint64(starts[p])
        for slot in slots:
            if kinds[slot] != ORDERED:
                continue
            # Unsigned, or each access would test for places before the first.
            start, n_below = np.uint64(first_cells[slot]), np.uint64(modes[slot])
            last = np.uint64(first_cells[slot + 1] - 2)
            below = 0
            for k in range(n_below):
                cell = start + k
                below += of_class[cell]
                belows[cell] += below
                spreads[cell] += sums[first + np.uint64(below >> SHIFT)]
            below = totals[p]
            for k in range(last + np.uint64(1) - start - n_below):
                cell = last - k
                belows[cell] += below
                spreads[cell] += sums[first + np.uint64(below >> SHIFT)]
                below -= of_class[cell]


@inner
def by_amounts(chosen, slot, counts, here, logs, space):
    """Split a column of any kind by the amounts in its cells."""
    start, end = chosen.first_cells[slot], chosen.first_cells[slot + 1]
    present, known, missing = here.present, space.known, 0
    mode = start + chosen.modes[slot]
    splits.fill_mode(counts, start, end, mode, here.totals, present)
    for p in present:
        known[p] = here.totals[p] - counts[p, end - 1]
        missing += counts[p, end - 1]
    if chosen.nominal[chosen.counted[slot]] or end - start == 3:
        return splits.many_way(
            counts, start, end, present, known, missing, here.least, logs.terms
        )
    return splits.by_levels(
        counts,
        start,
        end,
        present,
        known,
        missing,
        here.least,
        logs.terms,
        logs.fees,
        space.left[0],
    )
