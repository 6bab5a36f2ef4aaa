"""What a store returns can only be what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import numpy as np

from wrapsel.errors import StoreError, shortened
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset


def checked_prefixes(
    known: Mapping[Subset, Any], n_folds: int, n_variants: int
) -> Iterator[tuple[list[Subset], FloatArray, FloatArray]]:
    """Yield what a store knows of subsets, of those with equally many folds at once.

    Raises
    ------
    StoreError
        If it is not finite errors and costs, as many as there can be.

    Examples
    --------
    >>> known = dict.fromkeys([Subset.full(2)], None)
    >>> [*checked_prefixes(known, n_folds=5, n_variants=1)]
    Traceback (most recent call last):
    wrapsel.errors.StoreError: a store must know finite errors of [0, 1], got None
    """
    for _, pairs in groupby(sorted(known.items(), key=_n_known), _n_known):
        some = dict(pairs)
        stacked = _stacked([*some.values()])
        if stacked is not None:
            errors, cost = stacked
            n_known = cost.shape[1]
            if errors.shape[1:] == (n_known, n_variants) and 0 < n_known <= n_folds:
                yield [*some], errors, cost
                continue
        for subset, prefix in some.items():  # one of them is wrong, which it says
            errors, cost = checked_prefix(subset, prefix, n_folds, n_variants)
            yield [subset], errors[np.newaxis], cost[np.newaxis]


def _n_known(known: tuple[Subset, Any]) -> int:
    cost: Any = getattr(known[1], "cost", ())
    return np.size(cost)


def _stacked(prefixes: list[Any]) -> tuple[FloatArray, FloatArray] | None:
    """Return the errors and costs of prefixes; None if they are no finite arrays."""
    try:
        errors = np.array([prefix.errors for prefix in prefixes], dtype=np.float64)
        cost = np.array([prefix.cost for prefix in prefixes], dtype=np.float64)
    except (AttributeError, TypeError, ValueError):
        return None
    are_finite = np.isfinite(errors).all() and np.isfinite(cost).all()
    return (errors, cost) if are_finite and cost.ndim == 2 else None


def checked_prefix(
    subset: Subset, prefix: Any, n_folds: int, n_variants: int
) -> tuple[FloatArray, FloatArray]:
    """Return the errors and costs that a store knows of a subset.

    Raises
    ------
    StoreError
        If they are not finite numbers, as many as there can be.

    Examples
    --------
    >>> checked_prefix(Subset.full(2), None, n_folds=5, n_variants=1)
    Traceback (most recent call last):
    wrapsel.errors.StoreError: a store must know finite errors of [0, 1], got None
    """
    errors = _numbers(subset, "errors", getattr(prefix, "errors", None))
    cost = _numbers(subset, "costs", getattr(prefix, "cost", None))
    n_known = len(cost)
    if errors.shape != (n_known, n_variants) or not 0 < n_known <= n_folds:
        raise StoreError(
            f"a store must know errors of {n_variants} variants on 1 to {n_folds} "
            f"folds, and as many costs, got shapes {errors.shape} and {cost.shape}"
        )
    return errors, cost


def checked_importances(subset: Subset, known: Any) -> FloatArray:
    """Return the importances that a store knows of a subset.

    Raises
    ------
    StoreError
        If they are not a finite number for each variable.

    Examples
    --------
    >>> checked_importances(Subset.full(2), [1, 2]).tolist()
    [1.0, 2.0]
    """
    importances = _numbers(subset, "importances", known)
    if importances.shape != (len(subset),):
        raise StoreError(
            f"a store must know {len(subset)} importances of "
            f"{shortened(list(subset))}, got shape {importances.shape}"
        )
    return importances


def _numbers(subset: Subset, what: str, known: Any) -> FloatArray:
    try:
        values = np.array(known, dtype=np.float64)
    except (TypeError, ValueError):
        values = np.array(np.nan)
    if not values.ndim or not np.isfinite(values).all():
        raise StoreError(
            f"a store must know finite {what} of {shortened(list(subset))}, "
            f"got {shortened(known)}"
        )
    return values
