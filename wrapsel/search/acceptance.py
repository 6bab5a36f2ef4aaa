"""Which errors are acceptable, and when a search may stop."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal

Reference = Literal["previous", "best", "initial"]


# The error to compare with next, from the one compared with and the one accepted.
NEXT_REFERENCE: dict[str, Callable[[float, float], float]] = {
    "previous": lambda _, accepted: accepted,
    "best": min,
    "initial": lambda reference, _: reference,
}


def check_acceptance(tolerance: float, reference: str) -> None:
    """Refuse a negative tolerance and an unknown reference."""
    check_tolerance(tolerance)
    if reference not in NEXT_REFERENCE:
        allowed = ", ".join(map(repr, NEXT_REFERENCE))
        raise ValueError(f"reference must be one of {allowed}, got {reference!r}")


def check_tolerance(tolerance: float) -> None:
    """Refuse a negative tolerance."""
    if not tolerance >= 0:
        raise ValueError(f"tolerance must be at least 0, got {tolerance}")


def improvement(error: float, tolerance: float) -> float:
    """Return the largest error that is below `error` by strictly more than `tolerance`.

    Examples
    --------
    >>> improvement(0.5, tolerance=0.25) < 0.25
    True
    """
    return math.nextafter(error - tolerance, -math.inf)


def step_limit(error: float, tolerance: float, shrinks: bool) -> float:
    """Return the largest error with which a step is taken.

    One that makes the subset smaller is taken at an equal error, too, if the tolerance
    is 0: of equal errors, fewer variables are better.

    Examples
    --------
    >>> step_limit(0.5, 0.0, shrinks=True), step_limit(0.5, 0.0, shrinks=False) < 0.5
    (0.5, True)
    """
    return error if shrinks and not tolerance else improvement(error, tolerance)


def check_stop(n_features_to_select: int | None, tolerance: float) -> None:
    """Refuse a size below 1, a tolerance of NaN, or both rules at once."""
    if math.isnan(tolerance):
        raise ValueError(f"tolerance must be a number, got {tolerance}")
    if n_features_to_select is None:
        return
    if n_features_to_select < 1:
        raise ValueError(
            f"n_features_to_select must be at least 1, got {n_features_to_select}"
        )
    if tolerance:
        raise ValueError(
            "tolerance must be 0 when n_features_to_select fixes the size, "
            f"got tolerance={tolerance} and n_features_to_select={n_features_to_select}"
        )
