"""What `wrapsel select` can be asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

SCALES = ("range", "standard")
ON_FAILURE = ("raise", "reject")
BACKENDS = ("loky", "threading", "dask", "ray")
HONEST = ("auto", "nested", "redrawn", "none")


@dataclass(frozen=True)
class Options:
    """The options of a search, by their names on the command line.

    Parameters
    ----------
    source : str
    target, split, test, nominal, decimal, reader : str, optional
    max_bytes : int
        As in `wrapsel.datasets.load`.
    learner : str, optional
        A name; by default naive Bayes for classes, ridge regression for numbers.
    search : str
        A name.
    learner_params, search_params : sequence of (str, value)
    preselect : str, optional
        A ranker and how many variables to keep, as NAME:N or NAME:auto; NAME alone
        only ranks.
    required, forbidden, start : str, optional
        Names of variables, with commas between them.
    variables : str, optional
        A file that says which columns are one variable, or prefix:SEPARATOR.
    prices, needs : str, optional
        Files that say what variables cost, and which others they need.
    max_price : number, optional
        What the selected variables may cost.
    price_weight : number
        What a unit of price adds to an error.
    cv : int
        Number of folds.
    scoring : str, optional
        By default the accuracy for classes, the mean squared error for numbers. Of
        several names with commas between them, the first one leads.
    aggregate : {"mean", "pooled"}
    groups : str, optional
        The column that says which rows stay together in the folds.
    sample_weight : str, optional
        The column that says what rows weigh as the learner is fitted.
    weigh_errors : bool
        Whether rows weigh as much in the errors, too.
    random_state : int
        Of the folds, the learner, the search and the rows kept aside.
    n_jobs : int
        Processes.
    backend, scheduler : str, optional
        Which workers, as in `wrapsel.select`.
    lookahead : int, optional
        Candidates in the widest wave.
    max_evaluations, max_cost, max_seconds : number, optional
        The budget.
    on_failure : {"raise", "reject"}
        Whether a failure of the learner ends the search, or makes its subset fail.
    fit_seconds : number, optional
        Limit of one fit.
    holdout : float, optional
        Part of the rows kept aside as the test set, in (0, 1).
    scale : {"range", "standard"}, optional
        How numeric variables are scaled.
    honest : {"auto", "nested", "redrawn", "none"}
        How the honest error is made, as in `wrapsel.select`.
    store, json, report, history : str, optional
        Paths.
    quiet : bool
        Whether to show neither progress nor table.

    Examples
    --------
    >>> Options("digits", holdout=0.25).search
    'auto'
    """

    source: str
    target: str | None = None
    split: str | None = None
    test: str | None = None
    nominal: str | None = None
    decimal: str | None = None
    reader: str | None = None
    max_bytes: int = 2**30
    learner: str | None = None
    learner_params: Sequence[tuple[str, Any]] = ()
    search: str = "auto"
    search_params: Sequence[tuple[str, Any]] = ()
    preselect: str | None = None
    required: str | None = None
    forbidden: str | None = None
    start: str | None = None
    variables: str | None = None
    prices: str | None = None
    max_price: float | None = None
    price_weight: float = 0.0
    needs: str | None = None
    cv: int = 5
    scoring: str | None = None
    aggregate: str = "mean"
    groups: str | None = None
    sample_weight: str | None = None
    weigh_errors: bool = False
    random_state: int = 0
    n_jobs: int = 1
    backend: str | None = None
    scheduler: str | None = None
    lookahead: int | None = None
    max_evaluations: int | None = None
    max_cost: float | None = None
    max_seconds: float | None = None
    on_failure: str = "raise"
    fit_seconds: float | None = None
    holdout: float | None = None
    scale: str | None = None
    honest: str = "auto"
    store: str | None = None
    json: str | None = None
    report: str | None = None
    history: str | None = None
    quiet: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.random_state < 2**31:
            raise ValueError(
                f"--random-state must be in 0..{2**31 - 1}, got {self.random_state}"
            )
        if self.n_jobs == 0:
            raise ValueError("--n-jobs must not be 0; -1 is one for each core")
        if self.fit_seconds is not None and not 0 < self.fit_seconds < math.inf:
            raise ValueError(f"--fit-seconds must be above 0, got {self.fit_seconds}")
        if self.weigh_errors and self.sample_weight is None:
            raise ValueError("--weigh-errors needs --sample-weight COLUMN")
        if self.holdout is None:
            return
        if not 0 < self.holdout < 1:
            raise ValueError(f"--holdout must be in (0, 1), got {self.holdout}")
        if self.split is not None or self.test is not None:
            raise ValueError(
                "--holdout must not come with --split or --test, "
                "which give test rows already"
            )
