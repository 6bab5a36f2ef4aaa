"""Simulated annealing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluate,
    FloatArray,
    Keep,
    Search,
    SearchSpace,
    evaluate,
    precedence,
)
from wrapsel.subset import Subset

# Proposals asked for at once. The bound of all is the loosest one of theirs: more
# reject later, fewer give the engine less to look ahead at.
_AHEAD = 16
_DRAWN = 10_000  # steps at a time


@dataclass(frozen=True, slots=True)
class Annealing(WithParameters):
    """Put in or take out one variable at random, and accept losses ever less often.

    A flip that raises the error by d is accepted with probability ``exp(-d / T)`` [1]_,
    where the temperature T falls by the factor `cooling` with each step. The search
    starts with all variables and may come to none, whose error is that of the best
    constant. The result is the best subset visited; of equal errors, the one with
    fewest variables, then by `wrapsel.protocol.precedence`.

    Parameters
    ----------
    steps : int, default=1000
        Flips to propose, at least 1.
    t_start : float, default=0.05
        Temperature of the first step, at least 0, in the unit of the error. A loss of
        so much is accepted about every third time at first; with 0, none ever is.
    cooling : float, default=0.995
        Factor of the temperature from step to step, in (0, 1].

    References
    ----------
    .. [1] S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated
       annealing", Science 220, 1983.

    Examples
    --------
    >>> space = SearchSpace(Subset.full(9), cost=lambda n: n)
    >>> search = Annealing(steps=50).search(space, np.random.default_rng(0))
    >>> [len(subset) for subset in next(search).candidates]
    [9]
    """

    steps: int = 1000
    t_start: float = 0.05
    cooling: float = 0.995

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.steps < 1:
            raise ValueError(f"steps must be at least 1, got {self.steps}")
        if not 0 <= self.t_start < math.inf:
            raise ValueError(
                f"t_start must be at least 0 and finite, got {self.t_start}"
            )
        if not 0 < self.cooling <= 1:
            raise ValueError(f"cooling must be in (0, 1], got {self.cooling}")

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Propose all flips, and keep each new best."""
        start = space.variables if space.start is None else space.start
        [current] = yield from evaluate([start])
        best = current
        yield Keep(best)
        # A draw is made once, whatever is accepted: no verdict moves the next ones.
        for flips, slack in self._draws(space.variables, rng):
            step = 0
            while step < len(flips):
                ahead = slice(step, step + _AHEAD)
                limits = current.error + slack[ahead]
                candidates = [_flipped(current.subset, v) for v in flips[ahead]]
                verdicts = yield Evaluate(candidates, float(limits.max()), "first")
                step += len(verdicts)
                last = verdicts[-1]
                if last.complete and last.error <= limits[len(verdicts) - 1]:
                    current = last
                    if precedence(current) < precedence(best):
                        best = current
                        yield Keep(best)
        return None

    def _draws(
        self, variables: Subset, rng: np.random.Generator
    ) -> Iterator[tuple[list[int], FloatArray]]:
        """Give the variable to flip in each step, and the loss that it may bring.

        Some thousand steps at a time, since a budget may end most of them.

        A loss d is accepted if u <= exp(-d / T), u uniform: if d <= -T log u, and
        -log u is exponential.
        """
        steps = self.steps if len(variables) else 0
        for start in range(0, steps, _DRAWN):
            ages = np.arange(start, min(start + _DRAWN, steps))
            drawn = rng.integers(len(variables), size=len(ages))
            temperatures = self.t_start * self.cooling**ages
            slack = temperatures * rng.standard_exponential(len(ages))
            yield variables.indices()[drawn].tolist(), slack


def _flipped(subset: Subset, variable: int) -> Subset:
    return Subset(subset.bits ^ 1 << variable, subset.n_variables)
