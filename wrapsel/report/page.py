"""The page: what is on it, and where it is written."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from wrapsel.engine import History, SearchResult
from wrapsel.engine.telling.frontier import exact_verdicts
from wrapsel.evaluation import Problem, Store
from wrapsel.evaluation.metrics.formula import error_formula
from wrapsel.report import errors, figures, subsets, variables
from wrapsel.report.about import About
from wrapsel.report.cautions import cautions
from wrapsel.report.measured import Measured, measured
from wrapsel.report.template import render

MAX_SECONDS = 10.0  # of what is measured for a report alone, each


def html(
    result: SearchResult,
    problem: Problem | None = None,
    *,
    history: History | None = None,
    test_errors: errors.TestErrors | None = None,
    about: About | None = None,
    store: Store | str | Path | None = None,
    n_jobs: int | None = 1,
    max_seconds: float = MAX_SECONDS,
) -> str:
    """Return a result as one HTML page that needs nothing else.

    Parameters
    ----------
    result : SearchResult
    problem : Problem, optional
        That was searched. With it, the page tells the data and the learner, what is
        lost without each chosen variable, and which others could stand in for it.
    history : History, optional
        Of the search; with it, the page compares all subsets that were measured.
    test_errors : dict of str to pair of float, optional
        On test rows, by each metric, the one that leads first: with all variables, with
        the selected ones.
    about : About, optional
        Where the result comes from, and how to repeat it.
    store, n_jobs
        As in `select`.
    max_seconds : float, default=10.0
        What is expected to take longer is not measured.

    Raises
    ------
    ImportError
        If jinja2 is missing.

    Examples
    --------
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> every = Evaluation(Subset.full(2), 0.25, 5)
    >>> one = Evaluation(Subset.of([1], 2), 0.125, 5)
    >>> result = SearchResult((one,), every, Spending(), "strategy", ("a", "<b>"))
    >>> "1 of 2 variables predicts better than all: &lt;b&gt;." in html(result)
    True
    """
    known = measured(result, problem, max_seconds, store, n_jobs)
    return render(
        result=result,
        about=about or About(),
        problem=problem,
        facts=_facts(result, problem, about or About()),
        answer=result.answer,
        formula="error" if problem is None else error_formula(problem.criterion),
        cautions=_cautions(result, problem, known),
        **_of_errors(result, problem, test_errors or {}),
        **_of_variables(result, known),
        **_of_subsets(result, problem, history),
    )


def write(
    result: SearchResult,
    path: str | Path,
    problem: Problem | None = None,
    **options: Any,
) -> None:
    """Write the page of `html` to a file; parameters as there.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from wrapsel import Evaluation, Spending, Subset
    >>> every = Evaluation(Subset.full(2), 0.25, 5)
    >>> result = SearchResult((), every, Spending(), "strategy", ("a", "b"))
    >>> with TemporaryDirectory() as folder:
    ...     write(result, Path(folder, "out.html"))
    ...     Path(folder, "out.html").read_text(encoding="utf-8")[:15]
    '<!doctype html>'
    """
    Path(path).write_text(html(result, problem, **options), encoding="utf-8")


def _of_errors(
    result: SearchResult, problem: Problem | None, test_errors: errors.TestErrors
) -> dict[str, Any]:
    rows = errors.rows(result, test_errors)
    per_row = problem is not None and problem.criterion.of_labels
    return {
        "errors": rows,
        "test_errors": test_errors,
        "axis": errors.axis(rows),
        "meaning": errors.meaning(result, per_row),
    }


def _of_variables(result: SearchResult, known: Measured) -> dict[str, Any]:
    n_outer = 0 if result.honest is None else result.honest.n_outer
    return {
        "chosen": variables.chosen(result, known),
        "others": variables.others(result),
        "n_outer": n_outer,
        "sizes": _range(result.honest.sizes) if n_outer and result.honest else "",
        "measured": known,
    }


def _range(sizes: Sequence[int]) -> str:
    low, high = min(sizes), max(sizes)
    return f"{low} to {high}" if low < high else str(low)


def _of_subsets(
    result: SearchResult, problem: Problem | None, history: History | None
) -> dict[str, Any]:
    found = exact_verdicts(result, history)
    margin = 0.0 if problem is None else problem.resolution
    return {
        "frontier": subsets.drawn(result, found),
        "as_good": subsets.as_good(result, found, margin),
        "has_history": history is not None,
    }


def _cautions(
    result: SearchResult, problem: Problem | None, known: Measured
) -> list[str]:
    n_samples = None if problem is None else len(problem.y)
    copies = None if known.substitutes is None else known.substitutes.copies
    return cautions(result, n_samples, copies)


def _facts(
    result: SearchResult, problem: Problem | None, about: About
) -> dict[str, str]:
    """Return data, settings, versions and time, by name."""
    spent = result.spending
    return {
        **about.facts,
        **({} if problem is None else _of_problem(problem)),
        "evaluations": f"{spent.evaluations:,} subsets, {spent.fits:,} trainings",
        "cost": f"{spent.cost:.4g}, in the learner's own unit",
        "time": figures.seconds(spent.seconds),
        "stopped by": result.stopped_by,
        "versions": f"wrapsel {version('wrapsel')}, Python {platform.python_version()}",
    }


def _of_problem(problem: Problem) -> dict[str, str]:
    classes = ""
    if problem.is_classification:
        classes = f", {len(problem.classes)} classes"
    return {
        "rows": f"{len(problem.y):,}{classes}",
        "variables": f"{problem.n_variables:,}",
        "learner": repr(problem.learner),
        "error": error_formula(problem.criterion),
        "folds": f"{len(problem.folds)}, {problem.aggregate} of their errors",
        "random_state": str(problem.random_state),
    }
