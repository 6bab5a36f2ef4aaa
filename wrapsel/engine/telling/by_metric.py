"""What one of several metrics says of the subsets that matter in a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wrapsel.protocol import Evaluation


@dataclass(frozen=True)
class MetricErrors:
    """The errors of a result by one metric, which need not be that of the search.

    Parameters
    ----------
    name : str
        Of the metric.
    best : Evaluation
        The verdict on the selected variables.
    reference : Evaluation
        The verdict on all variables that are allowed.
    choice : Evaluation
        Of all that this metric has measured, the verdict with the smallest error, with
        fewest variables if several have it; of the metric that leads, `best`.
    constant : Evaluation, optional
        The verdict on no variable; None if the metric takes no constant.
    measured : tuple of Evaluation, default=()
        All verdicts: these, and those on the frontier of the metric that leads.
    optimum, sign : number
        The score of an error is ``optimum + sign * error``.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> one = Evaluation(Subset.of([1], 2), 0.125, 5)
    >>> by_auc = MetricErrors("roc_auc", one, full, one)
    >>> by_auc.error, by_auc.score, by_auc.reference_score
    (0.125, 0.875, 0.75)
    """

    name: str
    best: Evaluation
    reference: Evaluation
    choice: Evaluation
    constant: Evaluation | None = None
    measured: tuple[Evaluation, ...] = field(default=(), repr=False)
    optimum: float = 1.0
    sign: int = -1

    @property
    def error(self) -> float:
        """Cross-validated error of the selected variables."""
        return self.best.error

    @property
    def score(self) -> float:
        """The same in the metric's own direction."""
        return self.score_of(self.best.error)

    @property
    def reference_score(self) -> float:
        """The score of all variables that are allowed."""
        return self.score_of(self.reference.error)

    @property
    def constant_score(self) -> float | None:
        """The score of the best constant prediction; None if there is none."""
        return None if self.constant is None else self.score_of(self.constant.error)

    def score_of(self, error: float) -> float:
        """Return an error by this metric in the metric's own direction."""
        return self.optimum + self.sign * error

    def to_dict(self) -> Mapping[str, float | None]:
        """Return errors and scores as plain values."""
        return {
            "error": self.error,
            "error_all": self.reference.error,
            "error_constant": None if self.constant is None else self.constant.error,
            "score": self.score,
            "score_all": self.reference_score,
            "score_constant": self.constant_score,
        }
