"""Columns of Parquet files that lie side by side."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from wrapsel.columns.blocks import Read
from wrapsel.columns.numeric import numeric_table

Parts = tuple[tuple[int, int], Read, int, Callable[[int], object], NDArray[Any] | None]


def open_parquet(path: Path, target: str | None, n_bytes: int) -> Parts:
    """Return shape, reader, width, names and targets of a file or a folder of them."""
    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files:
        raise ValueError(f"{path.name} must hold .parquet files, got none")
    parts = _Parts(files, target)
    n_samples, n_variables = parts.n_samples, parts.ends[-1]
    width = max(1, n_bytes // (4 * max(n_samples, 1)))
    return (n_samples, n_variables), parts.read, width, parts.name, parts.y


class _Parts:
    """Files of some columns each, of which one is open at a time."""

    def __init__(self, files: list[Path], target: str | None) -> None:
        self.files, self.target, self.opened = files, target, -1
        self.y: NDArray[Any] | None = None
        self.file, self.names = _no_file()
        self.ends, n_rows = [0], []
        for i in range(len(files)):
            self._open(i)
            self.ends.append(self.ends[-1] + len(self.names))
            n_rows.append(self.file.metadata.num_rows)
        if len(set(n_rows)) > 1:
            raise ValueError(f"files must have the same number of rows, got {n_rows}")
        if target is not None and self.y is None:
            raise ValueError(f"target must be one of the columns, got {target!r}")
        self.n_samples = n_rows[0]

    def read(self, start: int, stop: int) -> NDArray[Any]:
        """Return some columns, across the files that hold them."""
        blocks = []
        while start < stop:
            i = bisect_right(self.ends, start) - 1
            end = min(stop, self.ends[i + 1])
            self._open(i)
            names = self.names[start - self.ends[i] : end - self.ends[i]]
            blocks.append(_numbers(self.file.read(names, use_threads=False)))
            start = end
        return blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=1)

    def name(self, variable: int) -> object:
        i = bisect_right(self.ends, variable) - 1
        self._open(i)
        return self.names[variable - self.ends[i]]

    def _open(self, i: int) -> None:
        if i == self.opened:
            return
        # Its list of columns is large: one at a time.
        self.file, self.names = _no_file()
        self.file = pq.ParquetFile(self.files[i], memory_map=False)
        self.names = self.file.schema_arrow.names
        self.opened = i
        if self.target in self.names:
            self.names.remove(self.target)
            if self.y is None:
                column = self.file.read([self.target])[self.target]
                self.y = column.to_pandas().to_numpy()


def _no_file() -> tuple[Any, list[str]]:
    return None, []


def _numbers(table: Any) -> NDArray[Any]:
    """Return the columns as they lie, if float32, else as float64."""
    kinds = {str(kind) for kind in table.schema.types}
    if not kinds <= {"float", "double"}:
        # Whole numbers, or text to refuse by name.
        return numeric_table(table.to_pandas(ignore_metadata=True), allow_missing=True)
    kind = np.float32 if kinds == {"float"} else np.float64
    columns = np.empty((table.num_columns, table.num_rows), kind)
    # Columns of a table are made of chunks, and take ten times as long as a batch's.
    end = 0
    for batch in table.combine_chunks().to_batches():
        start, end = end, end + batch.num_rows
        for values, column in zip(columns, batch.columns, strict=True):
            values[start:end] = column.to_numpy(zero_copy_only=False)
    return columns.T
