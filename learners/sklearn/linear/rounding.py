"""Numbers rounded to 31 bits, so that two ways to the same one end at the same bits."""

from __future__ import annotations

import numpy as np

BITS = 22  # of the 53 of a double that are left out


def rounded(numbers):
    """Return numbers rounded to 31 significant bits, half away from zero.

    Examples
    --------
    >>> rounded(np.array([1 + 1e-12, 1 - 1e-12, 0.1])).tolist()
    [1.0, 1.0, 0.09999999997671694]
    """
    words = np.ascontiguousarray(numbers, dtype=np.float64).view(np.int64)
    return (words + (1 << BITS - 1) & -1 << BITS).view(np.float64)


def certain(numbers, bounds):
    """Return which numbers are rounded to the same by whatever is within their bounds.

    Examples
    --------
    >>> certain(np.array([1.0, 1 + 2.0**-31]), np.array([1e-12, 1e-12]))
    array([ True, False])
    """
    low = numbers - bounds
    return (low > 0) & (rounded(low) == rounded(numbers + bounds))
