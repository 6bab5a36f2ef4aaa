"""Strategies side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wrapsel.engine import SearchResult
from wrapsel.plots.axes import (
    BLUE,
    GREY,
    ORANGE,
    axes_or_new,
    bar_of,
    legend_above,
    rows_height,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def compare(results: Mapping[str, SearchResult], ax: Axes | None = None) -> Axes:
    """Draw the errors of several results, with how many variables each selected.

    Parameters
    ----------
    results : mapping of str to SearchResult
        By what they are to be called, such as the strategy. Of one problem.
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> result = SearchResult((full,), full, Spending(), "strategy", "ab")
    >>> [text.get_text() for text in compare({"RVE": result}).get_yticklabels()]
    ['RVE (2)']
    """
    if not results:
        raise ValueError("results must hold at least one, got none")
    ax = axes_or_new(ax, rows_height(2 * len(results)))
    for place, result in enumerate(results.values()):
        _row(ax, place, result)
    labels = [f"{name} ({len(r.subset)})" for name, r in results.items()]
    ax.set_yticks(range(len(results)), [label.replace("$", r"\$") for label in labels])
    ax.set_ylim(len(results) - 0.5, -0.5)
    everything = next(iter(results.values())).reference.error
    ax.axvline(everything, color=ORANGE, ls="--", label="all variables")
    ax.plot([], [], "o", color=GREY, mfc="white", label="cross-validated: optimistic")
    ax.plot([], [], "s-", color=BLUE, label="honest, one standard error")
    ax.set_xlabel("error")
    legend_above(ax)
    return ax


def _row(ax: Axes, place: int, result: SearchResult) -> None:
    ax.plot([result.error], [place], "o", color=GREY, mfc="white", zorder=3)
    if (honest := result.honest) is None:
        return
    error = bar_of(honest)
    ax.errorbar([honest.error], [place], xerr=error, fmt="s", color=BLUE, capsize=4)
