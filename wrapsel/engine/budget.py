"""How much a search may spend, and what it has spent."""

from __future__ import annotations

from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

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
