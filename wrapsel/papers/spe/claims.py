"""What the SPE-ranker paper says of its figures, as comparisons of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

SPE, PLAIN, SM = "SPE-ranker", "SPE w/o GS", "SM"
RELIEF, GS, FCBF = "Relief_k", "GSRelief_k", "FCBF"
RM, DM, R2W2 = "RM", "DM", "R2W2"
Column = float | str
Columns = tuple[Column, ...]
Table = dict[str, dict[Column, float]]  # of each ranker, in each column

RANKERS = [SPE, PLAIN, SM, RELIEF, GS, FCBF, RM, DM, R2W2]
OTHERS = [SPE, SM, RELIEF, GS, RM, DM, R2W2]  # the paper leaves FCBF out


@dataclass(frozen=True)
class Cell:
    """A ranker's mean over some columns, less that over others if there are any."""

    ranker: str
    columns: Columns
    less: Columns = ()

    def of(self, table: Table) -> float:
        """Return the figure in a table {ranker: {column: figure}}."""
        row = table[self.ranker]
        value = float(np.mean([row[x] for x in self.columns]))
        if not self.less:
            return value
        return value - float(np.mean([row[x] for x in self.less]))

    def __str__(self) -> str:
        start = f" less at {_span(self.less)}" if self.less else ""
        return f"{self.ranker} at {_span(self.columns)}{start}"


Side = Cell | float
Pairs = tuple[tuple[Side, Side], ...]


def _span(columns: Columns) -> str:
    return f"{columns[0]}" if len(columns) == 1 else f"{columns[0]}..{columns[-1]}"


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, and the pairs of which the first must be greater.

    Either may be a number.
    """

    text: str
    pairs: Pairs

    def check(self, table: Table) -> tuple[bool, str]:
        """Return whether all hold, and the pair that holds least in words."""
        found = [[_value(side, table) for side in pair] for pair in self.pairs]
        weakest = int(np.argmin([first - second for first, second in found]))
        (first, second), pair = found[weakest], self.pairs[weakest]
        words = [
            _words(side, value)
            for side, value in zip(pair, found[weakest], strict=True)
        ]
        return first > second, f" {'>' if first > second else '<='} ".join(words)


def _value(side: Side, table: Table) -> float:
    return side.of(table) if isinstance(side, Cell) else side


def _words(side: Side, value: float) -> str:
    return f"{value:.3f} ({side})" if isinstance(side, Cell) else f"{side:g}"


def above(high: Iterable[str], low: Iterable[str], columns: Iterable[Column]) -> Pairs:
    """Each of high is above each of low, in the mean over the columns."""
    over = tuple(columns)
    return tuple((Cell(a, over), Cell(b, over)) for a, b in product(high, low))


def rises(rankers: Iterable[str], start: Columns, end: Columns) -> Pairs:
    """Each is higher over the columns of the end than over those of the start."""
    return tuple((Cell(who, end), Cell(who, start)) for who in rankers)


def gains(
    high: Iterable[str], low: Iterable[str], start: Columns, end: Columns
) -> Pairs:
    """From start to end, each of high gains more than each of low."""
    return tuple(
        (Cell(a, end, start), Cell(b, end, start)) for a, b in product(high, low)
    )


def within(rankers: Sequence[str], start: Columns, end: Columns, most: float) -> Pairs:
    """From start to end, none changes by more than most."""
    rise = [(most, Cell(who, end, start)) for who in rankers]
    fall = [(most, Cell(who, start, end)) for who in rankers]
    return (*rise, *fall)


def rest(*rankers: str) -> list[str]:
    """Return the others that the paper compares."""
    return [who for who in OTHERS if who not in rankers]


FLAT = 0.05  # a change below it counts as none; the paper names no figure
COPIES, WIDTHS, DEGREES = range(5), range(50, 251, 50), range(1, 5)
SIZES, FACTORS = (20, 40, 60, 80, 100), range(2, 6)
SCALED = tuple(f"{n}s" for n in SIZES)  # standardised
DISTANCES = tuple(round(0.40 + 0.02 * k, 2) for k in range(11))
MOST = [SPE, R2W2, RELIEF, GS]

CLAIMS: dict[str, tuple[Claim, ...]] = {
    "2": (
        Claim(
            "all but Relief_k, R2W2 and SPE w/o GS gain by redundancy",
            rises([SPE, SM, GS, RM, DM], (0,), (4,)),
        ),
        Claim(
            "Relief_k, R2W2 and SPE w/o GS do not",
            rises([RELIEF, R2W2, PLAIN], (4,), (0,)),
        ),
        Claim("RM and DM are the worst without it", above(rest(RM, DM), [RM, DM], [0])),
        Claim(
            "they gain most once there is some",
            gains([RM, DM], rest(RM, DM), (0,), (1,)),
        ),
        Claim(
            "RM, DM and SPE-ranker are best then",
            above([RM, DM, SPE], rest(RM, DM, SPE), COPIES[1:]),
        ),
    ),
    "4": (
        Claim(
            "SPE-ranker is among the best two", above([SPE], rest(SPE, R2W2), WIDTHS)
        ),
        Claim("R2W2 is among the best two", above([R2W2], rest(SPE, R2W2), WIDTHS)),
        Claim("both are nearly constant", within([SPE, R2W2], (50,), (250,), FLAT)),
        Claim(
            "SM and GSRelief_k lose most by irrelevant variables",
            gains(rest(SM, GS), [SM, GS], (50,), (250,)),
        ),
        Claim("FCBF, left out there, is the worst", above(OTHERS, [FCBF], WIDTHS)),
    ),
    "6": (
        Claim("SPE-ranker is above R2W2", above([SPE], [R2W2], DEGREES)),
        Claim("R2W2 is above Relief_k", above([R2W2], [RELIEF], DEGREES)),
        Claim("Relief_k is above GSRelief_k", above([RELIEF], [GS], DEGREES)),
        Claim("these four are nearly constant", within(MOST, (1,), (4,), FLAT)),
        Claim("they are so from degree 2 on", within(MOST, (2,), (4,), FLAT)),
        Claim("DM, SM and RM lose more", gains(MOST, [DM, SM, RM], (1,), (4,))),
        Claim("DM, SM and RM fall", rises([DM, SM, RM], (4,), (1,))),
        Claim(
            "they are the best in the linear case",
            above([DM, SM, RM], rest(DM, SM, RM), [1]),
        ),
        Claim(
            "RM and DM are worse at even degrees than at odd ones",
            rises([RM, DM], (2, 4), (3,)),
        ),
    ),
    "8": (
        Claim("RM and GSRelief_k are best", above([RM, GS], rest(RM, GS), SIZES)),
        Claim("SM is the worst", above(rest(SM), [SM], SIZES)),
        Claim(
            "some are worse with 20 samples",
            rises([GS, RELIEF, R2W2], (20,), tuple(SIZES[1:])),
        ),
        Claim("standardised, R2W2 is worse", rises([R2W2], SCALED, SIZES)),
        Claim(
            "standardised, the others are the same",
            within(rest(R2W2), SIZES, SCALED, FLAT),
        ),
    ),
    "9": (
        Claim(
            "Relief_k and RM are very good at r = 2",
            tuple((Cell(who, (2,)), 0.8) for who in (RELIEF, RM)),
        ),
        Claim(
            "the others are at about 0.5 even there",
            tuple((0.6, Cell(who, (2,))) for who in rest(RELIEF, RM)),
        ),
        Claim(
            "SPE-ranker, SM and GSRelief_k are",
            tuple((0.6, Cell(who, (2,))) for who in (SPE, SM, GS)),
        ),
        Claim(
            "all are at about 0.5 from r = 3 on",
            tuple((0.6, Cell(who, (r,))) for who in OTHERS for r in FACTORS[1:]),
        ),
    ),
    "10": (
        Claim(
            "below 0.42 sigma one of the two always goes",
            ((Cell("removed", (0.4,)), 0.99),),
        ),
        Claim(
            "above 0.54 sigma none does",
            tuple((0.01, Cell("removed", (x,))) for x in DISTANCES if x > 0.54),
        ),
        Claim(
            "between them, the closer the classes the more often",
            rises(["removed"], (0.54,), (0.48,)) + rises(["removed"], (0.48,), (0.42,)),
        ),
        Claim(
            "where it always happens, |r| is above 0.95",
            ((Cell("|r|", (0.42,)), 0.95),),
        ),
        Claim(
            "where it begins to happen, |r| is 0.93 at most (0.92 in the paper)",
            ((0.935, Cell("|r|", (0.54,))),),
        ),
    ),
}
