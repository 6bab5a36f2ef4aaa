"""What the parameters of the support vector rankers may be."""

from __future__ import annotations

import math
from numbers import Integral

KERNELS = ("linear", "poly", "rbf")


def check_machine(C: float, step: float, tol: float) -> None:
    """Refuse what no machine can be trained or reduced with."""
    if not 0 < C < math.inf:
        raise ValueError(f"C must be above 0 and finite, got {C}")
    if not (0 < step < 1 or (isinstance(step, Integral) and step >= 1)):
        raise ValueError(
            f"step must be an integer from 1, or a part in (0, 1), got {step}"
        )
    if not 0 < tol < math.inf:
        raise ValueError(f"tol must be above 0 and finite, got {tol}")


def check_kernel(kernel: str, degree: int, gamma: float | None) -> None:
    """Refuse what is no kernel."""
    if kernel not in KERNELS:
        raise ValueError(f"kernel must be one of {', '.join(KERNELS)}, got {kernel!r}")
    if not (isinstance(degree, Integral) and degree >= 1):
        raise ValueError(f"degree must be an integer from 1, got {degree}")
    if gamma is not None and not 0 < gamma < math.inf:
        raise ValueError(f"gamma must be above 0 and finite, got {gamma}")
