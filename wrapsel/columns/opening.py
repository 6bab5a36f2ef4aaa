"""The front door to tables in files that are read by blocks."""

from __future__ import annotations

from pathlib import Path

from wrapsel.columns.blocks import BYTES, ColumnBlocks
from wrapsel.columns.npy import open_npy


def open_blocks(path: str | Path, target: str | None = None) -> ColumnBlocks:
    """Open a table in a file for reading by blocks.

    Parameters
    ----------
    path : str or Path
        Of an .npy file of a numeric array (n_samples, n_variables), which reads fast in
        either order; of a .parquet file; or of a folder of .parquet files of the same
        rows, whose columns lie side by side in the order of the files' names. A file's
        list of columns takes about 3 KB of memory a column while it is read, so very
        wide tables belong in several files, such as of 10,000 columns.
    target : str, optional
        A Parquet column that is no variable, but `y`.

    Raises
    ------
    ValueError
        If the file is of another kind, or has no such target or no table of numbers.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> import numpy as np
    >>> with TemporaryDirectory() as folder:
    ...     np.save(f"{folder}/X.npy", np.eye(3, dtype=np.float32))
    ...     [block.tolist() for _, block in open_blocks(f"{folder}/X.npy")]
    [[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]
    """
    path = Path(path)
    if path.suffix == ".npy":
        if target is not None:
            raise ValueError(f"target must be None for an .npy file, got {target!r}")
        return ColumnBlocks(*open_npy(path, BYTES))
    if path.suffix != ".parquet" and not path.is_dir():
        raise ValueError(f"path must end in .npy or .parquet, got {path.name!r}")
    # Loaded here, since pyarrow takes half a second.
    from wrapsel.columns.parquet import open_parquet

    shape, read, width, name, y = open_parquet(path, target, BYTES)
    return ColumnBlocks(shape, read, width, name, y)
