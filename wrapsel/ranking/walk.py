"""A ranking walked from the top: which variables are true, which false."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Groups = Iterable[Iterable[int]]
Convention = Literal["spe", "efr"]


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Which positions of a ranking are true and which are false."""

    is_true: NDArray[np.bool_]
    is_false: NDArray[np.bool_]

    @classmethod
    def along(
        cls,
        order: ArrayLike,
        relevant: Iterable[int],
        redundant: Groups,
        convention: str,
    ) -> Walk:
        """Walk an order from the top."""
        if convention not in ("spe", "efr"):
            raise ValueError(f"convention must be 'spe' or 'efr', got {convention!r}")
        walked = checked_order(order)
        is_efr = convention == "efr"
        group_of, places = groups_of(relevant, redundant, merged=is_efr)
        if max(group_of) >= len(walked):
            raise ValueError(
                f"order must hold the relevant and redundant variables, "
                f"got {len(walked)} without {max(group_of)}"
            )
        groups = [group_of.get(i) for i in walked.tolist()]
        is_true = np.array(take_places(groups, places))
        is_free = np.array([is_efr and group is not None for group in groups])
        return cls(is_true, ~is_true & ~is_free)


def groups_of(
    relevant: Iterable[int], redundant: Groups, merged: bool
) -> tuple[dict[int, int], list[int]]:
    """Return the group of each variable that has one, and each group's true places."""
    needed = {int(i) for i in relevant}
    if not needed:
        raise ValueError("relevant must hold at least one variable, got none")
    groups = [{int(i) for i in group} for group in redundant]
    if any(a & b for a, b in combinations(groups, 2)):
        raise ValueError(f"redundant groups must not overlap, got {groups}")
    # Copies of an irrelevant variable are as irrelevant.
    groups = [group for group in groups if group & needed]
    groups += [{i} for i in needed - set().union(*groups)]
    if merged:
        groups = [set().union(*groups)]
    if min(map(min, groups)) < 0:
        raise ValueError("variables must be at least 0, got a negative one")
    group_of = {i: which for which, group in enumerate(groups) for i in group}
    return group_of, [len(group & needed) for group in groups]


def take_places(groups: Sequence[int | None], places: list[int]) -> list[bool]:
    """Tell of each variable met whether its group has a place left for it."""
    left = list(places)
    taken = []
    for group in groups:
        taken.append(group is not None and left[group] > 0)
        if group is not None:
            left[group] -= 1
    return taken


def checked_order(order: ArrayLike) -> NDArray[np.intp]:
    """Return an order, or raise unless it holds each variable once."""
    walked = np.asarray(order)
    if walked.ndim != 1 or not np.array_equal(np.sort(walked), np.arange(walked.size)):
        raise ValueError(
            f"order must hold each variable from 0 on once, got {walked.tolist()}"
        )
    return walked.astype(np.intp)
