"""Nominal or numeric: how the cells of a column are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

DECIMALS = (".", ",")
MISSING = frozenset({"", "?", "NA", "N/A", "NaN", "nan", "null"})


# As in 1,5 and 1.234,5: where commas are decimal, full stops can only be between
# thousands, and tell nothing alone.
_DECIMAL_COMMA = re.compile(
    r"[-+]?(?:\d*|\d{1,3}(?:\.\d{3})+),\d*(?:[eE][-+]?\d+)?", re.ASCII
)


def is_declared_nominal(column: pd.Series[Any]) -> bool:
    """Tell whether the type of a column says that it is nominal.

    Examples
    --------
    >>> import pandas as pd
    >>> is_declared_nominal(pd.Series([True, False]))
    True
    """
    return column.dtype.name in ("category", "bool", "boolean")


def read_labels(column: pd.Series[Any]) -> tuple[NDArray[np.intp], list[str]]:
    """Read cells as labels: their codes (-1: missing), and the labels, sorted.

    Examples
    --------
    >>> import pandas as pd
    >>> codes, labels = read_labels(pd.Series(["b", " a", "?", "a"]))
    >>> codes.tolist(), labels
    ([1, 0, -1, 0], ['a', 'b'])
    """
    import pandas as pd

    try:
        codes, values = pd.factorize(column)
    except TypeError as cause:
        raise ValueError(
            f"column {str(column.name)!r} must hold numbers or text, "
            f"got {type(column.iloc[0]).__name__} cells"
        ) from cause
    # The markers are a custom of text: a declared category "NA" is a value.
    read = str if is_declared_nominal(column) else _label
    read_values = [read(value) for value in values]
    labels = sorted(label for label in set(read_values) if label is not None)
    position: dict[str | None, int] = {label: i for i, label in enumerate(labels)}
    # The last place answers code -1.
    new_codes = np.array(
        [position.get(label, -1) for label in read_values] + [-1], dtype=np.intp
    )
    return new_codes[codes], labels


def to_nominal(column: pd.Series[Any]) -> pd.Categorical[Any]:
    """Read a column as nominal.

    Examples
    --------
    >>> import pandas as pd
    >>> list(to_nominal(pd.Series([2.0, 1.0, 2.0])))
    ['2', '1', '2']
    """
    import pandas as pd

    codes, labels = read_labels(column)
    return pd.Categorical.from_codes(codes, dtype=_dtype(tuple(labels)))


def to_numeric(
    column: pd.Series[Any], place: Callable[[int], str], decimal: str = "."
) -> NDArray[np.float64]:
    """Read a column as numeric; `place` words the row of a cell that is no number.

    With "," as `decimal`, "1,5" is a number where no "1.5" stands in the column.

    Examples
    --------
    >>> import pandas as pd
    >>> to_numeric(pd.Series(["1e2", "NA"]), "row {}".format)
    array([100.,  nan])
    """
    if column.dtype.kind in "iuf":
        if isinstance(column.dtype, np.dtype):
            return column.to_numpy(dtype=np.float64)
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    if column.dtype.kind in "cmM":
        raise ValueError(
            f"column {str(column.name)!r} must hold numbers or text, got {column.dtype}"
        )
    codes, labels = read_labels(column)
    numbers = _parse(labels, decimal)
    if np.isnan(numbers).any():
        row = int(np.flatnonzero(np.append(np.isnan(numbers), False)[codes])[0])
        raise ValueError(
            f"column {str(column.name)!r} must hold numbers, "
            f"got {labels[codes[row]]!r} ({place(row)})"
        )
    return np.append(numbers, np.nan)[codes]


def to_kind(
    column: pd.Series[Any], place: Callable[[int], str], decimal: str = "."
) -> pd.Categorical[Any] | NDArray[np.float64]:
    """Read a column as nominal if it is declared so or is all words, else as numeric.

    Examples
    --------
    >>> import pandas as pd
    >>> to_kind(pd.Series(["4", "2"]), "row {}".format)
    array([4., 2.])
    """
    if column.dtype.kind in "iuf":
        return to_numeric(column, place)
    if is_declared_nominal(column) or _is_all_words(column, decimal):
        return to_nominal(column)
    try:
        return to_numeric(column, place, decimal)
    except ValueError as cause:
        raise ValueError(
            f"{cause}; clean it or declare it nominal (nominal=, --nominal)"
        ) from cause


# Of a thousand 0/1 columns, all share one.
@lru_cache(maxsize=64)
def _dtype(labels: tuple[str, ...]) -> pd.CategoricalDtype[Any]:
    import pandas as pd

    categories: pd.Index[str] = pd.Index(labels, dtype=str)
    return pd.CategoricalDtype(categories)


def _is_all_words(column: pd.Series[Any], decimal: str) -> bool:
    if column.dtype.kind in "cmM":
        return False
    _, labels = read_labels(column)
    return bool(labels) and bool(np.isnan(_parse(labels, decimal)).all())


def _label(value: Any) -> str | None:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # integers become floats where cells are missing
    text = str(value).strip()
    return None if text in MISSING else text


def _parse(labels: list[str], decimal: str) -> NDArray[np.float64]:
    import pandas as pd

    if decimal == "," and any(map(_DECIMAL_COMMA.fullmatch, labels)):
        labels = [_with_point(label) for label in labels]
    cells = pd.Series(labels, dtype=object)
    return pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64)


def _with_point(label: str) -> str:
    """Return a number as Python writes it; one with a full stop alone is none."""
    if _DECIMAL_COMMA.fullmatch(label):
        return label.replace(".", "").replace(",", ".")
    return label if "." not in label else "no number"
