"""Rows that are kept aside as test rows."""

from __future__ import annotations

from dataclasses import replace

from wrapsel.cli.rows import column_of
from wrapsel.datasets import Dataset


def keep_aside(
    dataset: Dataset,
    part: float,
    random_state: int,
    stratify: bool,
    groups: str | None = None,
) -> Dataset:
    """Return the data set with a part of its rows as test rows.

    With a column of `groups` it is a part of them, with all their rows.

    Examples
    --------
    >>> from wrapsel.datasets import load
    >>> keep_aside(load("iris"), 0.2, random_state=0, stratify=True)
    120 rows, 4 variables (0 nominal), target "target", 30 test rows
    """
    from sklearn.model_selection import GroupShuffleSplit, train_test_split

    if dataset.X_test is not None:
        raise ValueError("--holdout must not come with data that has test rows")
    if groups is not None:
        splitter = GroupShuffleSplit(1, test_size=part, random_state=random_state)
        parts = splitter.split(dataset.X, groups=column_of(dataset, groups))
        [(train, test)] = parts
        X, y = dataset.X, dataset.y
        kept = {"X": X.iloc[train], "y": y[train]}
        return replace(dataset, **kept, X_test=X.iloc[test], y_test=y[test])
    X, X_test, y, y_test = train_test_split(
        dataset.X,
        dataset.y,
        test_size=part,
        random_state=random_state,
        stratify=dataset.y if stratify else None,
    )
    return replace(dataset, X=X, y=y, X_test=X_test, y_test=y_test)
