"""Madelon-like problems have their clusters, combinations and noise."""

import numpy as np
import pandas as pd
import pytest

from tests.datasets.made_up import oracles_problems as oracle
from wrapsel.datasets.made_up.madelon import make_madelon_like


@pytest.mark.parametrize("seed", range(50))
def test_clusters_of_one_class_sit_at_the_corners_of_the_cube(seed):
    n = 1 + seed % 5
    problem = make_madelon_like(
        600, 12, n, 4, separation=50.0, label_noise=0.0, random_state=seed
    )

    # So far apart that the signs are the corner.
    corners = problem.X[:, :n] > 0
    assert oracle.is_decided_by(pd.DataFrame(corners), problem.y)
    labels = {tuple(c): y for c, y in zip(corners.tolist(), problem.y, strict=True)}
    assert len(labels) == 2**n
    assert sum(labels.values()) == 0
    for i in problem.relevant:
        others = np.delete(corners, i, axis=1)
        assert not oracle.is_decided_by(pd.DataFrame(others), problem.y)
    for corner in labels:
        centre = problem.X[(corners == corner).all(axis=1), :n].mean(axis=0)
        assert centre == pytest.approx(50.0 * (2 * np.array(corner) - 1), abs=3)


def test_redundant_variables_of_madelon_are_combinations_and_the_rest_is_noise():
    problem = make_madelon_like(n_variables=60)

    X, useful = problem.X, list(problem.redundant[0])
    assert useful == list(range(20))
    assert np.linalg.matrix_rank(X[:, useful]) == 5
    assert np.linalg.matrix_rank(X) == 45
    assert X[:, 20:].std(axis=0) == pytest.approx(1, abs=0.1)
    clean = make_madelon_like(n_variables=60, label_noise=0.0)
    assert np.array_equal(clean.X, X)
    assert (clean.y != problem.y).mean() == pytest.approx(0.01, abs=0.007)
    assert problem.y.mean() == pytest.approx(0, abs=0.1)
