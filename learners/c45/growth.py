"""Growing a tree of the gain ratio."""

import numpy as np

from learners.c45.branches import (
    branch_rows,
    copy_into,
    fill_children,
    move_entries,
    move_rows,
)
from learners.c45.counts import counts_of, hand_down, new_counts, release
from learners.c45.logs import ONE, new_logs
from learners.c45.nodes import (
    FIRST,
    GAIN,
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
from learners.c45.search import new_space, node_here, search
from learners.c45.splits import split_at
from wrapsel.compiled import compiled, inner


@compiled
def grow(chosen, values, value_starts, entries, rows, y, n_classes, rules, tables):
    """Grow a tree on rows in the order of their classes.

    `entries` are the sorted columns of these rows, `tables` from `log_tables`. Return
    the nodes, their thresholds, and the number of calls of the criterion.
    """
    logs = new_logs(tables, rules.penalty)
    own_rows, weights = rows.astype(np.int64), np.full(len(rows), ONE, np.int64)
    space = new_space(chosen, len(rows), len(y), n_classes)
    kept = new_counts(len(rows), chosen.first_cells[-1], n_classes)
    nodes, thresholds = _root(rows, y, n_classes, space), np.zeros(64)
    branches = np.empty(len(y), np.int64)
    n_nodes, n_searches = 1, 0
    node = 0 if _can_split(nodes[0], rules) else NONE
    while node != NONE:
        here = node_here(nodes[node], own_rows, weights, rules, logs)
        counts = counts_of(kept, nodes[node], chosen, here, y)
        best = search(chosen, entries, nodes[node], here, counts, logs, space)
        n_searches += 1
        if best == NONE:
            release(kept, nodes[node])
            node = nodes[node, NEXT]
            continue
        split = split_at(space.found, best)
        n_children = _divide(chosen, value_starts, split, here.rows, branches)
        nodes, thresholds = _with_room(nodes, thresholds, n_nodes + n_children)
        thresholds[node] = _threshold(chosen, values, value_starts, split)
        parent, children = nodes[node], nodes[n_nodes : n_nodes + n_children]
        ranks = chosen.ranks[chosen.columns[split.variable]]
        shares = fill_children(children, here.rows, here.amounts, branches, ranks, y)
        node, n_new = _attach(parent, children, split, n_nodes, rules)
        hand_down(kept, parent, children, chosen, here, y, branches, shares)
        own_rows, weights, entries = _move(
            own_rows, weights, entries, parent, n_new, children, branches, shares
        )
        n_nodes += n_children
    n_calls = n_searches * len(chosen.columns)
    return nodes[:n_nodes].copy(), thresholds[:n_nodes].copy(), n_calls


@inner
def _root(rows, y, n_classes, space):
    nodes = np.zeros((64, N_FIELDS + n_classes), np.int64)
    root = nodes[0]
    root[VARIABLE] = root[NEXT] = root[SLOT] = NONE
    root[SIZE], root[TOTAL] = len(rows), len(rows) * ONE
    root[N_PAIRS], root[N_LEVELS] = len(space.pairs), len(space.levels)
    for row in rows:
        root[N_FIELDS + y[row]] += ONE
    return nodes


@inner
def _can_split(node, rules):
    if node[TOTAL] < 2 * rules.min_leaf * ONE:
        return False
    return node[N_FIELDS:].max() < node[TOTAL]


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
        child[START] = child[SLOT] = NONE
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
        rows = np.append(rows, np.zeros(n_more, np.int64))
        weights = np.append(weights, np.zeros(n_more, np.int64))
        wider = np.empty((len(entries), entries.shape[1] + n_more), np.int64)
        for j in range(len(entries)):
            copy_into(wider[j], entries[j])
        entries = wider
    if n_new:
        move_rows(rows, weights, start, size, children, branches, shares)
        move_entries(entries, start, size, n_new, children, branches)
    return rows, weights, entries


@inner
def _with_room(nodes, thresholds, n_nodes):
    while n_nodes > len(nodes):
        wider = np.zeros((2 * len(nodes), nodes.shape[1]), np.int64)
        for i in range(len(nodes)):
            copy_into(wider[i], nodes[i])
        nodes, thresholds = wider, np.append(thresholds, thresholds)
    return nodes, thresholds
