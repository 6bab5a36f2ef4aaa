"""Workers that end with the process that started them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Thread

LOOK_SECONDS = 0.5


@lru_cache(maxsize=1)
def end_with(parent: int) -> None:
    """End this process soon after its parent; nothing if it is another's child.

    A parent that is killed cannot tell its workers.

    Parameters
    ----------
    parent : int
        The process id.
    """
    if os.getppid() == parent:
        Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Let the processes that this thread starts not hear a Ctrl-C.

    It reaches all processes of a terminal; this one hears it, and ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    from joblib.externals.loky.backend import resource_tracker

    resource_tracker.ensure_running()  # its start would let the signals through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
