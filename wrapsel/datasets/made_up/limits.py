"""What the parameters of the artificial problems may be."""

from __future__ import annotations

import math
from numbers import Integral


def check_at_least(least: int, **values: int) -> None:
    """Refuse a number that is not whole or too small.

    Examples
    --------
    >>> check_at_least(1, n_samples=0)
    Traceback (most recent call last):
    ValueError: n_samples must be at least 1, got 0
    """
    for name, value in values.items():
        if not isinstance(value, Integral):
            raise TypeError(f"{name} must be an integer, got {value!r}")
        if value < least:
            raise ValueError(f"{name} must be at least {least}, got {value}")


def check_share(**values: float) -> None:
    """Refuse what is no probability and no part of a whole.

    Examples
    --------
    >>> check_share(noise=1.5)
    Traceback (most recent call last):
    ValueError: noise must be in [0, 1], got 1.5
    """
    for name, value in values.items():
        if not 0 <= value <= 1:
            raise ValueError(f"{name} must be in [0, 1], got {value}")


def check_spread(**values: float) -> None:
    """Refuse what is no variance, standard deviation or distance.

    Examples
    --------
    >>> check_spread(sigma=-1.0)
    Traceback (most recent call last):
    ValueError: sigma must be at least 0 and finite, got -1.0
    """
    for name, value in values.items():
        if not 0 <= value < math.inf:
            raise ValueError(f"{name} must be at least 0 and finite, got {value}")
