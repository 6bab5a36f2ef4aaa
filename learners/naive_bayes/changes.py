"""Sums of quantised terms over subsets that are told by what changes."""

import numpy as np

from learners.naive_bayes.sums import first_largest, fold_sums, fold_terms
from wrapsel.compiled import compiled, inner


@inner
def changed(terms, start, variables, enters, total):
    """Set `total` to the sums of a fold once some variables enter or leave."""
    for k in range(len(total)):
        out, known = total[k], start[k]
        for i in range(len(out)):
            out[i] = known[i]
        for j in range(len(variables)):
            change = terms[variables[j], k]
            if enters[j]:
                for i in range(len(out)):
                    out[i] += change[i]
            else:
                for i in range(len(out)):
                    out[i] -= change[i]


@compiled
def changed_folds(terms, start, n_columns, n_others, variables, enters, ends, out):
    """Do `changed` for each fold; terms and sums lie fold after fold."""
    for fold in range(len(ends) - 1):
        changed(
            fold_terms(terms, ends, fold, n_columns, n_others),
            fold_sums(start, ends, fold, n_others),
            variables,
            enters,
            fold_sums(out, ends, fold, n_others),
        )


@compiled
def label_changed(
    terms, start, n_columns, n_others, variables, enters, bounds, ends, labels
):
    """Fill the labels on consecutive folds, whose rows end at `ends`.

    In row r, the variables of bounds[r]:bounds[r + 1] enter or leave.
    """
    if not n_others:
        labels[:] = 0
        return
    for fold in range(len(ends) - 1):
        first, end = ends[fold] - ends[0], ends[fold + 1] - ends[0]
        of_fold = fold_terms(terms, ends, fold, n_columns, n_others)
        known = fold_sums(start, ends, fold, n_others)
        sums = np.empty_like(known)
        largest = np.empty(end - first, known.dtype)
        best = np.empty(end - first, known.dtype)
        nothing = np.zeros(known.shape, np.int32)
        for r in range(len(labels)):
            begin, last = bounds[r], bounds[r + 1] - 1
            out = labels[r, first:end]
            if last < begin:
                first_largest(known, nothing, True, largest, best, out)
                continue
            # The last one needs no pass of its own: mostly it is the only one.
            at = known
            if last > begin:
                changed(of_fold, known, variables[begin:last], enters[begin:last], sums)
                at = sums
            first_largest(
                at, of_fold[variables[last]], enters[last], largest, best, out
            )
