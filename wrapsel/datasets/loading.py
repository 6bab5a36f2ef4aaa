"""The front door: load a data set from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.bundled import list_datasets as list_bundled
from wrapsel.datasets.bundled import read_bundled
from wrapsel.datasets.by_ending import list_readers, read_known, read_named
from wrapsel.datasets.by_others import Reader, from_frame
from wrapsel.datasets.dataset import Dataset
from wrapsel.datasets.kinds import DECIMALS, to_kind, to_nominal
from wrapsel.datasets.made_up.by_name import list_problems, read_made
from wrapsel.datasets.openml import read_openml
from wrapsel.datasets.shards import shards_of, stacked
from wrapsel.datasets.table import Table, abridged, find_column
from wrapsel.datasets.text import MAX_BYTES, check_file
from wrapsel.errors import unknown

if TYPE_CHECKING:
    import pandas as pd


def list_datasets() -> dict[str, str]:
    """Return the name that `load` knows, and one line on it, of each data set.

    These come with scikit-learn, or are artificial problems, whose parameters may
    follow a question mark: ``make:led24?n_samples=500&noise=0``.

    Examples
    --------
    >>> list_datasets()["iris"]
    '150 rows, 4 variables, 3 classes: flowers of three species'
    >>> list_datasets()["make:xor"]
    '100 rows, 100 variables, 2 classes: the sign of a product of 2'
    """
    made = {f"make:{name}": summary for name, summary in list_problems().items()}
    return {**list_bundled(), **made}


def load(
    source: str | Path | pd.DataFrame,
    target: Hashable = None,
    split: Hashable = None,
    nominal: str | Iterable[Hashable] | None = None,
    test: str | Path | pd.DataFrame | None = None,
    decimal: str | None = None,
    max_bytes: int = MAX_BYTES,
    reader: Reader | None = None,
) -> Dataset:
    """Load a data set.

    A column is nominal if the source declares it so (ARFF, C4.5, category or bool
    columns), if `nominal` lists it, or if it is text without a single number; else it
    is numeric. In text, an empty cell, ?, NA, N/A, NaN, nan and null are missing.

    Parameters
    ----------
    source : str, Path or DataFrame
        A file, by its ending: .csv, .tsv (also .gz), .parquet, .arff, .names or .data
        (C4.5), .libsvm, .svm or .svmlight (also .gz, .bz2); one of `list_datasets`;
        ``openml:`` and a name or number; or a DataFrame. Parameters of an artificial
        problem follow its name, as in ``make:led24?n_samples=500&noise=0``. A folder,
        or a pattern such as ``part-*.parquet``, is a table whose rows lie in several
        Parquet, CSV or TSV files of the same columns, in the order of their names.
    target : hashable, optional
        Name of the target. By default what the source declares (ARFF: its last
        attribute), or the column ``target``.
    split : hashable, optional
        Name of a column that says ``train`` or ``test`` for each row.
    nominal : "all", or an iterable of names or these joined by commas, optional
        Columns that are nominal, though they may look like numbers. They keep their
        wording: "1" and "1.0" are two values.
    test : as `source`, optional
        The test set, with the same columns.
    decimal : {".", ","}, optional
        What stands before the decimals of numbers in text. By default a full stop;
        in a variable of a ``;``-separated file also a comma, if no number of that
        column has a full stop alone; the target of such a file keeps its wording.
    max_bytes : int, default=2**30
        What each packed file may hold, and a table of ARFF, LIBSVM or Parquet at 8
        bytes a cell: those may be of few bytes themselves.
    reader : str or callable, optional
        What reads the files, whatever their endings: a function of a path that returns
        a DataFrame, its dotted path, or the ending that a reader of ours or of a plugin
        is for, such as "csv".

    Raises
    ------
    FileNotFoundError, OSError
        If a file cannot be read, or openml.org cannot be reached.
    ValueError
        If the contents are not what the format or the arguments ask for.

    Examples
    --------
    >>> load("iris")
    150 rows, 4 variables (0 nominal), target "target"
    >>> load("iris").y[0]
    np.str_('setosa')
    """
    if split is not None and test is not None:
        raise ValueError("split and test exclude each other, got both")
    if decimal not in (None, *DECIMALS):
        raise ValueError(f"decimal must be '.' or ',', got {decimal!r}")
    if max_bytes < 1:
        raise ValueError(f"max_bytes must be at least 1, got {max_bytes}")
    if nominal is not None and nominal != "all":
        nominal = nominal.split(",") if isinstance(nominal, str) else list(nominal)
    is_text = _wording_matters(nominal)
    table = _read(source, is_text, max_bytes, reader)
    listed = _listed(nominal, table)
    if split is not None:
        train = table.train_rows()
        table = Table(train, table.target, decimal=table.decimal).split_by(split)
    if test is not None:
        table = table.with_test(_read(test, is_text, max_bytes, reader))
    return _assemble(table, _target(target, table), listed, decimal)


def _wording_matters(nominal: Iterable[Hashable] | None) -> Callable[[str], bool]:
    if nominal == "all":
        return lambda name: True
    return frozenset(str(name).strip() for name in nominal or ()).__contains__


def _listed(nominal: Iterable[Hashable] | None, table: Table) -> set[Hashable]:
    columns = list(table.frame.columns)
    if nominal == "all":
        return set(columns)
    names = (name.strip() if isinstance(name, str) else name for name in nominal or ())
    return {find_column(name, columns) for name in names}


def _read(
    source: str | Path | pd.DataFrame,
    is_text: Callable[[str], bool],
    max_bytes: int,
    reader: Reader | None,
) -> Table:
    if reader is not None:
        return read_named(reader, source, is_text, max_bytes)
    if not isinstance(source, str | Path):
        return from_frame(source)
    name = str(source)
    if name in list_bundled():
        return read_bundled(name)
    if name.startswith("make:"):
        return read_made(name.removeprefix("make:"))
    if name.startswith("openml:"):
        return read_openml(name.removeprefix("openml:"))
    return _read_file(Path(name).expanduser(), is_text, max_bytes)


def _read_file(path: Path, is_text: Callable[[str], bool], max_bytes: int) -> Table:
    if shards := shards_of(path):
        tables = [_read_file(shard, is_text, max_bytes) for shard in shards]
        return stacked(tables, shards)
    if (table := read_known(path, is_text, max_bytes)) is not None:
        return table
    if not path.suffix and not path.exists():
        raise ValueError(unknown("data set", str(path), list_datasets()))
    check_file(path)
    known = ", ".join(list_readers())
    raise ValueError(f"unknown format: {str(path)!r}; the known endings are {known}")


def _target(target: Hashable, table: Table) -> Hashable:
    columns = list(table.frame.columns)
    if target is not None:
        return find_column(target, columns)
    if table.target is not None:
        return table.target
    if "target" in columns:
        return "target"
    raise ValueError(
        f"target is needed (target=, --target), one of: {abridged(columns)}"
    )


def _assemble(
    table: Table, target: Hashable, listed: set[Hashable], decimal: str | None
) -> Dataset:
    import pandas as pd

    names = table.frame.columns
    if not len(table.frame):
        raise ValueError("the source has no rows")
    if len(names) < 2:
        raise ValueError(f"there are no variables besides the target {str(target)!r}")
    marks = {target: decimal or "."}  # of labels like 3,5 nothing must change
    cells = [
        to_nominal(column)
        if name in listed
        else to_kind(column, table.place, marks.get(name, decimal or table.decimal))
        for name, column in table.frame.items()
    ]
    is_variable = np.array([name != target for name in names])
    y = _target_values(cells[int(is_variable.argmin())], target, table.place)
    variables = {i: cells[i] for i in np.flatnonzero(is_variable)}
    # One frame from all columns: adding them one by one fragments it.
    X = pd.DataFrame(variables, index=table.frame.index)
    X.columns = names[is_variable]
    if table.is_test is None:
        return Dataset(X, y, target)
    test = table.is_test
    return Dataset(X[~test], y[~test], target, X[test], y[test])


def _target_values(
    cells: pd.Categorical[Any] | NDArray[np.float64],
    target: Hashable,
    place: Callable[[int], str],
) -> NDArray[Any]:
    """Return labels, integers, or numbers, whichever the target consists of."""
    import pandas as pd

    if (missing := np.flatnonzero(pd.isna(cells))).size:
        raise ValueError(
            f"target {str(target)!r} must not have missing values, "
            f"got {missing.size} (first: {place(int(missing[0]))})"
        )
    if isinstance(cells, pd.Categorical):
        labels = np.asarray(cells.categories, dtype=np.str_)
        return labels.take(cells.codes)
    whole = (cells == np.floor(cells)) & (np.abs(cells) < 2**53)
    return cells.astype(np.int64) if whole.all() else cells
