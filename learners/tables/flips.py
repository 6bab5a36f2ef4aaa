"""Masks of columns as what differs from one that they have nearly in common."""

from __future__ import annotations

import numpy as np


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
