"""What a table or a figure is made of: tasks, and numbers beside the paper's."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Result = dict[str, Any]  # of JSON's types
Results = Sequence[tuple["Task", Result]]


@dataclass(frozen=True)
class Extent:
    """How much of an experiment is made.

    Parameters
    ----------
    repetitions : int, optional
        Folds, runs or made-up data sets for each number; by default the paper's.
    seconds : float, optional
        Leave out what took the paper longer than this, or would take us so.

    Examples
    --------
    >>> Extent(repetitions=2).repeated(10), Extent().repeated(10)
    (2, 10)
    """

    repetitions: int | None = None
    seconds: float | None = None

    def repeated(self, theirs: int) -> int:
        """Return the number of repetitions, of as many in the paper."""
        return theirs if self.repetitions is None else min(theirs, self.repetitions)

    def affords(self, seconds: float) -> bool:
        """Whether what takes so long is made."""
        return self.seconds is None or seconds <= self.seconds


FULL, QUICK = Extent(), Extent(repetitions=2, seconds=20.0)


@dataclass(frozen=True)
class Task:
    """One run: a function of a module, and its arguments, of JSON's types.

    Parameters
    ----------
    function : callable
        Takes the arguments by name, and `data` where it reads data sets.
    arguments : dict
    data_sets : tuple of str, default=()
        Those that it reads.

    Examples
    --------
    >>> Task(round, {"number": 0.4}).key
    'round {"number": 0.4}'
    """

    function: Callable[..., Result]
    arguments: dict[str, Any]
    data_sets: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What tells it from all other tasks."""
        said = json.dumps(self.arguments, sort_keys=True)
        return f"{self.function.__name__} {said}"


@dataclass(frozen=True)
class Number:
    """A number of ours, and what the paper prints in its place.

    Parameters
    ----------
    place, measure : str
        Its row and column in a table; the curve and the axis of a figure.
    ours, our_sd : float, optional
        None if it was left out, or was measured once or twice only.
    theirs, their_sd : float, optional
        None if the paper does not print it.
    x : float, optional
        Where on the curve.
    source : str, default=""
        Where the paper prints it.
    runs : int, default=1
        How many ours is the mean of.
    panel : str, default=""
        Which of the axes of a figure, side by side, has it: a part of the place.
    is_cited : bool, default=False
        Whether it is of another program, which the paper cites and nobody runs here.

    Examples
    --------
    >>> Number("k=1", "inputs", 12.0, 1.0, theirs=10.0, their_sd=4.0).apart
    0.5
    """

    place: str
    measure: str
    ours: float | None
    our_sd: float | None = None
    theirs: float | None = None
    their_sd: float | None = None
    x: float | None = None
    source: str = ""
    runs: int = 1
    panel: str = ""
    is_cited: bool = False

    @property
    def curve(self) -> str:
        """The place without the panel.

        Examples
        --------
        >>> Number("r_max=50, test", "error", 5.0, panel="r_max=50").curve
        'test'
        """
        parts = self.place.split(", ")
        return ", ".join(part for part in parts if part != self.panel)

    @property
    def apart(self) -> float | None:
        """The difference in their deviations; in ours where they print none, or 0."""
        sd = self.their_sd or self.our_sd
        if self.ours is None or self.theirs is None or not sd:
            return None
        return (self.ours - self.theirs) / sd


@dataclass(frozen=True)
class Experiment:
    """A table or a figure of a paper.

    Parameters
    ----------
    title : str
        What it shows, in a line.
    tasks : callable
        The tasks of an extent.
    numbers : callable
        The numbers that the results of these tasks come to.
    plot : {"pairs", "curves", "steps", "points"}
        Whether it is drawn as theirs beside ours, as curves, as steps that last until
        the next one, or as points.
    x, y : str, default=""
        Names of the axes of curves.
    notes : callable, optional
        Lines on what the numbers say, such as what became of the paper's claims.
    y_top : float, optional
        Where the upper end of the axis cuts curves off.
    """

    title: str
    tasks: Callable[[Extent], list[Task]]
    numbers: Callable[[Results], list[Number]]
    plot: Literal["pairs", "curves", "steps", "points"] = "pairs"
    x: str = ""
    y: str = ""
    notes: Callable[[list[Number]], list[str]] | None = None
    y_top: float | None = None
