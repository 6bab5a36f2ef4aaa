"""What each chosen variable is worth: the error without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from wrapsel.engine.evaluators import Evaluators
from wrapsel.engine.fold_errors import on_honest_draws
from wrapsel.engine.waves import Waves
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.stores.stored import Store
from wrapsel.protocol import Evaluate
from wrapsel.subset import Subset


def errors_without(
    problem: Problem,
    subset: Subset,
    *,
    store: Store | str | Path | None = None,
    n_jobs: int | None = 1,
) -> tuple[float, dict[Any, float]]:
    """Return the error of a subset, and the error without each of its variables.

    Errors are means over folds drawn anew, if they can be drawn. Of a single variable,
    there is none without it.

    Parameters
    ----------
    problem : Problem
    subset : Subset
    store, n_jobs
        As in `select`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> error, without = errors_without(problem, Subset.of([0, 3], 4))
    >>> round(error, 3), {name: round(e, 3) for name, e in without.items()}
    (0.043, {'x0': 0.048, 'x3': 0.275})
    """
    every = list(subset) if len(subset) > 1 else []
    others = [subset - Subset.of([i], subset.n_variables) for i in every]
    with Evaluators(on_honest_draws(problem), store, n_jobs) as evaluators:
        waves = Waves(evaluators.stored)
        own, *rest = [v.error for v, _ in waves.verdicts(Evaluate([subset, *others]))]
    return own, dict(zip((problem.names[i] for i in every), rest, strict=True))
