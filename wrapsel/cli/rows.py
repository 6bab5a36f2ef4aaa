"""Columns that are no variables: what rows weigh, and which belong together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets import Dataset
from wrapsel.errors import unknown
from wrapsel.evaluation.table import is_frame


def taken(
    dataset: Dataset, column: str | None
) -> tuple[Dataset, NDArray[Any] | None, NDArray[Any] | None]:
    """Return the data set without a column, and its values in training and test rows.

    Raises
    ------
    ValueError
        If there is no such column.

    Examples
    --------
    >>> from wrapsel.datasets import load
    >>> wine, values, _ = taken(load("wine"), "hue")
    >>> wine.n_variables, values.shape
    (12, (178,))
    """
    if column is None:
        return dataset, None, None
    values = column_of(dataset, column)
    X_test = dataset.X_test
    tested = None if X_test is None else np.asarray(X_test[column])
    rest = None if X_test is None else X_test.drop(columns=column)
    return (
        replace(dataset, X=dataset.X.drop(columns=column), X_test=rest),
        values,
        tested,
    )


def column_of(dataset: Dataset, column: str) -> NDArray[Any]:
    """Return the values of a column in the training rows."""
    names = [str(name) for name in dataset.names] if is_frame(dataset.X) else []
    if column not in names and Path(column).suffix == ".json":
        raise ValueError(
            f"--groups and --sample-weight name a column, got {column!r}; a file of "
            f"groups of variables is given as --variables {column}"
        )
    if column not in names:
        raise ValueError(unknown("column", column, names))
    return np.asarray(dataset.X[column])
