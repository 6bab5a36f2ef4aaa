"""Time the work of a row of the table beside its peer, say it and record it."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from statistics import median
from typing import Any

import numpy as np
import pytest
from numba import njit
from pytest_benchmark.utils import format_time
from threadpoolctl import threadpool_limits

PACKAGES = "numpy", "scipy", "scikit-learn", "numba"


@dataclass(frozen=True)
class Figures:
    """What a row says.

    Without a peer, the ratio is that of the calibration to ours. A bar is a ratio, or
    seconds where it is one of ours.
    """

    row: str
    ours: float
    peer: str | None
    peer_seconds: float | None
    ratio: float
    bar: float | None = None
    bar_seconds: float | None = None
    agree: bool | None = None
    note: str = ""

    def sentence(self) -> str:
        """Return the row in words.

        Examples
        --------
        >>> Figures("a search", 0.02, "its peer", 3.0, 150.0, bar=99).sentence()
        'a search: ours 20.00ms, its peer 3.00s: ratio 150 (bar 99)'
        """
        said = [f"{self.row}: ours {format_time(self.ours)}s"]
        if self.bar_seconds is not None:
            said[0] += f" (bar {format_time(self.bar_seconds)}s)"
        if self.peer_seconds is not None:
            said[0] += f", {self.peer} {format_time(self.peer_seconds)}s"
        said[0] += f": ratio {self.ratio:.3g}"
        said[0] += "" if self.bar is None else f" (bar {self.bar:g})"
        said += [] if self.agree is None else [f"results agree: {self.agree}"]
        return "; ".join(said + [self.note] * bool(self.note))

    def reaches_its_bar(self) -> bool:
        """Say whether the ratio and the seconds are as good as is wanted."""
        return (self.bar is None or self.ratio >= self.bar) and (
            self.bar_seconds is None or self.ours <= self.bar_seconds
        )


class ResultsDiffer(AssertionError):
    """A row does not find what its peer finds."""


class BelowBar(AssertionError):
    """A row is not as fast as its bar."""


class Row:
    """Times one row of the table; a benchmark calls it once."""

    def __init__(self, benchmark: Any, capsys: Any):
        self.benchmark, self.capsys = benchmark, capsys

    def __call__(
        self,
        name: str,
        ours: Callable[[], Any],
        peer: str | None = None,
        theirs: Callable[[], Any] | None = None,
        *,
        same: Callable[[Any, Any], bool] | None = None,
        note: Callable[[Any], str] | None = None,
        rounds: int = 5,
        peer_rounds: int = 1,
        warm_up: Callable[[], Any] | None = None,
        per: int = 1,
        clock: Callable[[], float] = time.process_time,
        **bars: Any,
    ) -> Any:
        """Time ours and the peer's work, say and record it; return what ours found.

        Medians are told, divided by `per`. Without ``--benchmark-enable`` ours runs
        once, and nothing is told. `warm_up` compiles, and is by default ours itself.
        """
        ours, theirs = Timed(ours, clock), Timed(theirs or calibration, clock)
        peer_rounds = peer_rounds if peer else 9

        def take_turns() -> None:
            # So that whatever else the machine does strikes both alike.
            if self.benchmark.enabled and len(theirs.seconds) < peer_rounds:
                theirs()

        with threadpool_limits(1):
            if self.benchmark.enabled:
                (warm_up or ours.work)()
            found = self.benchmark.pedantic(ours, setup=take_turns, rounds=rounds)
            for _ in range(rounds, peer_rounds):
                take_turns()
        if self.benchmark.enabled:
            seconds = ours.median() / per, theirs.median() / per
            agree = None if same is None else bool(same(found, theirs.found))
            said = "" if note is None else note(found)
            self.tell(name, peer, *seconds, agree=agree, note=said, **bars)
        return found

    def tell(
        self,
        name: str,
        peer: str | None,
        ours: float,
        theirs: float,
        *,
        strict: bool = False,
        **more: Any,
    ) -> None:
        """Say and record seconds, then fail where results differ.

        With `strict`, it fails where the bar is not reached, too.
        """
        if not self.benchmark.enabled:
            return
        taken = None if peer is None else theirs
        figures = Figures(name, ours, peer, taken, theirs / ours, **more)
        self.benchmark.extra_info.update(asdict(figures))
        with self.capsys.disabled():
            print(f"\n{figures.sentence()}")
        if figures.agree is False:
            raise ResultsDiffer(figures.sentence())
        if strict and not figures.reaches_its_bar():
            raise BelowBar(figures.sentence())


class Timed:
    """Work with the seconds that it took each time, and what it found last."""

    def __init__(self, work: Callable[[], Any], clock: Callable[[], float]):
        self.work, self.clock = work, clock
        self.seconds: list[float] = []
        self.found: Any = None

    def __call__(self) -> Any:
        start = self.clock()
        self.found = self.work()
        self.seconds.append(self.clock() - start)
        return self.found

    def median(self) -> float:
        return median(self.seconds)


def calibration() -> None:
    """Do a little of all that a search does: numpy, compiled loops, Python's objects.

    Never change it: the recorded ratios of rows that have no peer are multiples of it.
    """
    numbers, places = _numbers()
    np.sort(numbers)
    for _ in range(40):
        _sum_of(numbers, places)
    {number: str(number) for number in range(50_000)}


def calibrated(n_times: int = 9) -> float:
    """Return the median seconds of the calibration."""
    timed = Timed(calibration, time.process_time)
    _numbers()
    for _ in range(n_times):
        timed()
    return timed.median()


@functools.cache
def _numbers() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    numbers, places = rng.random(200_000), rng.integers(0, 200_000, 200_000)
    _sum_of(numbers, places)  # compiles
    return numbers, places


@njit
def _sum_of(numbers, places):
    total = 0.0
    for place in places:
        total += numbers[place]
    return total


@pytest.fixture
def row(benchmark: Any, capsys: Any) -> Row:
    return Row(benchmark, capsys)


def pytest_benchmark_update_machine_info(config: Any, machine_info: dict) -> None:
    machine_info["versions"] = {name: version(name) for name in PACKAGES}
