"""Tables of quantised log likelihood ratios."""

import math

import numpy as np

from wrapsel.compiled import compiled, inner

# Two terms of at most this size, of opposite sign, still differ by an int32.
LARGEST_TERM = 2**31 - 1
QUANTUM = 2.0**-21
# Large enough to be clipped for any variance, small enough to be squared.
FARTHEST = 1e150


@inner
def quantised(log_likelihood, largest):
    """Return a log likelihood below the largest one in quanta, clipped."""
    return max(np.rint((log_likelihood - largest) / QUANTUM), -float(LARGEST_TERM))


@compiled
def ratios(log_likelihoods, out):
    """Set `out` to the quantised ratios of the other classes to the first."""
    largest = log_likelihoods[0]
    for log_likelihood in log_likelihoods:
        largest = max(largest, log_likelihood)
    first = quantised(log_likelihoods[0], largest)
    for k in range(len(out)):
        out[k] = quantised(log_likelihoods[k + 1], largest) - first


@compiled
def extremes(X, rows):
    """Return the least and the largest present value of each column."""
    low = np.full(X.shape[1], np.inf)
    high = np.full(X.shape[1], -np.inf)
    for i in rows:
        row = X[i]
        for j in range(len(row)):
            low[j] = row[j] if row[j] < low[j] else low[j]
            high[j] = row[j] if row[j] > high[j] else high[j]
    return low, high


@compiled
def class_totals(X, rows, y, scale, n_classes):
    """Return present values and their scaled sums, by class and, last, of all."""
    counts = np.zeros((n_classes + 1, X.shape[1]))
    totals = np.zeros((n_classes + 1, X.shape[1]))
    for i in range(len(rows)):
        row = X[rows[i]]
        for k in (y[i], n_classes):
            count, total = counts[k], totals[k]
            for j in range(len(row)):
                present = row[j] == row[j]
                total[j] += row[j] * scale[j] if present else 0.0
                count[j] += 1.0 if present else 0.0
    return counts, totals


@compiled
def class_squares(X, rows, y, scale, means):
    """Return the squared distances of scaled values to the means, summed likewise."""
    squares = np.zeros(means.shape)
    for i in range(len(rows)):
        row = X[rows[i]]
        for k in (y[i], len(means) - 1):
            mean, square = means[k], squares[k]
            for j in range(len(row)):
                off = row[j] * scale[j] - mean[j]
                square[j] += off * off if off == off else 0.0
    return squares


@compiled
def densities(means, variances):
    """Return the slopes and heights that, with the means, make up log densities."""
    slopes = np.empty(variances.shape)
    heights = np.empty(variances.shape)
    for k in range(len(variances)):
        for j in range(variances.shape[1]):
            variance = max(variances[k, j], 1e-300)
            slopes[k, j] = math.sqrt(0.5 / variance)
            heights[k, j] = -0.5 * math.log(variance)
    return slopes, heights


@compiled
def gaussian_terms(columns, rows, places, scale, means, slopes, heights, terms):
    """Fill the terms of the variables at `places` from rows of their `columns`."""
    n_classes, n_rows = len(means), len(rows)
    x = np.empty(n_rows)
    logs = np.empty((n_classes, n_rows))
    largest = np.empty(n_rows)
    for j in range(len(places)):
        column, unit = columns[places[j]], scale[j]
        for i in range(n_rows):
            x[i] = column[rows[i]]
            largest[i] = -np.inf
        for k in range(n_classes):
            log, mean, slope, height = logs[k], means[k, j], slopes[k, j], heights[k, j]
            for i in range(n_rows):
                off = min(abs(x[i] * unit - mean) * slope, FARTHEST)
                log[i] = height - off * off
                largest[i] = log[i] if log[i] > largest[i] else largest[i]
        first = logs[0]
        for i in range(n_rows):
            first[i] = quantised(first[i], largest[i])
        for k in range(1, n_classes):
            log, term = logs[k], terms[places[j], k - 1]
            for i in range(n_rows):
                ratio = quantised(log[i], largest[i]) - first[i]
                term[i] = np.int32(ratio if x[i] == x[i] else 0.0)


@compiled
def level_places(columns, places, starts):
    """Return the place of each value among the levels of all variables.

    A variable's levels follow the place of what is missing or no level.
    """
    found = np.empty((len(places), columns.shape[1]), np.int32)
    for j in range(len(places)):
        x, n_levels = columns[places[j]], starts[j + 1] - starts[j] - 1
        for i in range(len(x)):
            known = 0 <= x[i] < n_levels and x[i] == np.floor(x[i])
            found[j, i] = starts[j] + (1 + int(x[i]) if known else 0)
    return found


@compiled
def level_counts(levels, rows, n_levels, y, n_classes):
    """Count rows by level and class."""
    counts = np.zeros(n_levels * n_classes, np.int64)
    for j in range(len(levels)):
        of_variable = levels[j]
        for i in range(len(rows)):
            counts[of_variable[rows[i]] * n_classes + y[i]] += 1
    return counts.reshape(-1, n_classes)


@compiled
def level_terms(frequencies, known):
    """Return the terms of levels, (n_classes - 1, n_levels); zeros if not known."""
    n_levels, n_classes = frequencies.shape
    terms = np.zeros((n_classes - 1, n_levels), np.int32)
    logs = np.empty(n_classes)
    out = np.empty(n_classes - 1)
    for level in range(n_levels):
        if known[level]:
            for k in range(n_classes):
                frequency = frequencies[level, k]
                # No infinities: two of them have no difference.
                logs[k] = math.log(frequency) if frequency > 0 else -1e9
            ratios(logs, out)
            for k in range(n_classes - 1):
                terms[k, level] = np.int32(out[k])
    return terms


@compiled
def nominal_terms(levels, rows, places, of_levels, terms):
    """Fill the terms of the variables at `places` from the levels of some rows."""
    of_rows = np.empty(len(rows), np.int32)
    for j in range(len(places)):
        of_variable = levels[j]
        for i in range(len(rows)):
            of_rows[i] = of_variable[rows[i]]
        for k in range(len(of_levels)):
            of_level, term = of_levels[k], terms[places[j], k]
            for i in range(len(rows)):
                term[i] = of_level[of_rows[i]]
