"""The scores of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wrapsel.filters.ranker import Ranking
from wrapsel.plots.axes import BLUE, axes_or_new, rows_height

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def ranking(
    ranked: Ranking,
    names: Sequence[Any] | None = None,
    ax: Axes | None = None,
    n_shown: int = 30,
) -> Axes:
    """Draw the scores of the first variables; the redundant ones are hatched.

    Parameters
    ----------
    ranked : Ranking
    names : sequence, optional
        Of all variables; by default x0, x1, …
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.
    n_shown : int, default=30

    Examples
    --------
    >>> ax = ranking(Ranking.by_scores([0.1, 0.7, 0.9], redundant=[2]))
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['x1', 'x0', 'x2']
    """
    order = ranked.order[:n_shown].tolist()
    ax = axes_or_new(ax, rows_height(len(order)))
    redundant = set(ranked.redundant.tolist())
    scores = ranked.scores[order]
    bars = ax.barh(range(len(order)), scores, color=BLUE, edgecolor=BLUE)
    for bar, i in zip(bars, order, strict=True):
        if i in redundant:
            bar.set(facecolor="white", hatch="///")
    named = [f"x{i}" if names is None else str(names[i]) for i in order]
    ax.set_yticks(range(len(order)), [name.replace("$", r"\$") for name in named])
    ax.invert_yaxis()
    ax.set_xlabel("score" + (" (hatched: redundant)" if redundant else ""))
    return ax
