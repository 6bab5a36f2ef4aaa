"""Numbers as a figure: theirs beside ours, or curves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wrapsel.papers.experiment import Experiment, Number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Of Okabe and Ito, and two more; markers and dashes tell curves apart, too.
COLOURS = (
    *("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#595959", "#56B4E9", "#E69F00"),
    *("#000000", "#8C510A"),
)
DASHES = ("-", "--", ":", "-.")
MARKERS = "os^vDPX*d"
FEW_CURVES = 2  # whose names find room among them
FEW_POINTS = 8  # which are marked, and named on the axis if they are evenly apart
WIDEST = 200  # ratio of a measure's numbers above which its axis is logarithmic


def check_drawing(path: str | Path) -> None:
    """Raise at once if a figure cannot be drawn, or not in such a file."""
    ending = Path(path).suffix.lower()
    if ending not in (".svg", ".pdf", ".png"):
        raise ValueError(f"--figure must end in .svg, .pdf or .png, got {str(path)!r}")
    try:
        import matplotlib  # noqa: F401
    except ImportError as cause:
        raise ImportError(
            "figures need matplotlib, which is missing: pip install 'wrapsel[plot]'"
        ) from cause


def draw(experiment: Experiment, numbers: Sequence[Number]) -> Figure:
    """Draw an experiment.

    Examples
    --------
    >>> from wrapsel.papers import experiment, make_again
    >>> made = experiment("rve-figure-1")
    >>> draw(made, make_again(made)).axes[0].get_ylabel()
    'weight updates'
    """
    made = [n for n in numbers if n.ours is not None or n.is_cited]
    if experiment.plot != "pairs":
        return _curves(experiment, made)
    return _pairs(experiment, made)


def _curves(experiment: Experiment, numbers: Sequence[Number]) -> Figure:
    """Draw a panel for each that the numbers name, with the same curves in each."""
    from matplotlib.figure import Figure

    panels = list(dict.fromkeys(number.panel for number in numbers))
    names = list(dict.fromkeys(number.curve for number in numbers))
    size = (7.0, 4.5) if len(panels) == 1 else (2.0 + 2.6 * len(panels), 3.8)
    figure = Figure(size, layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for ax, panel in zip(axes, panels, strict=True):
        own = [number for number in numbers if number.panel == panel]
        _axes(ax, experiment, own, names)
        ax.set_title(panel, fontsize="medium")
    axes[0].set(ylabel=experiment.y, ylim=(None, experiment.y_top))
    figure.suptitle(experiment.title, fontsize="medium")
    _explain(figure, axes)
    return figure


def _explain(figure: Figure, axes: Sequence[Axes]) -> None:
    """Name each curve once, in the last panel, or beside it if they are many."""
    handles: dict[str, Any] = {}
    for ax in axes:
        found, labels = ax.get_legend_handles_labels()
        handles |= dict(zip(labels, found, strict=True))
    given = list(handles.values()), list(handles)
    if len(handles) > FEW_CURVES:
        figure.legend(*given, loc="outside right center", fontsize="small")
    else:
        axes[-1].legend(*given, frameon=False, fontsize="small")


def _axes(
    ax: Axes, experiment: Experiment, numbers: Sequence[Number], names: list[str]
) -> None:
    for index, name in enumerate(names):
        own = [number for number in numbers if number.curve == name]
        if own:
            _curve(ax, experiment.plot, own, index)
    ax.set_xlabel(experiment.x)
    places = sorted({float(number.x or 0) for number in numbers})
    if len(places) <= FEW_POINTS and np.ptp(np.diff(places)) < 1e-9 * places[-1]:
        ax.set_xticks(places)
    elif all(place.is_integer() for place in places):
        ax.locator_params(axis="x", integer=True)


def _curve(ax: Axes, plot: str, points: Sequence[Number], index: int) -> None:
    x = [float(number.x or 0) for number in points]
    y = [float(number.ours or 0) for number in points]
    look: dict[str, Any] = {
        "color": COLOURS[index % len(COLOURS)],
        "ls": "none" if plot == "points" else DASHES[index % len(DASHES)],
        "label": points[0].curve,
        "mfc": "none",
        "ms": 5,
    }
    is_marked = plot != "curves" or len(x) <= FEW_POINTS
    look["marker"] = MARKERS[index % len(MARKERS)] if is_marked else ""
    bars = [number.our_sd or 0.0 for number in points]
    if any(bars):
        ax.errorbar(x, y, bars, capsize=2, **look)
    else:
        ax.plot(x, y, drawstyle="steps-post" if plot == "steps" else None, **look)
    theirs = [(n.x, n.theirs) for n in points if n.theirs is not None]
    if theirs:
        ax.plot(*zip(*theirs, strict=True), "x", color=look["color"])


def _pairs(experiment: Experiment, numbers: Sequence[Number]) -> Figure:
    """Draw a panel for each measure, and a line for each row of the table."""
    from matplotlib.figure import Figure

    places = list(dict.fromkeys(number.place for number in numbers))
    measures = list(dict.fromkeys(number.measure for number in numbers))
    size = (3.0 + 2.4 * len(measures), 1.5 + 0.2 * max(len(places), 3))
    figure = Figure(size, layout="constrained")
    panels = figure.subplots(1, len(measures), sharey=True, squeeze=False)[0]
    for ax, measure in zip(panels, measures, strict=True):
        own = [number for number in numbers if number.measure == measure]
        _panel(ax, own, places, measure)
    panels[0].set_yticks(range(len(places)), places, fontsize="x-small")
    panels[0].invert_yaxis()
    panels[0].legend(frameon=False, fontsize="x-small")
    figure.suptitle(experiment.title, fontsize="medium")
    return figure


def _panel(
    ax: Axes, numbers: Sequence[Number], places: list[str], measure: str
) -> None:
    rows = [places.index(number.place) for number in numbers]
    sides = (
        ("theirs", "s", COLOURS[1], [(n.theirs, n.their_sd) for n in numbers]),
        ("ours", "o", COLOURS[0], [(n.ours, n.our_sd) for n in numbers]),
    )
    for name, marker, colour, values in sides:
        known = [
            (value, row, deviation or 0.0)
            for (value, deviation), row in zip(values, rows, strict=True)
            if value is not None
        ]
        if known:
            x, y, bars = zip(*known, strict=True)
            ax.errorbar(
                x, y, xerr=bars, fmt=marker, color=colour, label=name, mfc="none"
            )
    both = [abs(v) for n in numbers for v in (n.theirs, n.ours) if v]
    if both and max(both) > WIDEST * min(both):
        ax.set_xscale("log")
    ax.set_xlabel(measure.replace("_", " "))
    ax.grid(axis="y", alpha=0.3)
