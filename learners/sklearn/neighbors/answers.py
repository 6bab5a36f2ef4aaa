"""Answers made of the neighbours' sums of targets."""

import numpy as np

from learners.sklearn.neighbors.nearest_rows import CLOSE


def mean(sums):
    """Return the targets' means, of shape (n_subsets, n_test)."""
    return sums[:, :, 0] / sums[:, :, 1]


def winner(sums):
    """Return the classes with the most votes; of equal ones the first."""
    return sums.argmax(axis=2)


def shares(sums):
    """Return the shares of the votes, of shape (n_subsets, n_test, n_classes)."""
    return sums / sums.sum(axis=2, keepdims=True)


def are_close(sums):
    """Tell where the two classes with the most votes have about as many."""
    if sums.shape[2] == 1:
        return np.zeros(sums.shape[:2], np.bool_)
    most = np.partition(sums, -2, axis=2)
    return most[:, :, -1] - most[:, :, -2] <= 2 * most[:, :, -1] / CLOSE
