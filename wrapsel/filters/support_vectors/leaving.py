"""Who may leave next, and what the inner products are then, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled


@compiled
def take_away(matrix: Any, columns: Any, gone: Any) -> None:
    """Subtract the inner products of samples over the variables that have gone."""
    for variable in gone:
        column = columns[variable]
        for i in range(len(matrix)):
            factor, row = column[i], matrix[i]
            for k in range(len(row)):
                row[k] -= factor * column[k]


@compiled
def least_bound(norms: Any, sizes: Any, left: Any, farthest: float) -> float:
    """Return the least of what the norms of weights may have become at most."""
    least = np.inf
    for variable in left:
        least = min(least, norms[variable] + sizes[variable] * farthest)
    return least


@compiled
def near(norms: Any, sizes: Any, left: Any, farthest: float, limit: float) -> Any:
    """Return the places of those left whose norm may have come down to a limit."""
    places, n_near = np.empty(len(left), dtype=np.intp), 0
    for place in range(len(left)):
        variable = left[place]
        places[n_near] = place
        n_near += norms[variable] - sizes[variable] * farthest <= limit
    return places[:n_near].copy()


@compiled
def without(left: Any, places: Any) -> Any:
    """Return those left but for some places."""
    stays = np.ones(len(left), dtype=np.bool_)
    for place in places:
        stays[place] = False
    rest, n_rest = np.empty_like(left), 0
    for place in range(len(left)):
        rest[n_rest] = left[place]
        n_rest += stays[place]
    return rest[:n_rest].copy()
