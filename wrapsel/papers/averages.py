"""The mean and the deviation of runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ENOUGH = 3  # runs for a deviation: of two it is hardly one


def averaged(
    values: Sequence[float], measure: str = ""
) -> tuple[float | None, float | None]:
    """Return the mean and the deviation of one run; None where there are too few.

    Seconds have no deviation: times of machines twenty years apart are no two draws of
    the same.

    Examples
    --------
    >>> averaged([1.0, 2.0, 3.0]), averaged([1.0, 2.0]), averaged([])
    ((2.0, 1.0), (1.5, None), (None, None))
    """
    if not values:
        return None, None
    is_measured = len(values) >= ENOUGH and measure != "seconds"
    deviation = float(np.std(values, ddof=1)) if is_measured else None
    return float(np.mean(values)), deviation
