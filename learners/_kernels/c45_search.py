"""The search for the best split of a node."""

import numpy as np
from numba import njit

from learners._kernels import c45_splits as splits
from learners._kernels.c45_nodes import NONE, Space
from learners._kernels.c45_splits import ONE, RANK


@njit(cache=True, nogil=True)
def new_space(n_rows, n_all, n_variables, n_cells, n_classes):
    """Return room for what is found at a node."""
    return Space(
        np.empty((n_variables, 4), np.int64),
        np.empty(max(1, n_cells * n_classes), np.int64),
        np.empty(n_all, np.int64),
        _new_sides(n_rows, n_classes),
        _new_sides(n_rows, n_classes),
    )


@njit(cache=True, nogil=True)
def _new_sides(n_rows, n_classes):
    return splits.Sides(
        np.empty(n_classes, np.int64),
        np.empty(n_classes, np.int64),
        np.empty(n_rows + n_classes, np.int64),
        np.empty(n_rows + 1, np.int64),
    )


@njit(cache=True, nogil=True)
def search(
    chosen, entries, start, rows, row_amounts, y, of_classes, table, rules, space
):
    """Fill what is found for each variable: gain, split information and ranks."""
    unit = 1 if len(table) else ONE
    class_place = np.empty(len(of_classes), np.int64)
    present = np.empty(len(of_classes), np.int64)
    totals = np.empty(len(of_classes), np.int64)
    n_present = 0
    for k in range(len(of_classes)):
        if of_classes[k]:
            class_place[k], present[n_present] = n_present, k
            totals[n_present] = of_classes[k] // (ONE // unit)
            n_present += 1
    present, totals = present[:n_present], totals[:n_present]
    if len(table):
        splits.prepare_sides(totals, table, space.sides)
    else:
        for i in range(len(rows)):
            space.weights[rows[i]] = row_amounts[i]
    if chosen.first_cells[-1]:
        size = chosen.first_cells[-1] * n_present
        counts = space.counts[:size].reshape(n_present, chosen.first_cells[-1])
        _count(chosen, rows, row_amounts, y, len(table) > 0, class_place, counts)
        _search_counted(
            chosen, counts, totals, table, rules.min_leaf * unit, rules.penalty, space
        )
    if len(entries):
        _search_sorted(
            chosen,
            entries,
            start,
            len(rows),
            present,
            class_place,
            totals,
            table,
            rules.min_leaf * unit,
            rules.penalty,
            space,
        )


@njit(cache=True, nogil=True)
def _count(chosen, rows, row_amounts, y, whole, class_place, counts):
    flat, n_cells = counts.ravel(), counts.shape[1]
    for cell in range(len(flat)):
        flat[cell] = 0
    for i in range(len(rows)):
        row = rows[i]
        first = class_place[y[row]] * n_cells
        amount = 1 if whole else row_amounts[i]
        start, end = chosen.cell_ends[row], chosen.cell_ends[row + 1]
        # Unsigned, or each access would test for places before the first.
        for k in range(np.uint64(start), np.uint64(end)):
            flat[np.uint64(first + chosen.cells[k])] += amount


@njit(cache=True, nogil=True)
def _search_counted(chosen, counts, totals, table, least, penalty, space):
    n_classes, n_cells = counts.shape
    known, left = np.empty_like(totals), np.empty_like(totals)
    spreads, belows = np.zeros(n_cells, np.int64), np.zeros(n_cells, np.int64)
    others = np.zeros(len(chosen.modes), np.int64)
    missings = np.zeros(len(chosen.modes), np.int64)
    splits.fill_modes(
        counts, chosen.first_cells, chosen.modes, totals, others, missings
    )
    if len(table):
        splits.add_up_levels(counts, chosen.first_cells, space.sides, spreads, belows)
    n_rows, base = 0, 0
    for p in range(n_classes):
        n_rows += totals[p]
        base += splits.term(totals[p], table)
    for j in range(len(chosen.slots)):
        if chosen.slots[j] >= 0:
            continue
        slot, found = -1 - chosen.slots[j], space.found[j]
        found[0] = -1
        if others[slot] == 0:
            continue
        start, end = chosen.first_cells[slot], chosen.first_cells[slot + 1]
        missing = missings[slot]
        for p in range(n_classes if missing else 0):
            known[p] = totals[p] - counts[p, end - 1]
        of_known = known if missing else totals
        if chosen.nominal[j] or end - start == 3:
            found[0], found[1], found[2], found[3] = splits.many_way(
                counts, start, end, of_known, missing, table, least
            )
        elif missing or len(table) == 0:
            found[0], found[1], found[2], found[3] = splits.by_levels(
                counts, start, end, of_known, missing, table, least, penalty, left
            )
        else:
            both = space.sides.both
            best, tries, before, after = splits.best_level(
                spreads[start : end - 1], belows[start : end - 1], both, n_rows, least
            )
            if tries:
                found[0] = table[n_rows] - base + best - splits.fee(tries, penalty)
                found[1] = table[n_rows] - both[belows[start + before]]
                found[2], found[3] = before, after


@njit(cache=True, nogil=True)
def _search_sorted(
    chosen,
    entries,
    start,
    size,
    present,
    class_place,
    totals,
    table,
    least,
    penalty,
    space,
):
    base = 0
    for k in totals:
        base += splits.term(k, table)
    for j in range(len(chosen.slots)):
        if chosen.slots[j] < 0:
            continue
        column = entries[chosen.slots[j], start : start + size]
        if column[0] >> RANK == column[size - 1] >> RANK:
            split = splits.no_split()
        elif len(table) and column[size - 1] >> RANK != splits.ABSENT:
            split = splits.no_split()
            best, tries, place, below = splits.by_counts(
                column, size, present, space.sides, least
            )
            if tries:
                fee = splits.fee(tries, penalty)
                info = table[size] - space.sides.both[below]
                low, high = column[place] >> RANK, column[place + 1] >> RANK
                split = table[size] - base + best - fee, info, low, high
        else:
            split = splits.by_sorted(
                column,
                totals,
                table,
                space.weights,
                present,
                class_place,
                space.own_sides,
                least,
                penalty,
            )
        found = space.found[j]
        found[0], found[1], found[2], found[3] = split


@njit(cache=True, nogil=True)
def best_variable(found):
    """Return the variable of the largest gain ratio, the first of equal ones."""
    n_splits, total = 0, 0
    for gain in found[:, 0]:
        if gain >= 0:
            n_splits += 1
            total += gain
    best, best_ratio = NONE, -1.0
    if n_splits == 0:
        return best
    least = -(-total // n_splits)
    for j in range(len(found)):
        if found[j, 0] >= max(least, 0) and found[j, 1] > 0:
            ratio = found[j, 0] / found[j, 1]
            if ratio > best_ratio:
                best, best_ratio = j, ratio
    return best
