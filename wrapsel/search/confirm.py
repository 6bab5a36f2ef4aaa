"""Which of the subsets on a path predicts as well as all variables."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator, Sequence
from typing import Any

import numpy as np

from wrapsel.protocol import Evaluation, FloatArray, Request, measure
from wrapsel.subset import Subset


def confirmed(
    path: Sequence[Evaluation], n_draws: int, tolerance: float, resolution: float = 0.0
) -> Generator[Request, Any, Evaluation]:
    """Return the smallest subset that is shown to lose at most `tolerance`.

    The folds of the search cannot show it, since the path was selected on them. On
    folds drawn anew `n_draws` times, the mean loss against the first of the path plus
    one standard error must be within the tolerance; the standard error allows for what
    the training sets of folds have in common [1]_. If no subset is shown to be as good,
    the one with the lowest error there is taken. Without folds to draw it is the last.

    So few rows that one of them counts for more than the tolerance, the `resolution`,
    can show nothing. The mean loss alone must then be at most that of one row.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error", Machine
       Learning 52, 2003, section 3, eq. 10.
    """
    everything = yield from _errors(path[0].subset, n_draws)
    if not everything.size:
        return path[-1]
    few_rows, losses = resolution > tolerance, {path[0]: 0.0}
    for kept in sorted(path[1:], key=lambda e: len(e.subset)):
        differences = (yield from _errors(kept.subset, n_draws)) - everything
        losses[kept] = float(differences.mean())
        error = 0.0 if few_rows else _standard_error(differences)
        if losses[kept] + error <= max(tolerance, resolution):
            return kept
    return min(losses, key=lambda e: (losses[e], len(e.subset)))


def _errors(subset: Subset, n_draws: int) -> Generator[Request, FloatArray, FloatArray]:
    """Ask for the errors on all folds of all draws, (n_draws, n_folds) or none."""
    rows = []
    for draw in range(1, n_draws + 1):
        rows.append((yield from measure([subset], sys.maxsize, draw)))
    return np.concatenate(rows)


def _standard_error(differences: FloatArray) -> float:
    """Return the corrected standard error of the mean of (n_draws, n_folds)."""
    share = 1 / differences.size + 1 / (differences.shape[1] - 1)
    return math.sqrt(share * differences.var(ddof=1))
