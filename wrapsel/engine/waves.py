"""Look-ahead in doubling waves, with the verdicts of a one-at-a-time run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from wrapsel.engine.judge import Verdicts, judge, judge_few
from wrapsel.engine.limits.bill import Paid
from wrapsel.evaluation.evaluator import Evaluator
from wrapsel.protocol import FAILED, Evaluate, Evaluation, FloatArray, Measure
from wrapsel.subset import Subset

MANY = 16  # candidates, the best of which is a good bound
FEW = 4  # candidates in a wave, which a loop is through before numpy has begun


class _Accepted(NamedTuple):
    """The place of the first verdict accepted, and the smallest error of all."""

    first: int
    lowest: float


@dataclass(frozen=True, slots=True)
class Waves:
    """Measures candidates some at a time, and gives verdicts in order.

    Parameters
    ----------
    evaluator : Evaluator
    lookahead : int, optional
        Candidates in the widest wave; by default what suits the evaluator.
    rejects : bool, default=True
        Whether errors are at least 0, so that a part of the folds can prove a verdict.
    """

    evaluator: Evaluator
    lookahead: int | None = None
    rejects: bool = True
    _total: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_total", float(self.evaluator.weights.sum()))

    def verdicts(
        self, request: Evaluate, before_wave: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[Evaluation, list[float]]]:
        """Yield the verdicts on the candidates of a request, in order, and the costs.

        `before_wave` is called when there are candidates, before they are measured.
        """
        for paid in self.judged(request, before_wave):
            yield from zip(*paid, strict=True)

    def judged(
        self, request: Evaluate, before_wave: Callable[[], None] = lambda: None
    ) -> Iterator[Paid]:
        """Yield the same, wave by wave."""
        limit = math.inf if request.accept is None else request.accept
        candidates = iter(request.candidates)
        width = self._first_width(request)
        while wave := list(islice(candidates, min(width, self._most))):
            if request.need != "first" and self.lookahead is None and _are_moves(wave):
                most = self.evaluator.portion.moves
                wave += islice(candidates, max(most - len(wave), 0))
            before_wave()
            paid, accepted = self._judged(wave, limit, request)
            if request.need == "first" and accepted:
                # The rest of the wave was speculation.
                yield paid.first(accepted.first + 1)
                return
            if request.need == "best" and accepted:
                limit = accepted.lowest
            yield paid
            width = self._next_width(request, width)

    def fold_errors(
        self, request: Measure, before_wave: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[Paid, FloatArray]]:
        """Yield a verdict on the folds asked for, and their errors, in order.

        The verdict's error is a lower bound unless these are all folds.
        """
        weights = self.evaluator.weights
        folds = range(min(request.n_folds, len(weights)))
        candidates = iter(request.candidates)
        while wave := list(islice(candidates, self._most)):
            before_wave()
            block = self.evaluator.measure(wave, folds)
            verdicts = self._bounded(block.errors, weights)
            best = verdicts.variant[:, None, None]
            errors = np.take_along_axis(block.errors, best, axis=2)[:, :, 0]
            errors /= block.weights
            errors[np.isinf(errors)] = FAILED
            paid = _paid(wave, verdicts, np.cumsum(block.cost, axis=1))
            yield from zip(paid.each(), errors, strict=True)

    def _bounded(self, errors: FloatArray, weights: FloatArray) -> Verdicts:
        # Summed in order, as in `_judged`: errors of all folds are the same there.
        sums = np.cumsum(errors, axis=1)[:, -1] / self._total
        n_folds, complete = errors.shape[1], errors.shape[1] == len(weights)
        error = sums.min(axis=1)
        if not (complete or self.rejects):
            error = np.full(len(errors), -math.inf)
        every = np.ones(len(errors), dtype=np.bool_)
        return Verdicts(
            error, n_folds * every, complete & every, sums.argmin(axis=1), ~every
        )

    @property
    def _most(self) -> int:
        return self.lookahead or self.evaluator.portion.most

    def _first_width(self, request: Evaluate) -> int:
        portion = self.evaluator.portion
        if request.need == "first":
            return portion.first
        # The best so far rejects others sooner, but has to be measured first.
        return portion.best if request.need == "best" else self._most

    def _next_width(self, request: Evaluate, width: int) -> int:
        if request.need != "best":
            return 2 * width
        # There is a bound now; that of many will hardly become better.
        pairs = self.evaluator.portion.pairs
        return self._most if width >= MANY else max(2 * width, pairs)

    def _judged(
        self, wave: list[Subset], limit: float, request: Evaluate
    ) -> tuple[Paid, _Accepted | None]:
        """Return the verdicts on a wave, and what of them is accepted, if any."""
        n_folds = len(self.evaluator.weights)
        # Without a bound to exceed, no fold can prove anything.
        blind = not self.rejects or limit == math.inf or request.need == "all"
        if not (blind or self._at_once(wave) >= n_folds * len(wave)):
            return self._judged_by_fold(wave, limit, request)
        block = self.evaluator.measure(wave, range(n_folds))
        costs = block.cost.cumsum(axis=1)
        partial = block.errors.cumsum(axis=1) / self._total
        if len(wave) <= FEW and partial.shape[2] == 1:
            rows = partial[:, :, 0].tolist()
            judged = judge_few(rows, limit, request.need, self.rejects)
            few = [
                Evaluation(subset, *verdict)
                for subset, verdict in zip(wave, judged, strict=True)
            ]
            return Paid(few, costs.tolist()), _accepted_of_few(few, limit)
        if not self.rejects:
            partial[:, :-1] = -math.inf  # a part of the folds proves nothing
        verdicts = judge(partial, n_folds, limit, request.need)
        return _paid(wave, verdicts, costs), _accepted(verdicts, limit)

    def _at_once(self, wave: list[Subset]) -> int:
        """Return how many pairs are best measured at once."""
        portion = self.evaluator.portion
        if portion.moves and _are_moves(wave):
            return portion.moves * len(self.evaluator.weights)
        return portion.pairs

    def _judged_by_fold(
        self, wave: list[Subset], limit: float, request: Evaluate
    ) -> tuple[Paid, _Accepted | None]:
        """Return the same, but give up candidates as soon as folds prove it."""
        n_folds = len(self.evaluator.weights)
        errors = np.full((len(wave), n_folds, self.evaluator.n_variants), math.inf)
        cost = np.zeros((len(wave), n_folds))
        alive, done = np.arange(len(wave)), 0
        while done < n_folds and len(alive):
            step = max(1, self.evaluator.portion.pairs // len(alive))
            folds = range(done, min(done + step, n_folds))
            self._measure(wave, alive, folds, errors, cost)
            done = folds.stop
            partial = np.cumsum(errors, axis=1) / self._total
            verdicts = judge(partial, done, limit, request.need)
            alive = alive[~verdicts.rejected[alive]]
        costs = np.cumsum(cost, axis=1)
        return _paid(wave, verdicts, costs), _accepted(verdicts, limit)

    def _measure(
        self,
        wave: list[Subset],
        alive: np.ndarray[tuple[int], np.dtype[np.intp]],
        folds: range,
        errors: FloatArray,
        cost: FloatArray,
    ) -> None:
        block = self.evaluator.measure([wave[i] for i in alive], folds)
        errors[alive, folds.start : folds.stop] = block.errors
        cost[alive, folds.start : folds.stop] = block.cost


def _are_moves(wave: list[Subset]) -> bool:
    """Say whether some candidates differ in one variable from the same subset.

    It may err, for it looks at three, but that costs only time.
    """
    if len(wave) <= FEW:
        return False
    return all(wave[0].distance(wave[i]) == 2 for i in (1, -1))


def _accepted_of_few(verdicts: list[Evaluation], limit: float) -> _Accepted | None:
    passed = [i for i, v in enumerate(verdicts) if v.complete and v.error <= limit]
    # Without a limit a subset that failed would pass, its error infinite.
    passed = [i for i in passed if verdicts[i].error < math.inf]
    if not passed:
        return None
    return _Accepted(passed[0], min(verdicts[i].error for i in passed))


def _accepted(verdicts: Verdicts, limit: float) -> _Accepted | None:
    errors = np.where(verdicts.complete, verdicts.error, math.inf)
    passed = (errors <= limit) & (errors < math.inf)
    if not passed.any():
        return None
    return _Accepted(int(passed.argmax()), float(errors[passed].min()))


def _paid(wave: list[Subset], verdicts: Verdicts, cost: FloatArray) -> Paid:
    fields = (
        wave,
        verdicts.error.tolist(),
        verdicts.n_folds.tolist(),
        verdicts.complete.tolist(),
        verdicts.variant.tolist(),
    )
    # As Evaluation._make does, which is Python and takes twice as long.
    make = partial(tuple.__new__, Evaluation)
    return Paid([*map(make, zip(*fields, strict=True))], _rows(cost))


def _rows(cost: FloatArray) -> list[list[float]]:
    """Return rows as lists; of many that are alike, one list, which nobody changes."""
    if len(cost) > FEW and (cost == cost[0]).all():
        return [cost[0].tolist()] * len(cost)
    rows: list[list[float]] = cost.tolist()
    return rows
