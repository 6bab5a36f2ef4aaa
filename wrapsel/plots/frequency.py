"""How often repeated searches chose each variable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wrapsel.engine import SearchResult
from wrapsel.plots.axes import BLUE, axes_or_new, rows_height

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_SHOWN = 30


def frequency(result: SearchResult, ax: Axes | None = None) -> Axes:
    """Draw how often the searches of the honest error chose each variable.

    Those that the result has are filled, others hatched; the title has the stability.

    Parameters
    ----------
    result : SearchResult
        With a nested honest error.
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Raises
    ------
    ValueError
        If the search was not repeated.

    Examples
    --------
    >>> from wrapsel import Evaluation, HonestError, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> honest = HonestError(0.25, 0.1, "nested", 0.25, subsets=(full.subset,) * 2)
    >>> path, spent = (full,), Spending()
    >>> result = SearchResult(path, full, spent, "strategy", "ab", honest=honest)
    >>> [text.get_text() for text in frequency(result).get_yticklabels()]
    ['a', 'b']
    """
    if result.honest is None or not result.honest.n_outer:
        raise ValueError("result must have a nested honest error: honest='nested'")
    shares = result.honest.frequency
    order = np.lexsort((~result.subset.mask(), -shares))[:MOST_SHOWN]
    order = order[(shares[order] > 0) | result.subset.mask()[order]]
    ax = axes_or_new(ax, rows_height(len(order)))
    names = [_plain(result.names[i]) for i in order]
    bars = ax.barh(range(len(order)), shares[order], color=BLUE, edgecolor=BLUE)
    for bar, i in zip(bars, order, strict=True):
        if i not in result.subset:
            bar.set(facecolor="white", hatch="///")
    ax.set_yticks(range(len(order)), names)
    ax.invert_yaxis()
    ax.set(xlim=(0, 1), xlabel=f"part of the {result.honest.n_outer} searches")
    ax.set_title(_title(result), loc="left", fontsize="medium")
    return ax


def _title(result: SearchResult) -> str:
    stability = None if result.honest is None else result.honest.stability
    said = "filled: chosen by the search on all rows"
    if stability is None:
        return said
    low, high = stability.lower, stability.upper
    return f"{said};\nstability {stability.estimate:.2f} ({low:.2f} to {high:.2f})"


def _plain(name: object) -> str:
    """Return a name that matplotlib does not read as mathematics."""
    return str(name).replace("$", r"\$")
