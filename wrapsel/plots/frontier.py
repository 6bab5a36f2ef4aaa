"""The smallest error of each size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wrapsel.engine import History, SearchResult
from wrapsel.engine.telling.frontier import exact_verdicts
from wrapsel.engine.telling.frontier import frontier as points_of
from wrapsel.plots.axes import GREY, ORANGE, axes_or_new, legend_above
from wrapsel.plots.path import marked

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def frontier(
    result: SearchResult,
    history: History | None = None,
    ax: Axes | None = None,
    by: Literal["size", "price"] = "size",
) -> Axes:
    """Draw the smallest error found for each number of variables, or each price.

    Parameters
    ----------
    result : SearchResult
    history : History, optional
        Of the search; without it, only what the search kept is known.
    ax : Axes, optional
        Where to draw; new ones by default, whose figure is ``ax.figure``.
    by : {"size", "price"}, default="size"
        By price, what nothing beats both in error and in price is drawn.

    Raises
    ------
    ValueError
        If it is to be by price, and the variables have none.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> full = Evaluation(Subset.full(2), 0.25, 5)
    >>> result = SearchResult((full,), full, Spending(), "strategy", "ab")
    >>> frontier(result).get_xlabel()
    'number of variables'
    """
    if by == "price":
        return _by_price(result, axes_or_new(ax))
    ax = axes_or_new(ax)
    points = points_of(exact_verdicts(result, history))
    sizes = [len(point.subset) for point in points]
    label = "smallest found of each size"
    errors = [point.error for point in points]
    ax.plot(sizes, errors, "o-", color=GREY, mfc="white", ms=4, label=label)
    return marked(ax, result)


def _by_price(result: SearchResult, ax: Axes) -> Axes:
    found = result.frontier("price").sort_values("price")
    label = "smallest found up to a price"
    prices, errors = found["price"].tolist(), found["error"].tolist()
    ax.step(prices, errors, "o-", where="post", color=GREY, mfc="white", label=label)
    assert result.price is not None  # else there would be no frontier
    here, said = ([result.price], [result.error]), "chosen: optimistic"
    ax.plot(*here, "D", color=ORANGE, ms=8, label=said)
    ax.set(xlabel="price", ylabel="error")
    legend_above(ax)
    return ax
