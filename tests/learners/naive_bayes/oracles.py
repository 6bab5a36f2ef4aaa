"""Naive Bayes in plain floats, one cell at a time."""

import math

CUT = -1024.0


def scores(X, y, X_test, nominal, declared=None, alpha=1.0, var_smoothing=1e-9):
    """Return log scores by row and class; None is missing, `declared` lists levels."""
    classes = sorted(set(y))
    out = []
    for row in X_test:
        total = [math.log(sum(t == c for t in y) / len(y)) for c in classes]
        for j, value in enumerate(row):
            column = [x[j] for x in X]
            if j in nominal:
                levels = (declared or {}).get(j, set(column) - {None})
                term = _nominal(column, y, classes, value, levels, alpha)
            else:
                term = _gaussian(column, y, classes, value, var_smoothing)
            total = [
                a + max(b - max(term), CUT) for a, b in zip(total, term, strict=True)
            ]
        out.append(total)
    return out


def _nominal(column, y, classes, value, levels, alpha):
    if value not in levels:
        return [0.0] * len(classes)
    present = [(x, t) for x, t in zip(column, y, strict=True) if x is not None]
    logs = []
    for c in classes:
        own = [x for x, t in present if t == c] or [x for x, _ in present]
        share = (own.count(value) + alpha) / (len(own) + alpha * len(levels))
        logs.append(math.log(share))
    return logs


def _gaussian(column, y, classes, value, var_smoothing):
    every = [x for x in column if x is not None]
    if value is None or len(set(every)) < 2:
        return [0.0] * len(classes)
    smoothing = var_smoothing * _variance(every)
    logs = []
    for c in classes:
        own = [
            x for x, t in zip(column, y, strict=True) if t == c and x is not None
        ] or every
        variance = _variance(own) + smoothing
        distance = (value - sum(own) / len(own)) ** 2
        logs.append(-0.5 * (math.log(variance) + distance / variance))
    return logs


def _variance(values):
    mean = sum(values) / len(values)
    return sum((x - mean) ** 2 for x in values) / len(values)
