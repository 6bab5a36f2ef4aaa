"""Recursive elimination, as one would do it by hand."""

import statistics
from fractions import Fraction


def path_by_hand(variables, step, least, importances):
    """Return the subsets passed, tuples of variables.

    The variables leave one at a time, each the last of the least important.
    """
    left = list(variables)
    path = [tuple(left)]
    while len(left) > least:
        n_out = step
        if step < 1:
            n_out = max(1, len(left) * Fraction(str(step)) // 1)
        value = dict(zip(left, importances(left), strict=True))
        for _ in range(n_out):
            if len(left) > least:
                left.remove(min(left[::-1], key=value.__getitem__))
        path.append(tuple(left))
    return path


def best_by_hand(path, error):
    """Return the subset of the lowest error, the smallest of several."""
    return min(path, key=lambda subset: (error(subset), len(subset)))


def one_se_by_hand(path, error, fold_errors):
    """Return the smallest subset within a standard error of the best one's error."""
    best = best_by_hand(path, error)
    errors = fold_errors(best)
    se = statistics.stdev(errors) / len(errors) ** 0.5 if len(errors) > 1 else 0.0
    for subset in sorted(path, key=len):
        if error(subset) <= error(best) + se:
            return subset
    raise AssertionError("the best one is within")
