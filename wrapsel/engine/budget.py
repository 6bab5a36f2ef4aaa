"""How much a search may spend, and what it has spent."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any, overload

from wrapsel.errors import shortened
from wrapsel.words import ChecksWords


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
        Wall-clock time of this run alone, without what it compiles, workers included.
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
        Wall-clock time of a run, without what it compiles; the only limit that is not
        reproducible.

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
