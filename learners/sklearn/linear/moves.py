"""Masks as moves of one variable from the same base."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from learners.tables.flips import only_flips, typical

LEAST = 4  # moves that are worth a base


@dataclass(frozen=True, slots=True)
class Moves:
    """Masks that differ in one column from the same base."""

    base: np.ndarray  # columns, ascending
    added: np.ndarray  # columns
    removed: np.ndarray  # columns
    places: np.ndarray  # of the masks: those with added columns, then the others


def moves(masks):
    """Return the moves that most of some masks are, or None.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_subsets, n_columns)

    Examples
    --------
    >>> masks = np.eye(5, dtype=bool)
    >>> masks[:, 1] = True
    >>> print(moves(masks))
    Moves(base=array([1]), added=array([0, 2, 3, 4]), removed=array([], dtype=int64), \
places=array([0, 2, 3, 4]))
    """
    if len(masks) < LEAST:
        return None
    base = typical(masks)
    flips = only_flips(masks, base)
    single = np.flatnonzero(flips >= 0)
    if len(single) < LEAST:
        return None
    columns = flips[single]
    inside = base[columns]
    places = np.concatenate([single[~inside], single[inside]])
    return Moves(np.flatnonzero(base), columns[~inside], columns[inside], places)
