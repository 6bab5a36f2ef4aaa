"""How kernels are compiled: here, in learners, and in packages of your own."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, overload

import numba
from numba.core.event import (
    Event,
    EventStatus,
    Listener,
    broadcast,
    install_listener,
    register,
)

from wrapsel.garbage import look_seldom
from wrapsel.kept import keep

COMPILING = "numba:compile"
ELSEWHERE = "wrapsel:compiled elsewhere"
Kernel = TypeVar("Kernel", bound=Callable[..., Any])


@overload
def compiled(function: Kernel, /) -> Kernel: ...


@overload
def compiled(**options: Any) -> Callable[[Kernel], Kernel]: ...


def compiled(function: Any = None, /, **options: Any) -> Any:
    """Compile a kernel, once for as long as nothing that it can call changes.

    numba asks only whether the file of a function has changed, not those of what it
    calls: after an update of a package, some kernels would go on with old code. Here
    all files of its package that the function's file imports, or those import, count.

    Parameters
    ----------
    function : callable
        What `numba.njit` compiles.
    **options
        Of `numba.njit`, such as ``error_model="numpy"``. In any case what is compiled
        is kept on disk, and Python's lock is let go.

    Returns
    -------
    callable
        The compiled function; of the same type, to a type checker.

    Warns
    -----
    CacheWarning
        Once, if no folder can be written that numba would keep it in, or its disk is
        full or fails.

    Examples
    --------
    >>> @compiled
    ... def twice(number):
    ...     return 2 * number
    >>> twice(21)
    42
    """
    if function is None:
        return partial(compiled, **options)
    path = Path(function.__code__.co_filename)
    kept = path.is_file()  # not typed into an interpreter
    # For C, which calls none of them, each would be compiled a second time.
    options = {"nogil": True, "no_cfunc_wrapper": True, **options}
    kernel = numba.njit(**options)(function)
    if kept and hasattr(kernel, "_cache"):  # not where numba is switched off
        keep(kernel, path)
    return kernel


@overload
def inner(function: Kernel, /) -> Kernel: ...


@overload
def inner(**options: Any) -> Callable[[Kernel], Kernel]: ...


def inner(function: Any = None, /, **options: Any) -> Any:
    """Compile what kernels alone call: a tenth less is to be compiled.

    Called by Python, it would crash; `tests/test_compiled.py` looks for such calls.
    """
    keeping = compiled(no_cpython_wrapper=True, **options)
    return keeping if function is None else keeping(function)


@contextmanager
def compile_seconds(
    begins: Callable[[], None] = lambda: None,
) -> Iterator[Callable[[], float]]:
    """Give a function that returns the seconds compiled while this is open.

    They are those of the wall clock, of this process, and of what is not done yet, too;
    those of other processes as they are told, by `tell_compiled`.

    Parameters
    ----------
    begins : callable, optional
        Is called whenever a compilation begins, by the thread that compiles.

    Examples
    --------
    >>> with compile_seconds() as seconds:
    ...     compiled(lambda number: number + 1)(1)
    2
    >>> seconds() > 0
    True
    """
    clock = _CompileClock(begins)
    elsewhere = _Calls(lambda _: None, lambda event: clock.add(event.data))
    with install_listener(COMPILING, clock), install_listener(ELSEWHERE, elsewhere):
        yield clock.seconds


def tell_compiled(seconds: float) -> None:
    """Let all `compile_seconds` that are open know what another process compiled.

    Examples
    --------
    >>> with compile_seconds() as seconds:
    ...     tell_compiled(1.5)
    ...     seconds()
    1.5
    """
    broadcast(Event(ELSEWHERE, EventStatus.END, seconds))  # type: ignore[no-untyped-call]  # numba is untyped


def call_around_compilation(
    begins: Callable[[], None], ends: Callable[[], None]
) -> None:
    """Have functions called around each compilation, as long as this process lives."""
    calls = _Calls(lambda _: begins(), lambda _: ends())
    register(COMPILING, calls)  # type: ignore[no-untyped-call]  # numba is untyped


class _Calls(Listener):
    """Calls functions with the events of which it hears."""

    def __init__(
        self, starts: Callable[[Any], None], ends: Callable[[Any], None]
    ) -> None:
        self._starts, self._ends = starts, ends

    def on_start(self, event: Any) -> None:
        self._starts(event)

    def on_end(self, event: Any) -> None:
        self._ends(event)


class _CompileClock(Listener):
    """Counts the time in which at least one compilation is under way."""

    def __init__(self, begins: Callable[[], None]) -> None:
        self._begins = begins
        self._changing = Lock()  # threads compile, too
        self._depth, self._done, self._start = 0, 0.0, 0.0
        self._usual: tuple[int, int, int] | None = None

    def add(self, seconds: float) -> None:
        with self._changing:
            self._done += seconds

    def on_start(self, event: Any) -> None:
        with self._changing:
            self._depth += 1
            is_first = self._depth == 1
            if is_first:
                self._start = time.perf_counter()
                self._usual = look_seldom()
        if is_first:
            self._begins()

    def on_end(self, event: Any) -> None:
        with self._changing:
            self._depth -= 1
            if self._depth == 0:
                self._done += time.perf_counter() - self._start
                if self._usual is not None:
                    gc.set_threshold(*self._usual)

    def seconds(self) -> float:
        with self._changing:
            now = time.perf_counter() - self._start if self._depth else 0.0
            return self._done + now
