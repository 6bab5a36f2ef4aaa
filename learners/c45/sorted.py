"""The best split of a node by each of its sorted columns."""

import numpy as np

from learners.c45.logs import ONE, SHIFT, WHOLE, term
from learners.c45.nodes import ABSENT, LOW_16, LOW_24, RANK, ROW
from learners.c45.splits import NOTHING, no_split, prepare_sides, put, split_info
from wrapsel.compiled import inner


@inner
def search_sorted(chosen, entries, start, here, logs, space, n_found):
    """Add what is found for each sorted column; return how many splits there are.

    And how many columns can split the rows, those too whose gain the penalty takes.
    """
    # Fields of tuples are read before loops: each read counts a reference.
    size, base, whole, present = len(here.rows), here.base, here.whole, here.present
    all_found, variables, least = space.found, chosen.by_order, here.least >> SHIFT
    sides, fees, of_all = space.sides, logs.fees, term(here.size, logs.terms)
    both, n_able = sides.both, 0
    for j in range(len(entries)):
        column = entries[j, start : start + size]
        if column[0] >> RANK == column[size - 1] >> RANK:
            continue
        if whole and column[size - 1] >> RANK != ABSENT:
            best, tries, place = best_count(column, size, present, sides, least)
            if tries == 0:
                continue
            gain, info = base + best - fees[tries], of_all - both[place + 1]
            low, high = column[place] >> RANK, column[place + 1] >> RANK
        else:
            gain, info, low, high = by_sorted(column, here, logs, space)
            if high < 0:
                continue
        n_able += 1
        if gain >= 0:
            put(all_found, n_found, gain, info, low, high, variables[j])
            n_found += 1
    return n_found, n_able


@inner
def by_counts(column, n_known, base, sides, present, least, logs):
    """Split a sorted column whose first rows, all whole, are those with a value."""
    best, tries, place = best_count(column, n_known, present, sides, least >> SHIFT)
    if tries == 0:
        return no_split()
    low, high = column[place] >> RANK, column[place + 1] >> RANK
    info = logs.terms[WHOLE + n_known] - sides.both[place + 1]
    return base + best - logs.fees[tries], info, low, high


@inner
def best_count(column, n_known, present, sides, least):
    """Return the best score of a sorted column of whole rows, tries, and its place."""
    places, sums, both = sides.places, sides.sums, sides.both
    spread, best, place, tries = 0, NOTHING, 0, 0
    for p in present:
        places[p] = sides.starts[p]
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
    return best, tries, place


@inner
def by_sorted(column, here, logs, space):
    """Split a sorted column, whatever the weights and missing values."""
    n_known, missing, known, terms = len(column), 0, space.known, logs.terms
    whole, weights, totals, base = here.whole, space.weights, here.totals, 0
    for p in here.present:
        known[p] = totals[p]
    while n_known and column[n_known - 1] >> RANK == ABSENT:
        n_known -= 1
        entry = column[n_known]
        weight = ONE if whole else weights[(entry >> ROW) & LOW_24]
        known[entry & LOW_16] -= weight
        missing += weight
    if n_known < 2:
        return no_split()
    for p in here.present:
        base -= term(known[p], terms)
    base += term(here.size - missing, terms)
    if not whole:
        return by_weights(column, n_known, missing, base, known, here, logs, space)
    prepare_sides(known, here.present, terms, space.own_sides)
    gain, info, low, high = by_counts(
        column, n_known, base, space.own_sides, here.present, here.least, logs
    )
    if missing:  # that is a part too
        parts = term(here.size - missing, terms) + term(missing, terms)
        info += term(here.size, terms) - parts
    return gain, info, low, high


@inner
def by_weights(column, n_known, missing, base, known, here, logs, space):
    """Split a sorted column of rows in parts."""
    amount, below, tries, spread = here.size - missing, 0, 0, 0
    least, weights, present, terms = here.least, space.weights, here.present, logs.terms
    left, counted, added = space.left[0], space.left[1], space.left[2]
    left[:], counted[:], added[:] = 0, -1, 0
    best, place, best_below = NOTHING, 0, 0
    for i in range(n_known - 1):
        entry = column[i]
        label = entry & LOW_16
        weight = weights[(entry >> ROW) & LOW_24]
        left[label] += weight
        below += weight
        is_end = column[i + 1] >> RANK != entry >> RANK
        if is_end and below >= least and amount - below >= least:
            tries += 1
            # Logarithms take most of the time: only those of classes that changed.
            for p in present:
                if left[p] != counted[p]:
                    spread -= added[p]
                    added[p] = term(left[p], terms) + term(known[p] - left[p], terms)
                    spread += added[p]
                    counted[p] = left[p]
            score = spread - term(below, terms) - term(amount - below, terms)
            if score > best:
                best, place, best_below = score, i, below
    if tries == 0:
        return no_split()
    info = split_info(here.size, missing, best_below, terms)
    low, high = column[place] >> RANK, column[place + 1] >> RANK
    return base + best - logs.fees[tries], info, low, high
