"""Numbers as text, and as CSV."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from wrapsel.papers.experiment import Number
from wrapsel.papers.judging import counted, reason_of, state_of

CURVE_POINTS = 12  # of a curve, in text
_HEAD = ("", "", "x", "theirs", "ours", "apart")


def shown(numbers: Sequence[Number], experiment: str = "") -> str:
    """Return a line for each number made, why some differ, and how many are near.

    "apart" is the difference in the paper's standard deviations; where it prints none
    in ours, marked by a star.

    Examples
    --------
    >>> print(shown([Number("DNA", "error", 5.5, 0.25, theirs=5.0, their_sd=0.5)]))
    DNA  error  5.00 (0.50)  5.50 (0.25)  1.0
    printed: 1; near: 1, explained: 0, unexplained: 0, no deviation: 0, not made: 0
    """
    made = [n for n in numbers if n.ours is not None or n.is_cited]
    lines = [_cells(number) for number in _thinned(made)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    pairs = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True) if width
        )
        for line in lines
    ]
    reasons = Counter(
        reason_of(experiment, number)
        for number in numbers
        if state_of(experiment, number) == "explained"
    )
    why = [f"{count} explained: {reason}" for reason, count in reasons.items()]
    ends = [*why, counted(experiment, numbers)]
    return "\n".join([*(pair.rstrip() for pair in pairs), *ends])


def write_csv(
    numbers: Sequence[Number], path: str | Path, experiment: str = ""
) -> None:
    """Write a row for each number, those that were left out too."""
    fields = ("place", "measure", "x", "theirs", "their_sd", "ours", "our_sd")
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*fields, "apart", "source", "state", "reason"])
        for number in numbers:
            cells = [getattr(number, field) for field in fields]
            state = state_of(experiment, number)
            reason = reason_of(experiment, number) if state == "explained" else ""
            writer.writerow([*cells, number.apart, number.source, state, reason])


def _cells(number: Number) -> tuple[str, ...]:
    apart = "" if number.apart is None else f"{number.apart:.1f}"
    return (
        number.place,
        number.measure,
        "" if number.x is None else f"{number.x:g}",
        _with_deviation(number.theirs, number.their_sd),
        _with_deviation(number.ours, number.our_sd),
        apart + "*" * (bool(apart) and not number.their_sd),
    )


def _with_deviation(value: float | None, deviation: float | None) -> str:
    if value is None:
        return ""
    return _digits(value) + ("" if deviation is None else f" ({_digits(deviation)})")


def _digits(value: float) -> str:
    if value and not 0.01 <= abs(value) < 1e5:
        return f"{value:.3g}"
    return f"{value:.2f}" if abs(value) < 100 else f"{value:.0f}"


def _thinned(numbers: list[Number]) -> list[Number]:
    """Leave out most points of long curves, for which the paper prints nothing."""
    curves: dict[tuple[str, str], list[Number]] = {}
    for number in numbers:
        curves.setdefault((number.place, number.measure), []).append(number)
    kept = []
    for points in curves.values():
        step = -(-len(points) // CURVE_POINTS)
        kept += points[::-step][::-1]
    return kept
