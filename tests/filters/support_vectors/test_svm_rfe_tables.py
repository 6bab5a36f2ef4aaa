"""Elimination by support vector machines of any table, or a clear error."""

import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

from tests.filters.support_vectors.oracles_svm_rfe import table
from wrapsel.filters import Ranker
from wrapsel.filters.support_vectors.svm_rfe import DM, RM, SVMRFE


@pytest.mark.parametrize(
    "ranker",
    [SVMRFE(), SVMRFE(step=0.5), RM(), RM("rbf"), DM("linear"), DM(), DM("rbf")],
)
@pytest.mark.parametrize("standardize", [True, False])
def test_constant_columns_are_last_and_no_number_is_lost(ranker, standardize):
    ranker = type(ranker)(**_params(ranker) | {"standardize": standardize})
    X, y = table(1, n_rows=24, n_columns=6, n_classes=3)
    X[:, [1, 4]] = [0.1, -7.0]
    found = ranker(X, y)
    assert set(found.order[-2:].tolist()) == {1, 4}
    assert found.order[-1] == 1
    assert sorted(found.order.tolist()) == list(range(6))
    assert np.isfinite(found.scores).all()


def _params(ranker):
    return {name: getattr(ranker, name) for name in type(ranker).__slots__}


@pytest.mark.parametrize("ranker", [SVMRFE(), RM(), DM(), SVMRFE(step=4)])
def test_scores_fall_along_the_order(ranker):
    found = ranker(*table(2, n_columns=9))
    assert found.scores[found.order].tolist() == list(range(8, -1, -1))
    assert len(found.redundant) == 0


@pytest.mark.parametrize("step", [1, 2, 0.5])
def test_of_equal_columns_the_smaller_leaves_first(step):
    X, y = table(3, n_columns=8)
    X[:, 5] = X[:, 2]
    order = SVMRFE(step=step)(X, y).order.tolist()
    if step == 1:
        # Alone, the other takes the weight of both, and stays much longer.
        assert order.index(5) < order.index(2)
    assert sorted(order) == list(range(8))
    same = np.repeat(X[:, :1], 4, axis=1)
    assert SVMRFE(step=step)(same, y).order.tolist() == [3, 2, 1, 0]


@pytest.mark.parametrize("ranker", [SVMRFE(), RM(), RM("rbf"), DM(), DM("linear")])
def test_one_variable_and_no_variation_are_ranked(ranker):
    assert ranker([[0.0], [1.0]], [0, 1]).order.tolist() == [0]
    assert ranker([[2.0, 3.0], [2.0, 3.0]], [0, 1]).order.tolist() == [1, 0]


@pytest.mark.parametrize("ranker", [SVMRFE(), RM(), DM()])
def test_labels_and_tables_of_any_kind_give_the_same(ranker):
    X, y = table(4, n_columns=6, n_classes=3)
    expected = ranker(X, y).order.tolist()
    labels = np.array(["a", "b", "c"])[y]
    frame = pd.DataFrame(X, columns=list("uvwxyz")).astype({"u": object})
    assert ranker(frame, pd.Series(labels)).order.tolist() == expected
    assert ranker(X.tolist(), y.astype(float)).order.tolist() == expected
    assert isinstance(ranker, Ranker)


@pytest.mark.parametrize(
    ("value", "said"), [(np.nan, "NaN"), ("red", "'red'"), ("1", "'1'"), (None, "None")]
)
def test_a_cell_that_is_no_number_is_shown_with_its_column(value, said):
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0], "hue": [1.0, value, 2.0]})
    if value is None:
        frame["hue"] = frame["hue"].astype(object).where(frame["hue"].notna(), None)
    with pytest.raises(ValueError, match=f"column 'hue' must be of .* got {said}"):
        SVMRFE()(frame, [0, 1, 0])


def test_an_array_has_numbers_for_names():
    with pytest.raises(
        ValueError, match="column x1 must be of finite numbers, got inf"
    ):
        RM()([[1.0, np.inf], [2.0, 3.0]], [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([1.0, 2.0], [0, 1], r"X must be of shape \(n_samples, n_variables\)"),
        (np.empty((2, 0)), [0, 1], "X must be of shape"),
        ([[1.0], [2.0]], [0, 1, 1], r"y must be of shape \(2,\), got \(3,\)"),
        ([[1.0], [2.0]], [1, 1], "y must have at least two classes, got 1"),
        ([[1.0], [2.0]], [1, np.nan], "y must have no missing values"),
        ([[1.0], [2.0]], [1, 0.37], "y must be of classes, got 0.37"),
    ],
)
@pytest.mark.parametrize("ranker", [SVMRFE(), RM(), DM()])
def test_tables_that_cannot_be_ranked_are_errors(ranker, X, y, message):
    with pytest.raises(ValueError, match=message):
        ranker(X, y)


def test_targets_of_a_regression_are_numbers():
    with pytest.raises(ValueError, match="y must be of finite numbers"):
        SVMRFE(epsilon=0.1)([[1.0], [2.0]], ["low", "high"])


@pytest.mark.parametrize("ranker", [SVMRFE, RM, DM])
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": 0}, "C must be above 0 and finite, got 0"),
        ({"C": np.inf}, "C must be above 0 and finite, got inf"),
        ({"step": 0}, "step must be an integer from 1, or a part in"),
        ({"step": 1.5}, "step must be an integer from 1, or a part in"),
        ({"tol": 0.0}, "tol must be above 0"),
    ],
)
def test_a_parameter_out_of_range_is_named(ranker, params, message):
    with pytest.raises(ValueError, match=message):
        ranker(**params)


@pytest.mark.parametrize("ranker", [RM, DM])
@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"kernel": "cubic"}, "kernel must be one of linear, poly, rbf, got 'cubic'"),
        ({"degree": 0}, "degree must be an integer from 1, got 0"),
        ({"gamma": -1.0}, "gamma must be above 0 and finite, got -1.0"),
    ],
)
def test_a_kernel_out_of_range_is_named(ranker, params, message):
    with pytest.raises(ValueError, match=message):
        ranker(**params)


def test_epsilon_is_not_below_0():
    with pytest.raises(ValueError, match=r"epsilon must be at least 0 .*got -0.1"):
        SVMRFE(epsilon=-0.1)


def test_a_machine_that_cannot_be_trained_says_so():
    X = 1e9 * np.random.default_rng(0).normal(size=(30, 5))
    with pytest.raises(ValueError, match="tol must be reachable, got 1e-08, where"):
        SVMRFE(C=100.0, standardize=False)(X, np.arange(30) % 2)


def test_a_large_C_is_trained_as_far_as_rounding_allows():
    X = np.random.default_rng(0).normal(size=(200, 8))
    y = X[:, 3] + X[:, 6] + np.random.default_rng(1).normal(size=200) > 0
    assert set(SVMRFE(C=1e7)(X, y).order[:2].tolist()) == {3, 6}


def test_importing_the_rankers_loads_nothing_heavy():
    heavy = ["numba", "sklearn", "scipy", "pandas", "torch"]
    code = (
        "import sys, wrapsel.filters.support_vectors.svm_rfe; "
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
