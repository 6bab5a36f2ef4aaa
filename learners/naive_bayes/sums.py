"""Sums of quantised terms over subsets of the variables."""

import numpy as np

from learners.naive_bayes.terms import QUANTUM
from wrapsel.compiled import compiled, inner


@inner
def add_up(terms, sums, mask, flips, out):
    """Set `out` to the sums of `mask`, given those of the mask without the flips."""
    for k in range(len(out)):
        total, start = out[k], sums[k]
        for i in range(len(total)):
            total[i] = start[i]
        for variable in flips:
            change, enters = terms[variable, k], mask[variable]
            for i in range(len(total)):
                total[i] += change[i] if enters else -change[i]


@compiled
def shorter(prior_sums, sums, mask, flips):
    """Return what to start from, the priors or the sums, and the flips from there."""
    size = 0
    for inside in mask:
        size += inside
    if len(flips) < 2 or len(flips) <= size:
        return sums, flips
    variables = np.empty(size, np.int64)
    size = 0
    for variable in range(len(mask)):
        if mask[variable]:
            variables[size] = variable
            size += 1
    return prior_sums, variables


@compiled
def add_up_folds(terms, sums, mask, flips, ends, out):
    """Do `add_up` for each fold; terms and sums lie fold after fold."""
    n_others = len(sums) // max(ends[-1], 1)
    for fold in range(len(ends) - 1):
        add_up(
            fold_terms(terms, ends, fold, len(mask), n_others),
            fold_sums(sums, ends, fold, n_others),
            mask,
            flips,
            fold_sums(out, ends, fold, n_others),
        )


@inner
def fold_terms(terms, ends, fold, n_columns, n_others):
    """Return the terms of a fold, (n_columns, n_classes - 1, n_rows)."""
    part = terms[
        ends[fold] * n_columns * n_others : ends[fold + 1] * n_columns * n_others
    ]
    return part.reshape(n_columns, n_others, ends[fold + 1] - ends[fold])


@inner
def fold_sums(sums, ends, fold, n_others):
    """Return the sums of a fold, (n_classes - 1, n_rows)."""
    part = sums[ends[fold] * n_others : ends[fold + 1] * n_others]
    return part.reshape(n_others, ends[fold + 1] - ends[fold])


@compiled
def reaches(terms, n_columns, n_others, ends):
    """Return the largest size of any term of each column."""
    largest = np.zeros(n_columns, np.int64)
    for fold in range(len(ends) - 1):
        of_fold = fold_terms(terms, ends, fold, n_columns, n_others)
        for j in range(n_columns):
            reach = np.int32(0)
            for term in of_fold[j].ravel():
                reach = max(reach, abs(term))
            largest[j] = max(largest[j], reach)
    return largest


@inner
def first_largest(sums, term, enters, largest, best, labels):
    """Set labels to the first class with the largest sum, once a variable flips.

    It counts in the integers of `sums`: half as long ones are twice as fast.
    """
    cast = sums.dtype.type
    zero, one = cast(0), cast(1)
    total, change = sums[0], term[0]
    for i in range(len(total)):
        after = cast(total[i] + (change[i] if enters else -change[i]))
        best[i] = one if after > zero else zero  # zero is the sum of the first class
        largest[i] = max(after, zero)
    for k in range(1, len(sums)):
        total, change, label = sums[k], term[k], cast(k + 1)
        for i in range(len(total)):
            after = cast(total[i] + (change[i] if enters else -change[i]))
            best[i] = label if after > largest[i] else best[i]
            largest[i] = max(after, largest[i])
    for i in range(len(labels)):
        labels[i] = best[i]


@inner
def label_subsets(terms, prior_sums, centre_sums, masks, bounds, flips, labels, first):
    """Fill the labels of each mask, which has flips[bounds[r]:bounds[r + 1]]."""
    n_rows = prior_sums.shape[1]
    sums = np.empty_like(prior_sums)
    largest = np.empty(n_rows, prior_sums.dtype)
    best = np.empty(n_rows, prior_sums.dtype)
    nothing = np.zeros(prior_sums.shape, np.int32)
    for r in range(len(masks)):
        mask, of_row = masks[r], flips[bounds[r] : bounds[r + 1]]
        start, of_row = shorter(prior_sums, centre_sums, mask, of_row)
        out = labels[r, first : first + n_rows]
        if len(of_row) == 0:
            first_largest(start, nothing, True, largest, best, out)
            continue
        # The last flip needs no pass of its own: mostly it is the only one.
        if len(of_row) > 1:
            add_up(terms, start, mask, of_row[:-1], sums)
            start = sums
        last = of_row[-1]
        first_largest(start, terms[last], mask[last], largest, best, out)


@inner
def score_subsets(terms, prior_sums, centre_sums, masks, bounds, flips, scores):
    """Fill the scores of each mask; those of the first class are zero."""
    sums = np.empty(prior_sums.shape, np.int64)
    for r in range(len(masks)):
        of_row = flips[bounds[r] : bounds[r + 1]]
        start, of_row = shorter(prior_sums, centre_sums, masks[r], of_row)
        add_up(terms, start, masks[r], of_row, sums)
        for k in range(len(sums)):
            for i in range(sums.shape[1]):
                scores[r, i, k + 1] = sums[k, i] * QUANTUM


@compiled
def label_folds(terms, prior_sums, sums, n_others, masks, bounds, flips, ends, labels):
    """Fill the labels of each mask on consecutive folds, whose rows end at `ends`."""
    if not n_others:
        labels[:] = 0
        return
    for fold in range(len(ends) - 1):
        label_subsets(
            fold_terms(terms, ends, fold, masks.shape[1], n_others),
            fold_sums(prior_sums, ends, fold, n_others),
            fold_sums(sums, ends, fold, n_others),
            masks,
            bounds,
            flips,
            labels,
            ends[fold] - ends[0],
        )


@compiled
def score_folds(terms, prior_sums, sums, n_others, masks, bounds, flips, ends, scores):
    """Fill the scores of each mask on consecutive folds, whose rows end at `ends`."""
    for fold in range(len(ends) - 1):
        score_subsets(
            fold_terms(terms, ends, fold, masks.shape[1], n_others),
            fold_sums(prior_sums, ends, fold, n_others),
            fold_sums(sums, ends, fold, n_others),
            masks,
            bounds,
            flips,
            scores[:, ends[fold] - ends[0] : ends[fold + 1] - ends[0]],
        )
