"""How often Python looks for garbage that refers to itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# To look through all objects after each 700 takes a tenth of compilation, and a fifth
# of a search whose subsets are many and cheap.
MANY_OBJECTS = 100_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage but after each 100,000 objects, as long as this is open.

    Whoever has switched it off, or has it more seldom, is left alone. What refers to
    itself lives on for so long, so it is no place for code that is not ours.

    Examples
    --------
    >>> with seldom_collected():
    ...     gc.get_threshold()[0]
    100000
    """
    usual = look_seldom()
    try:
        yield
    finally:
        if usual is not None:
            gc.set_threshold(*usual)


def look_seldom() -> tuple[int, int, int] | None:
    """Set the threshold; return that of before, None where it is left as it is."""
    usual = gc.get_threshold()
    if not 0 < usual[0] < MANY_OBJECTS:
        return None
    gc.set_threshold(MANY_OBJECTS, *usual[1:])
    return usual
