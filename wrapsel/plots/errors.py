"""The honest error beside the optimistic one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapsel.engine import SearchResult
from wrapsel.plots.axes import BLUE, GREY, axes_or_new, bar_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def errors(result: SearchResult, ax: Axes | None = None) -> Axes:
    """Draw the errors of the selected variables, of all and of none, one above another.

    Parameters
    ----------
    result : SearchResult
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> result = SearchResult((full,), full, Spending(), "strategy", "ab")
    >>> [text.get_text() for text in errors(result).get_yticklabels()]
    ['selected (2): optimistic', 'all variables (2)']
    """
    ax = axes_or_new(ax, 2.6)
    rows = [(f"selected ({len(result.subset)}): optimistic", result.error)]
    rows += [(f"all variables ({len(result.names)})", result.reference.error)]
    if result.constant is not None:
        rows += [("no variable: best constant", result.constant.error)]
    if (honest := result.honest) is not None:
        rows += [(f"selected ({len(result.subset)}): honest", honest.error)]
        error = bar_of(honest)
        where = [len(rows) - 1]
        ax.errorbar([honest.error], where, xerr=error, fmt="s", color=BLUE, capsize=4)
    plain = rows[:3] if result.constant is not None else rows[:2]
    ax.plot([e for _, e in plain], range(len(plain)), "o", color=GREY, mfc="white")
    ax.set_yticks(range(len(rows)), [label for label, _ in rows])
    ax.set(xlabel="error (bar: one standard error)", ylim=(len(rows) - 0.5, -0.5))
    ax.set_xlim(left=min(0.0, ax.get_xlim()[0]))
    return ax
