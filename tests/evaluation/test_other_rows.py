"""Rows that had no part in the search are read as the problem's own."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, Problem, holdout_error
from wrapsel.evaluation.other_rows import other_rows
from wrapsel.subset import Subset

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 4))
Y = (X[:, 1] + RNG.normal(size=80) / 3 > 0).astype(int)
TEST = slice(60, 80)
NAMES = ["b", "a", "d", "c"]
FRAME = pd.DataFrame(X, columns=NAMES)
SOME = Subset.of([1, 2], 4)


def told(table=X, y=Y, learner=None, labels=Y):
    problem = Problem(learner or GaussianNB(), table[:60], labels[:60])
    return holdout_error(problem, SOME, table[TEST], y[TEST])


EXPECTED = told()


@pytest.mark.parametrize(
    "change",
    [
        lambda y: y.astype(object),
        lambda y: y.tolist(),
        lambda y: y.astype(bool),
        lambda y: y.astype(float),
        lambda y: pd.Series(y, index=range(7, 87)),
        lambda y: pd.Series(y, dtype="category"),
        lambda y: pd.Series(y, dtype="Int64"),
    ],
)
def test_labels_of_other_types_are_the_same_labels(change):
    assert 0 < EXPECTED < 0.5
    assert told(y=change(Y)) == EXPECTED


@pytest.mark.parametrize("kind", [object, "U1", "category", "string"])
def test_text_labels_of_any_type_are_the_same_labels(kind):
    labels = np.array(["u", "v"])[Y]
    y = pd.Series(labels).astype("str" if kind == "U1" else kind)
    assert told(y=y, labels=labels) == EXPECTED
    assert told(y=labels, labels=y) == EXPECTED


@pytest.mark.parametrize(
    "make",
    [
        sparse.coo_matrix,
        sparse.coo_array,
        sparse.lil_matrix,
        sparse.dok_array,
        sparse.csr_array,
        sparse.dia_matrix,
    ],
)
def test_sparse_rows_of_any_format_are_read(make):
    scale = make_pipeline(StandardScaler(with_mean=False), LogisticRegression())
    problem = Problem(scale, make(X[:60]), Y[:60])
    found = holdout_error(problem, SOME, make(X[TEST]), Y[TEST])
    assert found == told(learner=scale)


@pytest.mark.parametrize(
    ("own", "other"),
    [
        (FRAME, FRAME[TEST][["c", "a", "b", "d"]]),
        (FRAME, FRAME[TEST].sort_index(axis=1)),
        (FRAME, X[TEST]),
        (FRAME, X[TEST].tolist()),
        (X, X[TEST].tolist()),
        (X, FRAME[TEST]),
        (X, FRAME[TEST].to_numpy(dtype=object).astype(float)),
        (FRAME.set_axis([3, 1, 2, 0], axis=1), X[TEST]),
    ],
)
def test_columns_are_matched_by_name_or_else_by_position(own, other):
    problem = Problem(GaussianNB(), own[:60], Y[:60])
    assert holdout_error(problem, SOME, other, Y[TEST]) == EXPECTED


def test_one_row_is_enough():
    problem = Problem(GaussianNB(), X[:60], Y[:60])
    assert holdout_error(problem, SOME, X[60:61], Y[60:61]) in (0.0, 1.0)


@pytest.mark.parametrize(
    ("table", "y", "says"),
    [
        (X[TEST], Y[:5], r"y must have shape \(20,\) or \(20, n_targets\), got \(5,\)"),
        (X[TEST], [*Y[60:79], None], "must not have missing .*, the first in row 19"),
        (X[TEST], [*Y[60:79], np.nan], "must not have missing"),
        (X[TEST], pd.Series([pd.NA, *Y[61:80]]), "must not have missing"),
        (X[TEST], [*Y[60:79], "1"], "y must be of numbers or of text, got both"),
        (X[TEST], Y[TEST].astype(str), "y must be numbers as y is, got text such as"),
        (X[TEST], Y[TEST].astype(bytes), "y must be numbers as y is, got bytes such"),
        (X[TEST, :3], Y[TEST], "X must have 4 columns as the problem's, got 3"),
        (X[60], Y[TEST], "X must have 2 dimensions"),
        (X[TEST] * np.inf, Y[TEST], "X must be finite"),
        (X[:0], [], "X must have at least 1 row"),
    ],
)
def test_what_the_problem_would_refuse_is_refused(table, y, says):
    problem = Problem(GaussianNB(), X[:60], Y[:60])
    with pytest.raises(ValueError, match=says):
        holdout_error(problem, SOME, table, y)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda f: f.drop(columns="a"), r"lacks \['a'\] and has \[\] besides"),
        (lambda f: f.assign(z=1), r"lacks \[\] and has \['z'\] besides"),
        (lambda f: f.rename(columns={"a": 1}), r"lacks \['a'\] and has \[1\] besides"),
        (lambda f: f.set_axis(list("aacd"), axis=1), "column names must differ"),
    ],
)
def test_other_names_are_refused(change, says):
    problem = Problem(GaussianNB(), FRAME[:60], Y[:60])
    with pytest.raises(ValueError, match=says):
        other_rows(problem, change(FRAME[TEST]), Y[TEST])


class Retyping(GaussianNB):
    """Predicts labels of another type than those it was given."""

    def __init__(self, retyped=np.array):
        super().__init__()
        self.retyped = retyped

    def predict(self, X):
        return self.retyped(super().predict(X))


@pytest.mark.parametrize(
    ("labels", "retyped"),
    [
        (Y, lambda y: y.astype(str)),
        (Y.astype(str), lambda y: y.astype(int)),
        (Y.astype(str), lambda y: y.astype(bytes)),
        (Y, lambda y: y.astype(str).astype(object)),
        (Y, lambda y: np.array(["1" if v else v for v in y], dtype=object)),
        (Y.astype(bool), lambda y: y.astype(str)),
    ],
)
@pytest.mark.parametrize("metric", ["accuracy", "error_rate"])
def test_predictions_of_another_type_are_refused(labels, retyped, metric):
    problem = Problem(Retyping(retyped), X, labels, scoring=metric)
    with pytest.raises(LearnerError, match=r"fold 0 .* predictions must be"):
        CrossValidation(problem).measure([SOME], range(2))


@pytest.mark.parametrize(
    "retyped",
    [
        lambda y: y.astype(float),
        lambda y: y.astype(object),
        lambda y: y.astype(bool),
        lambda y: pd.Series(y),
        lambda y: y.tolist(),
    ],
)
def test_predictions_of_equal_value_are_right(retyped):
    plain, other = (
        CrossValidation(Problem(learner, X, Y)).measure([SOME], range(5)).errors
        for learner in (GaussianNB(), Retyping(retyped))
    )
    assert np.array_equal(plain, other)


@pytest.mark.parametrize("columns", [slice(0, 3), [0, 1, 2, 3, 0]])
def test_rows_of_another_width_are_refused(columns):
    n = X[:, columns].shape[1]
    with pytest.raises(ValueError, match=rf"X must have 4 columns .*, got {n}"):
        holdout_error(Problem(GaussianNB(), X, Y), SOME, X[:, columns], Y)


def test_eight_of_the_columns_that_are_lacking_are_named():
    wide = pd.DataFrame(np.tile(X, 3), columns=[f"c{i}" for i in range(12)])
    with pytest.raises(ValueError, match=r"lacks \['c1', .*, 'c8'\] and has \[\] bes"):
        other_rows(Problem(GaussianNB(), wide, Y), wide[["c0"]], Y)
    with pytest.raises(ValueError, match=r"lacks \[\] and has \['c1', .*, 'c8'\] bes"):
        other_rows(Problem(GaussianNB(), wide[["c0"]], Y), wide, Y)


def test_sparse_rows_may_judge_a_frame_and_no_targets_are_as_many_as_rows():
    table = sparse.csc_array(X[TEST])
    assert other_rows(Problem(GaussianNB(), FRAME, Y), table, Y[TEST])[0].nnz == 80
    problem = Problem(KMeans(2), X, None, scoring=lambda estimator, X, y=None: 0.0)
    assert len(other_rows(problem, X[TEST], None)[1]) == 20
