"""Which variables could stand in for those that were chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.engine.evaluators import Evaluators
from wrapsel.engine.fold_errors import on_honest_draws
from wrapsel.engine.waves import Waves
from wrapsel.evaluation.association import are_copies, associations
from wrapsel.evaluation.given.asking import asks_problem
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.stores.stored import Store
from wrapsel.protocol import Evaluate, is_accepted
from wrapsel.subset import Subset
from wrapsel.words import checks_words

MOST_SHARED, MOST_FITTED = 1000, 20  # candidates by default, with a fast path or not


@dataclass(frozen=True)
class Substitutes:
    """The variables that could stand in for each chosen one.

    Parameters
    ----------
    error : float
        Of the chosen variables, over folds drawn anew.
    limit : float
        What an error is at most at no loss.
    found : dict of name to dict of name to float
        For each chosen variable, those that can take its place, and the error then;
        the lowest first.
    copies : dict of name to tuple of names
        For each chosen variable that has some, the variables with the same values.

    Examples
    --------
    >>> print(Substitutes(0.1, 0.102, {"a": {"c": 0.09, "d": 0.1}, "b": {}}, {}))
    error 0.1; at no loss (up to 0.102)
    a: c (0.09), d (0.1)
    b: none
    """

    error: float
    limit: float
    found: Mapping[Any, Mapping[Any, float]]
    copies: Mapping[Any, tuple[Any, ...]]

    def __str__(self) -> str:
        head = f"error {self.error:.4g}; at no loss (up to {self.limit:.4g})"
        return "\n".join([head, *(self._line(name) for name in self.found)])

    def _line(self, name: Any) -> str:
        found = [f"{other} ({e:.4g})" for other, e in self.found[name].items()]
        same = ", ".join(map(str, self.copies.get(name, ())))
        note = f"; the same values: {same}" if same else ""
        return f"{name}: {', '.join(found) or 'none'}{note}"


@asks_problem
@checks_words
def substitutes(
    problem: Problem,
    subset: Subset,
    *,
    tolerance: float = 0.002,
    n_candidates: int | None = None,
    store: Store | str | Path | None = None,
    n_jobs: int | None = 1,
) -> Substitutes:
    """Find the variables that could stand in for each one of a subset, at no loss.

    One at a time is exchanged, the others stay. Errors are means over folds drawn anew,
    if they can be drawn, so that luck on the folds of a search does not count.

    Parameters
    ----------
    problem : Problem
    subset : Subset
    tolerance : float, default=0.002
        How far an error may be above that of the subset; at least by one row.
    n_candidates : int, optional
        For each chosen variable, so many of the most alike: by Spearman's correlation,
        or by symmetric uncertainty if one is nominal. By default 1000 where subsets
        share fits, else 20.
    store, n_jobs
        As in `select`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> print(substitutes(problem, Subset.of([2], 4)))
    error 0.05067; at no loss (up to 0.05733)
    x2: x3 (0.048)
    """
    _check(problem, subset, tolerance, n_candidates)
    with Evaluators(on_honest_draws(problem), store, n_jobs) as evaluators:
        stored = evaluators.stored
        most = MOST_SHARED if evaluators.shares_fits else MOST_FITTED
        n = n_candidates or most
        waves = Waves(stored, rejects=problem.criterion.best is not None)
        [(own, _)] = waves.verdicts(Evaluate([subset]))
        limit = own.error + max(tolerance, problem.resolution)
        found = {
            problem.names[variable]: _at_no_loss(problem, waves, exchanged, limit)
            for variable, exchanged in _exchanges(problem, subset, n).items()
        }
    return Substitutes(own.error, limit, found, _copies(problem, subset))


def _check(
    problem: Problem, subset: Subset, tolerance: float, n_candidates: int | None
) -> None:
    if subset.n_variables != problem.n_variables:
        raise ValueError(
            f"subset must be of {problem.n_variables} variables, "
            f"got one of {subset.n_variables}"
        )
    if not tolerance >= 0:
        raise ValueError(f"tolerance must be at least 0, got {tolerance}")
    if n_candidates is not None and n_candidates < 1:
        raise ValueError(f"n_candidates must be at least 1, got {n_candidates}")


def _exchanges(
    problem: Problem, subset: Subset, n: int
) -> dict[int, dict[Subset, int]]:
    """Return, for each chosen variable, the subsets with another in its place."""
    outside = (Subset.full(problem.n_variables) - subset).indices()
    candidates = dict.fromkeys(subset, outside)
    if n < len(outside):
        candidates = _most_alike(problem, subset, outside, n)
    return {
        variable: {
            (subset - _alone(problem, variable)) | _alone(problem, other): int(other)
            for other in others
        }
        for variable, others in candidates.items()
    }


def _most_alike(
    problem: Problem, subset: Subset, outside: NDArray[np.intp], n: int
) -> dict[int, NDArray[np.intp]]:
    groups = problem.column_groups
    mine = problem.columns(subset).tolist()
    alike = dict(zip(mine, associations(problem.X, mine), strict=True))
    found = {}
    for variable in subset:
        columns = np.max([alike[column] for column in groups[variable]], axis=0)
        each = np.array([columns[groups[other]].max() for other in outside])
        found[variable] = outside[np.argsort(-each, kind="stable")[:n]]
    return found


def _alone(problem: Problem, variable: int) -> Subset:
    return Subset.of([variable], problem.n_variables)


def _at_no_loss(
    problem: Problem, waves: Waves, exchanged: dict[Subset, int], limit: float
) -> dict[Any, float]:
    request = Evaluate(list(exchanged), limit, "acceptable")
    verdicts = [verdict for verdict, _ in waves.verdicts(request)]
    kept = [verdict for verdict in verdicts if is_accepted(verdict, limit)]
    kept.sort(key=lambda verdict: verdict.error)
    return {problem.names[exchanged[v.subset]]: v.error for v in kept}


def _copies(problem: Problem, subset: Subset) -> dict[Any, tuple[Any, ...]]:
    groups, names = problem.column_groups, problem.names
    same = {
        names[mine]: tuple(
            names[other]
            for other in range(problem.n_variables)
            if other != mine and are_copies(problem.X, groups[mine], groups[other])
        )
        for mine in subset
    }
    return {name: others for name, others in same.items() if others}
