"""Whether it matters which of the rows at equal distances are the neighbours."""

import numpy as np

from learners.sklearn.neighbors.nearest_rows import CLOSE
from wrapsel.compiled import compiled, inner


@inner
def is_tied(values, rules, slack):
    """Whether the last neighbour is as far away as a row that is none.

    With weights, also whether the learner may not tell how near the nearest row is.

    Parameters
    ----------
    values : ndarray of shape (n_neighbors + 1,) or (n_train,)
        Ascending; the last one is no neighbour's unless all rows are neighbours.
    rules : Rules
    slack : float
    """
    if rules.weighted and slack > 0 and values[0] <= CLOSE * slack:
        return True
    k = rules.n_neighbors
    return len(values) > k and values[k] - values[k - 1] <= slack


@compiled
def matters(rules, targets, distances, values, slack):
    """Whether some choice among the equal distances has another answer."""
    k, n_outputs = rules.n_neighbors, targets.shape[1]
    if len(values) <= k or (rules.weighted and slack > 0):
        return True
    sure, tied = np.zeros(n_outputs), np.zeros(n_outputs)
    first, n_sure, n_tied, is_same = -1, 0, 0, True
    for j in range(len(distances)):
        if distances[j] > values[k - 1] + slack:
            continue
        is_sure = distances[j] < values[k] - slack
        n_sure, n_tied = n_sure + is_sure, n_tied + (not is_sure)
        if not is_sure and first < 0:
            first = j
        for o in range(n_outputs):
            if is_sure:
                sure[o] += targets[j, o]
            else:
                tied[o] += targets[j, o]
                is_same &= targets[j, o] == targets[first, o]
    if is_same or not rules.by_votes or rules.weighted:
        return not is_same
    return not is_decided(sure, tied, k - n_sure, n_tied)


@compiled
def is_decided(sure, tied, n_open, n_tied):
    """Whether one class wins whichever rows get the votes that are open."""
    least = sure + np.maximum(0.0, n_open - (n_tied - tied))
    most = sure + np.minimum(tied, n_open)
    winner = least.argmax()
    most[winner] = -1.0
    for o in range(len(sure)):
        if most[o] > least[winner] or (most[o] == least[winner] and o < winner):
            return False
    return True
