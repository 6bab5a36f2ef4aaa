"""The Wilcoxon statistics of hypotheses that weigh distances, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled

MOST_PAIRS = 30_000  # with more, sorting is quicker than comparing


@compiled(error_model="numpy")
def wins(positive: Any, negative: Any, weights: Any, centres: Any) -> Any:
    """Count, twice, the pairs that each hypothesis orders rightly; a tie counts once.

    Parameters
    ----------
    positive : ndarray of shape (n_variables, n_positive)
    negative : ndarray of shape (n_variables, n_negative)
    weights, centres : ndarray of shape (n_hypotheses, n_variables)

    Returns
    -------
    ndarray of shape (n_hypotheses,), int64
        The Wilcoxon statistic is a count over 2 n_positive n_negative.
    """
    counts = np.empty(len(weights), np.int64)
    above, below = np.empty(positive.shape[1]), np.empty(negative.shape[1])
    sort = len(above) * len(below) > MOST_PAIRS
    for h in range(len(weights)):
        set_distances(positive, weights[h], centres[h], above)
        set_distances(negative, weights[h], centres[h], below)
        counts[h] = by_sorting(above, below) if sort else by_pairs(above, below)
    return counts


@compiled(error_model="numpy")
def set_distances(columns: Any, weights: Any, centres: Any, distances: Any) -> None:
    """Set the weighted distances of samples, of shape (n_samples,), from a centre."""
    distances[:] = 0.0
    # Four columns at once: a fourth of the traffic. The order of the sum is fixed.
    whole = len(columns) - len(columns) % 4
    for j in range(0, whole, 4):
        w, c = weights[j : j + 4], centres[j : j + 4]
        p, q, r, s = columns[j], columns[j + 1], columns[j + 2], columns[j + 3]
        for k in range(len(distances)):
            first = w[0] * abs(p[k] - c[0]) + w[1] * abs(q[k] - c[1])
            second = w[2] * abs(r[k] - c[2]) + w[3] * abs(s[k] - c[3])
            distances[k] += first + second
    for j in range(whole, len(columns)):
        column, w_j, c_j = columns[j], weights[j], centres[j]
        for k in range(len(distances)):
            distances[k] += w_j * abs(column[k] - c_j)


@compiled(error_model="numpy")
def by_pairs(above: Any, below: Any) -> Any:
    """Compare each with each."""
    total = np.int64(0)
    for value in above:
        own = np.int64(0)
        for k in range(len(below)):
            own += np.int64(below[k] < value) + np.int64(below[k] <= value)
        total += own
    return total


@compiled(error_model="numpy")
def by_sorting(above: Any, below: Any) -> Any:
    """Merge both, sorted; the same count in n log n."""
    # Not np.sort: numba caches it under the name of np.argsort, which others use, and
    # the first one loaded would serve for both.
    high, low = above[np.argsort(above)], below[np.argsort(below)]
    total, n_less, n_at_most = np.int64(0), 0, 0
    for value in high:
        while n_less < len(low) and low[n_less] < value:
            n_less += 1
        while n_at_most < len(low) and low[n_at_most] <= value:
            n_at_most += 1
        total += n_less + n_at_most
    return total
