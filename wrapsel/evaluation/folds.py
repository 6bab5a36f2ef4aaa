"""Folds, drawn once, as data."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import shortened
from wrapsel.evaluation.seeding import seeded
from wrapsel.evaluation.targets import is_missing

Fold = tuple[NDArray[np.intp], NDArray[np.intp]]  # training rows, test rows


@dataclass(frozen=True, slots=True)
class Spread:
    """Folds to draw where a class may have fewer rows than there are folds.

    Such a class is missing among the test rows of some folds. Of a class of one row
    nothing can be learned where that row is tested.

    Parameters
    ----------
    n_folds : int
    """

    n_folds: int


def draw_folds(
    cv: Any, X: Any, y: Any, groups: Any, seed: int, stratify: bool
) -> list[Fold]:
    """Return the folds of a search, the same for all its subsets.

    Parameters
    ----------
    cv : int, Spread, splitter or iterable of (train, test)
        An int draws that many shuffled folds, stratified by class if `stratify`; rows
        of a group stay together.
    X : table of n_samples rows
    y : ndarray of shape (n_samples,) or NoTargets
    groups : array-like of shape (n_samples,) or None
        Handed to a splitter, too.
    seed : int
        Of the shuffling, and of a splitter that draws from a global generator. Of one
        with a generator of its own a copy draws: the next call gets the same folds.
    stratify : bool
        Whether y holds classes.

    Raises
    ------
    ValueError
        If there are fewer rows, or members of a class, than folds, or a fold is empty.
    """
    _check_groups(groups)
    if groups is not None and isinstance(cv, int | np.integer | Spread):
        pairs = _grouped(cv, y, groups, seed, stratify)
    elif isinstance(cv, int | np.integer):
        splitter = _splitter(int(cv), X, y, seed, stratify)
        pairs = list(splitter.split(np.zeros(len(y)), y[:]))
    elif isinstance(cv, Spread):
        pairs = _spread(cv.n_folds, y, seed, stratify)
    elif hasattr(cv, "split") and not isinstance(cv, str | bytes):
        with seeded(seed):  # it may draw from the global generator
            pairs = list(_copied(cv).split(X, y[:], groups))
    else:
        pairs = _pairs(cv)
    folds = [(_rows(train, len(y)), _rows(test, len(y))) for train, test in pairs]
    if not folds or any(0 in (len(train), len(test)) for train, test in folds):
        raise ValueError(
            "cv must give folds with training and test rows, got an empty one"
        )
    return folds


def _pairs(cv: Any) -> list[tuple[Any, Any]]:
    try:
        return [(train, test) for train, test in cv]
    except (TypeError, ValueError) as cause:
        raise TypeError(
            "cv must be an int, a splitter or pairs of rows (train, test), "
            f"got {shortened(cv)}"
        ) from cause


def _check_groups(groups: Any) -> None:
    is_list = isinstance(groups, list | tuple) and len(groups) > 0
    if isinstance(groups, Mapping) or (is_list and isinstance(groups[0], list | tuple)):
        raise TypeError(
            "groups must say of each row to which group it belongs; groups of columns "
            f"are named by variables=, got groups={shortened(groups)}"
        )
    missing = [is_missing(group) for group in _listed(groups)]
    if any(missing):
        raise ValueError(
            f"groups must not have missing values, got {sum(missing)}, the first in "
            f"row {missing.index(True)}"
        )


def _listed(groups: Any) -> list[Any]:
    # Of a list of "a" and NaN, an array without a type would be of text.
    return [] if groups is None else np.asarray(groups, dtype=object).ravel().tolist()


def _copied(splitter: Any) -> Any:
    """Return a splitter whose random state is drawn from in place of the user's."""
    try:
        return copy.deepcopy(splitter)
    except TypeError:  # it holds what cannot be copied, such as the module np.random
        return splitter


def _splitter(n_folds: int, X: Any, y: NDArray[Any], seed: int, stratify: bool) -> Any:
    from sklearn.model_selection import KFold, StratifiedKFold

    if not 2 <= n_folds <= len(y):
        raise ValueError(f"cv must be in 2..{len(y)} (the rows), got {n_folds}")
    if not stratify:
        return KFold(n_folds, shuffle=True, random_state=seed)
    classes, counts = np.unique(y, return_counts=True)
    if counts.min() < n_folds:
        hint = "" if y.dtype.kind in "OUS" else "; numbers are for a regressor"
        raise ValueError(
            f"cv must be at most the size of the smallest class, got {n_folds} folds "
            f"and {counts.min()} rows of class {classes[counts.argmin()]!s}{hint} "
            f"(X has {len(y)} rows, {X.shape[1]} feature(s))"
        )
    return StratifiedKFold(n_folds, shuffle=True, random_state=seed)


def _spread(
    n_folds: int, y: NDArray[Any], seed: int, stratify: bool
) -> list[tuple[Any, Any]]:
    """Deal the shuffled rows out, one class after the other, as cards are dealt."""
    rows = np.random.default_rng(seed).permutation(len(y))
    if stratify:
        codes = np.unique(y, return_inverse=True)[1]
        rows = rows[np.argsort(codes[rows], kind="stable")]
    place = np.empty(len(y), dtype=np.intp)
    place[rows] = np.arange(len(y)) % n_folds
    return [
        (np.flatnonzero(place != fold), np.flatnonzero(place == fold))
        for fold in range(min(n_folds, len(y)))
    ]


def _grouped(
    cv: Any, y: NDArray[Any], groups: Any, seed: int, stratify: bool
) -> list[tuple[Any, Any]]:
    """Deal shuffled groups out so that folds have about as many rows of each class."""
    codes = np.unique(np.asarray(groups), return_inverse=True)[1].ravel()
    sizes = np.bincount(codes)
    n_folds = min(cv.n_folds, len(sizes)) if isinstance(cv, Spread) else int(cv)
    if len(codes) != len(y):
        raise ValueError(f"groups must have shape ({len(y)},), got ({len(codes)},)")
    if not 2 <= n_folds <= len(sizes):
        raise ValueError(f"cv must be in 2..{len(sizes)} (the groups), got {n_folds}")
    order = np.random.default_rng(seed).permutation(len(sizes))
    classes = (
        np.unique(y, return_inverse=True)[1] if stratify else np.zeros(len(y), int)
    )
    counts = np.zeros((len(sizes), classes.max() + 1))
    np.add.at(counts, (codes, classes), 1)
    fold_of = _dealt(counts, order, n_folds)[codes]
    return [
        (np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold))
        for fold in range(n_folds)
    ]


def _dealt(
    counts: NDArray[np.float64], order: NDArray[np.intp], n_folds: int
) -> NDArray[np.intp]:
    """Return the fold of each group, by its rows of each class, (n_groups, n_classes).

    Each goes where the folds stay most alike: where the rows of its classes are fewest,
    as parts of all rows of the class.
    """
    parts = counts / counts.sum(axis=0)
    held = np.zeros((n_folds, counts.shape[1]))
    fold_of = np.empty(len(counts), dtype=np.intp)
    for group in order:
        # The squares grow the least there; ties go to the emptiest fold.
        growth = (held * parts[group]).sum(axis=1)
        fold = np.lexsort((held.sum(axis=1), growth))[0]
        held[fold] += parts[group]
        fold_of[group] = fold
    return fold_of


def _rows(rows: Any, n_samples: int) -> NDArray[np.intp]:
    rows = np.asarray(rows)
    indices = np.flatnonzero(rows) if rows.dtype == bool else rows.astype(np.intp)
    if len(indices) and not 0 <= indices.min() <= indices.max() < n_samples:
        raise ValueError(f"cv must give rows in 0..{n_samples - 1}")
    return indices
