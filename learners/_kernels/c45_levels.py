"""Levels of all counted columns of a node at once, column beside column."""

from collections import namedtuple

import numpy as np
from numba import njit

from learners._kernels.c45_splits import NOTHING

# Of each column: the score of its best threshold, the cell before it, and how many
# thresholds were tried; and of each cell the rows up to its level.
Best = namedtuple("Best", "scores levels tries belows")
FEW = 3  # cells of a column that has no choice of thresholds


@njit(cache=True, nogil=True)
def fill_modes(counts, first_cells, modes, totals):
    """Fill in the amounts of the level that was not counted, in each column.

    Returns the amounts of all other levels, and of missing values.
    """
    others, missing = np.zeros(len(modes), np.int64), np.zeros(len(modes), np.int64)
    counted = np.empty(len(modes), np.int64)
    for p in range(len(totals)):
        of_class = counts[p]
        counted[:] = 0
        for level in range(len(first_cells) - 1):
            add(of_class[first_cells[level] : first_cells[level + 1]], counted)
        for k in range(len(modes)):
            of_class[first_cells[modes[k]] + k] = totals[p] - counted[k]
        add(counted, others)
        add(of_class[: len(modes)], missing)
    return others, missing


@njit(cache=True, nogil=True)
def add(amounts, sums):
    """Add the amounts to the first of the sums."""
    for k in range(len(amounts)):
        sums[k] += amounts[k]


@njit(cache=True, nogil=True)
def best_levels(counts, chosen, sides, n_rows, least):
    """Return the best thresholds of columns without missing values.

    A negative `least` says that rows have weights, so that `sides` do not hold.
    """
    first_cells = chosen.first_cells
    n_wide = 0
    if least >= 0 and len(first_cells) > FEW + 1:
        n_wide = first_cells[FEW + 1] - first_cells[FEW]
    n_cells = first_cells[-1] if n_wide else 0
    spreads, belows = np.zeros(n_cells, np.int64), np.zeros(n_cells, np.int64)
    best = Best(
        np.full(n_wide, NOTHING, np.int64),
        np.zeros(n_wide, np.int64),
        np.zeros(n_wide, np.int64),
        belows,
    )
    below = np.empty(n_wide, np.int64)
    for p in range(len(counts) if n_wide else 0):
        sums, below[:] = sides.sums[sides.starts[p] :], 0
        for level in range(1, len(first_cells) - 1):
            first = first_cells[level]
            end = min(first_cells[level + 1], first + n_wide)
            add_level(
                counts[p, first:end], sums, below, belows[first:end], spreads[first:end]
            )
    below[:] = 0
    for level in range(1, len(first_cells) - 1 if n_wide else 1):
        first = first_cells[level]
        end = min(first_cells[level + 1], first + n_wide)
        spread, up_to = spreads[first:end], belows[first:end]
        compare_level(spread, up_to, below, sides.both, n_rows, least, level, best)
    return best


@njit(cache=True, nogil=True)
def add_level(amounts, sums, below, belows, spreads):
    """Add the rows of a class up to a level, and the terms of both sides."""
    for k in range(len(amounts)):
        below[k] += amounts[k]
        belows[k] += below[k]
    for k in range(len(amounts)):
        # Unsigned, or each access would test for places before the first.
        spreads[k] += sums[np.uint64(below[k])]


@njit(cache=True, nogil=True)
def compare_level(spreads, belows, last, both, n_rows, least, level, best):
    """Keep the thresholds after a level that are better than those before."""
    scores, levels, tries = best.scores, best.levels, best.tries
    most = n_rows - least
    for k in range(len(spreads)):
        below = belows[k]
        inside = (below >= least) & (below <= most)
        score = spreads[k] - both[np.uint64(below)]
        score = score if inside else NOTHING
        levels[k] = level if score > scores[k] else levels[k]
        scores[k] = max(score, scores[k])
        # A level without rows repeats what is before it.
        tries[k] += inside & (below != last[k])
        last[k] = below


@njit(cache=True, nogil=True)
def beside(best, cells, slot):
    """Return the rows below a column's best threshold, and the ranks beside it."""
    low = best.levels[slot] - 1
    below, high = best.belows[cells[low]], low + 1
    while best.belows[cells[high]] == below:
        high += 1
    return below, low, high
