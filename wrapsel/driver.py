"""Driving a strategy by hand: ask it for a subset, tell it the error."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import Any

import numpy as np

from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Measure,
    Rank,
    SearchSpace,
    SearchStrategy,
)
from wrapsel.subset import Subset
from wrapsel.words import ChecksWords

Questions = Generator[Subset | Rank, Any, Any]


class Driver(ChecksWords):
    """A search whose errors you measure yourself, however and whenever you like.

    Parameters
    ----------
    strategy : SearchStrategy
    space : SearchSpace or int
        A number of variables stands for all of them, at a cost of n for n variables.
    random_state : int, default=0
        Of the strategy's draws.

    Attributes
    ----------
    path : list of Evaluation
        What the strategy has kept so far; the last one is its result.
    stopped_by : str or None
        Why the search ended; None while it runs.

    Examples
    --------
    >>> from wrapsel.search import Forward
    >>> driver = Driver(Forward(n_features_to_select=1), 3)
    >>> while (subset := driver.ask()) is not None:
    ...     driver.tell(0.1 if 2 in subset else 0.5)
    >>> list(driver.best.subset)
    [2]
    """

    def __init__(
        self, strategy: SearchStrategy, space: SearchSpace | int, random_state: int = 0
    ) -> None:
        if not isinstance(space, SearchSpace):
            space = SearchSpace(Subset.full(space), float)
        self.path: list[Evaluation] = []
        self.stopped_by: str | None = None
        self._known: dict[Subset, float] = {}
        self._questions = self._ask(
            strategy.search(space, np.random.default_rng(random_state))
        )
        self._pending = next(self._questions, None)

    @property
    def best(self) -> Evaluation:
        """What was kept last."""
        return self.path[-1]

    def ask(self) -> Subset | Rank | None:
        """Return the next subset, or None at the end; the same one until `tell`.

        A `Rank` asks for the importances of the variables of its subset. No subset is
        asked for twice.
        """
        return self._pending

    def tell(self, answer: Any) -> None:
        """Answer with the error of the subset, or with importances.

        Raises
        ------
        ValueError
            If nothing was asked, or an error is not a number.
        """
        if self._pending is None:
            raise ValueError("nothing was asked: the search has ended")
        if isinstance(self._pending, Subset) and math.isnan(answer):
            raise ValueError(f"an error must be a number, got {answer}")
        try:
            self._pending = self._questions.send(answer)
        except StopIteration:
            self._pending = None

    def _ask(self, search: Any) -> Questions:
        reply: Any = None
        while True:
            try:
                request = search.send(reply)
            except StopIteration as end:
                self.stopped_by = end.value or "strategy"
                return
            reply = yield from self._answer(request)

    def _answer(self, request: Any) -> Questions:
        if isinstance(request, Keep):
            self.path.append(request.evaluation)
            return None
        if isinstance(request, Measure):
            return (yield from self._errors(request))
        if isinstance(request, Rank):
            return np.asarray((yield request), dtype=np.float64)
        return (yield from self._verdicts(request))

    def _errors(self, request: Measure) -> Questions:
        """Answer with the error as that of a single fold; there is no other draw."""
        if request.draw:
            return np.empty((0, 1))
        verdicts = yield from self._verdicts(Evaluate(request.candidates))
        return np.array([[verdict.error] for verdict in verdicts])

    def _verdicts(self, request: Evaluate) -> Questions:
        accept = math.inf if request.accept is None else request.accept
        verdicts = []
        for subset in request.candidates:
            if subset not in self._known:
                self._known[subset] = float((yield subset))
            verdicts.append(Evaluation(subset, self._known[subset], n_folds=1))
            if request.need == "first" and verdicts[-1].error <= accept:
                break
        return verdicts
