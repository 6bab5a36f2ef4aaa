"""Rankers of the correlation kind, as slow loops over exact sums."""

from fractions import Fraction
from math import fsum, sqrt

import numpy as np


def cosine(a, b):
    norms = fsum(x * x for x in a) * fsum(x * x for x in b)
    return fsum(x * y for x, y in zip(a, b, strict=True)) / sqrt(norms) if norms else 0


def centred(a):
    mean = fsum(a) / len(a)
    return [0.0] * len(a) if len(set(a)) == 1 else [x - mean for x in a]


def correlations(X, y, degree=1, standardize=False):
    """Return the largest |r| of a power of each column and y."""
    scores = []
    for column in X.T.tolist():
        column = centred(column) if standardize else column
        powers = [[x**p for x in column] for p in range(1, degree + 1)]
        scores.append(max(abs(cosine(centred(x), centred(y))) for x in powers))
    return np.array(scores)


def spe(X, y, degree=2, xi=2 / 3):
    """Return order and redundant ones, by Algorithm 1 with projected columns."""
    n, m = X.shape
    scores = correlations(X, y, degree) ** 2
    constant = [(column == column[0]).all() for column in X.T]
    O = sorted(range(m), key=lambda i: (constant[i], -scores[i], i))  # noqa: E741
    left = {j: X[:, j] - X[:, j].mean() for j in range(m) if not constant[j]}
    N = {j: np.linalg.norm(column) for j, column in left.items()}
    n_q, R, i = 0, [], 0
    while True:
        if O[i] not in R and not constant[O[i]]:
            column = left.pop(O[i])
            q, n_q = column / np.linalg.norm(column), n_q + 1
            for j in left:
                left[j] = left[j] - (q @ left[j]) * q
            rests = {j: np.linalg.norm(left[j]) / N[j] for j in left}
            delta = (1 + sum(rests.values())) / (1 + len(rests)) / 2
            removed = [j for j in sorted(rests) if rests[j] < delta]
            R += removed
            for j in removed:
                del left[j]
        i += 1
        if n_q >= n * xi or i == m:
            return [j for j in O if j not in R], R, scores


def stoppiglia(X, y, degree=1, risk=0.01, center=True, draws=None):
    """Return the variables kept and the cosines left, by projected columns."""
    from scipy.stats import beta

    n, m = X.shape
    features = {(j, p): X[:, j] ** p for j in range(m) for p in range(1, degree + 1)}
    if center:
        features = {f: np.array(centred(x.tolist())) for f, x in features.items()}
        y = np.array(centred(y.tolist()))
    lengths = {f: np.linalg.norm(x) for f, x in features.items()}
    kept, chance, dimensions, y_length = [], 0.0, n - center, np.linalg.norm(y)
    scores = np.zeros(m)
    while True:
        left = {}
        for f, x in features.items():
            is_left = np.linalg.norm(x) > 1e-7 * lengths[f] > 0
            left[f] = cosine(x, y) ** 2 if is_left else 0
        if np.linalg.norm(y) <= 1e-7 * y_length:
            left = dict.fromkeys(left, 0)
        best = max(left, key=lambda f: (left[f], -f[0], -f[1]))
        if left[best] == 0 or dimensions == 0:
            break
        one = 1.0 if dimensions == 1 else beta(0.5, (dimensions - 1) / 2).sf(left[best])
        chance += (1 - chance) * one
        if chance > risk:
            break
        if best[0] not in kept:
            kept.append(best[0])
            scores[best[0]] = left[best]
        q = features[best] / np.linalg.norm(features[best])
        features = {f: x - (q @ x) * q for f, x in features.items()}
        y, dimensions = y - (q @ y) * q, dimensions - 1
    for j in set(range(m)) - set(kept):
        scores[j] = max(left[j, p] for p in range(1, degree + 1))
    return kept, scores


def areas(X, y, average=max):
    """Return max(a, 1 - a), counted pair by pair, exactly."""
    classes = sorted(set(y))
    scores = []
    for column in X.T.tolist():
        of_classes = []
        for c in classes:
            ours = [x for x, label in zip(column, y, strict=True) if label == c]
            others = [x for x, label in zip(column, y, strict=True) if label != c]
            wins = sum((a > b) - (a < b) for a in ours for b in others)
            share = Fraction(abs(wins), 2 * len(ours) * len(others))
            of_classes.append(Fraction(1, 2) + share)
        scores.append(float(average(of_classes)))
    return np.array(scores)


def f_statistics(X, y):
    """Return F by fractions, so without rounding until the end."""
    scores, n, classes = [], len(y), sorted(set(y))
    for column in X.T.tolist():
        column = [Fraction(x) for x in column]
        mean, within, between = sum(column) / n, Fraction(0), Fraction(0)
        for c in classes:
            own = [x for x, label in zip(column, y, strict=True) if label == c]
            own_mean = sum(own) / len(own)
            within += sum((x - own_mean) ** 2 for x in own)
            between += len(own) * (own_mean - mean) ** 2
        ratio = between * (n - len(classes))
        below = within * (len(classes) - 1)
        scores.append(float(ratio / below) if below else np.inf if ratio else 0.0)
    return np.array(scores)
