"""What a result says of its answer, and how it shows that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wrapsel.engine.budget import Spending
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.telling.answer import Versus, answer
from wrapsel.engine.telling.by_metric import MetricErrors
from wrapsel.engine.telling.head import head
from wrapsel.engine.telling.stage import Stage
from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset

if TYPE_CHECKING:
    from wrapsel.engine.limits.prices import Prices


UNSEEDED = "the learner draws from what cannot be seeded"
NOT_REPEATABLE = f"Not repeatable: {UNSEEDED}"


class Told:
    """What a result says by what it holds; see the parameters of `SearchResult`."""

    path: tuple[Evaluation, ...]
    reference: Evaluation
    spending: Spending
    stopped_by: str
    names: Sequence[Any]
    stages: tuple[Stage, ...]
    honest: HonestError | None
    constant: Evaluation | None
    failures: tuple[Failure, ...]
    prices: Prices | None
    by_metric: tuple[MetricErrors, ...]
    repeatable: bool | None

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

    @property
    def price(self) -> float | None:
        """What the selected variables cost; None if they have no prices."""
        return None if self.prices is None else self.prices.of(self.subset)

    def _repr_html_(self) -> str:
        honest = [] if self.honest is None else [("honest error", str(self.honest))]
        rows = [
            *honest,
            ("cross-validated error, optimistic", f"{self.error:.4g}"),
            ("the same of all variables", f"{self.reference.error:.4g}"),
            *((each.name, _scores(each)) for each in self.by_metric[1:]),
            ("evaluations", str(self.spending.evaluations)),
            ("stopped by", self.stopped_by),
        ]
        notes = []
        if self.is_lucky:
            notes += ["The cross-validated error is lucky: trust the honest one."]
        if self.repeatable is False:
            notes += [f"{NOT_REPEATABLE}."]
        return head(self.answer, rows, notes)

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
        again = "" if self.repeatable is not False else f"; {NOT_REPEATABLE.lower()}"
        others = [f"{each.name} {_scores(each)}, " for each in self.by_metric[1:]]
        return (
            f"{len(self.subset)} of {self.subset.n_variables} variables, {cost}{honest}"
            f"error {self.error:.4g}{told}; all: {self.reference.error:.4g}), "
            f"{''.join(others)}{self.spending.evaluations} evaluations, "
            f"{failed}stopped by {why}{again}"
        )


def _scores(errors: MetricErrors) -> str:
    return f"{errors.score:.4g} (all: {errors.reference_score:.4g})"
