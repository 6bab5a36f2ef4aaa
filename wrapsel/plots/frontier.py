"""The smallest error of each size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.engine import History, SearchResult
from wrapsel.engine.telling.frontier import exact_verdicts
from wrapsel.engine.telling.frontier import frontier as points_of
from wrapsel.plots.axes import GREY, axes_or_new
from wrapsel.plots.path import marked

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def frontier(
    result: SearchResult, history: History | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the smallest error found for each number of variables.

    Parameters
    ----------
    result : SearchResult
    history : History, optional
        Of the search; without it, only what the search kept is known.
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> result = SearchResult((full,), full, Spending(), "strategy", "ab")
    >>> frontier(result).get_xlabel()
    'number of variables'
    """
    ax = axes_or_new(ax)
    points = points_of(exact_verdicts(result, history))
    sizes = [len(point.subset) for point in points]
    label = "smallest found of each size"
    errors = [point.error for point in points]
    ax.plot(sizes, errors, "o-", color=GREY, mfc="white", ms=4, label=label)
    return marked(ax, result)
