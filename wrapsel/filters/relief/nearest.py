"""The nearest rows of each group, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner


@inner(error_model="numpy")
def group_of(groups: Any, own: bool, i: int, j: int) -> int:
    """Return the group of row j for row i: with `own`, whether it is the same."""
    if own:
        return 1 if groups[j] == groups[i] else 0
    return int(groups[j])


@inner(error_model="numpy")
def below(row: Any, bar: float, listed: Any) -> int:
    """List the places of values up to a bar, and return how many there are."""
    n = 0
    for j in range(len(listed)):
        listed[n] = j  # overwritten if it is none: no branch to guess
        n += row[j] <= bar
    return n


@inner(error_model="numpy")
def smallest(row: Any, listed: Any, members: Any, nearest: Any) -> None:
    """Set `nearest` to the smallest values of each group, ascending, among the listed.

    `members` holds the group of each listed place, -1 for none.
    """
    last = nearest.shape[1] - 1
    nearest[:] = np.inf
    for p in range(len(listed)):
        value, g = row[listed[p]], members[p]
        if g >= 0 and value < nearest[g, last]:
            place = last
            while place > 0 and value < nearest[g, place - 1]:
                nearest[g, place] = nearest[g, place - 1]
                place -= 1
            nearest[g, place] = value


@compiled(error_model="numpy")
def take_near(
    D: Any, first: int, groups: Any, own: bool, k: int, slack: Any, starts: Any,
    filled: Any, neighbours: Any, I: Any, J: Any,  # noqa: E741
) -> int:  # fmt: skip
    """Fill in the rows that are surely near; list in I and J pairs that may be.

    Returns how many of these there are, even if no more are listed than have a place.
    """
    n_doubtful, nearest = 0, np.full((starts.shape[1], k + 1), np.inf)
    places, members = np.empty((2, len(groups)), np.intp)
    room = np.empty(len(nearest), np.intp)
    for r in range(len(D)):
        i, row = first + r, D[r]
        # The row before tells roughly how near is near: look at the others only if
        # that was too near.
        bar = (1.5 * nearest[:, k] - 0.5 * nearest[:, 0]).max()
        for bound in (bar if bar < np.inf else np.inf, np.inf):
            listed = places[: below(row, bound, places)]
            for p in range(len(listed)):
                j = listed[p]
                members[p] = -1 if j == i else group_of(groups, own, i, j)
            smallest(row, listed, members, nearest)
            # At most k are below low; k are surely up to high.
            low = nearest[:, k] - 2 * slack[i]
            high = nearest[:, k - 1] + 2 * slack[i]
            if high.max() <= bound and low.max() <= bound:
                break
        filled[i] = 0
        # Exact distances leave only ties, of which the first rows are taken.
        for g in range(len(room)):
            room[g] = k - (nearest[g, :k] < nearest[g, k - 1]).sum()
        for p in range(len(listed)):
            j, g = listed[p], members[p]
            if g < 0 or row[j] > high[g]:
                continue
            tied = slack[i] == 0 and row[j] >= nearest[g, k - 1]
            if tied and room[g] == 0:
                continue
            room[g] -= tied
            if tied or row[j] < low[g]:
                neighbours[starts[i, g] + filled[i, g]] = j
                filled[i, g] += 1
                continue
            if n_doubtful < len(I):
                I[n_doubtful], J[n_doubtful] = i, j
            n_doubtful += 1
    return n_doubtful


@compiled(error_model="numpy")
def settle(
    I: Any, J: Any, order: Any, groups: Any, own: bool, starts: Any, filled: Any,  # noqa: E741
    limits: Any, neighbours: Any,
) -> None:  # fmt: skip
    """Fill free places with pairs, the nearest first; keep places ascending."""
    for p in order:
        i, j = I[p], J[p]
        g = group_of(groups, own, i, j)
        if filled[i, g] < limits[i, g]:
            place = starts[i, g] + filled[i, g]
            while place > starts[i, g] and neighbours[place - 1] > j:
                neighbours[place] = neighbours[place - 1]
                place -= 1
            neighbours[place] = j
            filled[i, g] += 1
