"""Trees among nodes that are remembered."""

import numpy as np

from learners.c45.arrays import with_room
from learners.c45.nodes import ASKED, FOUND, KEPT, N_FOUND, NEXT, NONE
from wrapsel.compiled import compiled, inner

NODE, SPLIT, START, N_STEP = range(4)  # of a step: START is that of its first child
BARRED = -2.0  # the ratio of what splits nothing


@compiled
def walk(nodes, gains, ratios, variables, firsts, asked, mask):
    """Walk down the tree on the variables of a mask.

    Return its steps, and where it has to be grown on: at which nodes, and by which
    splits, if these are known. A step is a node, its split, and the step of the first
    child; the steps of children follow each other.
    """
    steps, n_steps, i = np.zeros((64, N_STEP), np.int64), 1, 0
    ends, n_ends = np.empty((0, 2), np.int64), 0
    covered = np.empty(len(asked), np.int8)
    for k in range(len(asked)):
        covered[k] = NONE
    while i < n_steps:
        node, best, child = steps[i, NODE], NONE, NONE
        is_known = nodes[node, KEPT] == NONE
        if not is_known and _covers(asked, nodes[node, ASKED], mask, covered):
            start, end = nodes[node, FOUND], nodes[node, FOUND] + nodes[node, N_FOUND]
            best = _choose(gains, ratios, variables, start, end, mask)
            child = NONE if best == NONE else np.int64(firsts[best])
            is_known = best == NONE or child != NONE
        if not is_known:
            ends = with_room(ends, n_ends + 1)
            ends[n_ends, 0], ends[n_ends, 1] = node, best
            n_ends += 1
        steps[i, SPLIT], steps[i, START] = best, n_steps
        while child != NONE:
            steps = with_room(steps, n_steps + 1)
            steps[n_steps, NODE] = child
            n_steps += 1
            child = nodes[child, NEXT]
        i += 1
    return steps[:n_steps], ends[:n_ends]


@inner
def _covers(asked, group, mask, covered):
    """Tell whether all of a mask was asked for; what is known of groups is noted."""
    if covered[group] == NONE:
        of_group, is_covered = asked[group], True
        for j in range(len(mask)):
            is_covered &= of_group[j] | (not mask[j])
        covered[group] = is_covered
    return covered[group] == 1


@inner
def _choose(gains, ratios, variables, start, end, mask):
    """Return the place of the best split, as `search.best_split` does."""
    total, n_usable = 0, 0
    for k in range(np.uint64(start), np.uint64(end)):
        usable = mask[np.uint64(variables[k])]
        total += gains[k] if usable else 0
        n_usable += usable
    if n_usable == 0:
        return NONE
    least = -(-total // n_usable)
    best, best_ratio = NONE, 0.0
    for k in range(np.uint64(start), np.uint64(end)):
        usable = mask[np.uint64(variables[k])] & (gains[k] >= least)
        ratio = ratios[k] if usable else BARRED
        if ratio >= best_ratio:  # which is rare
            is_first = best == NONE or variables[k] < variables[best]
            if ratio > best_ratio or is_first:
                best, best_ratio = np.int64(k), ratio
    return best
