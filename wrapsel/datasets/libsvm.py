"""LIBSVM (svmlight) files."""

from __future__ import annotations

from pathlib import Path

from wrapsel.datasets.table import Table
from wrapsel.datasets.text import check_file


def read_libsvm(path: Path) -> Table:
    r"""Read a LIBSVM file; variables are named by their indices in the file.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "x.svm")
    ...     _ = path.write_text("+1 1:0.5 3:2\n-1 2:1\n")
    ...     read_libsvm(path).frame.values.tolist()
    [[0.5, 0.0, 2.0, 1.0], [0.0, 1.0, 0.0, -1.0]]
    """
    import pandas as pd
    from sklearn.datasets import load_svmlight_file

    check_file(path)
    try:
        X, y = load_svmlight_file(str(path), zero_based=True)
    except (ValueError, OSError, EOFError) as cause:
        raise ValueError(f"{path} is not a LIBSVM file: {cause}") from cause
    if not len(y):
        raise ValueError(f"{path} is empty")
    # Indices usually start at 1; then column 0 is not the file's.
    first = 0 if X[:, :1].nnz else 1
    frame = pd.DataFrame(X[:, first:].toarray())
    frame.columns = pd.Index([str(i) for i in range(first, X.shape[1])])
    frame["target"] = y
    return Table(frame, "target", sparse=True)
