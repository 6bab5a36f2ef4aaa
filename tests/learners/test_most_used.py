"""The learners that are used most select from each kind of table."""

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from tests.learners.most_used import NAMES, frame, made, tables, target
from wrapsel import LearnerError, Problem, WrapperSelector, select
from wrapsel.search import Forward

ONE = Forward(n_features_to_select=1)
DENSE = ("GaussianNB", "HistGradientBoostingClassifier")
FRAME = frame(np.random.default_rng(0))
Y = target(FRAME)


def learner(name):
    try:
        return made(name)
    except ImportError as missing:
        pytest.skip(str(missing))


def selected(learner, table):
    with threadpool_limits(1):  # several threads of many learners are slow beside tests
        return _selected(learner, table)


def _selected(learner, table):
    result = select(Problem(learner, table, Y, 3), ONE, honest=False)
    options = {"cv": 3, "honest": False, "refit": True}
    selector = WrapperSelector(learner, ONE, **options).fit(table, Y)
    assert selector.result_.path == result.path
    assert selector.score(table, Y) > 0.5
    assert selector.transform(table).shape == (90, 1)
    return result.selected


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_selects_from_each_kind_of_table(name, tmp_path):
    given = learner(name)
    for kind, table in tables(FRAME, tmp_path).items():
        if kind == "sparse" and name in DENSE:
            with pytest.raises(LearnerError, match="dense data is required"):
                select(Problem(given, table, Y, 3), ONE)
        else:
            assert selected(given, table) in (("b",), ("x1",)), kind


@pytest.mark.parametrize(
    "name", ["LogisticRegression", "HistGradientBoostingClassifier"]
)
def test_two_of_them_select_at_any_time(name, tmp_path):
    kinds = tables(FRAME, tmp_path)
    for kind in ("numpy", "pandas", "pyarrow"):
        assert selected(learner(name), kinds[kind]) in (("b",), ("x1",))
