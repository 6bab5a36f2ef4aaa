"""Scorers for tests."""

import numpy as np


def scorer_of(learner, X, y):
    """Return a scorer that is trained and tested on the same rows."""
    rows = np.arange(len(y))
    return learner.subset_scorer(X, y, [(rows, rows)])
