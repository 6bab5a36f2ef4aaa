"""Sending the rows of a node down its branches."""

import numpy as np

from learners.c45.arrays import copy_into
from learners.c45.nodes import (
    LEVEL,
    LOW_24,
    N_FIELDS,
    NONE,
    ROW,
    SIZE,
    START,
    TOTAL,
    VARIABLE,
)
from wrapsel.compiled import inner


@inner
def branch_rows(ranks, rows, is_nominal, low, branches, n_levels):
    """Fill the branch of each row, -1 where the value is missing; return how many."""
    if not is_nominal:
        for row in rows:
            rank = ranks[row]
            branches[row] = NONE if rank < 0 else int(rank > low)
        return 2
    branch_of = np.empty(n_levels, np.int64)
    for level in range(n_levels):
        branch_of[level] = NONE
    for row in rows:
        if ranks[row] >= 0:
            branch_of[ranks[row]] = 0
    n_branches = 0
    for level in range(n_levels):
        if branch_of[level] == 0:
            branch_of[level] = n_branches
            n_branches += 1
    for row in rows:
        branches[row] = branch_of[ranks[row]] if ranks[row] >= 0 else NONE
    return n_branches


@inner
def fill_children(children, rows, weights, branches, ranks, y):
    """Fill sizes, weights and levels; return each child's share of what is missing."""
    children[:] = 0
    n_missing = 0
    for i in range(len(rows)):
        row = rows[i]
        if branches[row] < 0:
            n_missing += 1
            continue
        child = children[branches[row]]
        child[SIZE] += 1
        child[TOTAL] += weights[i]
        child[N_FIELDS + y[row]] += weights[i]
        child[LEVEL] = ranks[row]
    # In loops: expressions of arrays would compile a second longer.
    known, shares = 0, np.empty(len(children), np.float64)
    for k in range(len(children)):
        known += children[k, TOTAL]
    for k in range(len(children)):
        shares[k] = children[k, TOTAL] / known
        children[k, VARIABLE] = NONE
        children[k, SIZE] += n_missing
    if n_missing:
        for i in range(len(rows)):
            if branches[rows[i]] < 0:
                for k in range(len(children)):
                    part = share_of(weights[i], shares[k])
                    children[k, TOTAL] += part
                    children[k, N_FIELDS + y[rows[i]]] += part
    return shares


@inner
def share_of(weight, share):
    """Return a share of a weight in units, at least one."""
    return max(np.int64(1), np.int64(np.rint(weight * share)))


@inner
def move_rows(rows, weights, start, size, children, branches, shares):
    """Put the rows of the children in the place of their parent's."""
    own_rows = rows[start : start + size].copy()
    own_weights = weights[start : start + size].copy()
    places = children[:, START].copy()
    for i in range(size):
        branch = branches[own_rows[i]]
        first, end = (branch, branch + 1) if branch >= 0 else (0, len(children))
        for k in range(first, end):
            if places[k] >= 0:
                rows[places[k]] = own_rows[i]
                part = share_of(own_weights[i], shares[k])
                weights[places[k]] = part if branch < 0 else own_weights[i]
                places[k] += 1


@inner
def move_entries(entries, start, size, n_new, children, branches):
    """Put the entries of the children in the place of their parent's, in order."""
    first, second, n_live, n_sizes = NONE, NONE, 0, 0
    for k in range(len(children)):
        n_sizes += children[k, SIZE]
        if children[k, START] >= 0:
            n_live += 1
            first, second = (k, NONE) if n_live == 1 else (first, k)
    other = np.empty(max(n_new, size) + 1, np.int64)
    if n_live <= 2 and n_sizes == size:
        for j in range(len(entries)):
            column, n_first, n_second = entries[j, start : start + size], 0, 0
            for entry in column:
                branch = branches[np.uint64((entry >> ROW) & LOW_24)]
                column[np.uint64(n_first)] = entry
                other[np.uint64(n_second)] = entry
                n_first += branch == first
                n_second += branch == second
            for i in range(n_second):
                column[np.uint64(n_first + i)] = other[i]
        return
    places = np.empty(len(children), np.int64)
    for j in range(len(entries)):
        for k in range(len(children)):
            places[k] = children[k, START] - start
        for entry in entries[j, start : start + size]:
            branch = branches[(entry >> ROW) & LOW_24]
            begin, end = (branch, branch + 1) if branch >= 0 else (0, len(children))
            for k in range(begin, end):
                if places[k] >= 0:
                    other[places[k]] = entry
                    places[k] += 1
        copy_into(entries[j, start:], other[:n_new])
