"""What a report measures beyond the search, if it takes no long time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wrapsel.engine import SearchResult, Substitutes, errors_without, substitutes
from wrapsel.engine.fold_errors import HONEST_DRAWS
from wrapsel.evaluation import Problem, Store

CANDIDATES = 20  # that may stand in for a chosen variable: the most alike
MOST_VARIABLES = 2000  # of which the most alike are found in a second or so


@dataclass(frozen=True)
class Measured:
    """What is known of each chosen variable.

    Parameters
    ----------
    error : float, optional
        Of the chosen variables, on folds drawn anew.
    without : mapping of name to float
        The errors without each of them.
    substitutes : Substitutes, optional
        What can stand in for each of them.
    """

    error: float | None = None
    without: Mapping[Any, float] = field(default_factory=dict)
    substitutes: Substitutes | None = None


def measured(
    result: SearchResult,
    problem: Problem | None,
    max_seconds: float,
    store: Store | str | Path | None,
    n_jobs: int | None,
) -> Measured:
    """Measure what is expected to take at most so many seconds each."""
    n = len(result.subset)
    if problem is None or not n:
        return Measured()
    options: dict[str, Any] = {"store": store, "n_jobs": n_jobs}
    n_folds = len(problem.folds) * len(HONEST_DRAWS)
    spent = result.spending
    if (n + 1) * n_folds * spent.seconds / max(spent.fits, 1) > max_seconds:
        return Measured()
    start = time.perf_counter()
    error, without = errors_without(problem, result.subset, **options)
    a_subset = (time.perf_counter() - start) / (len(without) + 1)
    n_other = min(CANDIDATES, len(result.names) - n)
    if not n_other or len(result.names) > MOST_VARIABLES:
        return Measured(error, without)
    if n * n_other * a_subset > max_seconds:
        return Measured(error, without)
    options["n_candidates"] = CANDIDATES
    found = substitutes(problem, result.subset, **options)
    return Measured(error, without, found)
