"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wrapsel.engine.budget import Spending
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset


class Stage(NamedTuple):
    """A stage of a search: what it kept, and why."""

    evaluation: Evaluation
    why: str


@dataclass(frozen=True)
class SearchResult:
    """The path of a search, and what it cost.

    Parameters
    ----------
    path : tuple of Evaluation
        Every incumbent, first to last.
    reference : Evaluation
        The verdict on all variables.
    spending : Spending
    stopped_by : str
        "strategy", "budget", "interrupt", or the strategy's own reason.
    names : tuple
        Names of all variables.
    early_rejection : bool, default=True
        False if the metric has no known optimum, so that all folds had to be measured.
    stages : tuple of Stage
        What a search of several stages kept after each, and why.

    Examples
    --------
    >>> full = Evaluation(Subset.full(3), 0.25, 5)
    >>> half = Evaluation(Subset.of([2], 3), 0.125, 5)
    >>> spent, names = Spending(evaluations=2), ("a", "b", "c")
    >>> result = SearchResult((full, half), full, spent, "strategy", names)
    >>> print(result)
    1 of 3 variables, error 0.125 (all: 0.25), 2 evaluations, stopped by strategy
    >>> result.selected
    ('c',)
    """

    path: tuple[Evaluation, ...]
    reference: Evaluation
    spending: Spending
    stopped_by: str
    names: tuple[Any, ...] = field(repr=False)
    early_rejection: bool = True
    stages: tuple[Stage, ...] = ()

    @property
    def best(self) -> Evaluation:
        """The last incumbent; the reference if there is none."""
        return self.path[-1] if self.path else self.reference

    @property
    def subset(self) -> Subset:
        """The selected variables."""
        return self.best.subset

    @property
    def error(self) -> float:
        """Cross-validated error of the selected variables: optimistic, as selected."""
        return self.best.error

    @property
    def selected(self) -> tuple[Any, ...]:
        """Names of the selected variables, in the order of the columns."""
        return tuple(self.names[i] for i in self.subset)

    def __str__(self) -> str:
        return (
            f"{len(self.subset)} of {self.subset.n_variables} variables, "
            f"error {self.error:.4g} (all: {self.reference.error:.4g}), "
            f"{self.spending.evaluations} evaluations, stopped by {self.stopped_by}"
        )
