"""Least squares with gamma over the number of variables."""

import numpy as np
import pytest

from learners.least_squares.lssvr import LSSVR
from learners.least_squares.over_variables import LSSVROverVariables

rng = np.random.default_rng(0)
X = rng.random((24, 6))
y = X[:, 0] + np.sin(3 * X[:, 1])
TOGETHER = [
    (np.delete(np.arange(24), np.s_[k::4]), np.arange(24)[k::4]) for k in range(4)
]
APART = TOGETHER[:2]


@pytest.mark.parametrize("gamma", [0.5, 100.0])
@pytest.mark.parametrize("folds", [TOGETHER, APART], ids=["together", "apart"])
def test_a_subset_is_scored_as_by_its_own_gamma(folds, gamma):
    masks = np.array([[True] * 6, [True, True, False, False, False, False]])
    scorer = LSSVROverVariables(10.0, gamma=gamma).subset_scorer(X, y, folds)
    found = scorer.predict(masks, range(len(folds)))
    for mask, row in zip(masks, found, strict=True):
        own = LSSVR(10.0, gamma=gamma / mask.sum())
        expected = [
            own.fit(X[train][:, mask], y[train]).predict(X[test][:, mask])
            for train, test in folds
        ]
        np.testing.assert_allclose(row, np.concatenate(expected), atol=1e-8)


def test_tuning_takes_the_number_of_all_variables():
    ours, plain = LSSVROverVariables(), LSSVR()
    found = ours.tune(X, y, TOGETHER, [0.6, 60.0], [1.0, 100.0])
    expected = plain.tune(X, y, TOGETHER, [0.1, 10.0], [1.0, 100.0])
    np.testing.assert_allclose(found, expected, atol=1e-8)


def test_another_kernel_is_refused():
    with pytest.raises(ValueError, match="kernel must be rbf, got 'linear'"):
        LSSVROverVariables(kernel="linear").fit(X, y)
