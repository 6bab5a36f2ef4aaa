"""Numeric variables on a common scale, for learners that depend on units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from wrapsel.datasets import Dataset


def scaled(dataset: Dataset, scale: str) -> Dataset:
    """Return the data set with its numeric variables scaled as its training rows say.

    "range" makes them 0 to 1, "standard" of mean 0 and standard deviation 1. A constant
    variable becomes 0, and what is missing stays so.
    """
    from sklearn.preprocessing import MinMaxScaler, StandardScaler

    numeric = [name for name in dataset.names if name not in set(dataset.nominal)]
    if not numeric:
        return dataset
    scaler = (MinMaxScaler if scale == "range" else StandardScaler)()
    scaler.fit(dataset.X[numeric].to_numpy())
    parts = {"X": dataset.X, "X_test": dataset.X_test}
    tables = {name: _scaled(scaler, numeric, part) for name, part in parts.items()}
    return replace(dataset, **tables)


def _scaled(scaler: Any, numeric: list[Any], table: Any) -> Any:
    if table is None:
        return None
    table = table.copy()
    table[numeric] = scaler.transform(table[numeric].to_numpy())
    return table
