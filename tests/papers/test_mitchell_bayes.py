"""The fast sums equal products of counts."""

import numpy as np
import pytest

from wrapsel import Problem, Subset
from wrapsel.evaluation import CrossValidation
from wrapsel.papers.mitchell_bayes import MitchellBayes


def by_products(X, y, row):
    """Return the first class of the largest product, counted row by row."""
    classes, best, highest = sorted(set(y)), None, -1.0
    for label in classes:
        own = [x for x, of in zip(X, y, strict=True) if of == label]
        product = len(own) / len(y)
        for j, value in enumerate(row):
            if value < 0 or not any(x[j] == value for x in X):
                continue
            present = [x[j] for x in own if x[j] >= 0]
            product *= present.count(value) / max(len(present), 1)
        if product > highest:
            best, highest = label, product
    return best


@pytest.mark.parametrize("seed", range(20))
def test_it_takes_the_largest_product_and_the_first_class_if_all_are_0(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-1, 4, size=(rng.integers(4, 30), 3))
    y = rng.choice(list("abc"), size=len(X))
    new = rng.integers(-1, 6, size=(20, 3))

    found = MitchellBayes().fit(X, y).predict(new)

    assert found.tolist() == [by_products(X.tolist(), y, row) for row in new.tolist()]


@pytest.mark.parametrize("seed", range(5))
def test_many_subsets_at_once_err_as_fits_do(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-1, 4, size=(40, 4)), np.repeat(list("ab"), 20)
    problem = Problem(MitchellBayes(), X, y, cv=3)
    subsets = [Subset.of(s, 4) for s in ([0], [1, 3], [0, 1, 2, 3])]

    block = CrossValidation(problem).measure(subsets, range(3))

    for row, subset in zip(block.errors, subsets, strict=True):
        columns = subset.indices()
        for fold, (train, test) in enumerate(problem.folds):
            learner = MitchellBayes().fit(X[np.ix_(train, columns)], y[train])
            wrong = learner.predict(X[np.ix_(test, columns)]) != y[test]
            assert row[fold, 0] == wrong.sum() * problem.scale[0][fold]
