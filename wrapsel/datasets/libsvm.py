"""LIBSVM (svmlight) files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import MAX_BYTES, check_size, read_bytes


def read_libsvm(path: Path, max_bytes: int = MAX_BYTES) -> Table:
    r"""Read a LIBSVM file; variables are the indices that occur in it, and their names.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "x.svm")
    ...     _ = path.write_text("+1 1:0.5 50000000:2\n-1 2:1\n")
    ...     frame = read_libsvm(path).frame
    >>> list(frame), frame.values.tolist()
    (['1', '2', '50000000', 'target'], [[0.5, 0.0, 2.0, 1.0], [0.0, 1.0, 0.0, -1.0]])
    """
    import pandas as pd
    from scipy.sparse import csr_array

    X, y = _sparse(path, read_bytes(path, max_bytes))
    if not len(y):
        raise ValueError(f"{path} is empty")
    # An index may be in the millions and the first of its kind: the rest is no column.
    indices, columns = np.unique(X.indices, return_inverse=True)
    check_size(path, len(y), len(indices), max_bytes)
    shape = (len(y), len(indices))
    table = csr_array((X.data, columns.ravel(), X.indptr), shape=shape).toarray()
    frame = pd.DataFrame(table, columns=[str(i) for i in indices])
    frame["target"] = y
    return Table(frame, "target", sparse=True)


def _sparse(path: Path, raw: bytes) -> tuple[Any, Any]:
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO(raw), zero_based=True)
    except OverflowError as cause:
        raise ValueError(
            f"{path} is not a LIBSVM file: an index is larger than {2**31 - 1}"
        ) from cause
    except ValueError as cause:
        raise ValueError(f"{path} is not a LIBSVM file: {cause}") from cause
    return X, y
