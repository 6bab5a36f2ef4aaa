"""The Relief family as its papers print it: loops over pairs, exact fractions."""

from fractions import Fraction
from math import exp

import numpy as np

STEP = 2**40  # of scaled numbers and expected differences, for fewer than 4,096 columns


def is_missing(value):
    return value is None or value != value


def columns_of(X, nominal):
    """Return (kind, values): numbers as fractions of their range, names as they are."""
    found = []
    for v in range(len(X[0])):
        values = [None if is_missing(row[v]) else row[v] for row in X]
        if v in nominal:
            found.append(("names", values))
            continue
        known = [float(value) for value in values if value is not None]
        low, width = (
            min(known, default=0),
            max(known, default=0) - min(known, default=0),
        )
        found.append(
            (
                "numbers",
                [
                    None
                    if value is None
                    else Fraction(round((value - low) / width * STEP), STEP)
                    if width
                    else Fraction(0)
                    for value in values
                ],
            )
        )
    return found


def plain(kind, a, b):
    return Fraction(a != b) if kind == "names" else abs(a - b)


def mean(numbers):
    return sum(numbers, Fraction(0)) / len(numbers)


def difference(column, groups, i, j):
    """Return the difference of rows i and j, an expected one where a value misses."""
    kind, values = column
    if all(value is None for value in values):
        return Fraction(0)

    def candidates(row):
        if values[row] is not None:
            return [values[row]]
        known = [k for k in range(len(values)) if values[k] is not None]
        own = [values[k] for k in known if groups[k] == groups[row]]
        return own or [values[k] for k in known]

    if values[i] is not None and values[j] is not None:
        return plain(kind, values[i], values[j])
    expected = mean([plain(kind, a, b) for a in candidates(i) for b in candidates(j)])
    return Fraction(round(expected * STEP), STEP)


def tables(X, nominal, groups):
    """Return the differences (n_variables, n, n) and the distances, as fractions."""
    columns, rows = columns_of(X, nominal), range(len(X))
    differences = [
        [[difference(column, groups, i, j) for j in rows] for i in rows]
        for column in columns
    ]
    distances = [[sum(d[i][j] for d in differences) for j in rows] for i in rows]
    return differences, distances


def nearest(distances, i, members, k):
    return sorted((j for j in members if j != i), key=lambda j: (distances[i][j], j))[
        :k
    ]


def relief_f(X, y, k, nominal=()):
    groups = list(y)
    differences, distances = tables(X, nominal, groups)
    n, classes = len(y), sorted(set(groups))
    share = {c: Fraction(groups.count(c), n) for c in classes}
    scores = [Fraction(0)] * len(differences)
    for i in range(n):
        for c in classes:
            members = nearest(distances, i, [j for j in range(n) if groups[j] == c], k)
            weight = -1 if c == groups[i] else share[c] / (1 - share[groups[i]])
            for v, d in enumerate(differences):
                if members:
                    scores[v] += weight * mean([d[i][j] for j in members]) / n
    return [float(score) for score in scores]


def multisurf(X, y, nominal=()):
    groups = list(y)
    differences, distances = tables(X, nominal, groups)
    n, classes = len(y), sorted(set(groups))
    share = {c: Fraction(groups.count(c), n) for c in classes}
    scores = [Fraction(0)] * len(differences)
    for i in range(n):
        others = [distances[i][j] for j in range(n) if j != i]
        centre = mean(others)
        variance = mean([(other - centre) ** 2 for other in others])
        # Below the mean by more than half a standard deviation.
        gaps = {j: centre - distances[i][j] for j in range(n) if j != i}
        near = [j for j, gap in gaps.items() if gap > 0 and 4 * gap**2 > variance]
        for c in classes:
            members = [j for j in near if groups[j] == c]
            weight = -1 if c == groups[i] else share[c] / (1 - share[groups[i]])
            for v, d in enumerate(differences):
                if members:
                    scores[v] += weight * mean([d[i][j] for j in members]) / n
    return [float(score) for score in scores]


def r_relief_f(X, y, k, sigma, nominal=()):
    """Follow Figure 3 of Robnik-Sikonja & Kononenko line by line."""
    differences, distances = tables(X, nominal, [0] * len(y))
    n, n_variables = len(y), len(differences)
    k, width = min(k, n - 1), max(y) - min(y)
    n_dc, n_da, n_dcda = 0.0, [0.0] * n_variables, [0.0] * n_variables
    total = sum(exp(-((rank / sigma) ** 2)) for rank in range(1, k + 1))
    for i in range(n):
        for rank, j in enumerate(nearest(distances, i, range(n), k), 1):
            near = exp(-((rank / sigma) ** 2)) / total
            differ = abs(y[i] - y[j]) / width
            n_dc += differ * near
            for v in range(n_variables):
                n_da[v] += float(differences[v][i][j]) * near
                n_dcda[v] += differ * float(differences[v][i][j]) * near
    return [
        n_dcda[v] / n_dc - (n_da[v] - n_dcda[v]) / (n - n_dc)
        for v in range(n_variables)
    ]


def standardised(X):
    Z = np.array(X, dtype=np.float64)
    constant = Z.min(axis=0) == Z.max(axis=0)
    Z = Z - Z.mean(axis=0)
    Z[:, constant] = 0
    return Z / np.where(constant, 1, Z.std(axis=0))


def relief_k_scores(Z, y, k):
    """Score standardised columns; squares rounded to 1e-9, so that ties stay ties."""
    n, n_variables = Z.shape
    total = {"hits": np.zeros(n_variables), "misses": np.zeros(n_variables)}
    count = {"hits": 0, "misses": 0}
    for i in range(n):
        distances = [sum(round(d * d, 9) for d in Z[i] - Z[j]) for j in range(n)]
        distances = [[round(d, 8) for d in distances]] * (i + 1)
        for name in total:
            same = [j for j in range(n) if (y[j] == y[i]) == (name == "hits")]
            members = nearest(distances, i, same, k)
            if members:
                total[name] += np.mean([abs(Z[i] - Z[j]) for j in members], axis=0)
                count[name] += 1
    scores = []
    for v in range(n_variables):
        hits = total["hits"][v] / count["hits"]
        misses = total["misses"][v] / count["misses"]
        scores.append(misses / hits if hits else np.inf if misses else 0.0)
    return np.array(scores)


def relief_k(X, y, k):
    return relief_k_scores(standardised(X), y, k)


def gs_relief_k(X, y, k):
    """Return the order, and the score of each variable at its turn."""
    Z = standardised(X)
    left, order, scores = list(range(Z.shape[1])), [], np.zeros(Z.shape[1])
    while left:
        found = relief_k_scores(Z[:, left], y, k)
        best = left[int(np.argmax(np.round(found, 9)))]
        scores[best] = found[left.index(best)]
        order.append(best)
        left.remove(best)
        norm = np.linalg.norm(Z[:, best])
        if norm > 0:
            u = Z[:, best] / norm
            Z = Z - np.outer(u, u @ Z)
            Z[:, np.linalg.norm(Z, axis=0) < 1e-8 * np.sqrt(len(Z))] = 0
    return order, scores
