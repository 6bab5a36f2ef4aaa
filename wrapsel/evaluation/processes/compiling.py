"""What workers compile, which no search pays and no fit is ended for."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from wrapsel.evaluation.processes.parent import end_with


class Made(NamedTuple):
    """What a worker made, where, and how long it has compiled meanwhile."""

    thing: Any
    worker: tuple[str, int]
    compile_seconds: float


def making(parent: int, function: Callable[..., Any], *given: Any) -> Made:
    """Call a function in a worker of a parent, of which the process id is given.

    Examples
    --------
    >>> making(os.getpid(), max, 2, 3).thing
    3
    """
    here = platform.node(), os.getpid()
    if here[1] == parent:  # in a thread: the clocks of the search count it
        return Made(function(*given), here, 0.0)
    end_with(parent)
    before = _compiled()
    return Made(function(*given), here, _compiled() - before)


def things(made: Sequence[Made]) -> list[Any]:
    """Return what workers made, and let no search pay for what they compiled.

    They compile side by side, so that the longest counts.

    Examples
    --------
    >>> from wrapsel.compiled import compile_seconds
    >>> with compile_seconds() as seconds:
    ...     things([Made("a", ("", 1), 2.0), Made("b", ("", 2), 3.0)]), seconds()
    (['a', 'b'], 3.0)
    """
    seconds: dict[tuple[str, int], float] = {}
    for _, worker, more in made:
        seconds[worker] = seconds.get(worker, 0.0) + more
    if longest := max(seconds.values(), default=0.0):
        from wrapsel.compiled import tell_compiled  # which loads numba

        tell_compiled(longest)
    return [each.thing for each in made]


def _compiled() -> float:
    """Return the seconds that this worker has compiled since it was first asked."""
    return _clock()[1]() if "numba" in sys.modules else 0.0


@cache
def _clock() -> tuple[AbstractContextManager[Any], Callable[[], float]]:
    """Return a clock that runs as long as this worker, and what it shows."""
    from wrapsel.compiled import compile_seconds

    clock = compile_seconds()
    return clock, clock.__enter__()


class Watch:
    """Tells a parent whether its workers compile right now, by files that grow.

    Examples
    --------
    >>> with Watch() as watch:
    ...     watch.sees_more()
    False
    """

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="wrapsel-")
        self._seen = 0

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._folder.cleanup()

    @property
    def place(self) -> str:
        """Where workers `note` what they compile."""
        return self._folder.name

    def sees_more(self) -> bool:
        """Whether something is being compiled, or was since it was asked last."""
        n_begun, n_ended = (_size(self.place, name) for name in ("begun", "ended"))
        is_new = n_begun > self._seen
        self._seen = n_begun
        return is_new or n_begun > n_ended


def note(place: str) -> None:
    """Let the watch of a parent see from now on what this worker compiles."""
    if "numba" not in sys.modules:
        return
    from wrapsel.compiled import call_around_compilation

    call_around_compilation(*(_grows(place, name) for name in ("begun", "ended")))


def _grows(place: str, name: str) -> Callable[[], None]:
    def grow() -> None:
        with Path(place, name).open("ab") as file:
            file.write(b".")

    return grow


def _size(place: str, name: str) -> int:
    path = Path(place, name)
    return path.stat().st_size if path.exists() else 0
