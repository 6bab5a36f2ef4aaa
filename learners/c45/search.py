"""The search for the best split of a node."""

import numpy as np

from learners.c45 import splits
from learners.c45.counted import search_levels, search_pairs
from learners.c45.logs import ONE, term
from learners.c45.nodes import (
    N_FIELDS,
    N_LEVELS,
    N_PAIRS,
    NONE,
    PAIR,
    SIZE,
    START,
    TOTAL,
    Here,
    Space,
)
from learners.c45.sorted import search_sorted
from learners.c45.splits import Sides, prepare_sides, split_at
from wrapsel.compiled import inner


@inner
def new_space(chosen, n_rows, n_all, n_classes):
    """Return room for what is found at a node, and the variables that may split."""
    n_cells, kinds = chosen.first_cells[-1], chosen.kinds
    pairs, levels = np.empty(len(kinds), np.int64), np.empty(len(kinds), np.int64)
    n_pairs = n_levels = 0
    for k in range(len(kinds)):
        if kinds[k] == PAIR:
            pairs[n_pairs] = chosen.first_cells[k]
            n_pairs += 1
        else:
            levels[n_levels] = k
            n_levels += 1
    return Space(
        np.empty((len(chosen.columns) + 1, splits.N_SPLIT), np.int64),
        np.empty(n_all, np.int64),
        _new_sides(n_rows, n_classes),
        _new_sides(n_rows, n_classes),
        np.empty(n_cells, np.int64),
        np.empty(n_cells, np.int64),
        np.empty(n_classes, np.int64),
        np.empty((3, n_classes), np.int64),
        pairs[:n_pairs],
        levels[:n_levels],
    )


@inner
def _new_sides(n_rows, n_classes):
    return Sides(
        np.empty(n_classes, np.int64),
        np.empty(n_classes, np.int64),
        np.empty(n_rows + n_classes, np.int64),
        np.empty(n_rows + 1, np.int64),
    )


@inner
def node_here(node, rows, weights, rules, logs):
    """Return the rows of a node, and its classes."""
    start, end = node[START], node[START] + node[SIZE]
    totals = node[N_FIELDS:]
    present, n_present = np.empty(len(totals), np.int64), 0
    terms = logs.terms
    base = term(node[TOTAL], terms)
    for c in range(len(totals)):
        if totals[c]:
            base -= term(totals[c], terms)
            present[n_present] = c
            n_present += 1
    return Here(
        rows[start:end],
        weights[start:end],
        present[:n_present],
        totals,
        node[TOTAL],
        node[TOTAL] == node[SIZE] * ONE,
        rules.min_leaf * ONE,
        base,
    )


@inner
def search(chosen, entries, node, here, counts, logs, space):
    """Find the best split by each variable; return how many there are.

    And of how many variables the gain ratio was asked: a penalty may take all gain.
    The node's numbers of pairs and levels become those of columns that can split it.
    """
    if here.whole:
        prepare_sides(here.totals, here.present, logs.terms, space.sides)
    else:
        for i in range(len(here.rows)):
            space.weights[here.rows[i]] = here.amounts[i]
    cells, slots, n_found = space.pairs[: node[N_PAIRS]], space.levels, 0
    if len(cells):
        n_found, node[N_PAIRS] = search_pairs(
            chosen.owners, cells, counts, here, logs, space
        )
    if node[N_LEVELS]:
        n_found, node[N_LEVELS] = search_levels(
            chosen, slots[: node[N_LEVELS]], counts, here, logs, space, n_found
        )
    n_asked = node[N_PAIRS] + node[N_LEVELS]
    if len(entries):
        n_found, n_able = search_sorted(
            chosen, entries, node[START], here, logs, space, n_found
        )
        n_asked += n_able
    return n_found, n_asked


@inner
def best_split(found, n_found, usable):
    """Return the place of the largest gain ratio, the first variable of equal ones.

    Only splits by usable variables count.
    """
    total, n_usable = 0, 0
    for k in range(n_found):
        if usable[found[k, splits.VARIABLE]]:
            total += found[k, splits.GAIN]
            n_usable += 1
    if n_usable == 0:
        return NONE
    least = -(-total // n_usable)
    best, best_ratio = NONE, -1.0
    for k in range(n_found):
        split = split_at(found, k)
        if split.gain >= least and split.info > 0 and usable[split.variable]:
            ratio = split.gain / split.info
            is_first = best == NONE or split.variable < found[best, splits.VARIABLE]
            if ratio > best_ratio or (ratio == best_ratio and is_first):
                best, best_ratio = k, ratio
    return best
