"""The path of a search: error against size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.engine import SearchResult
from wrapsel.plots.axes import (
    BLUE,
    GREY,
    ORANGE,
    axes_or_new,
    bar_of,
    legend_above,
    many_sizes,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def path(result: SearchResult, ax: Axes | None = None) -> Axes:
    """Draw what the search kept, in order, with the error of all variables as a line.

    The chosen subset is marked; where the honest error is known, so is it, with a
    standard error up and down.

    Parameters
    ----------
    result : SearchResult
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> path(SearchResult((full,), full, Spending(), "strategy", "ab")).get_ylabel()
    'error'
    """
    ax = axes_or_new(ax)
    sizes = [len(kept.subset) for kept in result.path]
    errors = [kept.error for kept in result.path]
    ax.plot(sizes, errors, "o-", color=GREY, mfc="white", label="kept, in order")
    return marked(ax, result)


def marked(ax: Axes, result: SearchResult) -> Axes:
    """Mark what was chosen, all variables and the honest error, and name the axes."""
    size = len(result.subset)
    ax.axhline(result.reference.error, color=ORANGE, ls="--", label="all variables")
    ax.plot([size], [result.error], "D", color=ORANGE, ms=8, label="chosen: optimistic")
    if (honest := result.honest) is not None:
        error = bar_of(honest)
        said = "chosen: honest, one standard error"
        ax.errorbar([size], [honest.error], error, fmt="s", color=BLUE, capsize=4)
        ax.plot([], [], "s-", color=BLUE, label=said)
    ax.set_ylabel("error")
    many_sizes(ax, len(result.names))
    legend_above(ax)
    return ax
