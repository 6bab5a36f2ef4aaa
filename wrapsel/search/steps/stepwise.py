"""Stepwise search: the best addition or removal at each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    Keep,
    Search,
    SearchSpace,
    best_of,
    evaluate,
    precedence,
)
from wrapsel.search.acceptance import step_limit
from wrapsel.search.moves import neighbours, start_of


@dataclass(frozen=True, slots=True)
class Stepwise(WithParameters):
    """Add or remove the variable that lowers the error most, while it improves [1]_.

    Each step looks at all single additions and removals, so no choice is final. The
    search may end with no variable or with all. A removal that changes nothing is made,
    too, if `tolerance` is 0.

    Parameters
    ----------
    tolerance : float, default=0.0
        Go on while the error falls by strictly more than this, in the unit of the
        error; at least 0, so that the search ends.
    start : {"empty", "all"}, default="empty"
        Begin with no variable or with all: the forward and the backward stepwise
        selection of the paper. A search space with a start is searched from there.

    References
    ----------
    .. [1] R. Caruana and D. Freitag, "Greedy attribute selection", ICML 1994.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = Stepwise(start="all").search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    tolerance: float = 0.0
    start: Literal["empty", "all"] = "empty"

    def __post_init__(self) -> None:
        check_kinds(self)
        if not self.tolerance >= 0:
            raise ValueError(f"tolerance must be at least 0, got {self.tolerance}")
        if self.start not in ("empty", "all"):
            raise ValueError(f"start must be 'empty' or 'all', got {self.start!r}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Step until no addition and no removal improves the error."""
        found: Evaluation | None
        [found] = yield from evaluate([start_of(space, self.start == "all")])
        while found is not None:
            yield Keep(found)
            now = found
            limit = step_limit(now.error, self.tolerance, shrinks=True)
            found = yield from best_of(neighbours(now.subset, space.variables), limit)
            if found is not None and precedence(found) > precedence(now):
                return None  # an addition that changes nothing
        return None
