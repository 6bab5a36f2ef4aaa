"""Sums of quantised squared distances, which do not depend on their order."""

import numpy as np

from wrapsel.compiled import compiled

# exp(-40) is below half a unit in the last place of exp(0) = 1.
LARGEST_TERM = 40.0
FINEST = 48


def quantum(n_columns):
    """Return a power of two, so large that an int64 holds any sum of terms."""
    largest = int(LARGEST_TERM) * n_columns
    return 2.0 ** -min(FINEST, 63 - largest.bit_length())


@compiled(error_model="numpy")
def add_terms(A, B, gamma, quantum, columns, signs, out):
    """Add each column's gamma (a - b)^2 in quanta to `out`.

    A and B hold a variable in each row, for as many samples as `out` has rows and, at
    least, columns; `signs` says which to add, 1, or take away, -1.
    """
    for c in range(len(columns)):
        a, b = A[columns[c]], B[columns[c]]
        sign = signs[c]
        for i in range(len(a)):
            row = out[i]
            for k in range(len(row)):
                gap = a[i] - b[k]
                term = min(gamma * (gap * gap), LARGEST_TERM)
                row[k] += sign * np.int64(np.rint(term / quantum))
