"""Pruning by pessimistic error estimates."""

from __future__ import annotations

import numpy as np
from scipy.special import betaincinv

from learners.c45 import nodes as fields
from learners.c45.logs import ONE, QUANTA


def prune(nodes, confidence):
    """Return the nodes, subtrees made leaves where that raises no error estimate."""
    nodes, estimates = nodes.copy(), estimated_errors(nodes, confidence)
    for node in range(len(nodes) - 1, -1, -1):  # children follow their parents
        if nodes[node, fields.VARIABLE] < 0:
            continue
        first, n_children = nodes[node, [fields.FIRST, fields.N_CHILDREN]]
        of_children = estimates[first : first + n_children].sum()
        if estimates[node] <= of_children:
            nodes[node, [fields.VARIABLE, fields.GAIN]] = fields.NONE, 0
        else:
            estimates[node] = of_children
    return nodes


def estimated_errors(nodes, confidence):
    """Return the errors of each node as a leaf: upper binomial limits, in quanta."""
    weights = nodes[:, fields.N_FIELDS :] / ONE
    totals = weights.sum(axis=1)
    wrong = totals - weights.max(axis=1)
    rates = betaincinv(wrong + 1, totals - wrong, 1 - confidence)
    return np.rint(totals * rates * QUANTA).astype(np.int64)
