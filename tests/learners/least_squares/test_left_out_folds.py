"""Folds predicted from all others by one elimination are predicted as by fits."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.linalg import cho_factor, cho_solve

from learners.least_squares import elimination as kernels
from learners.least_squares.left_out_folds import LeftOut
from learners.least_squares.systems import Kernel

KINDS = ["rbf", "linear", "poly"]


def explicit(K, Y, C, ends):
    """Return outputs for each fold by a fit on the others, all but exact."""
    outputs = np.empty(Y.shape)
    for start, stop in pairwise(ends):
        rest = np.r_[:start, stop : len(Y)]
        H = K[np.ix_(rest, rest)] + np.eye(len(rest)) / C
        solved = refined(H, np.c_[Y[rest], np.ones(len(rest))])
        biases = solved[:, :-1].sum(axis=0) / solved[:, -1].sum()
        alpha = solved[:, :-1] - np.outer(solved[:, -1], biases)
        outputs[start:stop] = K[start:stop, rest] @ alpha + biases
    return outputs


def refined(H, right):
    """Solve H x = right, and correct x by what longer numbers say is missing."""
    factor, exact = cho_factor(H), H.astype(np.longdouble)
    solved = cho_solve(factor, right).astype(np.longdouble)
    for _ in range(4):
        missing = right - exact @ solved
        solved += cho_solve(factor, missing.astype(np.float64))
    return solved


def random_ends(rng, n_rows, n_folds):
    inner = np.sort(rng.choice(np.arange(1, n_rows), n_folds - 1, replace=False))
    return [0, *inner.tolist(), n_rows]


def problem(seed, kind="rbf", gamma=0.5, n_outputs=1):
    """Return a kernel of some 10 to 120 rows, targets, and ends of unequal folds."""
    rng = np.random.default_rng(seed)
    n_rows = int(rng.integers(10, 120))
    X, n_folds = rng.random((n_rows, 4)), int(rng.integers(2, min(n_rows, 14)))
    K = Kernel(kind, gamma, 2).matrix(X)
    return K, rng.normal(size=(n_rows, n_outputs)), random_ends(rng, n_rows, n_folds)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(100))
def test_folds_of_any_size_get_the_outputs_of_fits_without_them(seed, kind):
    K, Y, ends = problem(seed, kind, 0.3 * (1 + seed % 5), 1 + seed % 4)
    C = 10.0 ** (seed % 4)
    outputs = LeftOut(ends).predict(K, Y, C)
    np.testing.assert_allclose(outputs, explicit(K, Y, C, ends), rtol=0, atol=1e-9)


@pytest.mark.parametrize("gamma", [1e-4, 1.0, 1e3])
@pytest.mark.parametrize("C", [1e5, 1e8])
@pytest.mark.parametrize("seed", range(20))
def test_errors_are_no_larger_than_the_condition_allows(seed, C, gamma):
    K, Y, ends = problem(seed, "rbf", gamma)
    gap = LeftOut(ends).predict(K, Y, C) - explicit(K, Y, C, ends)
    assert np.abs(gap).max() <= 4e-16 * C * len(Y) * np.abs(Y).max()


@pytest.mark.parametrize("seed", range(50))
def test_rows_that_occur_twice_are_no_trouble(seed):
    rng = np.random.default_rng(seed)
    X = rng.random((15, 3))[rng.integers(15, size=60)]
    K, Y, ends = Kernel("rbf", 2.0).matrix(X), X[:, :1] ** 2, random_ends(rng, 60, 5)
    outputs = LeftOut(ends).predict(K, Y, 1e5)
    np.testing.assert_allclose(outputs, explicit(K, Y, 1e5, ends), rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    ("n_rows", "n_folds"), [(301, 5), (263, 3), (200, 2), (203, 9)]
)
def test_more_rows_than_a_block_are_no_trouble(n_rows, n_folds):
    rng = np.random.default_rng(n_rows)
    X = rng.random((n_rows, 8))
    K, Y, ends = Kernel("rbf").matrix(X), X[:, :2], random_ends(rng, n_rows, n_folds)
    outputs = LeftOut(ends).predict(K, Y, 1e4)
    np.testing.assert_allclose(outputs, explicit(K, Y, 1e4, ends), rtol=0, atol=1e-9)


@pytest.mark.parametrize("size", [1, 2])
def test_folds_may_be_as_small_as_they_get(size):
    K, Y, _ = problem(7)
    ends = [*range(0, len(Y) - size, size), len(Y)]
    outputs = LeftOut(ends).predict(K, Y, 10.0)
    np.testing.assert_allclose(outputs, explicit(K, Y, 10.0, ends), rtol=0, atol=1e-11)


@pytest.mark.parametrize("seed", range(50))
def test_what_memory_held_before_never_changes_a_bit(seed):
    K, Y, ends = problem(seed)
    solver = LeftOut(ends)
    first = solver.predict(K, Y, 10.0)
    for memory in solver._memory.values():
        memory[:] = np.nan
    assert np.array_equal(solver.predict(K, Y, 10.0), first)
    solver.predict(K, np.c_[Y, Y], 1e3)
    assert np.array_equal(solver.predict(K, Y, 10.0), first)


def test_a_kernel_may_be_a_part_of_another():
    K, Y, ends = problem(3)
    whole = np.full((2 * len(Y), len(Y) + 1), np.nan)
    whole[::2, 1:] = K
    outputs = LeftOut(ends).predict(whole[::2, 1:], Y, 10.0)
    assert np.array_equal(outputs, LeftOut(ends).predict(K, Y, 10.0))


def test_a_kernel_that_is_not_positive_is_refused():
    Y = np.arange(12.0)[:, None]
    for row in range(12):
        K = np.eye(12)
        K[row, row] = -2
        with pytest.raises(ValueError, match="not positive definite with C=1"):
            LeftOut([0, 4, 8, 12]).predict(K, Y, 1.0)


def system_of(rng, n_rows):
    """Return a positive definite matrix, and its upper triangle in a larger array."""
    A = rng.normal(size=(n_rows, n_rows))
    A = A @ A.T + np.eye(n_rows)
    n_all = n_rows + kernels.SPARE
    system = np.zeros((n_all, -(-n_all // kernels.VECTOR) * kernels.VECTOR))
    system[:n_rows, :n_rows] = np.triu(A)
    return A, system


@pytest.mark.parametrize("seed", range(100))
def test_eliminating_rows_leaves_a_factor_and_what_they_do_not_say(seed):
    rng = np.random.default_rng(seed)
    n_rows = int(rng.integers(2, 170))
    cut = int(rng.integers(1, n_rows))
    A, system = system_of(rng, n_rows)
    assert kernels.eliminate(system, 0, cut, n_rows)
    factor = np.linalg.cholesky(A).T
    left = A[cut:, cut:] - factor[:cut, cut:].T @ factor[:cut, cut:]
    found = np.triu(system[:n_rows, :n_rows])
    np.testing.assert_allclose(found[:cut], factor[:cut], rtol=0, atol=1e-9)
    np.testing.assert_allclose(found[cut:, cut:], np.triu(left), rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_the_tail_comes_first_and_the_border_last(seed):
    rng = np.random.default_rng(seed)
    first, cut, last, end = np.cumsum(rng.integers([0, 1, 1, 2], [9, 30, 30, 5]))
    A, system = system_of(rng, end)
    out = np.zeros_like(system)
    kernels.put_tail_first(system, first, cut, last, end, out)
    order = np.r_[cut:last, first:cut, last:end]
    expected = np.triu(A[np.ix_(order, order)])
    assert np.array_equal(np.triu(out[: len(order), : len(order)]), expected)


def test_back_substitution_solves_a_triangle_for_each_right_side():
    system = np.array([[2.0, 1.0, 4.0, 0.0], [0.0, 1.0, 2.0, 3.0]])
    solved = kernels.substitute_back(system, 2, 4)
    assert solved.tolist() == [[1.0, 2.0], [-1.5, 3.0]]
