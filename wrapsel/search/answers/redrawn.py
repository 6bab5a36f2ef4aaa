"""Errors of subsets on folds drawn anew, each measured once."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator, Iterable, Sequence

import numpy as np

from wrapsel.protocol import FloatArray, Request, measure
from wrapsel.subset import Subset

Measuring = Generator[Request, FloatArray, None]


class Redrawn:
    """The errors of subsets on all folds of some draws.

    Parameters
    ----------
    draws : sequence of int
        As in `Measure`; 0 are the folds of the search.

    Attributes
    ----------
    errors : dict of Subset to ndarray of shape (n_draws, n_folds)
    n_fits : int
        Folds measured, of all subsets.

    Examples
    --------
    >>> redrawn = Redrawn([1])
    >>> redrawn.errors[Subset.of([0], 2)] = np.array([[0.25, 0.5]])
    >>> redrawn.mean(Subset.of([0], 2))
    0.375
    """

    def __init__(self, draws: Sequence[int]) -> None:
        self.draws = draws
        self.errors: dict[Subset, FloatArray] = {}
        self.n_fits = 0

    def measure(self, subsets: Iterable[Subset]) -> Measuring:
        """Ask for the errors of those subsets that have none yet."""
        new = [s for s in dict.fromkeys(subsets) if s not in self.errors]
        if not new:
            return
        replies = []
        for draw in self.draws:
            replies.append((yield from measure(new, sys.maxsize, draw)))
        errors = np.stack(replies, axis=1)
        self.n_fits += errors.size
        self.errors.update(zip(new, errors, strict=True))

    def mean(self, subset: Subset) -> float:
        """Return the mean error of a subset that was measured."""
        return float(self.errors[subset].mean())

    def standard_error(self, subset: Subset, other: Subset) -> float:
        """Return that of the mean difference between the errors of two subsets.

        It allows for what the training sets of folds have in common [1]_.

        References
        ----------
        .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error",
           Machine Learning 52, 2003, section 3, eq. 10.
        """
        differences = self.errors[subset] - self.errors[other]
        n_folds = differences.shape[1]
        if n_folds == 1:  # given: nothing says how much another one would differ
            return 0.0
        share = 1 / differences.size + 1 / (n_folds - 1)
        return math.sqrt(share * differences.var(ddof=1))


def first_draws(
    subset: Subset, n_draws: int
) -> Generator[Request, FloatArray, tuple[Redrawn, Redrawn]]:
    """Return two lots of draws; both are the folds of the search if it was given."""
    reply = yield from measure([subset], sys.maxsize, 1)
    if not len(reply):
        given = Redrawn([0])
        return given, given
    return (
        Redrawn(range(1, n_draws + 1)),
        Redrawn(range(n_draws + 1, 2 * n_draws + 1)),
    )
