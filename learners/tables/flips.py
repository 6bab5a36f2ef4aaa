"""Masks of columns as what differs from one that they have nearly in common."""

from __future__ import annotations

import numpy as np

from wrapsel.compiled import compiled


def typical(masks):
    """Return what most of the first, the middle and the last of some masks have.

    Candidates mostly differ from their parent in a place each, so any three show it.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_subsets, n_columns)

    Examples
    --------
    >>> typical(np.array([[True, False], [True, True], [True, True]])).tolist()
    [True, True]
    """
    first, middle, last = masks[0], masks[len(masks) // 2], masks[-1]
    return (first & middle) | (middle & last) | (first & last)


@compiled
def only_flips(masks, centre):
    """Return the column in which each mask differs from a centre; -1 if not in one.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_subsets, n_columns)
    centre : ndarray of bool, shape (n_columns,)

    Examples
    --------
    >>> masks = np.array([[True, False], [True, True], [False, False]])
    >>> only_flips(masks, masks[1]).tolist()
    [1, -1, -1]
    """
    found = np.full(len(masks), -1)
    for r in range(len(masks)):
        n_flips = column = 0
        for j in range(len(centre)):
            flip = masks[r, j] ^ centre[j]
            n_flips += flip
            column += flip * j  # no branch, so that many are looked at at once
        if n_flips == 1:
            found[r] = column
    return found


def flips_from(masks, centre):
    """Return the columns in which masks differ from a centre, and their bounds.

    Those of mask r are at bounds[r]:bounds[r + 1].

    Examples
    --------
    >>> masks = np.array([[True, False], [True, True], [False, False]])
    >>> columns, bounds = flips_from(masks, masks[1])
    >>> columns.tolist(), bounds.tolist()
    ([1, 0, 1], [0, 1, 1, 3])
    """
    n_subsets, n_columns = masks.shape
    places = np.flatnonzero(masks != centre)
    bounds = np.searchsorted(places, np.arange(n_subsets + 1) * n_columns)
    return places % n_columns, bounds
