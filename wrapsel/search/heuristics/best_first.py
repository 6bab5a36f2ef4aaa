"""Best-first search with compound operators."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Keep,
    Replies,
    Request,
    Search,
    SearchSpace,
    evaluate,
    precedence,
)
from wrapsel.search.acceptance import improvement
from wrapsel.search.moves import check_direction, neighbours, start_of, together
from wrapsel.subset import Subset


@dataclass(frozen=True, slots=True)
class BestFirst(WithParameters):
    """Expand the best subset seen and not yet expanded, until that stops paying [1]_.

    To expand a subset is to measure it with each single addition and removal, whatever
    the direction. Single steps may lead nowhere, as for an exclusive or of two
    variables: the search goes on from the next best subset, and finds them if
    `patience` is large enough.

    Parameters
    ----------
    direction : {"forward", "backward"}, default="forward"
        Begin with no variable or with all. A search space with a start is searched from
        there.
    patience : int, default=5
        Expansions in a row without an improvement after which the search ends, and says
        "patience".
    improvement : float, default=0.001
        The result so far is replaced only by an error lower by strictly more than this,
        in the unit of the error; the paper's 0.1 % of the accuracy.
    compound : bool, default=True
        Also make the best two steps of an expansion at once, then the best three, and
        so on while the error falls below the last one's; at first that of the best
        step. These go further from the subset expanded.

    References
    ----------
    .. [1] R. Kohavi and G. H. John, "Wrappers for feature subset selection",
       Artificial Intelligence 97, 1997, sections 3.3 and 4.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(4), cost=lambda n: n)
    >>> search = BestFirst("backward").search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [4]
    """

    direction: Literal["forward", "backward"] = "forward"
    patience: int = 5
    improvement: float = 0.001
    compound: bool = True

    def __post_init__(self) -> None:
        check_kinds(self)
        check_direction(self.direction)
        if self.patience < 1:
            raise ValueError(f"patience must be at least 1, got {self.patience}")
        if not 0 <= self.improvement < math.inf:
            raise ValueError(
                f"improvement must be at least 0 and finite, got {self.improvement}"
            )

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Expand until there is nothing left, or `patience` expansions did not pay."""
        start = start_of(space, everything=self.direction == "backward")
        [kept] = yield from evaluate([start])
        yield Keep(kept)
        waiting, known, unchanged = [(*precedence(kept), start)], {start}, 0
        while waiting and unchanged < self.patience:
            subset = heappop(waiting)[-1]
            children = yield from self._expand(subset, space.variables)
            for child in children:
                if child.subset not in known:
                    heappush(waiting, (*precedence(child), child.subset))
                    known.add(child.subset)
            unchanged += 1
            # The paper looks at a child when it is expanded: the same, a step later.
            best = min(children, key=precedence, default=kept)
            if best.error <= improvement(kept.error, self.improvement):
                kept, unchanged = best, 0
                yield Keep(kept)
        return "patience" if waiting else None

    def _expand(
        self, subset: Subset, variables: Subset
    ) -> Generator[Request, Replies, Replies]:
        """Ask for the errors of the neighbours, and of the best steps together."""
        children = yield from evaluate(neighbours(subset, variables))
        if not self.compound:
            return children
        ranked = sorted(children, key=precedence)
        compounds = ranked[:1]
        for n_steps in range(2, len(ranked) + 1):
            moved = together(subset, [child.subset for child in ranked[:n_steps]])
            compounds += yield from evaluate([moved])
            if compounds[-1].error >= compounds[-2].error:
                break
        return children + compounds[1:]
