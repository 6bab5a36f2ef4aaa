"""Where is drawn, and in which colours."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from wrapsel.engine import HonestError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Of Okabe and Ito: told apart by the colour-blind; markers and dashes do the rest.
BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#595959"


def axes_or_new(ax: Axes | None, height: float = 4.0) -> Axes:
    """Return the axes given, or new ones, of so many inches.

    Raises
    ------
    ImportError
        If matplotlib is missing, with what to install.
    """
    if ax is not None:
        return ax
    try:
        from matplotlib.figure import Figure
    except ImportError as cause:
        raise ImportError(
            "plots need matplotlib, which is missing: pip install 'wrapsel[plot]'"
        ) from cause
    # Of no window, so that nothing is left open; notebooks and savefig show it.
    return Figure((7.0, height), layout="constrained").subplots()


def many_sizes(ax: Axes, largest: int) -> None:
    """Name the axis of sizes; draw many by their logarithm."""
    ax.set_xlabel("number of variables")
    if largest > 40:
        ax.set_xscale("symlog", linthresh=1)
        ax.xaxis.set_major_formatter("{x:g}")
    else:
        ax.locator_params(axis="x", integer=True)
    ax.set_xlim(left=-0.2)


def legend_above(ax: Axes) -> None:
    """Put the legend where it hides nothing."""
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)


def bar_of(honest: HonestError) -> float:
    """Return the length of its bar: a standard error, 0 where there is none."""
    return honest.standard_error if math.isfinite(honest.standard_error) else 0.0


def rows_height(n: int) -> float:
    """Return the inches that so many labelled rows need."""
    return 1.2 + 0.24 * max(n, 3)
