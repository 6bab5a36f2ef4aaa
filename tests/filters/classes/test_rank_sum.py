"""Areas under ROC curves are exact."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.metrics import roc_auc_score

from tests.filters.angles.oracles_correlation import areas
from wrapsel.filters.classes.rank_sum import MannWhitney


def table(seed, n_classes):
    rng = np.random.default_rng(seed)
    n, m = int(rng.integers(n_classes, 30)), int(rng.integers(1, 150))
    X = rng.normal(size=(n, m)).round(int(rng.integers(0, 3)))
    return X, rng.permutation(np.arange(n) % n_classes)


@pytest.mark.parametrize("seed", range(50))
def test_areas_are_those_of_all_pairs(seed):
    X, y = table(seed, 2 + seed % 3)
    ours = MannWhitney()(X, np.array(list("abcd"))[y]).scores
    assert np.array_equal(ours, areas(X, y.tolist()))
    mean = MannWhitney(average="mean")(X, y).scores
    expected = areas(X, y.tolist(), lambda scores: sum(scores) / len(scores))
    np.testing.assert_allclose(mean, expected, rtol=1e-15)


@pytest.mark.parametrize("seed", range(25))
def test_areas_are_those_of_scikit_learn(seed):
    X, y = table(seed, 2)
    expected = [max(a := roc_auc_score(y, column), 1 - a) for column in X.T]
    np.testing.assert_allclose(MannWhitney()(X, y).scores, expected, rtol=1e-13)


def test_increasing_functions_and_layouts_change_nothing():
    X, y = table(3, 2)
    scores = MannWhitney()(X, y).scores
    for given in (np.exp(X), -X, 3 * X + 7, np.asfortranarray(X), csr_array(X)):
        assert np.array_equal(MannWhitney()(given, y).scores, scores)
    assert np.array_equal(MannWhitney()(X[:, ::-1], y).scores, scores[::-1])


def test_a_constant_scores_a_half():
    assert (
        MannWhitney()([[3, 1], [3, 2], [3, 3]], [0, 1, 0]).scores.tolist() == [0.5] * 2
    )


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="average must be 'max' or 'mean', got 'min'"):
        MannWhitney(average="min")
    with pytest.raises(ValueError, match="y must be of classes"):
        MannWhitney()([[1], [2]], [0.5, 1])
    with pytest.raises(ValueError, match="column x1 must be of finite numbers"):
        MannWhitney()(np.array([[1, 2], [3, np.nan]]), [0, 1])
