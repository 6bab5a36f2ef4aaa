"""Class scores of subsets of counts, whose sums are exact in any order."""

from collections import namedtuple

import numpy as np

from learners.sklearn.naive_bayes.scores import CLOSE, add_term
from wrapsel.compiled import compiled, inner

# The counts of a fold's test rows, column by column as in a sparse matrix, and of each
# class what training rows count of each column, smoothed, and its logarithm
# (n_classes, n_columns).
Counts = namedtuple("Counts", ["indptr", "rows", "values", "totals", "logs"])

# Of some columns: the sums of counts times logarithms (n_classes, 2, n_rows), of counts
# (2, n_rows), and of totals (n_classes, 2, 1).
Sums = namedtuple("Sums", ["terms", "lengths", "totals"])


@compiled
def flip(counts, centre, variables, sign, to_rest, sums):
    """Add variables that the centre lacks to sums, and take away those that it has.

    With a sign of -1 the other way around.
    """
    n_classes = len(counts.totals)
    for v in variables:
        way = -sign if centre[v] else sign
        for k in range(n_classes):
            add_term(sums.totals[k], 0, counts.totals[k, v], way, to_rest)
        for place in range(counts.indptr[v], counts.indptr[v + 1]):
            i, count = counts.rows[place], counts.values[place]
            add_term(sums.lengths, i, count, way, to_rest)
            for k in range(n_classes):
                term = count * counts.logs[k, v]
                add_term(sums.terms[k], i, term, way, to_rest)


@compiled(error_model="numpy")
def score_flipped(
    counts, centre, variables, bounds, to_rest, log_priors, factor, sums, scores, close
):
    """Fill the scores (n_subsets, n_classes, n_rows) of subsets around a centre.

    In subset r, the variables of bounds[r]:bounds[r + 1] are flipped. `close` counts
    the rows whose best two classes rounding may have put in another order.
    """
    heights = np.empty(len(log_priors))
    for r in range(len(scores)):
        some = variables[bounds[r] : bounds[r + 1]]
        flip(counts, centre, some, 1.0, to_rest, sums)
        for k in range(len(log_priors)):
            heights[k] = np.log(sums.totals[k, 0, 0] + sums.totals[k, 1, 0])
        close[r] = score_rows(log_priors, factor, heights, sums, scores[r])
        flip(counts, centre, some, -1.0, to_rest, sums)


@inner
def score_rows(log_priors, factor, heights, sums, scores):
    """Fill the scores (n_classes, n_rows) of a subset; return how many are close."""
    n_close = 0
    for i in range(scores.shape[1]):
        length = sums.lengths[0, i] + sums.lengths[1, i]
        best = second = -np.inf
        for k in range(len(log_priors)):
            score = log_priors[k]
            if length != 0.0:  # else it is that, to the bit
                terms = sums.terms[k, 0, i] + sums.terms[k, 1, i]
                score += factor * (terms - length * heights[k])
            scores[k, i] = score
            second = max(second, min(best, score))
            best = max(best, score)
        is_close = best - second <= CLOSE * max(1.0, abs(best))
        n_close += length != 0.0 and is_close
    return n_close
