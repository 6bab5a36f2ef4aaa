"""Sums in two doubles are those of fractions."""

from fractions import Fraction

import numpy as np
import pytest
from numba import njit

from learners.sklearn.linear.exact import exact_error, fused, left_over


def fractions(array):
    return np.array([Fraction(x) for x in array.ravel()]).reshape(array.shape)


def test_what_is_fused_is_rounded_once_in_kernels_too():
    a, b = np.random.default_rng(0).lognormal(sigma=9, size=(2, 500))
    in_kernels = njit(lambda a, b, c: fused(a, b, c))
    for x, y in zip(a, b, strict=True):
        for z in (-x * y, x, y / 2**60):
            once = float(Fraction(x) * Fraction(y) + Fraction(z))
            assert in_kernels(x, y, z) == fused(x, y, z) == once


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_over_is_that_of_fractions(seed):
    rng = np.random.default_rng(seed)
    gram, weights = rng.normal(size=(7, 7)), rng.normal(size=7)
    gram += gram.T
    right = gram @ weights
    expected = fractions(right) - fractions(gram) @ fractions(weights)

    found = left_over(gram, right, weights)
    np.testing.assert_allclose(found, expected.astype(float), rtol=1e-14, atol=1e-30)


@pytest.mark.parametrize("seed", range(20))
def test_the_error_is_that_of_the_exact_solution(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(9, 4)) * [1, 10, 1, 0.1]
    gram, right = X.T @ X, X.T @ rng.normal(size=9)
    gram = (gram + gram.T) / 2
    test, targets = rng.normal(size=(4, 5)), rng.normal(size=5)
    exact = solved(fractions(gram), fractions(right))
    left = fractions(targets) - exact @ fractions(test)
    inverse = np.linalg.inv(gram)

    error = exact_error(gram, right, test, targets, inverse @ right, inverse.__matmul__)
    assert error == float(left @ left)


def solved(gram, right):
    """Return the solution of equations of fractions."""
    gram, right = gram.copy(), right.copy()
    for i in range(len(right)):
        for j in range(len(right)):
            if i != j:
                factor = gram[j, i] / gram[i, i]
                gram[j] -= factor * gram[i]
                right[j] -= factor * right[i]
    return right / gram.diagonal()
