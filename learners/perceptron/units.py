"""Inputs of perceptrons as integers, units of classes, and sums of units."""

from __future__ import annotations

import numpy as np

from learners.perceptron.sums import INPUT_BITS, WEIGHT_BITS

ONE = 2**INPUT_BITS  # the code of an input of 1
FARTHEST = 127  # the largest code


class Scaling:
    """Maps the range of each column to -1 to 1, in steps of 1/64.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_variables)
        The rows that the ranges are learnt from. A constant column becomes zero.
    """

    def __init__(self, X):
        low, high = X.min(axis=0), X.max(axis=0)
        # Halves first, since a range may exceed the largest float.
        self.centres = low / 2 + high / 2
        self.halves = high / 2 - low / 2
        self.constant = self.halves == 0
        self.halves[self.constant] = 1.0

    def codes(self, X):
        """Return X in sixty-fourths, as int8; values far outside are cut at 127."""
        with np.errstate(over="ignore"):
            scaled = (X / 2 - self.centres / 2) / self.halves * (2 * ONE)
        scaled[:, self.constant] = 0.0
        rounded = np.clip(np.rint(scaled), -FARTHEST, FARTHEST)
        return rounded.astype(np.int8, order="C")


def check_classes(model, n_classes):
    """Raise a ValueError that names the model unless there are two classes."""
    if n_classes < 2:
        name = type(model).__name__
        raise ValueError(f"{name} needs rows of at least 2 classes, got 1 class")


def signs_of(labels, n_classes):
    """Return 1 and -1 for each unit and row; two classes share a unit."""
    units = np.arange(n_classes) if n_classes > 2 else np.array([1])
    return np.where(labels == units[:, np.newaxis], 1, -1)


def winners(sums, axis=0):
    """Return the places of the classes whose unit, along an axis, wins."""
    if sums.shape[axis] == 1:
        return (sums.take(0, axis) > 0).astype(np.intp)
    return sums.argmax(axis)


def as_floats(sums):
    """Return sums of integers in the unit of the inputs."""
    return np.ldexp(sums.astype(np.float64), -WEIGHT_BITS - INPUT_BITS)
