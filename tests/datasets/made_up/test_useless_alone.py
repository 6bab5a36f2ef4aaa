"""Variables that are useless alone tell the class together."""

import math

import numpy as np
import pytest

from wrapsel.datasets.made_up.useless_alone import make_anticorrelated, make_xor


@pytest.mark.parametrize("n_relevant", [1, 2, 3, 4, 5])
def test_flipping_a_relevant_variable_of_xor_flips_the_class(n_relevant):
    problem = make_xor(n_samples=400, n_variables=10, n_relevant=n_relevant)

    product = np.sign(problem.X[:, list(problem.relevant)]).prod(axis=1)
    assert np.array_equal(product, problem.y)
    assert problem.relevant == tuple(range(n_relevant))
    assert (problem.X.min(), problem.X.max()) == pytest.approx((-1, 1), abs=0.01)


def test_no_variable_of_xor_says_anything_alone():
    problem = make_xor(n_samples=20000, n_variables=4)

    assert np.abs(problem.X.T @ problem.y / 20000).max() < 0.02


@pytest.mark.parametrize("sigma", [1.0, 2.5])
def test_anticorrelated_variables_have_the_deviation_and_distance(sigma):
    problem = make_anticorrelated(40000, sigma, distance=0.6 * sigma)
    X, y = problem.X, problem.y

    assert (y == 1).sum() == 20000
    assert X[y == 1].std(axis=0) == pytest.approx(sigma, rel=0.02)
    # Both classes are lines, one distance apart.
    across = (X @ [1, 1]) / math.sqrt(2)
    assert across == pytest.approx(y * 0.3 * sigma)
    q = 0.6**2 / 8
    expected = -(1 - q) / (1 + q)
    assert np.corrcoef(X.T)[0, 1] == pytest.approx(expected, abs=0.005)


def test_spe_ranker_finds_them_redundant_just_where_the_paper_says():
    # With two variables, eq. 14 calls one redundant if what is left of its norm, the
    # root of 1 - correlation^2, is below (1 + itself) / 4, that is below a third.
    def share(ratio):
        made = (make_anticorrelated(200, 2.0, ratio * 2, seed) for seed in range(200))
        left = [math.sqrt(1 - np.corrcoef(p.X.T)[0, 1] ** 2) for p in made]
        return np.mean(np.array(left) < 1 / 3)

    assert share(0.42) > 0.97
    assert 0.2 < share(0.48) < 0.8
    assert share(0.54) < 0.03
