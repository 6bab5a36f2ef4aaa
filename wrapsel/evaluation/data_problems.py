"""What is suspicious about the data of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import column_names, is_frame, take_columns

CELLS = 10**8  # in larger tables the columns are not looked through
SHOWN = 8  # names


def data_problems(problem: Problem) -> list[str]:
    """Say what is suspicious about the data, each kind in one line with names.

    Columns with one value only; exact copies of others; the target itself, or other
    names for its classes; a different whole number or text in each of 20 rows or more.
    Classes with fewer rows than there are folds in which all rows are tested once,
    unless rows are tested one by one. A target whose index is not that of X. Columns
    are looked through in tables of at most 10**8 cells.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X = [[0, 1, 5], [3, 1, 5], [7, 1, 6], [3, 1, 5]]
    >>> data_problems(Problem(GaussianNB(), X, ["a", "a", "b", "a"], [([0, 2], [1])]))
    ["columns with one value only: 'x1'", "columns that are the target itself: 'x2'"]
    """
    found = _of_columns(problem) if np.prod(problem.X.shape) <= CELLS else {}
    lines = [f"{kind}: {_shown(names)}" for kind, names in found.items() if names]
    lines += _rare_classes(problem)
    if problem.is_misaligned:
        lines += ["y has another index than X; rows are taken by position"]
    return lines


def _of_columns(problem: Problem) -> dict[str, list[str]]:
    """Return the columns, in quotes, of each kind of problem."""
    found: dict[str, list[str]] = {
        "columns with one value only": [],
        "columns that are copies": [],
        "columns that are the target itself": [],
        "columns like an id, a different whole number or text in each row": [],
    }
    constant, copies, targets, ids = found.values()
    names = column_names(problem.X)
    first: dict[int, int] = {}
    for places, block in _blocks(problem.X):
        is_constant = _are_constant(block)
        is_target = _are_target(block, problem)
        is_id = _are_ids(block) & ~is_target
        constant += [repr(names[j]) for j in places[is_constant]]
        for j, place in enumerate(places.tolist()):
            if is_constant[j]:
                continue
            original = first.setdefault(_digest(block[:, j]), place)
            if original != place:
                copies.append(f"{names[place]!r} (of {names[original]!r})")
        targets += [repr(names[j]) for j in places[is_target]]
        ids += [repr(names[j]) for j in places[is_id]]
    return found


def _blocks(X: Any) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """Yield the places of some columns and their values, as floats or text."""
    width = max(1, 2**18 // X.shape[0])  # so that they stay in the cache
    for start in range(0, X.shape[1], width):
        places = np.arange(start, min(start + width, X.shape[1]))
        part = take_columns(X, places)
        if not is_frame(part):
            part = part.toarray() if hasattr(part, "tocsc") else part
        elif any(hasattr(dtype, "categories") for dtype in part.dtypes):
            yield from _together(
                places, [_values(column) for _, column in part.items()]
            )
            continue
        else:
            part = part.to_numpy()
        if part.dtype.kind in "biuf":
            # Of zeros there is no negative one.
            yield places, np.asarray(part, dtype=np.float64, order="F") + 0.0
        else:
            yield from _together(places, [_plain(column) for column in part.T])


def _together(
    places: NDArray[np.intp], columns: list[NDArray[Any]]
) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """Yield the columns of floats at once, and each of text."""
    are_floats = np.array([column.dtype.kind == "f" for column in columns])
    if are_floats.any():
        floats = [column for column in columns if column.dtype.kind == "f"]
        yield places[are_floats], np.stack(floats).T
    for j in np.flatnonzero(~are_floats):
        yield places[j : j + 1], columns[j][:, np.newaxis]


def _values(column: Any) -> NDArray[Any]:
    """Return the values of a frame's column, of which categories are looked at once."""
    if not hasattr(column.dtype, "categories"):
        return _plain(column.to_numpy())
    codes = column.array.codes
    seen, places = np.unique(codes, return_inverse=True)
    levels = column.array.categories.to_numpy(dtype=object, na_value=np.nan)
    # Of what is missing the code is -1.
    return _plain(np.append(levels, np.nan)[seen])[places]


def _plain(column: NDArray[Any]) -> NDArray[Any]:
    if column.dtype.kind in "mM":
        column = column.view(np.int64)
    try:
        return np.asarray(column, dtype=np.float64) + 0.0
    except (TypeError, ValueError):
        return column.astype(object).astype(np.str_)


def _are_constant(block: NDArray[Any]) -> NDArray[np.bool_]:
    missing = (block != block).all(axis=0)
    return np.asarray((block == block[0]).all(axis=0) | missing)


def _digest(values: NDArray[Any]) -> int:
    """Return 64 bits: of a million columns, two are taken for one once in 10^7 tables.

    Python's own hash takes half as long as others.
    """
    return hash(values.dtype.str.encode() + values.tobytes())


def _are_target(block: NDArray[Any], problem: Problem) -> NDArray[np.bool_]:
    """Whether columns are the target, or name each class in their own way."""
    if problem.is_without_y:
        return np.zeros(block.shape[1], dtype=np.bool_)
    if problem.y.ndim > 1:
        columns = problem.y.T[:, :, np.newaxis]
        same = [(block == y).all(axis=0) for y in columns]
        return np.asarray(np.any(same, axis=0))
    if not problem.is_classification:
        same = block == problem.y[:, np.newaxis] if block.dtype.kind == "f" else [False]
        return np.broadcast_to(np.all(same, axis=0), block.shape[1])
    firsts = np.unique(problem.codes, return_index=True)[1]
    of_class = block[firsts]
    same = (block == of_class[problem.codes]).all(axis=0)
    for j in np.flatnonzero(same):
        same[j] = len(np.unique(of_class[:, j])) == len(firsts)
    return np.asarray(same)


def _are_ids(block: NDArray[Any]) -> NDArray[np.bool_]:
    n_rows = len(block)
    are_ids = np.full(block.shape[1], n_rows >= 20)
    if block.dtype.kind == "f":
        # What is quick first; NaN is not equal to itself.
        with np.errstate(over="ignore"):
            are_ids &= block.max(axis=0) - block.min(axis=0) >= n_rows - 1
        are_ids[are_ids] = (block[:, are_ids] == np.rint(block[:, are_ids])).all(axis=0)
    for j in np.flatnonzero(are_ids):
        are_ids[j] = len(np.unique(block[:, j])) == n_rows
    return are_ids


def _rare_classes(problem: Problem) -> list[str]:
    sizes = [len(test) for _, test in problem.folds]
    if not problem.is_classification or max(sizes) == 1 or problem.y.ndim > 1:
        return []
    n_folds = round(len(sizes) * len(problem.y) / sum(sizes))
    counts = np.bincount(problem.codes)
    rare = [repr(label) for label in problem.classes[counts < n_folds].tolist()]
    if not rare:
        return []
    return [f"classes with fewer rows than folds ({n_folds}): {_shown(rare)}"]


def _shown(names: Iterable[str]) -> str:
    names = list(names)
    if len(names) <= SHOWN:
        return ", ".join(names)
    return f"{', '.join(names[: SHOWN - 1])} and {len(names) - SHOWN + 1} more"
