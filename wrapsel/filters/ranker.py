"""What a ranker is, and what it gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """How relevant each variable looks.

    Parameters
    ----------
    scores : ndarray of shape (n_variables,)
        Higher is better; never NaN. Not every order follows from them: a recursive
        ranker scores a variable at the moment of its turn.
    order : ndarray of shape (n_variables,)
        All variables, the best first, the redundant ones last.
    redundant : ndarray of shape (n_redundant,)
        Those whose information others have, in the order in which they were removed;
        the end of `order`.
    n_selected : int, optional
        How many of the first in `order` the ranker selects: those after it rejects, as
        redundant or of no use. None if it does not select.
    """

    scores: FloatArray
    order: IntArray
    redundant: IntArray
    n_selected: int | None = None

    @classmethod
    def by_scores(
        cls, scores: Any, redundant: Sequence[int] = (), n_selected: int | None = None
    ) -> Ranking:
        """Order by descending scores; ties go to the smaller variable.

        Examples
        --------
        >>> ranking = Ranking.by_scores([0.1, 0.7, 0.7, 0.9], redundant=[3])
        >>> ranking.order.tolist()
        [1, 2, 0, 3]
        """
        scores = np.asarray(scores, dtype=np.float64)
        if np.isnan(scores).any():
            raise ValueError("scores must be numbers, got NaN")
        last = np.asarray(redundant, dtype=np.intp)
        order = np.argsort(-scores, kind="stable")
        first = order[~np.isin(order, last)]
        return cls(scores, np.concatenate([first, last]), last, n_selected)

    @classmethod
    def by_order(
        cls,
        order: Any,
        scores: Any,
        redundant: Sequence[int] = (),
        n_selected: int | None = None,
    ) -> Ranking:
        """Take an order of all variables that ends in the redundant ones."""
        scores = np.asarray(scores, dtype=np.float64)
        if np.isnan(scores).any():
            raise ValueError("scores must be numbers, got NaN")
        last = np.asarray(redundant, dtype=np.intp)
        return cls(scores, np.asarray(order, dtype=np.intp), last, n_selected)

    def _repr_html_(self) -> str:
        """Return the first variables, by their numbers, with bars for the scores."""
        order = self.order[:SHOWN].tolist()
        finite = np.abs(self.scores[order])[np.isfinite(self.scores[order])]
        redundant, largest = set(self.redundant.tolist()), finite.max(initial=0.0)
        rows = [
            _row(i, float(self.scores[i]), float(largest), i in redundant)
            for i in order
        ]
        head = "<tr><th>variable</th><th>score</th><th></th><th></th></tr>"
        more = len(self.order) - len(order)
        note = f"<p>and {more} more</p>" if more else ""
        return f"<div><table>{head}{''.join(rows)}</table>{note}</div>"


SHOWN = 20  # in a notebook


def _row(variable: int, score: float, largest: float, is_redundant: bool) -> str:
    part = min(abs(score) / largest, 1.0) if largest else 0.0
    bar = f"width:{100 * part:.0f}px;height:.7em;background:#0072B2"
    note = "redundant" if is_redundant else ""
    return (
        f"<tr><td>{variable}</td><td>{score:.4g}</td>"
        f'<td><div style="{bar}"></div></td><td>{note}</td></tr>'
    )


@runtime_checkable
class Ranker(Protocol):
    """Ranks the columns of X without a search; a frozen value, or a function."""

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
