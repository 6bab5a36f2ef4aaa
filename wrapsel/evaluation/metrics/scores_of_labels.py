"""Errors by scikit-learn's scores of labels, for a batch of predictions at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray

IntArray = NDArray[np.intp]


class Counts(NamedTuple):
    """How often each class is there, is predicted, and is predicted rightly.

    Parameters
    ----------
    hits, predicted : ndarray of shape (n_subsets, n_classes)
    true : ndarray of shape (n_classes,)
    """

    hits: IntArray
    predicted: IntArray
    true: IntArray


# Errors (n_subsets,); NaN where scikit-learn warns.
OfCounts = Callable[[Counts], FloatArray]


def count(y: IntArray, predicted: NDArray[Any], n_classes: int) -> Counts:
    """Count the codes of a batch.

    Parameters
    ----------
    y : ndarray of shape (n_test,)
    predicted : ndarray of shape (n_subsets, n_test)
    n_classes : int

    Examples
    --------
    >>> counts = count(np.array([0, 1, 1]), np.array([[0, 1, 0], [1, 1, 1]]), 2)
    >>> counts.hits.tolist(), counts.predicted.tolist(), counts.true.tolist()
    ([[1, 1], [0, 2]], [[2, 1], [0, 3]], [1, 2])
    """
    n_subsets = len(predicted)
    rows = np.arange(n_subsets)[:, np.newaxis] * n_classes
    places = 2 * (rows + predicted) + (predicted == y)
    both = np.bincount(places.ravel(), minlength=2 * n_subsets * n_classes)
    misses, hits = np.moveaxis(both.reshape(n_subsets, n_classes, 2), 2, 0)
    hits = np.ascontiguousarray(hits)
    return Counts(hits, hits + misses, np.bincount(y, minlength=n_classes))


def balanced_accuracy(counts: Counts) -> FloatArray:
    """Return 1 less the mean recall of the classes that are there."""
    there = counts.true > 0
    recalls = counts.hits / np.where(there, counts.true, 1)
    strange = (counts.predicted[:, ~there] > 0).any(axis=1) | _have_one_label(counts)
    return np.where(strange, np.nan, 1 - recalls.sum(axis=1) / there.sum())


def matthews(counts: Counts) -> FloatArray:
    """Return 1 less the correlation of two labellings; it is 0 if one is constant."""
    n, (hits, predicted, true) = int(counts.true.sum()), counts
    joint = hits.sum(axis=1) * n - predicted @ true
    spread = (n**2 - np.square(predicted).sum(axis=1)).astype(np.float64)
    spread *= n**2 - true @ true
    errors = 1 - np.where(spread == 0, 0, joint / np.sqrt(spread))
    return np.where(_have_one_label(counts), np.nan, errors)


def precision(counts: Counts) -> tuple[IntArray, IntArray]:
    """Return the hits, and of how many that are predicted."""
    return counts.hits, counts.predicted


def recall(counts: Counts) -> tuple[IntArray, IntArray]:
    """Return the hits, and of how many that are there."""
    return counts.hits, np.broadcast_to(counts.true, counts.hits.shape)


def f1(counts: Counts) -> tuple[IntArray, IntArray]:
    """Return the hits in both, and of how many predicted and there."""
    return 2 * counts.hits, counts.predicted + counts.true


def jaccard(counts: Counts) -> tuple[IntArray, IntArray]:
    """Return the hits, and of how many predicted or there."""
    return counts.hits, counts.predicted + counts.true - counts.hits


def _have_one_label(counts: Counts) -> NDArray[np.bool_]:
    """Whether one label is all that is there and predicted."""
    return np.asarray(((counts.true + counts.predicted) > 0).sum(axis=1) == 1)


Fraction = Callable[[Counts], tuple[IntArray, IntArray]]


def binary(fraction: Fraction, counts: Counts) -> FloatArray:
    """Return 1 less the fraction of class 1."""
    parts, wholes = fraction(counts)
    return np.asarray(1 - parts[:, 1] / wholes[:, 1])


def micro(fraction: Fraction, counts: Counts) -> FloatArray:
    """Return 1 less the fraction of all classes together."""
    parts, wholes = fraction(counts)
    return np.asarray(1 - parts.sum(axis=1) / wholes.sum(axis=1))


def macro(fraction: Fraction, counts: Counts) -> FloatArray:
    """Return 1 less the mean fraction of the classes there or predicted.

    Examples
    --------
    >>> counts = count(np.array([0, 0, 1]), np.array([[0, 0, 1], [0, 1, 1]]), 3)
    >>> macro(f1, counts).round(4).tolist()
    [0.0, 0.3333]
    """
    parts, wholes = fraction(counts)
    present = (counts.true + counts.predicted) > 0
    fractions = parts / np.where(present, wholes, 1)
    return np.asarray(1 - fractions.sum(axis=1) / present.sum(axis=1))


def weighted(fraction: Fraction, counts: Counts) -> FloatArray:
    """Return 1 less the mean fraction, weighted by how often each class is there."""
    parts, wholes = fraction(counts)
    present = (counts.true + counts.predicted) > 0
    fractions = counts.true * (parts / np.where(present, wholes, 1))
    return np.asarray(1 - fractions.sum(axis=1) / counts.true.sum())


_FRACTIONS = {"f1": f1, "jaccard": jaccard, "precision": precision, "recall": recall}
_MEANS = {"macro": macro, "micro": micro, "weighted": weighted}

# Label 1 is class 1 of two.
OF_TWO_LABELS: dict[str, OfCounts] = {
    name: partial(binary, fraction) for name, fraction in _FRACTIONS.items()
}
OF_LABELS: dict[str, OfCounts] = {
    "balanced_accuracy": balanced_accuracy,
    "matthews_corrcoef": matthews,
    **{
        f"{name}_{mean}": partial(average, fraction)
        for name, fraction in _FRACTIONS.items()
        for mean, average in _MEANS.items()
    },
}
