"""Differences that the Relief family expects where a value is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.filters.relief.table import Table


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """A column with missing values.

    A missing value stands for a known one of its group, each as likely (of all groups,
    if its own has none). `expected`, of shape (n_groups, n_samples), is the mean
    difference of a missing value of a group to the value of a row, or, if that is
    missing too, to those that it stands for. With nominal values this is 1 - P(value |
    class), as in section 2.2 of Robnik-Sikonja & Kononenko (2003).
    """

    place: int
    values: FloatArray
    nominal: bool
    groups: IntArray
    expected: FloatArray

    @classmethod
    def of(cls, table: Table, groups: IntArray) -> list[Gaps]:
        """Return those of a table."""
        return [
            cls(p, x, nominal, groups, _expected(x, nominal, groups, table.unit))
            for p, x, nominal in table.columns_with_gaps()
        ]

    def differences(self, i: Any, j: Any) -> FloatArray:
        """Return the differences of rows i to rows j, broadcast."""
        x, known = self.values, ~np.isnan(self.values)
        plain = _differences(x[i], x[j], self.nominal)
        by_i = self.expected[self.groups[i], j]
        by_j = self.expected[self.groups[j], i]
        return np.where(known[i] & known[j], plain, np.where(known[i], by_j, by_i))

    def correct(self, D: FloatArray, first: int) -> None:
        """Put the expected differences into rows first, … of distances.

        What lies there counts a missing number as 0, and a missing code as one more.
        """
        filled = np.where(np.isnan(self.values), -self.nominal, self.values)
        every = np.arange(len(self.values))
        missing = np.isnan(self.values)
        for r in range(min(len(D), len(every) - first)):
            i = first + r
            j = every if missing[i] else np.flatnonzero(missing)
            wrong = _differences(filled[i], filled[j], self.nominal)
            D[r, j] += self.differences(i, j) - wrong


def _differences(x: Any, z: Any, nominal: bool) -> FloatArray:
    differences: FloatArray = (x != z).astype(np.float64) if nominal else np.abs(x - z)
    return differences


def _expected(
    x: FloatArray, nominal: bool, groups: IntArray, unit: float
) -> FloatArray:
    n_groups, known = groups.max() + 1, ~np.isnan(x)
    expected = np.zeros((n_groups, len(x)))
    if not known.any():
        return expected
    mean = _mean_mismatch if nominal else _mean_distance
    members = [x[known & (groups == g)] for g in range(n_groups)]
    members = [some if len(some) else x[known] for some in members]
    for g, some in enumerate(members):
        expected[g, known] = mean(some, x[known])
    between = np.array([[mean(a, b).mean() for b in members] for a in members])
    expected[:, ~known] = (0.5 * (between + between.T))[:, groups[~known]]
    rounded: FloatArray = np.rint(expected * unit) / unit
    return rounded


def _mean_mismatch(members: FloatArray, x: FloatArray) -> FloatArray:
    values, counts = np.unique(members, return_counts=True)
    place = np.minimum(np.searchsorted(values, x), len(values) - 1)
    same = np.where(values[place] == x, counts[place], 0)
    shares: FloatArray = 1.0 - same / len(members)
    return shares


def _mean_distance(members: FloatArray, x: FloatArray) -> FloatArray:
    """Return the mean |x - v| over the members v, from sums of the sorted ones."""
    values = np.sort(members)
    sums, n_below = np.append(0.0, np.cumsum(values)), np.searchsorted(values, x)
    below, above = x * n_below - sums[n_below], sums[-1] - sums[n_below]
    n_above = len(values) - n_below
    means: FloatArray = (below + above - x * n_above) / len(values)
    return means
