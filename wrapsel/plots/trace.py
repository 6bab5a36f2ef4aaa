"""What a search tried, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wrapsel.engine import History
from wrapsel.plots.axes import BLUE, GREY, axes_or_new, legend_above

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def trace(history: History, ax: Axes | None = None) -> Axes:
    """Draw how many variables each subset had that a search tried, in order.

    The line is the incumbent. How far points lie below it is how many variables were
    removed at once, so that a search that bisects, as `RVErS` does, shows its guess.

    Parameters
    ----------
    history : History
        Of the search.
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.

    Raises
    ------
    ValueError
        If it has seen no search.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel import Problem, select
    >>> from wrapsel.search import Forward
    >>> history, problem = History(), Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> result = select(problem, Forward(), on_event=history)
    >>> trace(history).get_ylabel()
    'number of variables'
    """
    frame = history.to_frame()
    if not len(frame):
        raise ValueError("history must have seen a search: select(…, on_event=history)")
    ax = axes_or_new(ax)
    places, sizes = frame["evaluations"], frame["size"]
    kept = frame["kept"].to_numpy()
    # The reference is an incumbent until another one is.
    line = sizes.where(kept | (np.arange(len(frame)) == 0)).ffill()
    ax.plot(places, sizes, ".", color=GREY, ms=4, label="tried")
    ax.plot(places, line, "-", color=BLUE, drawstyle="steps-post", label="incumbent")
    ax.plot(places[kept], sizes[kept], "o", color=BLUE, ms=4, label="accepted")
    ax.set(xlabel="subsets measured", ylabel="number of variables")
    ax.locator_params(integer=True)
    legend_above(ax)
    return ax
