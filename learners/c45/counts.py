"""Counts of the cells of nodes that wait, kept to be changed into their children's."""

from collections import namedtuple

import numpy as np

from learners.c45.branches import share_of
from learners.c45.counted import add_row, count
from learners.c45.nodes import NONE, SIZE, SLOT, START
from wrapsel.compiled import compiled, inner

LARGEST = 2**24  # numbers that are kept, unless two nodes have more
Counts = namedtuple("Counts", "cells free n_free")


@inner
def new_counts(n_rows, n_cells, n_classes):
    """Return room for the counts of some nodes."""
    # A node that waits with its counts is larger than its sibling that is grown first:
    # there are a logarithm of the rows of them, but for rows that went down both.
    n_slots = 2
    while 1 << n_slots < n_rows and n_slots * n_cells * n_classes < LARGEST:
        n_slots += 1
    cells = np.empty((n_slots, n_classes, n_cells), np.int64)
    free, n_free = np.empty(n_slots, np.int64), np.empty(1, np.int64)
    for k in range(n_slots):
        free[k] = k
    n_free[0] = n_slots
    return Counts(cells, free, n_free)


@inner
def counts_of(kept, node, chosen, here, y):
    """Return the counts of a node, made now if none were kept."""
    if node[SLOT] == NONE:
        kept.n_free[0] -= 1
        node[SLOT] = kept.free[kept.n_free[0]]
        count(chosen, here, y, kept.cells[node[SLOT]])
    return kept.cells[node[SLOT]]


@inner
def release(kept, node):
    """Let others have the room of the node."""
    kept.free[kept.n_free[0]] = node[SLOT]
    kept.n_free[0] += 1


@inner
def hand_down(kept, node, children, chosen, here, y, branches, shares):
    """Make the counts those of the largest child, if that is quicker than counting."""
    heir = heir_of(children, kept.n_free[0])
    if heir == NONE or kept.cells.shape[2] == 0:
        release(kept, node)
        return
    # Fields of tuples are read before loops: each read counts a reference.
    rows, amounts, n_moved = here.rows, here.amounts, node[SIZE]
    for row in rows:
        n_moved -= branches[row] == heir
    if n_moved > children[heir, SIZE]:
        release(kept, node)
        return
    children[heir, SLOT] = node[SLOT]
    counts, share = kept.cells[node[SLOT]], shares[heir]
    cells, ends = chosen.cells, chosen.cell_ends
    for i in range(len(rows)):
        row, amount = rows[i], -amounts[i]
        if branches[row] == heir:
            continue
        if branches[row] == NONE:
            amount += share_of(amounts[i], share)
        add_row(cells, ends, row, amount, counts[y[row]])


@compiled
def heir_of(children, n_free):
    """Return the largest child that is grown; nodes before it must find room."""
    heir, last = NONE, NONE
    for k in range(len(children)):
        if children[k, START] != NONE:
            last = k  # the next to be grown
            if heir == NONE or children[k, SIZE] > children[heir, SIZE]:
                heir = k
    return heir if heir == last or n_free > 0 else NONE
