"""What is in a store as a Parquet file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.evaluation.stores.about import About
from wrapsel.evaluation.stores.contents import Row, contents, reading, rows

GROUP = 10_000  # rows in memory at once


def export(path: str | Path, to: str | Path) -> int:
    """Write a row for each subset of a store, the whole of it or nothing.

    Its columns: `problem`, the fingerprint; `learner` and `scoring`; `variables`, their
    numbers from 0, and their `names`; `size`; `folds`, how many are known; `error`, if
    all are; `fold_errors`, of the variant that is best on them, divided by the weights
    of the folds; and the `cost` of all. What the store was not told is null.

    Parameters
    ----------
    path : str or Path
        The store.
    to : str or Path
        The Parquet file.

    Returns
    -------
    int
        How many rows these are.

    Raises
    ------
    StoreError
        If there is no such store, or it is damaged.
    """
    from pyarrow.parquet import ParquetWriter

    beside = Path(to).with_name(f".{Path(to).name}.{os.getpid()}")
    schema, n_rows = _schema(), 0
    try:
        with ParquetWriter(beside, schema) as writer:
            found = _found(Path(path))
            while group := list(islice(found, GROUP)):
                writer.write_table(_table(group, schema))
                n_rows += len(group)
        os.replace(beside, to)
    finally:
        beside.unlink(missing_ok=True)
    return n_rows


def _schema() -> Any:
    import pyarrow as pa

    words, numbers = pa.list_(pa.string()), pa.list_(pa.int32())
    return pa.schema(
        {
            "problem": pa.string(),
            "learner": pa.string(),
            "scoring": pa.string(),
            "variables": numbers,
            "names": words,
            "size": pa.int32(),
            "folds": pa.int32(),
            "error": pa.float64(),
            "fold_errors": pa.list_(pa.float64()),
            "cost": pa.float64(),
        }
    )


def _table(group: list[dict[str, Any]], schema: Any) -> Any:
    import pyarrow as pa

    return pa.Table.from_pylist(group, schema)


def _found(path: Path) -> Iterator[dict[str, Any]]:
    problems = contents(path)
    with reading(path) as db:
        for problem in problems:
            for row in rows(db, problem.problem_id):
                yield _record(problem.problem_id, problem.about, row)


def _record(problem_id: str, about: About | None, row: Row) -> dict[str, Any]:
    packed = np.frombuffer(row.subset, dtype=np.uint8)
    variables = np.flatnonzero(np.unpackbits(packed, bitorder="little")).tolist()
    verdict = row.verdict(about)
    return {
        "problem": problem_id,
        "variables": variables,
        "size": len(variables),
        "folds": len(row.cost),
        "error": None if verdict is None else verdict.error,
        "cost": float(row.cost.sum()),
        **({} if about is None else _told(about, row, variables)),
    }


def _told(about: About, row: Row, variables: list[int]) -> dict[str, Any]:
    names, weights = about.names, about.weights[: len(row.cost)]
    best = row.errors[:, row.errors.sum(axis=0).argmin()]
    return {
        "learner": about.learner,
        "scoring": about.scoring,
        "names": None if names is None else [names[i] for i in variables],
        "fold_errors": (best / weights).tolist(),
    }
