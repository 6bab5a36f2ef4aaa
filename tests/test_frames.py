"""Tables of polars and Arrow are taken as those of pandas, names and kinds too."""

import numpy as np
import pandas as pd
import pyarrow
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from wrapsel import (
    Problem,
    RankSelector,
    Subset,
    WrapperSelector,
    holdout_error,
    select,
)
from wrapsel.filters import Correlation
from wrapsel.search import Forward

FRAME, Y = load_iris(return_X_y=True, as_frame=True)
ONE = Forward(n_features_to_select=1)


class Noting(DecisionTreeClassifier):
    """Notes what it is fitted on."""

    seen = ()

    def fit(self, X, y):
        type(self).seen = [(name, str(dtype)) for name, dtype in X.dtypes.items()]
        return super().fit(X, y)


def polars_of(frame):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    return polars.from_pandas(frame)


KINDS = {
    "polars": polars_of,
    "lazy": lambda frame: polars_of(frame).lazy(),
    "arrow": lambda frame: pyarrow.Table.from_pandas(frame, preserve_index=False),
}


@pytest.fixture(params=KINDS)
def table(request):
    return KINDS[request.param](FRAME)


def test_a_table_gives_what_pandas_gives(table):
    plain = Problem(GaussianNB(), FRAME, Y, 3)
    problem = Problem(GaussianNB(), table, Y.to_numpy(), 3)
    assert problem.names == plain.names
    found = [select(p, ONE, honest=False).path for p in (problem, plain)]
    assert found[0] == found[1]
    some = Subset.of([2], 4)
    errors = [holdout_error(p, some, table, Y) for p in (problem, plain)]
    assert errors[0] == errors[1]


def test_a_lazy_table_is_collected_once(monkeypatch):
    lazy, collected = KINDS["lazy"](FRAME), []
    cls = type(lazy)
    collect = cls.collect
    monkeypatch.setattr(
        cls, "collect", lambda self, *a, **k: collected.append(1) or collect(self)
    )
    problem = Problem(GaussianNB(), lazy, Y.to_numpy(), 3)
    select(problem, ONE, honest="nested")
    assert len(collected) == 1
    WrapperSelector(GaussianNB(), ONE, cv=3).fit(lazy, Y.to_numpy())
    assert len(collected) == 2


def test_names_and_kinds_reach_the_learner(table):
    select(Problem(Noting(), table, Y, 2), ONE, honest=False)
    [(name, dtype)] = Noting.seen
    assert name in FRAME.columns
    assert dtype == "float64"


@pytest.mark.parametrize("refit", [False, True])
def test_selectors_take_them_and_give_what_is_asked_for(table, refit):
    wrapped = WrapperSelector(GaussianNB(), ONE, cv=3, honest=False, refit=refit)
    for selector in (wrapped, RankSelector(Correlation(), n_features_to_select=1)):
        selector.fit(table, Y)
        [name] = selector.get_feature_names_out()
        assert name in FRAME.columns
        assert np.array_equal(selector.transform(table)[:, 0], FRAME[name])
        out = selector.set_output(transform="pandas").transform(table)
        assert out.equals(FRAME[[name]])
    if refit:
        assert wrapped.score(table, Y) > 0.9


def test_a_polars_table_comes_out_if_asked_for():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    selector = RankSelector(Correlation(), n_features_to_select=2)
    selector.set_output(transform="polars").fit(FRAME, Y)
    assert isinstance(selector.transform(FRAME), polars.DataFrame)


def test_targets_may_be_a_column_of_it():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    series = polars.Series(Y.to_numpy())
    for y in (series, series.to_frame(), pyarrow.chunked_array([Y.to_numpy()])):
        assert Problem(GaussianNB(), FRAME, y, 3).y.tolist() == Y.tolist()


def test_categories_stay_categories():
    frame = pd.DataFrame({"c": pd.Categorical(["u", "v"] * 5), "d": range(10)})
    for make in (polars_of, KINDS["arrow"]):
        problem = Problem(GaussianNB(), make(frame), [0, 1] * 5, 2)
        assert problem.X.dtypes["c"] == "category"
