"""Asking a tree for the classes of rows."""

import numpy as np
from numba import njit

from learners._kernels.c45_nodes import (
    FIRST,
    LEVEL,
    N_CHILDREN,
    N_FIELDS,
    NONE,
    TOTAL,
    VARIABLE,
)

LARGEST_SHARE = 2.0**40  # of a row that is asked for; sums stay exact


@njit(cache=True, nogil=True)
def share_out(nodes, thresholds, columns, nominal, cells, row, out, stack, shares):
    """Fill the shares of the classes in a row, in parts of LARGEST_SHARE."""
    out[:] = 0.0
    stack[0], shares[0] = 0, LARGEST_SHARE
    n = 1
    while n:
        n -= 1
        node, share = stack[n], shares[n]
        while True:
            child = child_of(nodes, thresholds, columns, nominal, cells, row, node)
            if child < 0:
                break
            node = child
        if nodes[node, VARIABLE] < 0:
            for k in range(len(out)):
                part = nodes[node, N_FIELDS + k] / nodes[node, TOTAL]
                out[k] += np.rint(share * part)
            continue
        for k in range(nodes[node, N_CHILDREN]):
            child = nodes[node, FIRST] + k
            stack[n] = child
            shares[n] = np.rint(share * (nodes[child, TOTAL] / nodes[node, TOTAL]))
            n += 1


@njit(cache=True, nogil=True)
def child_of(nodes, thresholds, columns, nominal, cells, row, node):
    """Return where a row goes from a node, -1 if it ends or the value is missing."""
    variable = nodes[node, VARIABLE]
    if variable < 0:
        return NONE
    value = cells[columns[variable], row]
    if not nominal[variable]:
        if value != value:
            return NONE
        return nodes[node, FIRST] + (value > thresholds[node])
    for k in range(nodes[node, N_CHILDREN]):
        if nodes[nodes[node, FIRST] + k, LEVEL] == value:
            return nodes[node, FIRST] + k
    return NONE


@njit(cache=True, nogil=True)
def all_shares(nodes, thresholds, columns, nominal, cells, rows, out):
    """Fill the shares of the classes in each row."""
    stack, shares = np.empty(len(nodes), np.int64), np.empty(len(nodes))
    for i in range(len(rows)):
        share_out(
            nodes, thresholds, columns, nominal, cells, rows[i], out[i], stack, shares
        )


@njit(cache=True, nogil=True)
def labels_of(nodes, thresholds, columns, nominal, cells, rows, labels):
    """Fill the class with the largest share in each row, the first of equal ones."""
    stack, shares = np.empty(len(nodes), np.int64), np.empty(len(nodes))
    out = np.empty(nodes.shape[1] - N_FIELDS)
    of_leaf = np.full(len(nodes), NONE, np.int64)
    for i in range(len(rows)):
        leaf, child = 0, 0
        while child >= 0:
            leaf = child
            child = child_of(nodes, thresholds, columns, nominal, cells, rows[i], leaf)
        label = of_leaf[leaf]
        if label < 0:
            share_out(
                nodes, thresholds, columns, nominal, cells, rows[i], out, stack, shares
            )
            label = np.argmax(out)
            if nodes[leaf, VARIABLE] < 0:
                of_leaf[leaf] = label
        labels[i] = label
