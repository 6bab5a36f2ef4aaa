"""Numbers as text, and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from wrapsel.papers.experiment import Number

NEAR = 2.0  # standard deviations
CURVE_POINTS = 12  # of a curve, in text
_HEAD = ("", "", "x", "theirs", "ours", "apart")


def shown(numbers: Sequence[Number]) -> str:
    """Return a line for each number made, and how many are near the paper's.

    "apart" is the difference in the paper's standard deviations; where it prints none
    in ours, marked by a star.

    Examples
    --------
    >>> print(shown([Number("DNA", "error", 5.5, 0.25, theirs=5.0, their_sd=0.5)]))
    DNA  error  5.00 (0.50)  5.50 (0.25)  1.0
    within 2 standard deviations: 1 of 1 numbers that have one; not made: 0
    """
    made = [number for number in numbers if number.ours is not None]
    lines = [_cells(number) for number in _thinned(made)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    pairs = [
        "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True) if width
        )
        for line in lines
    ]
    return "\n".join([*(pair.rstrip() for pair in pairs), _summary(numbers)])


def write_csv(numbers: Sequence[Number], path: str | Path) -> None:
    """Write a row for each number, those that were left out too."""
    fields = ("place", "measure", "x", "theirs", "their_sd", "ours", "our_sd")
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*fields, "apart", "source"])
        for number in numbers:
            cells = [getattr(number, field) for field in fields]
            writer.writerow([*cells, number.apart, number.source])


def _cells(number: Number) -> tuple[str, ...]:
    apart = "" if number.apart is None else f"{number.apart:.1f}"
    return (
        number.place,
        number.measure,
        "" if number.x is None else f"{number.x:g}",
        _with_deviation(number.theirs, number.their_sd),
        _with_deviation(number.ours, number.our_sd),
        apart + "*" * (bool(apart) and number.their_sd is None),
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


def _summary(numbers: Sequence[Number]) -> str:
    measured = [n.apart for n in numbers if n.apart is not None]
    near = sum(abs(apart) <= NEAR for apart in measured)
    left_out = sum(number.ours is None for number in numbers)
    return (
        f"within {NEAR:g} standard deviations: {near} of {len(measured)} numbers that "
        f"have one; not made: {left_out}"
    )
