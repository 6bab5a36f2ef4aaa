"""A table as it was read: columns not yet told into nominal and numeric."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.kinds import DECIMALS, is_declared_nominal, read_labels

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Table:
    """The rows of a source, training and test, with the columns as they came.

    Parameters
    ----------
    frame : DataFrame
        A column is category or bool if the source declares it nominal, a number if
        the source holds numbers, else text.
    target : hashable, optional
        Name of the target, if the source declares one.
    is_test : ndarray of shape (n_rows,), optional
        Which rows are the test set.
    n_first : int, optional
        Rows from here on come from a second file.
    sparse : bool, default=False
        Whether a column that one of two files lacks is all zero.
    decimal : {".", ","}, default="."
        What may stand before the decimals of variables.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"x": [1, 2, 3], "set": ["test", "train", "train"]})
    >>> Table(frame).split_by("set").is_test.tolist()
    [True, False, False]
    """

    frame: pd.DataFrame
    target: Hashable = None
    is_test: NDArray[np.bool_] | None = None
    n_first: int | None = None
    sparse: bool = False
    decimal: str = "."

    def __post_init__(self) -> None:
        check_unique(self.frame.columns)

    def with_test(self, test: Table) -> Table:
        """Append the rows of the training part of another table as the test set."""
        import pandas as pd

        upper, lower = self.train_rows(), test.train_rows()
        if self.sparse and test.sparse:
            upper, lower = (
                _with_columns_of(lower, upper),
                _with_columns_of(upper, lower),
            )
        _check_same_columns(upper, lower)
        frame = pd.concat([upper, lower[upper.columns]])
        # Joining two sets of categories makes text: the declaration must survive.
        declared = [c for c in upper if is_declared_nominal(upper[c])]
        return Table(
            frame.astype(dict.fromkeys(declared, "category")),
            self.target,
            np.arange(len(frame)) >= len(upper),
            len(upper),
            decimal=max(self.decimal, test.decimal, key=DECIMALS.index),
        )

    def train_rows(self) -> pd.DataFrame:
        """Return the rows that are not the test set."""
        return self.frame if self.is_test is None else self.frame[~self.is_test]

    def split_by(self, column: Hashable) -> Table:
        """Divide the rows by a column of "train" and "test", and drop it."""
        column = find_column(column, list(self.frame.columns))
        codes, labels = read_labels(self.frame[column])
        values = {label.lower() for label in labels}
        if values != {"test", "train"} or (codes < 0).any():
            came = abridged(map(repr, labels)) or "nothing"
            raise ValueError(
                f"split column {str(column)!r} must hold train and test, got {came}"
                + f" and {(codes < 0).sum()} missing" * bool((codes < 0).any())
            )
        is_test = np.array([label.lower() == "test" for label in labels])[codes]
        return replace(self, frame=self.frame.drop(columns=[column]), is_test=is_test)

    def place(self, row: int) -> str:
        """Say where a row came from, counted from 1."""
        if self.n_first is None or row < self.n_first:
            return f"row {row + 1}"
        return f"row {row - self.n_first + 1} of the test file"


def check_unique(names: Iterable[Hashable]) -> None:
    """Raise if a column name occurs more than once.

    Examples
    --------
    >>> check_unique(["a", "b", "a"])
    Traceback (most recent call last):
    ValueError: column names must differ, these occur more than once: a
    """
    counts = Counter(names)
    if twice := [name for name, count in counts.items() if count > 1]:
        raise ValueError(
            f"column names must differ, these occur more than once: {abridged(twice)}"
        )


def find_column(name: Hashable, columns: Sequence[Hashable]) -> Hashable:
    """Return the label with this name, which need not be a string.

    Examples
    --------
    >>> find_column("3", [1, 2, 3])
    3
    """
    if name in columns:
        return name
    for label in columns:
        if str(label) == str(name):
            return label
    raise ValueError(f"no column named {str(name)!r}; {_nearest(str(name), columns)}")


def _nearest(name: str, columns: Sequence[Hashable]) -> str:
    lowered = {str(label).lower(): str(label) for label in columns}
    near = [lowered[key] for key in get_close_matches(name.lower(), lowered)]
    if near:
        return f"the nearest are: {', '.join(near)}"
    return f"there are: {abridged(columns)}"


def abridged(columns: Iterable[Hashable]) -> str:
    """List names, at most eight of them.

    Examples
    --------
    >>> abridged("abcdefghijk")
    'a, b, c, d, e, f, g and 4 more'
    """
    names = [str(label) for label in columns]
    if len(names) <= 8:
        return ", ".join(names)
    return f"{', '.join(names[:7])} and {len(names) - 7} more"


def _with_columns_of(other: pd.DataFrame, frame: pd.DataFrame) -> pd.DataFrame:
    indices = {*frame.columns, *other.columns} - {"target"}
    columns = [*sorted(indices, key=int), "target"]
    return frame.reindex(columns=columns, fill_value=0.0)


def _check_same_columns(train: pd.DataFrame, test: pd.DataFrame) -> None:
    if said := differences(train, test):
        raise ValueError(
            f"the test file must have the columns of the training file; {said}"
        )


def differences(one: pd.DataFrame, other: pd.DataFrame) -> str:
    """Say which columns of one table another lacks or has besides; "" if none.

    Examples
    --------
    >>> import pandas as pd
    >>> differences(pd.DataFrame({"x": [1], "y": [1]}), pd.DataFrame({"y": [1]}))
    'it lacks x'
    """
    lacking = [name for name in one if name not in other]
    extra = [name for name in other if name not in one]
    parts = [f"it lacks {abridged(lacking)}"] * bool(lacking)
    parts += [f"it has {abridged(extra)} besides"] * bool(extra)
    return ", ".join(parts)
