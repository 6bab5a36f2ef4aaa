"""Every verdict of a search, in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wrapsel.engine.events import Event, Judged, Kept, Observer, Started

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS: dict[str, Callable[[Judged], Any]] = {
    "subset": lambda judged: judged.evaluation.subset.indices().astype(np.int32),
    "size": lambda judged: len(judged.evaluation.subset),
    "error": lambda judged: judged.evaluation.error,
    "folds": lambda judged: judged.evaluation.n_folds,
    "complete": lambda judged: judged.evaluation.complete,
    "variant": lambda judged: judged.evaluation.variant,
    "evaluations": lambda judged: judged.spending.evaluations,
    "cost": lambda judged: judged.spending.cost,
    "seconds": lambda judged: judged.spending.seconds,
}


class History:
    """An observer that keeps every verdict of a search, in order.

    Errors on folds drawn anew, which some searches ask for, are no verdicts.

    Parameters
    ----------
    observe : callable, optional
        An observer that is told the same, such as `ProgressBar()`.

    Attributes
    ----------
    verdicts : list of Judged
        Of the last search.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel import Problem, select
    >>> from wrapsel.search import Forward
    >>> history, problem = History(), Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> result = select(problem, Forward(n_features_to_select=1), on_event=history)
    >>> history.to_frame()[["size", "kept"]].to_dict("list")
    {'size': [4, 0, 1, 1, 1, 1], 'kept': [False, True, False, False, False, True]}
    """

    def __init__(self, observe: Observer | None = None) -> None:
        self.verdicts: list[Judged] = []
        self._kept: set[int] = set()  # places among the verdicts
        self._observe = observe

    def __call__(self, event: Event) -> None:
        """Keep a verdict."""
        if isinstance(event, Started):
            self.verdicts, self._kept = [], set()
        elif isinstance(event, Judged):
            self.verdicts.append(event)
        elif isinstance(event, Kept):
            self._keep(event)
        if self._observe is not None:
            self._observe(event)

    def _keep(self, event: Kept) -> None:
        """Mark the last verdict on the incumbent; it may have been none."""
        for place in reversed(range(len(self.verdicts))):
            if self.verdicts[place].evaluation.subset == event.evaluation.subset:
                self._kept.add(place)
                return

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each verdict.

        Its columns: `subset`, the variables as an array of their numbers from 0;
        `size`, `error`, `folds`, `complete` (else the error is a lower bound),
        `variant`; what had been spent until then: `evaluations`, `cost`, `seconds`;
        and `kept`, whether it became the incumbent.
        """
        import pandas as pd

        frame = pd.DataFrame(
            {name: list(map(read, self.verdicts)) for name, read in _COLUMNS.items()}
        )
        frame["kept"] = [place in self._kept for place in range(len(frame))]
        return frame

    def save(self, path: str | Path) -> None:
        """Write the table as Parquet, or as JSON if the name ends so.

        Raises
        ------
        ValueError
            If the name ends otherwise.
        """
        check_history_path(path)
        if Path(path).suffix == ".json":
            self.to_frame().to_json(path, orient="records", double_precision=15)
        else:
            self.to_frame().to_parquet(path)


def check_history_path(path: str | Path) -> None:
    """Refuse a path that `History.save` does not know.

    Examples
    --------
    >>> check_history_path("a.csv")
    Traceback (most recent call last):
    ValueError: a history is saved as .parquet or .json, got 'a.csv'
    """
    if Path(path).suffix not in (".parquet", ".json"):
        raise ValueError(f"a history is saved as .parquet or .json, got {str(path)!r}")
