"""Asking a tree for the classes of rows."""

import numpy as np

from learners.c45.arrays import first_largest
from learners.c45.nodes import (
    FIRST,
    LEVEL,
    N_CHILDREN,
    N_FIELDS,
    NONE,
    TOTAL,
    VARIABLE,
)
from wrapsel.compiled import compiled, inner

LARGEST_SHARE = 2.0**40  # of a row that is asked for; sums stay exact


@inner
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
            add_leaf(nodes, node, share, out)
            continue
        for k in range(nodes[node, N_CHILDREN]):
            child = nodes[node, FIRST] + k
            stack[n] = child
            shares[n] = np.rint(share * (nodes[child, TOTAL] / nodes[node, TOTAL]))
            n += 1


@inner
def add_leaf(nodes, node, share, out):
    """Add the shares of the classes in a share of a row."""
    for k in range(len(out)):
        part = nodes[node, N_FIELDS + k] / nodes[node, TOTAL]
        out[k] += np.rint(share * part)


@inner
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


@compiled
def all_shares(nodes, thresholds, columns, nominal, cells, rows, out):
    """Fill the shares of the classes in each row."""
    stack, shares = np.empty(len(nodes), np.int64), np.empty(len(nodes))
    for i in range(len(rows)):
        share_out(
            nodes, thresholds, columns, nominal, cells, rows[i], out[i], stack, shares
        )


@compiled
def labels_of(nodes, thresholds, columns, nominal, cells, rows, labels):
    """Fill the class with the largest share in each row, the first of equal ones.

    Rows go down together, so that a node reads one column only; those that lack the
    value go on alone.
    """
    stack, shares = np.empty(len(nodes), np.int64), np.empty(len(nodes))
    pending = np.zeros((len(nodes), 3), np.int64)  # nodes, first and end of places
    out, places = np.empty(nodes.shape[1] - N_FIELDS), np.empty(len(rows), np.int64)
    for k in range(len(rows)):
        places[k] = k
    pending[0, 2], n = len(rows), 1
    while n:
        n -= 1
        node, start, end = pending[n]
        if start == end:
            continue
        variable, first = nodes[node, VARIABLE], nodes[node, FIRST]
        for k in range(nodes[node, N_CHILDREN] if variable >= 0 else 0):
            column, threshold = cells[columns[variable]], thresholds[node]
            if nominal[variable]:
                level = nodes[first + k, LEVEL]
                middle = part_equal(column, level, rows, places, start, end)
            else:
                middle = part_side(column, threshold, k > 0, rows, places, start, end)
            pending[n, 0], pending[n, 1], pending[n, 2] = first + k, start, middle
            n += 1
            start = middle
        if variable < 0:
            out[:] = 0.0
            add_leaf(nodes, node, LARGEST_SHARE, out)
            labels[places[start:end]] = first_largest(out)
            continue
        for place in places[start:end]:  # they lack the value and go down all branches
            row = rows[place]
            share_out(
                nodes, thresholds, columns, nominal, cells, row, out, stack, shares
            )
            labels[place] = first_largest(out)


@inner
def part_equal(column, level, rows, places, start, end):
    """Put the places of rows at a level first; return the end of these."""
    for i in range(start, end):
        place, other = places[i], places[start]
        places[start], places[i] = place, other
        start += column[rows[place]] == level
    return start


@inner
def part_side(column, threshold, is_above, rows, places, start, end):
    """Put the places of rows on a side of a threshold first; return their end."""
    for i in range(start, end):
        place, other = places[i], places[start]
        places[start], places[i] = place, other
        value = column[rows[place]]
        start += value > threshold if is_above else value <= threshold
    return start
