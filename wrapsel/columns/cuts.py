"""Cut points of numeric columns, and columns as codes, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.values import few_values
from wrapsel.compiled import compiled, inner

METHODS = ("equal_frequency", "equal_width", "mdl", "none")
EQUAL_FREQUENCY, EQUAL_WIDTH, MDL, NONE = range(4)
FEW = 16  # values: up to here, comparing with each is quicker than a search


def plogp(n: int) -> NDArray[np.int64]:
    """Return k log2 k for k = 0 to n, in units of 2^-32.

    Whole numbers, so that sums are the same in any order, and equal ones tie.
    """
    k = np.arange(n + 1.0)
    k[0] = 1.0
    units: NDArray[np.int64] = np.rint(k * np.log2(k) * 2.0**32).astype(np.int64)
    return units


@compiled(error_model="numpy")
def code_few(columns: Any, most: int, codes: Any, n_levels: Any) -> None:
    """Code the columns of at most `most` values; the others get 0 levels."""
    values = np.empty(most, np.float64)
    for j in range(len(columns)):
        n_values = few_values(columns[j], most, values)
        if n_values > most:
            n_levels[j] = 0
        else:
            n_levels[j] = code(columns[j], values[: max(n_values - 1, 0)], codes[j])


@inner(error_model="numpy")
def _n_below(cuts: Any, value: float) -> int:
    """Return how many of ascending cuts are below a value; of NaN all."""
    low, high = 0, len(cuts)
    while low < high:
        middle = (low + high) // 2
        if cuts[middle] >= value:
            high = middle
        else:
            low = middle + 1
    return low


@inner(error_model="numpy")
def code(column: Any, cuts: Any, codes: Any) -> int:
    """Write how many cuts lie below each value; return the number of levels.

    Missing values have the highest code, alone.
    """
    if len(cuts) >= FEW:
        for r in range(len(column)):  # whole arrays would compile a second longer
            codes[r] = _n_below(cuts, column[r])
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


@compiled(error_model="numpy")
def code_sorted(
    columns: Any,
    ordered: Any,
    classes: Any,
    n_classes: int,
    method: int,
    n_bins: int,
    plogp: Any,
    codes: Any,
    n_levels: Any,
) -> None:
    """Code columns, which `ordered` has sorted, with the class of each number."""
    zeros = np.zeros(n_classes, np.int64)
    for j in range(len(columns)):
        if n_levels[j] > 0:
            continue
        n = columns.shape[1]
        while n > 0 and ordered[j, n - 1] != ordered[j, n - 1]:
            n -= 1
        cuts = find_cuts(ordered[j, :n], classes[j, :n], zeros, method, n_bins, plogp)
        n_levels[j] = code(columns[j], cuts, codes[j])


@inner(error_model="numpy")
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


@inner(error_model="numpy")
def _runs(ordered: Any, classes: Any, zeros: Any) -> Any:
    """Return the distinct values, and the samples of each class before each of them."""
    values = np.empty(len(ordered) + 1, np.float64)
    starts = np.empty(len(ordered) + 2, np.int64)
    n_zeros = 0
    for c in range(len(zeros)):
        n_zeros += zeros[c]
    has_zeros = n_zeros > 0
    n, of_zero, waits, last = 0, 0, has_zeros, np.nan
    for r in range(len(ordered) + 1):
        if waits and (r == len(ordered) or ordered[r] >= 0):
            values[n], starts[n], waits, last, of_zero = 0.0, r, False, 0.0, n
            n += 1
        if r < len(ordered) and last != ordered[r]:
            values[n], starts[n], last = ordered[r], r, ordered[r]
            n += 1
    starts[n] = len(ordered)
    sums = _sums(starts[: n + 1], classes, len(zeros))
    if has_zeros:
        for k in range(of_zero + 1, n + 1):
            for c in range(len(zeros)):  # whole arrays would compile a second longer
                sums[k, c] += zeros[c]
    return values[:n], sums


@inner(error_model="numpy")
def _sums(starts: Any, classes: Any, n_classes: int) -> Any:
    """Return how many samples of each class are before each start."""
    sums = np.zeros((len(starts), n_classes), np.int64)
    if n_classes == 1:
        for k in range(len(starts)):
            sums[k, 0] = starts[k]
        return sums
    for k in range(len(starts) - 1):
        for c in range(n_classes):  # quicker than a whole row
            sums[k + 1, c] = sums[k, c]
        for r in range(starts[k], starts[k + 1]):
            sums[k + 1, classes[r]] += 1
    return sums


@inner(error_model="numpy")
def _equal_width(low: float, high: float, n_bins: int) -> Any:
    cuts = np.empty(n_bins - 1, np.float64)
    for k in range(1, n_bins):
        part = k / n_bins
        # A value at the edge is above it, as in scikit-learn.
        cuts[k - 1] = np.nextafter(low * (1 - part) + high * part, -np.inf)
    return cuts


@inner(error_model="numpy")
def _equal_frequency(values: Any, sums: Any, n_bins: int) -> Any:
    """Cut between distinct values, where it is nearest to each n_bins-th part."""
    n_below = np.zeros(len(sums), np.int64)
    for c in range(sums.shape[1]):
        n_below += sums[:, c]
    cuts, n_samples, n_cuts, run = np.empty(n_bins - 1, np.float64), n_below[-1], 0, 0
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


@inner(error_model="numpy")
def _mdl(values: Any, sums: Any, plogp: Any) -> Any:
    """Cut in two where the classes are purest while the description gets shorter."""
    is_cut, cuts = np.zeros(len(values), np.bool_), np.empty(len(values), np.float64)
    # Arrays, where a list of pairs would compile a second longer.
    lows, highs = np.zeros(len(sums), np.int64), np.zeros(len(sums), np.int64)
    highs[0], n_todo, n_cuts = len(values), 1, 0
    while n_todo > 0:
        n_todo -= 1
        low, high = lows[n_todo], highs[n_todo]
        at = _best_cut(sums, low, high, plogp)
        if at > 0 and _is_worth_it(sums[low], sums[at], sums[high], plogp):
            is_cut[at - 1] = True
            highs[n_todo] = lows[n_todo + 1] = at
            highs[n_todo + 1] = high
            n_todo += 2
    for k in range(len(values)):
        if is_cut[k]:
            cuts[n_cuts] = values[k]
            n_cuts += 1
    return cuts[:n_cuts]


@inner(error_model="numpy")
def _best_cut(sums: Any, low: int, high: int, plogp: Any) -> int:
    """Return the first place of least entropy of the classes, 0 if there is none."""
    best, least = 0, np.int64(0)
    for at in range(low + 1, high):
        left, right = _entropy(sums[low], sums[at], plogp), np.int64(0)
        right = _entropy(sums[at], sums[high], plogp)
        if best == 0 or left + right < least:
            best, least = at, left + right
    return best


@inner(error_model="numpy")
def _entropy(before: Any, after: Any, plogp: Any) -> Any:
    """Return the entropy of the classes, times their number, in units of plogp."""
    n, total = np.int64(0), np.int64(0)
    for c in range(len(before)):
        n += after[c] - before[c]
        total -= plogp[after[c] - before[c]]
    return total + plogp[n]


@inner(error_model="numpy")
def _is_worth_it(low: Any, at: Any, high: Any, plogp: Any) -> Any:
    """Say whether the gain pays for writing the cut down (Fayyad and Irani, eq. 9)."""
    unit = 2.0**-32
    n = k = k_left = k_right = n_left = 0
    for c in range(len(low)):
        n += high[c] - low[c]
        n_left += at[c] - low[c]
        k += low[c] < high[c]
        k_left += low[c] < at[c]
        k_right += at[c] < high[c]
    whole = _entropy(low, high, plogp) * unit
    left, right = _entropy(low, at, plogp) * unit, _entropy(at, high, plogp) * unit
    parts = k * whole / n - k_left * left / n_left - k_right * right / (n - n_left)
    delta = k * np.log2(3.0) + np.log2(1 - 2 * 3.0**-k) - parts
    return whole - left - right > np.log2(n - 1.0) + delta
