"""Whether the same call gives the same answer, as far as it hangs on the learner."""

from __future__ import annotations

import warnings
from dataclasses import replace

from wrapsel.engine.options import SearchOptions
from wrapsel.engine.result import SearchResult
from wrapsel.errors import SeedWarning
from wrapsel.evaluation.fits.repeating import may_differ, repeats
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.processes.threads import one_blas_thread
from wrapsel.evaluation.processes.workers import CLUSTERS


def told_repeatable(
    result: SearchResult, problem: Problem, options: SearchOptions, stacklevel: int = 2
) -> SearchResult:
    """Return the result with `SearchResult.repeatable`, where that can be asked.

    It is no part of the search: no budget pays for it, no store answers, and no
    workers do it, so that a search that was stopped and went on says the same.

    Warns
    -----
    SeedWarning
        If the learner draws from what cannot be seeded.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.engine.one_search import one_search
    >>> from wrapsel.search import Backward
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> options = SearchOptions()
    >>> result = one_search(problem, Backward(), options)
    >>> told_repeatable(result, problem, options).repeatable is None  # it is known
    True
    """
    subset = result.subset or result.reference.subset
    if not (_is_asked(problem, options) and _is_there_time(result, options)):
        return result
    with one_blas_thread():
        same = repeats(Fitter(problem), subset, result.best.variant)
    if not same:
        warnings.warn(_unseeded(problem), SeedWarning, stacklevel=stacklevel + 1)
    return replace(result, repeatable=same)


def _is_asked(problem: Problem, options: SearchOptions) -> bool:
    """Whether a fit may differ from another, and may be made in this process."""
    here = options.fit_seconds is None and options.backend not in CLUSTERS
    return here and may_differ(problem.learner)


def _is_there_time(result: SearchResult, options: SearchOptions) -> bool:
    seconds = None if options.budget is None else options.budget.seconds
    over = ("interrupt", "budget") if seconds is not None else ("interrupt",)
    return result.stopped_by not in over


def _unseeded(problem: Problem) -> str:
    name = type(problem.learner).__name__
    return (
        f"{name} predicts otherwise when it is fitted on the same rows again: it draws "
        "from what cannot be seeded, such as np.random.default_rng() or the clock, and "
        "the same call may give another answer. A parameter random_state gets a seed"
    )
