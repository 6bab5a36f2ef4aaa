"""Growing a tree of the gain ratio."""

import numpy as np

from learners.c45.arrays import copy_into, longer, with_room
from learners.c45.branches import (
    branch_rows,
    fill_children,
    move_entries,
    move_rows,
)
from learners.c45.counts import counts_of, hand_down, new_counts, release
from learners.c45.logs import ONE, new_logs
from learners.c45.nodes import (
    FIRST,
    GAIN,
    KEPT,
    N_CHILDREN,
    N_FIELDS,
    N_LEVELS,
    N_PAIRS,
    NEXT,
    NONE,
    SIZE,
    SLOT,
    START,
    TOTAL,
    VARIABLE,
)
from learners.c45.notes import note
from learners.c45.search import best_split, new_space, node_here, search
from learners.c45.splits import N_SPLIT, split_at
from wrapsel.compiled import compiled, inner


@compiled
def grow(
    chosen,
    usable,
    values,
    value_starts,
    entries,
    rows,
    weights,
    ends,
    y,
    n_classes,
    firsts,
    rules,
    most,
    tables,
):
    """Grow trees on parts of rows, in the order of their classes, and of weights.

    `entries` are the sorted columns of these rows, `tables` from `log_tables`. Parts
    end at `ends`; the first nodes are the roots. Splits are by usable variables; that
    of a root is the one in `firsts` if that names a variable. Return the nodes, their
    thresholds, the numbers of searches and of gain ratios, and what is noted: splits,
    rows and their weights, and whether all is there, being no more than `most` numbers.
    """
    logs = new_logs(tables, rules.penalty)
    own_rows, weights = rows.copy(), weights.copy()
    space = new_space(chosen, len(rows), len(y), n_classes)
    kept = new_counts(len(rows), chosen.first_cells[-1], n_classes)
    nodes, node = _roots(rows, weights, ends, y, n_classes, space, rules)
    thresholds = np.zeros(len(nodes), np.float64)
    branches = np.empty(len(y), np.int64)
    notes, noted_rows = np.empty((0, N_SPLIT), np.int64), np.empty((0, 2), np.int64)
    noted, n_nodes, asked = np.zeros(3, np.int64), len(ends), np.zeros(2, np.int64)
    noted[2] = most
    while node != NONE:
        here = node_here(nodes[node], own_rows, weights, rules, logs)
        split = split_at(firsts, min(node, len(ends) - 1))
        if node >= len(ends) or split.variable == NONE:
            counts = counts_of(kept, nodes[node], chosen, here, y)
            n_found, n_asked = search(
                chosen, entries, nodes[node], here, counts, logs, space
            )
            best = best_split(space.found, n_found, usable)
            asked[0] += 1
            asked[1] += n_asked
            if noted[2]:
                notes, noted_rows = note(
                    notes,
                    noted_rows,
                    noted,
                    nodes[node],
                    space.found,
                    n_found,
                    best,
                    here,
                )
            if best == NONE:
                release(kept, nodes[node])
                node = nodes[node, NEXT]
                continue
            split = split_at(space.found, best)
        n_children = _divide(chosen, value_starts, split, here.rows, branches)
        nodes = with_room(nodes, n_nodes + n_children)
        if len(thresholds) < len(nodes):
            thresholds = longer(thresholds, len(nodes))
        thresholds[node] = _threshold(chosen, values, value_starts, split)
        parent, children = nodes[node], nodes[n_nodes : n_nodes + n_children]
        ranks = chosen.ranks[chosen.columns[split.variable]]
        shares = fill_children(children, here.rows, here.amounts, branches, ranks, y)
        node, n_new = _attach(parent, children, split, n_nodes, rules)
        if parent[SLOT] != NONE:
            hand_down(kept, parent, children, chosen, here, y, branches, shares)
        own_rows, weights, entries = _move(
            own_rows, weights, entries, parent, n_new, children, branches, shares
        )
        n_nodes += n_children
    return (
        nodes[:n_nodes].copy(),
        thresholds[:n_nodes].copy(),
        asked,
        notes[: noted[0]],
        noted_rows[: noted[1]],
        noted[2] > 0,
    )


@inner
def _roots(rows, weights, ends, y, n_classes, space, rules):
    """Return the roots, with room for more nodes, and the one to be grown first.

    That is the last one: children, who may take more room, follow their parent's rows.
    """
    nodes = np.zeros((len(ends) + 64, N_FIELDS + n_classes), np.int64)
    start, following = 0, NONE
    for k in range(len(ends)):
        root, end = nodes[k], ends[k]
        root[VARIABLE] = root[SLOT] = root[KEPT] = NONE
        root[START], root[SIZE], root[NEXT] = start, end - start, following
        root[N_PAIRS], root[N_LEVELS] = len(space.pairs), len(space.levels)
        total = 0
        for i in range(start, end):
            total += weights[i]
            root[N_FIELDS + y[rows[i]]] += weights[i]
        root[TOTAL] = total
        if _can_split(root, rules):
            following = k
        start = end
    return nodes, following


@inner
def _can_split(node, rules):
    if node[TOTAL] < 2 * rules.min_leaf * ONE:
        return False
    largest = 0
    for c in range(N_FIELDS, len(node)):
        largest = max(largest, node[c])
    return largest < node[TOTAL]


@inner
def _divide(chosen, value_starts, split, rows, branches):
    """Fill the branch of each row; return how many branches there are."""
    column = chosen.columns[split.variable]
    n_levels = value_starts[column + 1] - value_starts[column]
    is_nominal = chosen.nominal[split.variable]
    ranks = chosen.ranks[column]
    return branch_rows(ranks, rows, is_nominal, split.low, branches, n_levels)


@inner
def _threshold(chosen, values, value_starts, split):
    if chosen.nominal[split.variable]:
        return 0.0
    start = value_starts[chosen.columns[split.variable]]
    low, high = values[start + split.low], values[start + split.high]
    middle = 0.5 * low + 0.5 * high
    return middle if low <= middle < high else low


@inner
def _attach(parent, children, split, n_nodes, rules):
    """Note the children; return the next node to be grown, and the rows to be kept."""
    parent[VARIABLE], parent[GAIN] = split.variable, split.gain
    parent[FIRST], parent[N_CHILDREN] = n_nodes, len(children)
    following, n_new = parent[NEXT], 0
    for k in range(len(children)):
        child = children[k]
        child[N_PAIRS], child[N_LEVELS] = parent[N_PAIRS], parent[N_LEVELS]
        child[START] = child[SLOT] = child[KEPT] = NONE
        if _can_split(child, rules):
            child[START] = parent[START] + n_new
            child[NEXT] = following
            following = n_nodes + k
            n_new += child[SIZE]
    return following, n_new


@inner
def _move(rows, weights, entries, parent, n_new, children, branches, shares):
    """Put the rows and entries of the children in the place of their parent's."""
    start, size = parent[START], parent[SIZE]
    n_more = start + n_new
    if n_more > len(rows):
        rows = longer(rows, len(rows) + n_more)
        weights = longer(weights, len(weights) + n_more)
        wider = np.empty((len(entries), entries.shape[1] + n_more), np.int64)
        for j in range(len(entries)):
            copy_into(wider[j], entries[j])
        entries = wider
    if n_new:
        move_rows(rows, weights, start, size, children, branches, shares)
        move_entries(entries, start, size, n_new, children, branches)
    return rows, weights, entries
