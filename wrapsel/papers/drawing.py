"""Numbers as a figure: theirs beside ours, or curves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wrapsel.papers.experiment import Experiment, Number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Of Okabe and Ito; markers and dashes tell curves apart, too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#595959", "#56B4E9", "#E69F00")
DASHES = ("-", "--", ":", "-.")
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
    made = [number for number in numbers if number.ours is not None]
    if experiment.plot != "pairs":
        return _curves(experiment, made)
    return _pairs(experiment, made)


def _curves(experiment: Experiment, numbers: Sequence[Number]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure((7.0, 4.5), layout="constrained")
    ax = figure.subplots()
    for index, place in enumerate(dict.fromkeys(n.place for n in numbers)):
        own = [number for number in numbers if number.place == place]
        colour = COLOURS[index % len(COLOURS)]
        if experiment.plot == "points":
            x, y = [n.x or 0.0 for n in own], [n.ours or 0.0 for n in own]
            ax.plot(x, y, "os^v"[index % 4], color=colour, label=place, mfc="none")
        else:
            _curve(ax, own, place, colour, DASHES[index % 4])
    ax.set(xlabel=experiment.x, ylabel=experiment.y, title=experiment.title)
    ax.title.set_fontsize("medium")
    ax.legend(frameon=False, fontsize="small")
    return figure


def _curve(
    ax: Axes, points: Sequence[Number], name: str, colour: str, dashes: str
) -> None:
    x = [float(number.x or 0) for number in points]
    y = [float(number.ours or 0) for number in points]
    bars = [number.our_sd or 0.0 for number in points]
    if any(bars):
        ax.errorbar(x, y, bars, color=colour, ls=dashes, label=name, capsize=2)
    else:
        ax.plot(x, y, color=colour, ls=dashes, label=name)
    theirs = [(n.x, n.theirs) for n in points if n.theirs is not None]
    if theirs:
        ax.plot(*zip(*theirs, strict=True), "x", color=colour)


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
