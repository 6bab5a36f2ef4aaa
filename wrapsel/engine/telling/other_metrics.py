"""What other metrics say of a result: measured once it is there, beside the search."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wrapsel.engine.evaluators import Evaluators
from wrapsel.engine.limits.limits import limits_of
from wrapsel.engine.limits.measured import front
from wrapsel.engine.one_search import confined, constant_of, evaluators_of
from wrapsel.engine.options import SearchOptions
from wrapsel.engine.result import SearchResult
from wrapsel.engine.space import allowed
from wrapsel.engine.telling.by_metric import MetricErrors
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import Evaluation, FloatArray, SearchStrategy
from wrapsel.subset import Subset

Errors = dict[Subset, FloatArray]  # of shape (n_variants,)


@dataclass(frozen=True)
class OtherMetrics:
    """The metrics of a problem that do not lead, each with the error of all variables.

    That error is measured before the search, so that a learner that a metric cannot
    judge is known then, and not after hours.

    Parameters
    ----------
    problem : Problem
        With all its metrics.
    options : SearchOptions
        Which say how to measure, and what the subsets may be.
    known : sequence of dict
        The errors of all allowed variables, by each of the metrics but the first.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> problem = Problem(GaussianNB(), X, y, scoring=["accuracy", "roc_auc_ovr"])
    >>> len(OtherMetrics.begun(problem, None, SearchOptions()).known)
    1
    """

    problem: Problem
    options: SearchOptions
    known: Sequence[Errors]

    @classmethod
    def begun(
        cls, problem: Problem, strategy: SearchStrategy | None, options: SearchOptions
    ) -> OtherMetrics:
        """Measure all allowed variables by each of the metrics but the first.

        What the search itself would refuse is refused before.
        """
        confined(problem, strategy, options)
        limits_of(problem, options)
        every = allowed(problem, options.forbidden)
        begun = cls(problem, options, ())
        others = [begun._errors(name, [every]) for name in problem.metrics[1:]]
        return replace(begun, known=others)

    def added_to(self, result: SearchResult) -> SearchResult:
        """Return a result with what each metric says, the one that leads first."""
        verdicts = _that_matter(result)
        told = [self._leading(result, verdicts)]
        for name, known in zip(self.problem.metrics[1:], self.known, strict=True):
            told.append(self._measured(name, known, result, verdicts))
        return replace(result, by_metric=tuple(told))

    def _leading(
        self, result: SearchResult, verdicts: Sequence[Evaluation]
    ) -> MetricErrors:
        name, best = self.problem.metrics[0], result.best
        said = MetricErrors(
            name, best, result.reference, best, result.constant, tuple(verdicts)
        )
        return self._scoring(said)

    def _measured(
        self,
        name: str,
        known: Errors,
        result: SearchResult,
        verdicts: Sequence[Evaluation],
    ) -> MetricErrors:
        some = [v.subset for v in verdicts if v.subset and v.subset not in known]
        errors = known | self._errors(name, some)
        constant = None if result.constant is None else self._constant(name)
        nothing = math.nan if constant is None else constant.error
        judged = {
            v.subset: v._replace(
                error=float(errors[v.subset][v.variant]) if v.subset else nothing
            )
            for v in verdicts
        }
        best = judged[result.subset]
        return self._scoring(
            MetricErrors(
                name,
                best,
                judged[result.reference.subset],
                self._choice(result, best, judged.values()),
                constant,
                tuple(v for v in judged.values() if not math.isnan(v.error)),
            )
        )

    def _choice(
        self, result: SearchResult, best: Evaluation, judged: Iterable[Evaluation]
    ) -> Evaluation:
        """Return the verdict with the smallest error, with fewest variables on a tie.

        No variable, and all of them, only if the search has kept them.
        """
        limits = limits_of(self.problem, self.options)
        kept = {verdict.subset for verdict in result.path}
        special = {result.reference.subset, Subset.empty(len(result.names))} - kept
        found = [
            v
            for v in judged
            if v.subset not in special
            and math.isfinite(v.error)
            and (limits is None or limits.allows(v.subset))
        ]
        price = (lambda s: 0.0) if limits is None else limits.price
        return min(
            found,
            key=lambda v: (v.error, price(v.subset), len(v.subset)),
            default=best,
        )

    def _scoring(self, said: MetricErrors) -> MetricErrors:
        metric = self.problem.by_metric(said.name).criterion
        return replace(said, optimum=metric.score(0.0), sign=metric.sign)

    def _errors(self, name: str, subsets: Sequence[Subset]) -> Errors:
        """Measure subsets on the folds of the search, by the ordinary evaluator."""
        if not subsets:
            return {}
        with self._evaluators(name) as evaluators:
            stored = evaluators.stored
            block = stored.measure(subsets, range(len(stored.weights)))
        # In the order of the folds, as verdicts are summed.
        sums = np.cumsum(block.errors, axis=1)[:, -1] / block.weights.sum()
        return dict(zip(subsets, sums, strict=True))

    def _constant(self, name: str) -> Evaluation | None:
        with self._evaluators(name) as evaluators:
            return constant_of(evaluators)

    def _evaluators(self, name: str) -> Evaluators:
        return evaluators_of(self.problem.by_metric(name), self.options)


def _that_matter(result: SearchResult) -> list[Evaluation]:
    """Return the verdicts on frontiers, the answer, all variables and none."""
    prices, constant = result.prices, result.constant
    found = front(result.known, lambda v: len(v.subset))
    if prices is not None:
        found += front(result.known, lambda v: prices.of(v.subset))
    found += [result.reference, *([] if constant is None else [constant]), result.best]
    return list({verdict.subset: verdict for verdict in found}.values())
