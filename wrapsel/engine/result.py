"""What a search found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from wrapsel.engine.budget import Spending
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.telling import saved
from wrapsel.engine.telling.answer import Versus, answer
from wrapsel.engine.telling.frames import (
    frontier_frame,
    path_frame,
    variables_frame,
)
from wrapsel.engine.telling.head import head
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset

if TYPE_CHECKING:
    import pandas as pd

    from wrapsel.engine.limits.prices import Prices


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
        Every incumbent, first to last. Where a budget or Ctrl-C ended the search, the
        last may be one that the strategy has not kept, but would: the best measured.
    reference : Evaluation
        The verdict on all variables that are allowed, the required ones included.
    spending : Spending
    stopped_by : str
        "strategy", "budget", "interrupt", or the strategy's own reason.
    names : tuple
        Names of all variables.
    early_rejection : bool, default=True
        False if the metric has no known optimum, so that all folds had to be measured.
    stages : tuple of Stage
        What a search of several stages kept after each, and why.
    honest : HonestError, optional
        The error to expect on other rows.
    constant : Evaluation, optional
        The verdict on no variable, that is on the best constant prediction.
    failures : tuple of Failure
        The subsets with which the learner failed, and why.
    spent : sequence of Spending, default=()
        What had been spent at each incumbent of the path.
    measured : tuple of Evaluation, default=()
        Of all that was measured, what nothing beats in error and size, or in price.
    prices : Prices, optional
        Of the variables.

    Examples
    --------
    >>> full = Evaluation(Subset.full(3), 0.25, 5)
    >>> half = Evaluation(Subset.of([2], 3), 0.125, 5)
    >>> spent, names = Spending(evaluations=2), ("a", "b", "c")
    >>> result = SearchResult((full, half), full, spent, "strategy", names)
    >>> print(result)  # doctest: +ELLIPSIS
    1 of 3 variables, error 0.125 (optimistic; all: 0.25), 2 evaluations, stopped by ...
    >>> result.selected
    ('c',)
    >>> result.answer
    '1 of 3 variables predicts better than all: c.'
    >>> result.to_frame()["removed"].tolist()
    [(), ('a', 'b')]
    """

    path: tuple[Evaluation, ...]
    reference: Evaluation
    spending: Spending
    stopped_by: str
    names: tuple[Any, ...] = field(repr=False)
    early_rejection: bool = True
    stages: tuple[Stage, ...] = ()
    honest: HonestError | None = None
    constant: Evaluation | None = None
    failures: tuple[Failure, ...] = ()
    spent: Sequence[Spending] = field(default=(), repr=False, compare=False)
    measured: tuple[Evaluation, ...] = field(default=(), repr=False, compare=False)
    prices: Prices | None = field(default=None, repr=False, compare=False)

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

    @property
    def is_lucky(self) -> bool:
        """Whether `error` is below the honest one by more than 2 standard errors."""
        if self.honest is None:
            return False
        return self.error < self.honest.error - 2 * self.honest.standard_error

    @property
    def beats_constant(self) -> bool:
        """Whether the honest error is below the constant's by a standard error."""
        if self.honest is None or self.constant is None:
            return True
        return self.honest.error + self.honest.standard_error < self.constant.error

    @property
    def versus_all(self) -> Versus:
        """How the selected variables predict against all, within a standard error.

        By the honest error where it is known, else by the optimistic one.
        """
        error, margin = self.error, 0.0
        if self.honest is not None:
            error, margin = self.honest.error, self.honest.standard_error
        if error + margin < self.reference.error:
            return "better"
        return "as well" if error - margin <= self.reference.error else "worse"

    @property
    def answer(self) -> str:
        """What was found, in one sentence."""
        return answer(
            self.selected, len(self.names), self.versus_all, self.beats_constant
        )

    def to_frame(self) -> pd.DataFrame:
        """Return the path: a row for each incumbent.

        Its columns: `size`, `error`, `honest_error` and `honest_standard_error` (of the
        last one, where known), the names `added` and `removed` since the one before,
        and what had been spent until then: `evaluations`, `cost`, `seconds`.
        """
        return path_frame(self.path, self.spent, self.names, self.honest)

    @property
    def price(self) -> float | None:
        """What the selected variables cost; None if they have no prices."""
        return None if self.prices is None else self.prices.of(self.subset)

    def frontier(self, by: Literal["size", "price"] = "size") -> pd.DataFrame:
        """Return the best of all that was measured: the smallest error for each size.

        A row for each subset that no other measured beats both in error and in size,
        or price: its `size`, its `price` where there are prices, its `error`, which is
        optimistic, and the names `selected`.

        Raises
        ------
        ValueError
            If it is to be by price, and there are no prices.
        """
        known = [*self.measured, self.reference, *self.path]
        known += [] if self.constant is None else [self.constant]
        return frontier_frame(known, self.names, self.prices, by)

    def save(self, path: str | Path) -> None:
        """Write the whole result as JSON, which `load` reads.

        Raises
        ------
        TypeError
            If a name is neither text nor a number, nor a tuple of these.
        """
        saved.write(path, self, _kinds())

    @classmethod
    def load(cls, path: str | Path) -> SearchResult:
        """Return a result that was saved; it equals the one that was.

        Raises
        ------
        ValueError
            If the file is none, is damaged, or was saved by a later version.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> full = Evaluation(Subset.full(2), 0.25, 5)
        >>> result = SearchResult((full,), full, Spending(), "strategy", ("a", "b"))
        >>> with TemporaryDirectory() as folder:
        ...     result.save(Path(folder, "result.json"))
        ...     SearchResult.load(Path(folder, "result.json")) == result
        True
        """
        result = saved.read(path, _kinds())
        if not isinstance(result, SearchResult):
            raise ValueError(f"{str(path)!r} is damaged: it holds no result")
        return result

    def variables(self) -> pd.DataFrame:
        """Return a row for each variable.

        Its columns: `selected`; `last_size`, of the last incumbent that had it;
        `error_when_left`, of the next one, which did without it; `frequency`, how often
        the searches of the honest error chose it, where there are any.
        """
        return variables_frame(self.path, self.subset, self.names, self.honest)

    def _repr_html_(self) -> str:
        honest = [] if self.honest is None else [("honest error", str(self.honest))]
        rows = [
            *honest,
            ("cross-validated error, optimistic", f"{self.error:.4g}"),
            ("the same of all variables", f"{self.reference.error:.4g}"),
            ("evaluations", str(self.spending.evaluations)),
            ("stopped by", self.stopped_by),
        ]
        lucky = "The cross-validated error is lucky: trust the honest one."
        return head(self.answer, rows, [lucky] if self.is_lucky else [])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    def __str__(self) -> str:
        honest = "" if self.honest is None else f"honest error {self.honest}, "
        if not self.beats_constant:
            honest += "which is not shown to beat the best constant, "
        told = " (optimistic, and lucky" if self.is_lucky else " (optimistic"
        why = self.stopped_by
        if self.stages and why in ("budget", "interrupt"):
            why += f" ({self.stages[-1].why})"
        cost = "" if self.price is None else f"price {self.price:g}, "
        failed = f"{len(self.failures)} failed, " if self.failures else ""
        return (
            f"{len(self.subset)} of {self.subset.n_variables} variables, {cost}{honest}"
            f"error {self.error:.4g}{told}; all: {self.reference.error:.4g}), "
            f"{self.spending.evaluations} evaluations, {failed}stopped by {why}"
        )


def _kinds() -> dict[str, type]:
    """Return what results are made of."""
    from wrapsel.engine.limits.prices import Prices

    kinds = (SearchResult, Stage, Evaluation, Spending, HonestError, Failure, Prices)
    return {kind.__name__: kind for kind in kinds}
