"""Numbers rounded to 31 bits, so that two ways to the same one end at the same bits."""

from __future__ import annotations

import numpy as np

from wrapsel.compiled import compiled, inner

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


@compiled
def settled(numbers, bounds, least):
    """Return numbers rounded, where that is certain, and the places of those open.

    Certain is what is rounded to the same by whatever is within its bound. The others
    are NaN; open are those of them that have a bound.

    Parameters
    ----------
    numbers : ndarray of shape (n,)
    bounds : ndarray of shape (n,)
        Infinite or NaN if there is none.
    least : float
        Numbers up to this are not certain.

    Examples
    --------
    >>> numbers = np.array([1.0, 1 + 2.0**-31, 1.0])
    >>> found, is_open = settled(numbers, np.array([1e-12, 1e-12, np.inf]), 0.0)
    >>> found.tolist(), is_open.tolist()
    ([1.0, nan, nan], [1])
    """
    found, places, n_open = np.empty(len(numbers)), np.empty(len(numbers), np.int64), 0
    for i in range(len(numbers)):
        low, high = numbers[i] - bounds[i], numbers[i] + bounds[i]
        same = rounded_number(low) == rounded_number(high)
        if low > 0 and numbers[i] > least and same:
            found[i] = rounded_number(low)
            continue
        found[i] = np.nan
        if bounds[i] < np.inf:
            places[n_open] = i
            n_open += 1
    return found, places[:n_open]


@inner
def rounded_number(number):
    """Return what `rounded` does of one number."""
    word = np.float64(number).view(np.int64)
    return np.int64((word + (1 << BITS - 1)) & (-1 << BITS)).view(np.float64)
