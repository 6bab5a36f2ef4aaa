"""The training and test rows of a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from wrapsel.datasets import Dataset, load
from wrapsel.evaluation.folds import Spread, draw_folds
from wrapsel.evaluation.table import take_rows
from wrapsel.papers.rve.bins import coded
from wrapsel.papers.sources import SOURCES, read_source

OUTER = 10  # folds
# Their C4.5 errs in 43 % on opt-digits, as a tree does for which numbers are names.
NAMES_FOR_TREES = ("mfeat-pix", "optdigits", "monks-2")
Numbers = Literal["names", "bins"]


@dataclass(frozen=True)
class Rows:
    """Training and test rows as a learner takes them, and as a filter does."""

    X: Any
    y: Any
    X_test: Any
    y_test: Any
    named: Any


def divided(
    name: str,
    learner: str,
    run: int,
    data: Path | None,
    numbers: Numbers = "names",
) -> Rows:
    """Return the rows of a run; `numbers` is what naive Bayes takes numbers for."""
    is_bayes = learner == "Bayes"
    as_names = numbers == "names" if is_bayes else name in NAMES_FOR_TREES
    rows = _in_two(_table(name, data, as_names), run)
    if not is_bayes:
        return rows
    X, X_test = coded(rows.X, rows.y, rows.X_test)
    return replace(rows, X=X, X_test=X_test)


def has_test_rows(name: str) -> bool:
    """Whether the paper takes the test rows given, and no folds."""
    return name in SOURCES and SOURCES[name].is_split


def _table(name: str, data: Path | None, as_names: bool) -> Dataset:
    if name == "LED":
        table = load("make:led150?n_samples=2000")
        X = table.X.astype(int).astype("category")
        return replace(table, X=X, y=table.y.astype(str))
    table = read_source(name, data, as_names)
    if name == "monks-2":
        return replace(table, X=_local(table.X), X_test=_local(table.X_test))
    return table


def _in_two(table: Dataset, run: int) -> Rows:
    if table.X_test is not None:
        return Rows(table.X, table.y, table.X_test, table.y_test, table.X)
    folds = draw_folds(Spread(OUTER), table.X, table.y, None, 0, stratify=True)
    train, test = folds[run]
    X, X_test = take_rows(table.X, train), take_rows(table.X, test)
    return Rows(X, table.y[train], X_test, table.y[test], X)


def _local(X: Any) -> Any:
    """Return a Boolean variable for each value of each variable."""
    import pandas as pd

    return pd.get_dummies(X.astype(str)).astype("category")
