"""Cut points of numeric columns, and columns as codes, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.filters._cholesky import compiled

METHODS = ("equal_frequency", "equal_width", "mdl", "none")
EQUAL_FREQUENCY, EQUAL_WIDTH, MDL, NONE = range(4)
FEW = 16  # values: up to here, comparing with each is quicker than a search
BLOCK = 256


def plogp(n: int) -> NDArray[np.int64]:
    """Return k log2 k for k = 0 to n, in units of 2^-32.

    Whole numbers, so that sums are the same in any order, and equal ones tie.
    """
    k = np.arange(n + 1.0)
    k[0] = 1.0
    units: NDArray[np.int64] = np.rint(k * np.log2(k) * 2.0**32).astype(np.int64)
    return units


@compiled
def transpose(X: Any, columns: Any) -> None:
    """Copy X of shape (n_samples, n) into float64 columns of shape (n, n_samples)."""
    for r in range(len(X)):
        for j in range(len(columns)):
            columns[j, r] = X[r, j]


@compiled
def few_values(column: Any, most: int, values: Any) -> int:
    """Write the distinct numbers, ascending; return how many, most + 1 if more."""
    n_values, start = 0, 0
    known = np.empty(BLOCK, np.uint8)
    while start < len(column):
        block = column[start : start + BLOCK]
        place = _first_strange(block, values[:n_values], known)
        if place < 0:
            start += BLOCK
            continue
        if n_values == most:
            return most + 1
        k = n_values
        while k > 0 and values[k - 1] > block[place]:
            values[k] = values[k - 1]
            k -= 1
        values[k] = block[place]
        n_values += 1
    return n_values


@compiled
def _first_strange(block: Any, values: Any, known: Any) -> int:
    """Return the first place of a number that is none of the values, -1 if none."""
    known = known[: len(block)]
    for r in range(len(block)):
        known[r] = block[r] != block[r]
    for value in values:
        for r in range(len(block)):
            known[r] |= block[r] == value
    for r in range(len(block)):
        if not known[r]:
            return r
    return -1


@compiled
def code_few(columns: Any, most: int, codes: Any, n_levels: Any) -> None:
    """Code the columns of at most `most` values; the others get 0 levels."""
    values = np.empty(most, np.float64)
    for j in range(len(columns)):
        n_values = few_values(columns[j], most, values)
        if n_values > most:
            n_levels[j] = 0
        else:
            n_levels[j] = code(columns[j], values[: max(n_values - 1, 0)], codes[j])


@compiled
def code(column: Any, cuts: Any, codes: Any) -> int:
    """Write how many cuts lie below each value; return the number of levels.

    Missing values have the highest code, alone.
    """
    if len(cuts) >= FEW:
        codes[:] = np.searchsorted(cuts, column)
    else:
        codes[:] = 0
        for cut in cuts:
            for r in range(len(column)):
                codes[r] += column[r] > cut
    n_missing = 0
    for r in range(len(column)):
        n_missing += column[r] != column[r]
    if n_missing == 0:
        return len(cuts) + 1
    n_levels = len(cuts) + (2 if n_missing < len(column) else 1)
    for r in range(len(column)):
        if column[r] != column[r]:
            codes[r] = n_levels - 1
    return n_levels


@compiled
def find_cuts(
    ordered: Any, classes: Any, zeros: Any, method: int, n_bins: int, plogp: Any
) -> Any:
    """Return the ascending cut points of a column, of which a bin holds the upper.

    Parameters
    ----------
    ordered : ndarray of shape (n_given,)
        Numbers, ascending.
    classes : ndarray of shape (n_given,)
        Their classes; all 0 if they do not matter.
    zeros : ndarray of shape (n_classes,)
        How many zeros of each class the column has besides.
    """
    values, sums = _runs(ordered, classes, zeros)
    if method == MDL:
        return _mdl(values, sums, plogp)
    if len(values) <= n_bins:
        return values[:-1]
    if method == EQUAL_WIDTH:
        return _equal_width(values[0], values[-1], n_bins)
    return _equal_frequency(values, sums, n_bins)


@compiled
def _runs(ordered: Any, classes: Any, zeros: Any) -> Any:
    """Return the distinct values, and the samples of each class before each of them."""
    n_zeros = zeros.sum()
    values = np.empty(len(ordered) + 1, np.float64)
    sums = np.zeros((len(ordered) + 2, len(zeros)), np.int64)
    n, waits = 0, n_zeros > 0
    for r in range(len(ordered) + 1):
        if waits and (r == len(ordered) or ordered[r] >= 0):
            values[n], waits = 0.0, False
            sums[n + 1] = sums[n] + zeros
            n += 1
        if r < len(ordered):
            if n == 0 or values[n - 1] != ordered[r]:
                values[n] = ordered[r]
                sums[n + 1] = sums[n]
                n += 1
            sums[n, classes[r]] += 1
    return values[:n], sums[: n + 1]


@compiled
def _equal_width(low: float, high: float, n_bins: int) -> Any:
    cuts = np.empty(n_bins - 1, np.float64)
    for k in range(1, n_bins):
        part = k / n_bins
        # A value at the edge is above it, as in scikit-learn.
        cuts[k - 1] = np.nextafter(low * (1 - part) + high * part, -np.inf)
    return cuts


@compiled
def _equal_frequency(values: Any, sums: Any, n_bins: int) -> Any:
    """Cut between distinct values, where it is nearest to each n_bins-th part."""
    n_below = sums.sum(axis=1)
    n_samples, cuts, n_cuts, run = n_below[-1], np.empty(n_bins - 1), 0, 0
    for k in range(1, n_bins):
        # In units of 1 / n_bins of a sample: whole numbers compare exactly.
        while n_below[run + 1] * n_bins < k * n_samples:
            run += 1
        before = k * n_samples - n_below[run] * n_bins
        after = n_below[run + 1] * n_bins - k * n_samples
        at = run if before < after else run + 1
        if 0 < at < len(values) and (n_cuts == 0 or cuts[n_cuts - 1] < values[at - 1]):
            cuts[n_cuts] = values[at - 1]
            n_cuts += 1
    return cuts[:n_cuts]


@compiled
def _mdl(values: Any, sums: Any, plogp: Any) -> Any:
    """Cut in two where the classes are purest while the description gets shorter."""
    is_cut = np.zeros(len(values), np.bool_)
    todo = [(0, len(values))]
    while len(todo) > 0:
        low, high = todo.pop()
        at = _best_cut(sums, low, high, plogp)
        if at > 0 and _is_worth_it(sums[low], sums[at], sums[high], plogp):
            is_cut[at - 1] = True
            todo.append((low, at))
            todo.append((at, high))
    return values[is_cut]


@compiled
def _best_cut(sums: Any, low: int, high: int, plogp: Any) -> int:
    """Return the first place of least entropy of the classes, 0 if there is none."""
    best, least = 0, np.int64(0)
    for at in range(low + 1, high):
        left, right = _entropy(sums[low], sums[at], plogp), np.int64(0)
        right = _entropy(sums[at], sums[high], plogp)
        if best == 0 or left + right < least:
            best, least = at, left + right
    return best


@compiled
def _entropy(before: Any, after: Any, plogp: Any) -> Any:
    """Return the entropy of the classes, times their number, in units of plogp."""
    n, total = np.int64(0), np.int64(0)
    for c in range(len(before)):
        n += after[c] - before[c]
        total -= plogp[after[c] - before[c]]
    return total + plogp[n]


@compiled
def _is_worth_it(low: Any, at: Any, high: Any, plogp: Any) -> Any:
    """Say whether the gain pays for writing the cut down (Fayyad and Irani, eq. 9)."""
    unit = 2.0**-32
    n = (high - low).sum()
    k, k_left, k_right = (low < high).sum(), (low < at).sum(), (at < high).sum()
    whole = _entropy(low, high, plogp) * unit
    left, right = _entropy(low, at, plogp) * unit, _entropy(at, high, plogp) * unit
    n_left = (at - low).sum()
    parts = k * whole / n - k_left * left / n_left - k_right * right / (n - n_left)
    delta = k * np.log2(3.0) + np.log2(1 - 2 * 3.0**-k) - parts
    return whole - left - right > np.log2(n - 1.0) + delta
