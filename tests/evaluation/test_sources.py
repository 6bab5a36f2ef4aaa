"""Columns that steps make are traced to those that they are made of."""

from itertools import permutations

import numpy as np
import pytest
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import FeatureUnion
from sklearn.preprocessing import FunctionTransformer, PolynomialFeatures

from wrapsel.evaluation.sources import found_sources, sources

X = np.random.default_rng(0).normal(size=(60, 6))


@pytest.mark.parametrize("n_rows", [3, 60])
@pytest.mark.parametrize(("made", "of"), [*permutations(range(6), 2)], ids=str)
def test_a_column_made_of_any_other_is_noticed(made, of, n_rows):
    def mixed(table):
        table = table.copy()
        table[:, made] += table[:, of]
        return table

    step, rows = FunctionTransformer(mixed), X[:n_rows]
    assert found_sources([step.fit(rows)], rows, 6) is None
    assert found_sources([FunctionTransformer(np.tanh).fit(rows)], rows, 6) == [
        *range(6)
    ]


def test_parts_side_by_side_each_have_their_sources():
    union = FeatureUnion([("a", "passthrough"), ("b", "drop"), ("c", "passthrough")])
    assert sources([union.fit(X[:, :2])], 2) == [0, 1, 0, 1]


def test_parts_that_are_dropped_or_empty_are_passed_over():
    parts = [("a", "drop", [0]), ("b", "passthrough", []), ("c", "passthrough", [2, 1])]
    assert sources([ColumnTransformer(parts).fit(X[:, :3])], 3) == [2, 1]


def test_a_product_of_two_columns_is_of_neither():
    products = PolynomialFeatures(2, include_bias=False, interaction_only=True)
    assert sources([products.fit(X[:, :2])], 2) is None


class Claims(TransformerMixin, BaseEstimator):
    """Makes one column of each, or says so."""

    def __init__(self, change=None, error=None):
        self.change, self.error = change, error

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return X if self.change is None else self.change(np.asarray(X))

    def get_feature_names_out(self, names=None):
        if self.error is not None:
            raise self.error
        return names


@pytest.mark.parametrize("error", [AttributeError, ValueError, TypeError])
def test_a_step_that_cannot_say_is_tried_out(error):
    assert found_sources([Claims(error=error("no"))], X, 6) == [*range(6)]
    cumulated = Claims(lambda X: np.cumsum(X, axis=1), error("no"))
    assert found_sources([cumulated], X, 6) is None


@pytest.mark.parametrize("change", [lambda X: X[:, :1], lambda X: np.hstack([X, X])])
def test_a_part_that_makes_more_or_less_than_it_says_is_not_followed(change):
    parts = [("a", Claims(change), [0, 1]), ("b", "passthrough", [2])]
    made = ColumnTransformer(parts, verbose_feature_names_out=False).fit(X)
    assert sources([made], 6) is None
