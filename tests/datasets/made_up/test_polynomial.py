"""The polynomial problems are what their papers say."""

from itertools import combinations

import numpy as np
import pytest

from tests.datasets.made_up import oracles_problems as oracle
from wrapsel.datasets.made_up.polynomial import (
    make_jong_linear,
    make_jong_nonlinear,
    make_spe_polynomial,
)


@pytest.mark.parametrize("seed", range(50))
def test_the_polynomial_decides_the_class(seed):
    args = (31 + seed % 2, 8, 1 + seed % 4, 1 + seed % 3)

    problem = make_spe_polynomial(*args, random_state=seed)

    assert problem.y.tolist() == oracle.polynomial_classes(*args, seed)
    assert (problem.y == 1).sum() == len(problem.y) // 2


@pytest.mark.parametrize("seed", range(50))
def test_copies_are_proportional_with_factors_far_from_zero(seed):
    problem = make_spe_polynomial(50, 40, 4, redundancy=3, random_state=seed)

    factors = []
    assert len(problem.redundant) == 4
    for original, group in enumerate(problem.redundant):
        assert len(group) == 4
        assert group[0] == original
        for copy in group[1:]:
            ratio = problem.X[:, copy] / problem.X[:, original]
            factors.append(ratio[0])
            assert ratio == pytest.approx(ratio[0])
            assert 1 <= abs(ratio[0]) <= 2
    assert min(factors) < 0 < max(factors)
    assert sorted(sum(problem.redundant, ())) == list(range(16))
    # All others are independent: a correlation of 0.8 in 50 rows is out of question.
    others = np.corrcoef(problem.X[:, [0, 1, 2, 3, *range(16, 40)]].T)
    assert np.abs(others - np.eye(28)).max() < 0.8


def test_noise_is_a_variance_after_redundancy_and_a_share_of_wrong_labels():
    options = {"n_samples": 2000, "n_relevant": 3, "redundancy": 1, "random_state": 5}
    clean = make_spe_polynomial(**options)

    noisy = make_spe_polynomial(noise=0.05, **options)

    assert (noisy.y != clean.y).sum() == 100
    added = noisy.X - clean.X
    assert added.var(axis=0) == pytest.approx(0.05, rel=0.2)
    assert added.var() == pytest.approx(0.05, rel=0.02)
    # Had it come before the redundancy, a copy would have that of its original.
    assert abs(np.corrcoef(added[:, 0], added[:, 3])[0, 1]) < 0.1


def test_large_offsets_let_single_variables_show_the_class():
    options = {"n_samples": 4000, "n_relevant": 2, "random_state": 3}
    hidden, shown = (make_spe_polynomial(offset=b, **options) for b in (0.0, 100.0))

    assert np.array_equal(hidden.X, shown.X)
    correlations = [
        np.abs(np.corrcoef(problem.X[:, :2].T, problem.y)[2, :2])
        for problem in (hidden, shown)
    ]
    assert correlations[0].max() < 0.1  # a product of two is as it was in the mirror
    assert correlations[1].max() > 0.3
    with pytest.raises(ValueError, match="offset must be at least 0 and finite"):
        make_spe_polynomial(offset=-1)


@pytest.mark.parametrize("is_linear", [True, False])
@pytest.mark.parametrize("seed", range(25))
def test_the_sum_or_the_sphere_decides_the_class(seed, is_linear):
    make = make_jong_linear if is_linear else make_jong_nonlinear
    r = 1 + seed % 7

    problem = make(60, 15, r, redundant=seed % 2 == 1, random_state=seed)

    expected = [oracle.jong_class(row, r, is_linear) for row in problem.X]
    assert problem.y.tolist() == expected
    assert problem.relevant == tuple(range(r))


@pytest.mark.parametrize("make", [make_jong_linear, make_jong_nonlinear])
def test_the_classes_are_balanced_with_many_relevant_variables(make):
    assert make(20000, 10, 10).y.mean() == pytest.approx(0, abs=0.06)


def test_redundant_variables_are_combinations_of_all_relevant_ones():
    problem = make_jong_linear(50, 40, 10, redundant=True)

    useful, r = problem.X[:, :20], 10
    assert np.linalg.matrix_rank(useful) == r
    assert np.linalg.matrix_rank(problem.X) == 30
    for some in list(combinations(range(20), r))[::7919]:
        assert np.linalg.matrix_rank(useful[:, some]) == r
    assert problem.redundant == (tuple(range(20)),)


def test_jongs_noise_is_a_probability_and_a_variance():
    options = {"n_samples": 5000, "n_variables": 20, "n_relevant": 5, "random_state": 2}
    clean = make_jong_linear(**options)

    noisy = make_jong_linear(label_noise=0.1, input_noise=0.04, **options)

    assert (noisy.y != clean.y).mean() == pytest.approx(0.1, abs=0.015)
    assert (noisy.X - clean.X).var() == pytest.approx(0.04, rel=0.02)
