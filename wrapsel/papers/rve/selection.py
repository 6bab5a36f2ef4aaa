"""One selection of tables 6 to 9, on one fold or with one seed."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.engine import Judged, select
from wrapsel.evaluation import Problem, holdout_error
from wrapsel.evaluation.folds import Spread
from wrapsel.filters import GainRatio
from wrapsel.learner import load_learner
from wrapsel.papers.experiment import Result
from wrapsel.papers.rve.costs import cost_of, cost_of_all
from wrapsel.papers.rve.repeated import Repeated
from wrapsel.papers.rve.rows import Numbers, Rows, divided
from wrapsel.protocol import SearchStrategy
from wrapsel.search import Auto, Backward, FilterPath, Forward, GroupTesting, RVErS
from wrapsel.subset import Subset

INNER = 5  # folds
BAYES = "wrapsel.papers.mitchell_bayes.MitchellBayes"
LEARNERS = {"Bayes": BAYES, "C4.5": "c45"}


def select_once(
    name: str,
    learner: str,
    selection: str,
    run: int,
    data: Path | None = None,
    numbers: Numbers = "names",
    draws: int = 1,
    **options: Any,
) -> Result:
    """Select on one outer fold, or on the training rows given with one seed.

    Parameters
    ----------
    name : str
        The data set.
    learner : {"Bayes", "C4.5"}
    selection : str
        As in the tables: "none", "r_max=50", "k=1", "forward", "backward", "filter";
        and "GroupTesting" and "Auto".
    run : int
        The fold, where there are no test rows; the seed.
    data : Path, optional
        The folder of data sets.
    numbers : {"names", "bins"}, default="names"
        What naive Bayes takes numbers for.
    draws : int, default=1
        Draws of folds by which a subset is judged, as many as it needs.
    **options
        Of `RVErS`.
    """
    rows = divided(name, learner, run, data, numbers)
    problem = problem_of(rows, learner, run)
    if selection == "none":
        return _without(problem, rows)
    judged: list[Subset] = []
    strategy = strategy_of(selection, problem.n_variables, **options)
    began = time.process_time()
    result = select(
        problem,
        strategy if draws == 1 else Repeated(strategy, INNER, draws),
        ranker=None if selection != "filter" else ranker_of(rows),
        random_state=run,
        honest=False,
        on_event=lambda event: _note(event, judged),
    )
    seconds = time.process_time() - began
    steps = {"forward": len(result.path), "backward": len(result.path) + 1}
    del judged[0]  # of all variables, to compare with: not asked for by the strategy
    evals = sum(len(subset) > 0 for subset in judged)
    return {
        "iters": steps.get(selection, evals),
        "subset_evals": evals,
        "inputs": len(result.subset),
        "error_percent": 100 * test_error(problem, result.subset, rows),
        "seconds": seconds,
        "cost": cost_of(problem, judged),
    }


def strategy_of(selection: str, n_variables: int, **options: Any) -> SearchStrategy:
    """Return the strategy of a row of the tables.

    Examples
    --------
    >>> strategy_of("r_max=50", 180).r_max
    50
    """
    if selection == "k=1":
        return RVErS(k=1, **options)
    if selection.startswith("r_max="):
        r_max = min(int(selection.removeprefix("r_max=")), n_variables)
        return RVErS(r_max=r_max, **options)
    plain: dict[str, SearchStrategy] = {
        "forward": Forward(),
        "backward": Backward(),
        "filter": FilterPath(),
        "GroupTesting": GroupTesting(),
        "Auto": Auto(),
    }
    return plain[selection]


def problem_of(rows: Rows, learner: str, seed: int) -> Problem:
    """Return what a search measures: five folds of the training rows."""
    made = load_learner(LEARNERS[learner])
    return Problem(made, rows.X, rows.y, Spread(INNER), random_state=seed)


def ranker_of(rows: Rows) -> Any:
    """Return the gain ratio on the rows as they were named."""
    return lambda X, y: GainRatio()(rows.named, y)


def _note(event: Any, judged: list[Subset]) -> None:
    if isinstance(event, Judged):
        judged.append(event.evaluation.subset)


def _without(problem: Problem, rows: Rows) -> Result:
    full = Subset.full(problem.n_variables)
    began = time.process_time()
    error = test_error(problem, full, rows)
    return {
        "inputs": len(full),
        "error_percent": 100 * error,
        "seconds": time.process_time() - began,
        "cost": cost_of_all(problem),
    }


def test_error(problem: Problem, subset: Subset, rows: Rows) -> float:
    """Return the error on the test rows; without a variable, of the largest class."""
    if not len(subset):
        classes, counts = np.unique(rows.y, return_counts=True)
        return float(np.mean(rows.y_test != classes[counts.argmax()]))
    return holdout_error(problem, subset, rows.X_test, rows.y_test)
