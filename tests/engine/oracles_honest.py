"""The plain loops of the honest error, by scikit-learn alone."""

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold

from wrapsel import select
from wrapsel.evaluation.part import outer_folds, part


def plain_error(learner, X, y, columns, train, test):
    """Fit on some rows, and return the share of mistakes on others."""
    fitted = clone(learner).fit(X[train][:, columns], y[train])
    return float(np.mean(fitted.predict(X[test][:, columns]) != y[test]))


def plain_redrawn(learner, X, y, columns, draws):
    """Return the errors on all folds of all draws, (n_draws, n_folds)."""
    return np.array(
        [
            [plain_error(learner, X, y, columns, *fold) for fold in folds]
            for folds in draws
        ]
    )


def plain_folds(y, n_folds, seed, draw):
    """Draw the folds that a problem draws anew."""
    state = np.random.SeedSequence([seed, draw]).generate_state(1)
    splitter = StratifiedKFold(n_folds, shuffle=True, random_state=int(state[0]) >> 2)
    return list(splitter.split(np.zeros((len(y), 1)), y))


def plain_nested(problem, strategy, result, draws, n_outer, **options):
    """Return error, correction and outer subsets, one step after the other."""
    learner, X, y = problem.learner, problem.X, problem.y
    gaps, subsets = [], []
    for train, test in outer_folds(problem, n_outer, 2):
        inner = part(problem, train)
        found = select(inner, strategy, honest=False, **options)
        columns = list(found.subset)
        folds = [inner.redrawn(draw).folds for draw in draws]
        promised = plain_redrawn(learner, inner.X, inner.y, columns, folds)
        outside = plain_error(learner, X, y, columns, train, test)
        gaps.append(outside - promised.mean())
        subsets.append(columns)
    folds = [problem.redrawn(draw).folds for draw in draws]
    all_rows = plain_redrawn(learner, X, y, list(result.subset), folds)
    correction = max(0.0, np.mean(gaps))
    return all_rows.mean() + correction, correction, subsets
