"""Shifted symmetric tridiagonal matrices."""

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy")
def factorise(diagonal, beside, shift, roots, steps):
    """Set T + shift = L D L' as the roots of 1/D, and what is below L's diagonal.

    Returns whether it is positive definite.
    """
    pivot = diagonal[0] + shift
    for i in range(len(diagonal)):
        if i > 0:
            steps[i - 1] = beside[i - 1] / pivot
            pivot = diagonal[i] + shift - steps[i - 1] * beside[i - 1]
        if not pivot > 0:
            return False
        roots[i] = 1 / np.sqrt(pivot)
    return True


@njit(cache=True, nogil=True)
def solve(roots, steps, right, out):
    """Set `out` to D^-1/2 L^-1 right."""
    row = right[0].copy()
    out[0] = row * roots[0]
    for i in range(1, len(roots)):
        step, root, added, scaled = steps[i - 1], roots[i], right[i], out[i]
        for k in range(len(row)):
            row[k] = added[k] - step * row[k]
            scaled[k] = row[k] * root
