"""Numbers as they are read."""

from __future__ import annotations

import math


def shown(value: float | None, standard_error: float | None = None) -> str:
    """Return a number with four digits, or with as many as its standard error leaves.

    Examples
    --------
    >>> shown(0.0512345), shown(0.0512345, 0.0094), shown(None)
    ('0.05123', '0.0512', '')
    """
    if value is None or math.isnan(value):
        return ""
    if not standard_error or not math.isfinite(standard_error):
        return f"{value:.4g}"
    digits = max(0, 1 - math.floor(math.log10(standard_error)))
    return f"{value:.{digits}f}"


def with_error(value: float, standard_error: float) -> str:
    """Return a number and its standard error.

    Examples
    --------
    >>> with_error(0.0512345, 0.0094)
    '0.0512 ± 0.0094'
    """
    if not math.isfinite(standard_error):
        return f"{value:.4g}, standard error not known"
    return f"{shown(value, standard_error)} ± {shown(standard_error, standard_error)}"


def seconds(value: float) -> str:
    """Return a time as it is spoken of.

    Examples
    --------
    >>> seconds(0.31), seconds(75), seconds(7300)
    ('0.31 s', '1 min 15 s', '2 h 1 min')
    """
    if value < 60:
        return f"{value:.2g} s" if value < 10 else f"{value:.0f} s"
    minutes, rest = divmod(round(value), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
