"""Orthogonal directions, and what they leave of columns, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.compiled import compiled, inner
from wrapsel.filters.cholesky import dot

LEFT, TAKEN, REDUNDANT, CONSTANT = 0, 1, 2, 3
NOTHING = 1e-7  # of a norm; less of it is rounding


@compiled(error_model="numpy")
def orthonormalise(columns: Any, Q: Any, n_before: int) -> int:
    """Append unit columns to directions Q; return how many had a part of their own.

    Those after the first that has none are not tried.
    """
    for k in range(len(columns)):
        column = columns[k]
        for _ in range(2):  # the second time removes what rounding left
            for i in range(n_before + k):
                _subtract(column, dot(Q[i, : len(column)], column), Q[i])
        norm = np.sqrt(dot(column, column))
        if norm <= NOTHING:
            return k
        for r in range(len(column)):
            Q[n_before + k, r] = column[r] / norm
    return len(columns)


@compiled(error_model="numpy")
def mark_redundant(
    products: Any, picks: Any, explained: Any, states: Any, removed: Any, n_removed: int
) -> Any:
    """Take picks until one has become redundant; return how many, and of removed ones.

    `explained` are the parts of the squared norms that the directions so far explain.
    """
    n = len(explained)
    for t in range(len(picks)):
        if states[picks[t]] != LEFT:
            return t, n_removed
        states[picks[t]] = TAKEN
        total, n_left, own = 0.0, 0, products[t]
        for j in range(n):
            if states[j] == LEFT:
                explained[j] += own[j] * own[j]
                total += np.sqrt(max(1.0 - explained[j], 0.0))
                n_left += 1
        threshold = 0.5 * (1.0 + total) / (1.0 + n_left)  # eq. 14
        for j in range(n):
            rest = np.sqrt(max(1.0 - explained[j], 0.0))
            if states[j] == LEFT and rest < threshold:
                states[j] = REDUNDANT
                removed[n_removed] = j
                n_removed += 1
    return len(picks), n_removed


@compiled(error_model="numpy")
def project_out(direction: Any, features: Any, target: Any, cosines: Any) -> None:
    """Subtract a direction from features and target; write the squared cosines left.

    Features were of length 1 at first; those whose rest is rounding have cosine 0, and
    so have all when that of the target is.
    """
    _subtract(target, dot(direction, target), direction)
    square = dot(target, target)
    for f in range(len(features)):
        feature = features[f]
        _subtract(feature, dot(direction, feature), direction)
        rest = dot(feature, feature)
        cosines[f] = 0.0
        if rest > NOTHING**2 and square > NOTHING**2:
            cosines[f] = min(dot(feature, target) ** 2 / (rest * square), 1.0)


@inner(error_model="numpy")
def _subtract(column: Any, factor: float, direction: Any) -> None:
    for r in range(len(column)):
        column[r] -= factor * direction[r]
