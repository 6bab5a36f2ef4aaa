"""Columns of an .npy file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.blocks import Read


def open_npy(path: Path, n_bytes: int) -> tuple[tuple[int, int], Read, int]:
    """Return shape, reader and width of a file of an array."""
    # A mapped file would count as memory of the process: it is only asked for its form.
    mapped = load_npy(path, mmap_mode="r")
    if mapped.ndim != 2 or mapped.dtype.kind not in "fiub":
        raise ValueError(
            f"{path.name} must be a table of numbers, got {mapped.dtype} of shape "
            f"{mapped.shape}"
        )
    (n_rows, n_columns), kind, offset = mapped.shape, mapped.dtype, mapped.offset
    by_column = mapped.flags.f_contiguous and not mapped.flags.c_contiguous

    def read(start: int, stop: int) -> NDArray[Any]:
        with path.open("rb") as file:
            if by_column:
                file.seek(offset + start * n_rows * kind.itemsize)
                block = np.fromfile(file, kind, (stop - start) * n_rows)
                return _floats(block.reshape(stop - start, n_rows).T)
            block = np.empty((n_rows, stop - start), kind)
            for r in range(n_rows):
                file.seek(offset + (r * n_columns + start) * kind.itemsize)
                block[r] = np.fromfile(file, kind, stop - start)
            return _floats(block)

    width = max(1, n_bytes // (n_rows * kind.itemsize))
    return (n_rows, n_columns), read, width


def load_npy(path: Path, mmap_mode: Literal["r"] | None = None) -> Any:
    """Return the array of an .npy file.

    Raises
    ------
    ValueError
        If it is of another kind, whatever its name, or not whole.

    Examples
    --------
    >>> load_npy(Path(__file__))
    Traceback (most recent call last):
    ValueError: npy.py is not a whole .npy file of numbers or text
    """
    try:
        with path.open("rb") as file:
            np.lib.format.read_magic(file)
        return np.load(path, mmap_mode=mmap_mode)
    except (ValueError, EOFError) as cause:
        raise ValueError(
            f"{path.name} is not a whole .npy file of numbers or text"
        ) from cause


def _floats(block: NDArray[Any]) -> NDArray[Any]:
    is_float = block.dtype.kind == "f" and block.dtype.itemsize in (4, 8)
    kind = block.dtype.newbyteorder("=") if is_float else np.float64
    return block.astype(kind, copy=False)
