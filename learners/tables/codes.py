"""Columns whose values are codes already."""

import numpy as np

from wrapsel.compiled import compiled


@compiled
def largest_codes(X):
    """Return the largest value of each column; infinite unless all are codes."""
    largest = np.full(X.shape[1], -1.0)
    for i in range(len(X)):
        row = X[i]
        for j in range(len(row)):
            # Bits, not "and" and "or": branches would keep it from running in lanes.
            is_code = (row[j] >= 0.0) & (row[j] == np.floor(row[j]))
            value = row[j] if is_code | (row[j] != row[j]) else np.inf
            largest[j] = value if value > largest[j] else largest[j]
    return largest
