"""What a search found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wrapsel.engine.budget import Spending
from wrapsel.engine.honest_error import HonestError
from wrapsel.engine.rejecting import Failure
from wrapsel.engine.telling import saved
from wrapsel.engine.telling.by_metric import MetricErrors
from wrapsel.engine.telling.frames import (
    frontier_frame,
    path_frame,
    variables_frame,
)
from wrapsel.engine.telling.stage import Stage
from wrapsel.engine.telling.told import Told
from wrapsel.protocol import Evaluation

if TYPE_CHECKING:
    import pandas as pd

    from wrapsel.engine.limits.prices import Prices


@dataclass(frozen=True, repr=False)  # a result shows itself as `Told` says
class SearchResult(Told):
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
    names : sequence
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
    by_metric : tuple of MetricErrors, default=()
        What each of several metrics says, that which led first; see `metrics`.
    repeatable : bool, optional
        Whether the learner predicted the same when `select` fitted it on a fold again.
        False: it draws from what cannot be seeded, and the same call may give another
        answer. None if that was not asked: scikit-learn's learners and ours take a
        seed; with ``honest=False`` or `fit_seconds`, on a cluster, and after Ctrl-C or
        the last second of a budget, nothing more is fitted.

    Examples
    --------
    >>> from wrapsel import Subset
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
    names: Sequence[Any] = field(repr=False)
    early_rejection: bool = True
    stages: tuple[Stage, ...] = ()
    honest: HonestError | None = None
    constant: Evaluation | None = None
    failures: tuple[Failure, ...] = ()
    spent: Sequence[Spending] = field(default=(), repr=False, compare=False)
    measured: tuple[Evaluation, ...] = field(default=(), repr=False, compare=False)
    prices: Prices | None = field(default=None, repr=False, compare=False)
    by_metric: tuple[MetricErrors, ...] = field(default=(), repr=False)
    repeatable: bool | None = None

    def to_frame(self) -> pd.DataFrame:
        """Return the path: a row for each incumbent.

        Its columns: `size`, `error`, `honest_error` and `honest_standard_error` (of the
        last one, where known), the names `added` and `removed` since the one before,
        and what had been spent until then: `evaluations`, `cost`, `seconds`.
        """
        return path_frame(self.path, self.spent, self.names, self.honest)

    @property
    def metrics(self) -> dict[str, MetricErrors]:
        """What each metric says, by its name; empty unless there were several."""
        return {each.name: each for each in self.by_metric}

    def frontier(self, by: str = "size") -> pd.DataFrame:
        """Return the best of all that was measured: the smallest error for each size.

        A row for each subset that no other measured beats both in error and in size,
        or price: its `size`, its `price` where there are prices, its `error`, which is
        optimistic, and the names `selected`.

        Parameters
        ----------
        by : str, default="size"
            "size", "price", or a name in `metrics`: then the errors are of this metric,
            among the subsets that it has measured, and go with the price where there
            are prices, else with the size.

        Raises
        ------
        ValueError
            If it is to be by price, and there are no prices, or no such metric.
        """
        if by in self.metrics:
            against = "size" if self.prices is None else "price"
            known = self.metrics[by].measured
            return frontier_frame(known, self.names, self.prices, against)
        others = list(self.metrics)
        return frontier_frame(self.known, self.names, self.prices, by, others)

    @property
    def known(self) -> tuple[Evaluation, ...]:
        """The verdicts that a frontier is made of."""
        constant = () if self.constant is None else (self.constant,)
        return (*self.measured, self.reference, *self.path, *constant)

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
        >>> from wrapsel import Subset
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


def _kinds() -> dict[str, type]:
    """Return what results are made of."""
    from wrapsel.engine.limits.prices import Prices

    kinds = (SearchResult, Stage, Evaluation, Spending, HonestError, Failure, Prices)
    return {kind.__name__: kind for kind in (*kinds, MetricErrors)}
