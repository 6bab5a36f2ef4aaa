"""The problems of Weston et al. have the distributions of the paper."""

import numpy as np
import pytest

from wrapsel.datasets.made_up.weston import make_weston_linear, make_weston_nonlinear


def test_westons_linear_problem_has_the_means_and_deviations_of_the_paper():
    problem = make_weston_linear(n_samples=40000, n_variables=12)

    signed = problem.X * problem.y[:, None]
    shares = np.array([0.7] * 3 + [0.3] * 3)
    means = shares * [1, 2, 3, 1, 2, 3]
    assert signed[:, :6].mean(axis=0) == pytest.approx(means, abs=0.03)
    variances = 1 + shares * (1 - shares) * np.array([1, 4, 9, 1, 4, 9])
    assert signed[:, :6].var(axis=0) == pytest.approx(variances, rel=0.05)
    # Either the first three or the next three tell: never both.
    assert np.cov(signed[:, 2], signed[:, 5])[0, 1] == pytest.approx(-9 * 0.21, abs=0.1)
    assert np.cov(signed[:, 1], signed[:, 2])[0, 1] == pytest.approx(6 * 0.21, abs=0.1)
    assert signed[:, 6:].mean(axis=0) == pytest.approx(0, abs=0.5)
    assert problem.X[:, 6:].std(axis=0) == pytest.approx(20, rel=0.03)
    assert problem.y.mean() == pytest.approx(0, abs=0.03)


def test_westons_nonlinear_problem_has_the_four_centres_of_the_paper():
    problem = make_weston_nonlinear(n_samples=40000, n_variables=6)
    X, y = problem.X, problem.y

    for label, centre in [(-1, (0.75, 3.0)), (1, (3.0, -3.0))]:
        of_class = X[y == label, :2]
        # The second coordinates are 6 standard deviations apart.
        upper = of_class[of_class[:, 1] * centre[1] > 0]
        lower = of_class[of_class[:, 1] * centre[1] < 0]
        assert len(upper) / len(of_class) == pytest.approx(0.5, abs=0.02)
        assert upper.mean(axis=0) == pytest.approx(centre, abs=0.05)
        assert lower.mean(axis=0) == pytest.approx(np.negative(centre), abs=0.05)
        assert upper.std(axis=0) == pytest.approx(1, abs=0.03)
    assert y.mean() == pytest.approx(0, abs=0.03)
    assert X[:, 2:].std(axis=0) == pytest.approx(20, rel=0.03)
