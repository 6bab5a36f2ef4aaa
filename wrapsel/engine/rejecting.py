"""Failures of the learner as subsets that fail, in place of the end of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from wrapsel.errors import LearnerError
from wrapsel.evaluation.evaluator import Block
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.subset import Subset


class Failure(NamedTuple):
    """A subset with which the learner failed, and how."""

    subset: Subset
    why: str


class Rejecting(Stored):
    """What remembers measurements, and those that failed; their errors are infinite.

    Parameters
    ----------
    *args, **options
        As those of `Stored`, which keeps no failures: another call tries them again.

    Attributes
    ----------
    failures : dict of key to Failure
        By the keys of the subsets.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.failures: dict[int | bytes, Failure] = {}

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Return the results of each subset on each fold, infinite if it failed."""
        good, block = self._without_failures(subsets, folds)
        shape = len(subsets), len(folds)
        errors, cost = np.full((*shape, self.n_variants), np.inf), np.zeros(shape)
        seconds = 0.0
        if block is not None:
            errors[good], cost[good], seconds = block.errors, block.cost, block.seconds
        return Block(errors, self.weights[folds.start : folds.stop], cost, seconds)

    def _without_failures(
        self, subsets: Sequence[Subset], folds: range
    ) -> tuple[list[int], Block | None]:
        """Return the places of those that can be measured, and their results."""
        while True:
            good = [i for i, s in enumerate(subsets) if s.key not in self.failures]
            if not good:
                return good, None
            some = [subsets[i] for i in good]
            try:
                return good, super().measure(some, folds)
            except LearnerError as error:
                self._find_failures(some, folds, error)

    def _find_failures(
        self, subsets: Sequence[Subset], folds: range, error: LearnerError
    ) -> None:
        if error.subset is None and len(subsets) > 1:  # any of them may be it
            for subset in subsets:
                self.measure([subset], folds)
            return
        failed = subsets[0] if error.subset is None else error.subset
        if failed not in subsets:
            raise error
        self.failures[failed.key] = Failure(failed, str(error))
