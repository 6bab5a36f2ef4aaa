"""How much a search may spend, and what it has spent."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from numbers import Real
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import shortened
from wrapsel.words import ChecksWords

RECENT = 2**16  # subsets in a dictionary; the others lie in sorted arrays
Part = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int32]]
_HALF = 2**64 - 1


@dataclass(slots=True)
class Spending:
    """What a one-at-a-time run would have spent so far.

    Work done ahead is not counted, and what a store knew counts as if measured, but
    for `fits`: so it is the same for any number of workers, and after a resumption.

    Parameters
    ----------
    evaluations : int
        Different subsets measured.
    proposals : int
        Subsets asked for, repeated ones included.
    fits : int
        (subset, fold) pairs that had to be fitted, and fits that importances took;
        those in the store left out.
    cost : float
        Learner cost of all folds used and of importances, in the learner's own unit.
    seconds : float
        Wall-clock time of this run alone.
    """

    evaluations: int = 0
    proposals: int = 0
    fits: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    def copy(self) -> Spending:
        """Return what does not change any more."""
        return Spending(
            self.evaluations, self.proposals, self.fits, self.cost, self.seconds
        )


class Spent(Sequence[Spending]):
    """What had been spent at some times, in numbers: 40 bytes each.

    Examples
    --------
    >>> spent = Spent()
    >>> spent.append(Spending(evaluations=3))
    >>> spent[0].evaluations, len(spent)
    (3, 1)
    """

    def __init__(self) -> None:
        self._counts = array("q")
        self._amounts = array("d")

    def append(self, spending: Spending) -> None:
        """Add what is spent now."""
        counts = spending.evaluations, spending.proposals, spending.fits
        self._counts.extend(counts)
        self._amounts.extend((spending.cost, spending.seconds))

    def __len__(self) -> int:
        return len(self._amounts) // 2

    @overload
    def __getitem__(self, place: int) -> Spending: ...

    @overload
    def __getitem__(self, place: slice) -> list[Spending]: ...

    def __getitem__(self, place: int | slice) -> Spending | list[Spending]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        counts = self._counts[3 * place : 3 * place + 3]
        return Spending(*counts, *self._amounts[2 * place : 2 * place + 2])


@dataclass(frozen=True, slots=True)
class Budget(ChecksWords):
    """Limits of a search; None is no limit.

    Parameters
    ----------
    evaluations : int, optional
        Different subsets measured.
    cost : float, optional
        Learner cost, in the learner's own unit.
    seconds : float, optional
        Wall-clock time of a run; the only limit that is not reproducible.

    Examples
    --------
    >>> Budget(evaluations=200, cost=1e6).used(Spending(evaluations=50, cost=1e5))
    0.25
    """

    evaluations: int | None = None
    cost: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            limit: Any = getattr(self, field.name)
            if limit is None:
                continue
            is_number = isinstance(limit, Real) and not isinstance(limit, bool)
            if not is_number:
                raise TypeError(
                    f"budget {field.name} must be a number, got {shortened(limit)}"
                )
            if not limit > 0:
                raise ValueError(f"budget {field.name} must be above 0, got {limit}")

    def used(self, spending: Spending) -> float:
        """Return the largest used part of a limit; 1 and more: the budget is gone."""
        used = 0.0
        if self.evaluations is not None:
            used = spending.evaluations / self.evaluations
        if self.cost is not None:
            used = max(used, spending.cost / self.cost)
        if self.seconds is not None:
            used = max(used, spending.seconds / self.seconds)
        return used


class Paid:
    """The folds of each subset that were paid, by the keys of the subsets.

    A dictionary of a million subsets takes 200 MB. Here the older ones are 20 bytes
    each: their digests, sorted, and the folds.

    Examples
    --------
    >>> paid = Paid()
    >>> paid.set(7, 3)
    >>> paid.get(7), paid.get(8)
    (3, 0)
    """

    def __init__(self) -> None:
        self._recent: dict[int | bytes, int] = {}
        self._parts: list[Part] = []  # from large to small

    def get(self, key: int | bytes) -> int:
        """Return how many folds of a subset were paid."""
        n_folds = self._recent.get(key)
        if n_folds is None:
            return self._found(key) if self._parts else 0
        return n_folds

    def set(self, key: int | bytes, n_folds: int) -> None:
        """Remember that more folds of a subset were paid."""
        self._recent[key] = n_folds
        if len(self._recent) >= RECENT:
            self._pack()

    def _found(self, key: int | bytes) -> int:
        digest = _digest(key)
        low, high = np.uint64(digest & _HALF), np.uint64(digest >> 64)
        found = 0
        for lows, highs, folds in self._parts:
            place = int(lows.searchsorted(low))
            while place < len(lows) and lows[place] == low:
                if highs[place] == high:
                    found = max(found, int(folds[place]))
                place += 1
        return found

    def _pack(self) -> None:
        digests = [_digest(key) for key in self._recent]
        words = np.array([(d & _HALF, d >> 64) for d in digests], dtype=np.uint64)
        n_folds = np.array([*self._recent.values()], dtype=np.int32)
        self._recent = {}
        part: Part = words[:, 0], words[:, 1], n_folds
        # Parts are at least halved, so that there are few of them.
        while self._parts and len(self._parts[-1][0]) <= 2 * len(part[0]):
            last = self._parts.pop()
            part = (
                np.concatenate([last[0], part[0]]),
                np.concatenate([last[1], part[1]]),
                np.concatenate([last[2], part[2]]),
            )
        order = np.argsort(part[0], kind="stable")
        self._parts.append((part[0][order], part[1][order], part[2][order]))


def _digest(key: int | bytes) -> int:
    if isinstance(key, bytes):
        return int.from_bytes(blake2b(key, digest_size=16).digest(), "little")
    return key
