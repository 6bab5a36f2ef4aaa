"""Growing a tree of the gain ratio."""

import numpy as np
from numba import njit

from learners._kernels.c45_branches import (
    branch_rows,
    fill_children,
    move_entries,
    move_rows,
)
from learners._kernels.c45_nodes import (
    FIRST,
    GAIN,
    N_CHILDREN,
    N_FIELDS,
    NEXT,
    NONE,
    SIZE,
    START,
    TOTAL,
    VARIABLE,
)
from learners._kernels.c45_search import best_variable, new_space, search
from learners._kernels.c45_splits import ONE, log_table


@njit(cache=True, nogil=True)
def grow(chosen, values, value_starts, entries, rows, y, n_classes, rules):
    """Grow a tree on rows in the order of their classes.

    `entries` are the sorted columns of these rows. Return the nodes, their thresholds,
    and the number of calls of the criterion.
    """
    n_rows, n_variables = len(rows), len(chosen.columns)
    table, nothing = log_table(n_rows), np.empty(0, np.int64)
    pending_rows, weights = rows.astype(np.int64), np.full(n_rows, ONE, np.int64)
    nodes = np.zeros((64, N_FIELDS + n_classes), np.int64)
    thresholds = np.zeros(64)
    _root(nodes, rows, y)
    branches = np.empty(len(y), np.int64)
    space = new_space(n_rows, len(y), n_variables, chosen.first_cells[-1], n_classes)
    found = space.found
    n_nodes, n_calls = 1, 0
    node = 0 if _can_split(nodes[0], rules) else NONE
    while node != NONE:
        following, start, size = (
            nodes[node, NEXT],
            nodes[node, START],
            nodes[node, SIZE],
        )
        end = start + size
        own_rows, own_weights = pending_rows[start:end], weights[start:end]
        whole = nodes[node, TOTAL] == size * ONE
        search(
            chosen,
            entries,
            start,
            own_rows,
            own_weights,
            y,
            nodes[node, N_FIELDS:],
            table if whole else nothing,
            rules,
            space,
        )
        n_calls += n_variables
        best = best_variable(found)
        if best == NONE:
            node = following
            continue
        nodes[node, VARIABLE], nodes[node, GAIN] = best, found[best, 0]
        column = chosen.columns[best]
        n_children = branch_rows(
            chosen.ranks[column],
            own_rows,
            chosen.nominal[best],
            found[best, 2],
            branches,
            value_starts[column + 1] - value_starts[column],
        )
        while n_nodes + n_children > len(nodes):
            nodes, thresholds = _doubled(nodes), np.append(thresholds, thresholds)
        if not chosen.nominal[best]:
            of_column = values[value_starts[column] : value_starts[column + 1]]
            low, high = of_column[found[best, 2]], of_column[found[best, 3]]
            thresholds[node] = _between(low, high)
        nodes[node, FIRST], nodes[node, N_CHILDREN] = n_nodes, n_children
        children = nodes[n_nodes : n_nodes + n_children]
        shares = fill_children(
            children, own_rows, own_weights, branches, chosen.ranks[column], y
        )
        n_new = 0
        for k in range(n_children):
            children[k, START] = NONE
            if _can_split(children[k], rules):
                children[k, START] = start + n_new
                children[k, NEXT] = following
                following = n_nodes + k
                n_new += children[k, SIZE]
        if start + n_new > len(pending_rows):
            n_more = start + n_new
            pending_rows = np.append(pending_rows, np.zeros(n_more, np.int64))
            weights = np.append(weights, np.zeros(n_more, np.int64))
            entries = _widened(entries, n_more)
        if n_new:
            move_rows(pending_rows, weights, start, size, children, branches, shares)
            move_entries(entries, start, size, n_new, children, branches)
        n_nodes += n_children
        node = following
    return nodes[:n_nodes].copy(), thresholds[:n_nodes].copy(), n_calls


@njit(cache=True, nogil=True)
def _root(nodes, rows, y):
    root = nodes[0]
    root[VARIABLE] = root[NEXT] = NONE
    root[SIZE], root[TOTAL] = len(rows), len(rows) * ONE
    for row in rows:
        root[N_FIELDS + y[row]] += ONE


@njit(cache=True, nogil=True)
def _can_split(node, rules):
    if node[TOTAL] < 2 * rules.min_leaf * ONE:
        return False
    return node[N_FIELDS:].max() < node[TOTAL]


@njit(cache=True, nogil=True)
def _doubled(nodes):
    wider = np.zeros((2 * len(nodes), nodes.shape[1]), np.int64)
    wider[: len(nodes)] = nodes
    return wider


@njit(cache=True, nogil=True)
def _widened(entries, n_more):
    wider = np.empty((len(entries), entries.shape[1] + n_more), np.int64)
    wider[:, : entries.shape[1]] = entries
    return wider


@njit(cache=True, nogil=True)
def _between(low, high):
    middle = 0.5 * low + 0.5 * high
    return middle if low <= middle < high else low
