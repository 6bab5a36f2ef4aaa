"""The answer of a search that keeps to limits, with its errors as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from wrapsel.engine.limits.limits import Limited, Limits
from wrapsel.engine.run import Run
from wrapsel.engine.telling.stage import Stage
from wrapsel.engine.waves import Waves
from wrapsel.errors import SearchError
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.protocol import Evaluate, Evaluation


@dataclass(frozen=True)
class KeptTo:
    """A search that keeps to limits: its errors as they are and as it judges them."""

    limits: Limits
    plain: Callable[[Evaluation], Evaluation]
    judged: Callable[[Evaluation], Evaluation]

    def answer(
        self,
        path: tuple[Evaluation, ...],
        stages: tuple[Stage, ...],
        constant: Evaluation | None,
    ) -> tuple[tuple[Evaluation, ...], tuple[Stage, ...]]:
        """Return what is allowed of a path, with plain errors; else no variable."""
        kept = tuple(map(self.plain, path))
        told = tuple(Stage(self.plain(stage.evaluation), stage.why) for stage in stages)
        kept = tuple(each for each in kept if self.limits.allows(each.subset))
        if kept:
            return kept, told
        if constant is None or not self.limits.allows(constant.subset):
            raise SearchError("no subset within the limits was found")
        why = "no variable, as nothing within the limits was found"
        return (constant,), (*told, Stage(constant, why))


def kept_to(limits: Limits, run: Run, stored: Stored, errors: list[float]) -> KeptTo:
    """Let a run keep to limits, from its first request on.

    Parameters
    ----------
    limits : Limits
    run : Run
    stored : Stored
        What measures on the folds of the search, and remembers.
    errors : list of float
        Some of the problem.
    """
    limited = partial(_limited, limits=limits, typical=max(map(abs, errors)))
    exact = Waves(stored)
    penalty = limited(stored).penalty

    def plain(verdict: Evaluation) -> Evaluation:
        if not verdict.complete:
            return verdict._replace(error=verdict.error - penalty(verdict.subset))
        [(same, _)] = exact.verdicts(Evaluate([verdict.subset]))
        return same

    def judged(verdict: Evaluation) -> Evaluation:
        return verdict._replace(error=verdict.error + penalty(verdict.subset))

    run.judge_by(limited, plain, limits.allows)
    return KeptTo(limits, plain, judged)


def _limited(stored: Stored, limits: Limits, typical: float) -> Limited:
    return Limited(stored, limits, typical)
