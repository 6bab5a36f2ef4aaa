"""Smoothed frequencies of nominal levels."""

from __future__ import annotations

import numpy as np


def level_frequencies(counts, starts, declared, alpha):
    """Return smoothed frequencies of levels by class, and which levels are known.

    Each variable's levels follow a row that stands for a missing value.
    """
    first, sizes = starts[:-1], np.diff(starts)
    counts[first] = 0
    known = np.repeat(declared, sizes) | counts.any(axis=1)
    known[first] = False
    n_known = np.add.reduceat(known, first, dtype=np.int64)[:, np.newaxis]
    totals = np.add.reduceat(counts, first, axis=0)
    absent = totals == 0
    totals = np.where(absent, totals.sum(axis=1, keepdims=True), totals)
    everywhere = counts.sum(axis=1, keepdims=True)
    counts = np.where(np.repeat(absent, sizes, axis=0), everywhere, counts)
    whole = np.repeat(np.maximum(totals + alpha * n_known, 1e-300), sizes, axis=0)
    return (counts + alpha) / whole, known
