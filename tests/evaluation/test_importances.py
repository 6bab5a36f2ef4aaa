"""Importances are those of the learner, or come from shuffling what it has not seen."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_matrix, csr_matrix
from sklearn.base import BaseEstimator, clone, is_regressor
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_diabetes, load_wine
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    OneHotEncoder,
    PolynomialFeatures,
    StandardScaler,
)
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from wrapsel import list_learners, load_learner
from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, Problem
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.importances import (
    importances,
    permutation_importances,
    rank_costs,
)
from wrapsel.evaluation.shuffling import shuffled
from wrapsel.subset import Subset

WINE, LABELS = load_wine(return_X_y=True)
WINE = StandardScaler().fit_transform(WINE)
SOME = Subset.of([0, 2, 5], 13)
FRAME = pd.DataFrame(WINE, columns=[f"v{i}" for i in range(13)])


def fitter(learner, X=WINE, y=LABELS, cv=3, **options):
    return Fitter(Problem(learner, X, y, cv, **options))


class Ranked(BaseEstimator):
    """Ranks its variables itself, with the number of rows it was fitted on."""

    def __init__(self, says=None):
        self.says = says

    def fit(self, X, y):
        self.n_rows, self.n_columns = X.shape
        return self

    def predict(self, X):
        return np.zeros(len(X), int)

    def importances(self):
        if self.says is not None:
            return np.array(self.says)
        return self.n_rows - np.arange(self.n_columns)


TREE = DecisionTreeClassifier(random_state=0)


@pytest.mark.parametrize(
    ("learner", "expected"),
    [
        (Ranked(), lambda fitted: [178, 177, 176]),
        (TREE, lambda f: f.feature_importances_),
        (LogisticRegression(), lambda f: (f.coef_**2).sum(axis=0)),
        (make_pipeline(StandardScaler(), TREE), lambda f: f[-1].feature_importances_),
        (make_pipeline(Ranked()), lambda f: [178, 177, 176]),
    ],
)
@pytest.mark.parametrize("X", [WINE, FRAME], ids=["array", "frame"])
def test_importances_come_from_a_fit_on_all_rows(learner, expected, X):
    found = importances(fitter(learner, X), SOME, "learner")

    fitted = clone(learner).fit(WINE[:, [0, 2, 5]], LABELS)
    assert found == pytest.approx(np.asarray(expected(fitted)))
    assert found.dtype == np.float64


def test_those_of_folds_are_the_mean_over_training_rows():
    there = fitter(LogisticRegression())
    parts = [
        (WINE[train][:, [0, 2, 5]], LABELS[train]) for train, _ in there.problem.folds
    ]
    squares = [
        (LogisticRegression().fit(x, y).coef_ * x.std(axis=0)) ** 2 for x, y in parts
    ]
    expected = np.mean([s.sum(axis=0) for s in squares], axis=0)
    assert importances(there, SOME, "folds") == pytest.approx(expected)


@pytest.mark.parametrize("by", ["learner", "folds", "permutation"])
def test_no_variable_has_no_importance(by):
    assert importances(fitter(GaussianNB()), Subset.empty(13), by).shape == (0,)


def test_a_sparse_table_gives_what_a_dense_one_does():
    learner = SVC(kernel="linear", tol=1e-8)
    given = [importances(fitter(learner, X), SOME, "learner") for X in (WINE, sparse())]
    assert given[0] == pytest.approx(given[1])


def sparse():
    return csr_matrix(WINE)


GROUPS = [[0, 3], [1], [4, 2, 5]]


@pytest.mark.parametrize(
    "learner", [LinearRegression(), Ranked(says=[1, 5, 2, 4, 8])], ids=["coef", "own"]
)
def test_those_of_a_group_of_columns_are_added_up(learner):
    X, y = load_diabetes(return_X_y=True)
    options = {"scoring": "mean_squared_error", "variables": GROUPS}
    there = fitter(learner, X[:, :6], y + 0.5, **options)
    found = importances(there, Subset.of([0, 2], 3), "learner")

    columns = [0, 3, 4, 2, 5]
    values = np.array([1, 5, 2, 4, 8])
    if isinstance(learner, LinearRegression):
        coef = LinearRegression().fit(X[:, columns], y).coef_
        values = (coef * X[:, columns].std(axis=0)) ** 2
    assert found == pytest.approx([values[:2].sum(), values[2:].sum()])


LINEAR = {"svm-regressor": {"kernel": "linear"}}


def learned(name):
    """Return a fitter of a learner of ours, on three columns of which one matters."""
    learner = load_learner(name, **LINEAR.get(name, {}))
    X = np.random.default_rng(0).normal(size=(80, 3))
    numbers = is_regressor(learner)
    y = 2 * X[:, 1] if numbers else (X[:, 1] > 0) * 1
    metric = "mean_squared_error" if numbers else "accuracy"
    return fitter(learner, X, y, cv=2, scoring=metric)


@pytest.mark.parametrize("name", list_learners())
def test_our_learners_find_what_matters_or_say_what_to_do(name):
    there = learned(name)
    if name in ("naive-bayes", "lssvc", "lssvr"):
        with pytest.raises(LearnerError, match="importances by permutation"):
            importances(there, Subset.full(3), "learner")
    else:
        assert importances(there, Subset.full(3), "learner").argmax() == 1
    assert importances(there, Subset.full(3), "permutation").argmax() == 1


@pytest.mark.parametrize(
    "learner", [GaussianNB(), KNeighborsClassifier(), SVC(), make_pipeline(SVC())]
)
def test_a_learner_without_importances_says_what_to_do(learner):
    name = type(learner).__name__
    with pytest.raises(
        LearnerError, match=rf"{name}\(.*has no importances.*'permutati"
    ):
        importances(fitter(learner), SOME, "learner")


MIXED = pd.DataFrame(
    {
        "size": np.arange(90.0) % 7,
        "hue": pd.Categorical(np.array(["red", "green", "blue"])[np.arange(90) % 3]),
        "noise": np.random.default_rng(0).normal(size=90),
    }
)
HUES = np.arange(90) % 3
ENCODED = make_pipeline(
    ColumnTransformer([("hue", OneHotEncoder(), ["hue"])], remainder="passthrough"),
    LogisticRegression(),
)


def test_columns_made_of_one_are_added_up():
    found = importances(fitter(ENCODED, MIXED, HUES), Subset.full(3), "learner")

    fitted = clone(ENCODED).fit(MIXED, HUES)
    made = np.asarray(fitted[0].transform(MIXED), dtype=float)
    squares = np.square(fitted[-1].coef_ * made.std(axis=0)).sum(axis=0)
    assert found == pytest.approx([squares[3], squares[:3].sum(), squares[4]])


MOVED = ColumnTransformer([("a", "passthrough", [2]), ("b", "passthrough", [0, 1])])
MIXING = [
    PCA(),
    PolynomialFeatures(2),
    FunctionTransformer(lambda X: np.asarray(X)[:, ::-1]),
    FunctionTransformer(lambda X: np.cumsum(np.asarray(X), axis=1)),
    FeatureUnion([("one", StandardScaler()), ("two", PCA(1))]),
    ColumnTransformer([("a", PCA(1), [0, 1])], remainder="passthrough"),
]


def nested(*steps):
    return make_pipeline(make_pipeline(*steps))


def within(steps, last):
    return [
        make_pipeline(steps, last),
        make_pipeline(make_pipeline(steps), last),
        make_pipeline(StandardScaler(), make_pipeline(StandardScaler(), steps, last)),
        make_pipeline("passthrough", nested(steps), nested(last)),
    ]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("steps", MIXING, ids=type)
@pytest.mark.parametrize("X", [WINE, FRAME.rename(columns={"v0": "pca0"})], ids=type)
@pytest.mark.parametrize("last", [LogisticRegression(), TREE], ids=repr)
def test_columns_that_are_mixed_are_refused_wherever_it_is(steps, place, X, last):
    learner = within(steps, last)[place]
    with pytest.raises(LearnerError, match=r"its steps make.*criterion='permutation'"):
        importances(fitter(learner, X), SOME, "learner")


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        (MOVED, [2, 0, 1]),
        (SelectKBest(k=2), None),
        (ColumnTransformer([("a", StandardScaler(), [1])]), [1]),
        (SelectKBest(k=1), None),
        (FunctionTransformer(np.tanh), [0, 1, 2]),
    ],
    ids=repr,
)
def test_columns_that_are_moved_or_dropped_are_followed(steps, kept, place):
    learner = within(steps, TREE)[place]
    found = importances(fitter(learner), SOME, "learner")

    X = WINE[:, [0, 2, 5]]
    made = clone(steps).fit(X, LABELS)
    kept = made.get_support(indices=True) if kept is None else kept
    expected = np.zeros(3)
    expected[kept] = clone(TREE).fit(made.transform(X), LABELS).feature_importances_
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    "encoder", [OneHotEncoder(), OneHotEncoder(drop="first", sparse_output=False)]
)
def test_groups_and_encoders_go_together(encoder):
    X = pd.DataFrame({"v1": list("abcabd") * 20, "v1_a": np.arange(120.0) % 7})
    X["v"] = np.arange(120) % 3
    y = (X["v1"] == "b").to_numpy()
    parts = ColumnTransformer([("c", encoder, ["v1"])], remainder=StandardScaler())
    learner = make_pipeline(parts, make_pipeline(MaxAbsScaler(), LogisticRegression()))
    found = importances(
        fitter(learner, X, y, variables=[[1, 0], [2]]), Subset.full(2), "learner"
    )
    assert found.argmax() == 0
    assert found[1] < found[0] / 10


@pytest.mark.parametrize("by", ["learner", "folds"])
@pytest.mark.parametrize(
    "learner",
    [
        LogisticRegression(C=1e6, max_iter=10**5, tol=1e-8),
        LinearDiscriminantAnalysis(),
        make_pipeline(FunctionTransformer(None), LinearDiscriminantAnalysis()),
    ],
    ids=repr,
)
@pytest.mark.parametrize("sparse", [False, True])
def test_the_unit_of_a_column_does_not_matter(by, learner, sparse):
    units = np.array([1e-2, 1.0, 1e2])
    X = WINE[:, [0, 2, 5]]
    if sparse and not isinstance(learner, LogisticRegression):
        pytest.skip("takes no sparse table")
    made = csr_matrix if sparse else np.asarray
    every = Subset.full(3)
    plain = importances(fitter(learner, made(X)), every, by)
    changed = importances(fitter(learner, made(X * units)), every, by)
    assert changed == pytest.approx(plain, rel=0.05)


def test_coefficients_may_be_taken_as_they_are():
    units = np.array([1e-2, 1.0, 1e2])
    X = WINE[:, [0, 2, 5]] * units
    there = fitter(LinearDiscriminantAnalysis(), X)
    found = importances(there, Subset.full(3), "coefficients")
    squares = LinearDiscriminantAnalysis().fit(X, LABELS).coef_ ** 2
    assert found == pytest.approx(squares.sum(axis=0))
    assert len(rank_costs(there, 3, "coefficients")) == 1


def test_steps_that_cannot_say_are_taken_by_the_number_of_columns():
    learner = make_pipeline(FunctionTransformer(np.tanh), TREE)
    found = importances(fitter(learner), SOME, "learner")
    expected = clone(TREE).fit(np.tanh(WINE[:, [0, 2, 5]]), LABELS).feature_importances_
    assert found == pytest.approx(expected)

    learner = make_pipeline(FunctionTransformer(lambda X: X[:, :2]), TREE)
    with pytest.raises(
        LearnerError, match=r"must be 3 finite numbers, got shape \(2,\)"
    ):
        importances(fitter(learner), SOME, "learner")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_importances_that_are_no_numbers_are_refused(bad):
    with pytest.raises(LearnerError, match="3 finite numbers, got NaN or infinity"):
        importances(fitter(Ranked(says=[1, bad, 2])), SOME, "learner")


class Broken(Ranked):
    """Fails on command."""

    def fit(self, X, y):
        raise ArithmeticError("no")


@pytest.mark.parametrize(
    ("by", "where"),
    [("learner", "all rows"), ("folds", "fold 0"), ("permutation", "fold 0")],
)
def test_a_learner_that_fails_is_named_with_its_rows(by, where):
    text = f"Broken failed on {where} with v0, v2, v5: ArithmeticError: no"
    with pytest.raises(LearnerError, match=text):
        importances(fitter(Broken(), FRAME), SOME, by)


def by_hand(problem, subset, n_repeats, error, weights=None):
    """Return the mean rises of a problem, by the obvious loop."""
    columns = problem.columns(subset)
    found = []
    for variable in subset:
        rises = []
        for fold, (train, test) in enumerate(problem.folds):
            X, y = problem.X[train][:, columns], problem.y[train]
            fitted = clone(problem.learner).fit(X, y)
            rng = np.random.default_rng([problem.random_state, fold, variable])
            before = error(fitted, problem.X[test][:, columns], problem.y[test])
            after = []
            for _ in range(n_repeats):
                X = problem.X[test].copy()
                order = rng.permutation(len(test))
                for column in problem.column_groups[variable]:
                    X[:, column] = [problem.X[test[row], column] for row in order]
                after.append(error(fitted, X[:, columns], problem.y[test]))
            rises.append(np.mean(after) - before)
        found.append(np.average(rises, weights=weights))
    return found


def gap(scoring):
    return lambda fitted, X, y: -get_scorer(scoring)(fitted, X, y)


@pytest.mark.parametrize("seed", range(50))
def test_permutation_is_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(37, 6))
    y = X @ rng.normal(size=6) + rng.normal(size=37)
    scoring = ["accuracy", "roc_auc", "neg_mean_absolute_error"][seed % 3]
    learner = LinearRegression() if seed % 3 == 2 else GaussianNB()
    y = y if seed % 3 == 2 else (y > 0) * 1
    groups = [[0], [3, 1], [2, 5], [4]] if seed % 2 else None
    problem = Problem(
        learner,
        X,
        y,
        2 + seed % 4,
        scoring=scoring,
        variables=groups,
        random_state=seed,
    )
    members = np.flatnonzero(rng.random(problem.n_variables) < 0.6)
    subset = Subset.of([0, *members.tolist()], problem.n_variables)

    found = importances(Fitter(problem), subset, "permutation")

    assert found == pytest.approx(by_hand(problem, subset, 5, gap(scoring)))


def test_pooled_folds_count_by_their_rows():
    rows = np.random.default_rng(0).permutation(178)
    folds = [(rows[60:], rows[:60]), (rows[:60], rows[60:70])]
    problem = Problem(GaussianNB(), WINE, LABELS, folds, aggregate="pooled")
    found = importances(Fitter(problem), SOME, "permutation")
    expected = by_hand(problem, SOME, 5, gap("accuracy"), weights=[60, 10])
    assert found == pytest.approx(expected)


def test_many_shuffles_come_close_to_those_of_scikit_learn():
    X, y = load_diabetes(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(y))
    fold = (rows[200:], rows[:200])
    problem = Problem(LinearRegression(), X, y, [fold], "neg_mean_squared_error")
    found = permutation_importances(Fitter(problem), Subset.full(10), n_repeats=300)

    fitted = LinearRegression().fit(X[fold[0]], y[fold[0]])
    theirs = permutation_importance(
        fitted,
        X[fold[1]],
        y[fold[1]],
        scoring="neg_mean_squared_error",
        n_repeats=300,
        random_state=0,
    )
    error = 5 * theirs.importances_std * np.sqrt(2 / 300) + 1e-9
    assert (np.abs(found - theirs.importances_mean) <= error).all()
    assert (
        found.argsort()[-2:].tolist() == theirs.importances_mean.argsort()[-2:].tolist()
    )


class LastColumn(BaseEstimator):
    """Predicts the sign of the last column, whatever the others are."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return (np.asarray(X)[:, -1] > 0) * 1


def test_a_shuffle_depends_on_seed_fold_and_variable_alone():
    signs = (WINE[:, 12] > 0) * 1
    found = {}
    for seed in (0, 1):
        folds = Problem(LastColumn(), WINE, signs, 3).folds
        there = fitter(LastColumn(), y=signs, cv=folds, random_state=seed)
        for members in ([12], [0, 12], [5, 7, 12]):
            each = importances(there, Subset.of(members, 13), "permutation")
            assert each[:-1].tolist() == [0] * (len(members) - 1)
            found.setdefault(seed, set()).add(each[-1])
    assert len(found[0]) == len(found[1]) == 1
    assert found[0] != found[1]


def test_a_constant_column_has_an_importance_of_exactly_0():
    X = WINE.copy()
    X[:, 5] = 3.0
    found = importances(fitter(KNeighborsClassifier(), X), SOME, "permutation")
    assert found[2] == 0
    assert found[0] > 0


@pytest.mark.parametrize("learner", [GaussianNB(), KNeighborsClassifier()])
def test_a_frame_is_shuffled_as_an_array_is(learner):
    found = [
        importances(fitter(learner, X), SOME, "permutation") for X in (WINE, FRAME)
    ]
    assert found[0].tolist() == found[1].tolist()


class SumOfAll(LastColumn):
    """Predicts the sign of a sum, however the table is kept."""

    def predict(self, X):
        return (np.ravel(X @ np.arange(1.0, X.shape[1] + 1)) > 0) * 1


@pytest.mark.parametrize("zeros", [0.0, 0.7, 0.99])
def test_a_sparse_table_is_shuffled_as_a_dense_one_is(zeros):
    X = np.where(np.random.default_rng(0).random(WINE.shape) < zeros, 0.0, WINE)
    groups = [[0, 7], [3, 1, 2], [4], [12, 5], [6, 8, 9, 10, 11]]
    found = [
        importances(
            fitter(SumOfAll(), table, (WINE[:, 0] > 0) * 1, variables=groups),
            Subset.of([0, 1, 3], 5),
            "permutation",
        )
        for table in (X, csr_matrix(X))
    ]
    assert found[0].any()
    assert found[0].tolist() == found[1].tolist()


def test_shuffling_changes_neither_the_table_nor_its_dtypes():
    seen = []

    class Watching(LastColumn):
        def predict(self, X):
            seen.append(dict(X.dtypes))
            return np.zeros(len(X), int)

    before = MIXED.copy()
    importances(fitter(Watching(), MIXED, HUES), Subset.full(3), "permutation")
    pd.testing.assert_frame_equal(MIXED, before)
    assert all(dtypes == dict(MIXED.dtypes) for dtypes in seen)


@pytest.mark.parametrize("learner", [ENCODED, load_learner("naive-bayes")])
def test_permutation_suits_columns_that_are_encoded(learner):
    found = importances(fitter(learner, MIXED, HUES), Subset.full(3), "permutation")
    assert found.argmax() == 1
    assert found[1] > 0.4


def test_a_fit_on_all_rows_costs_more_than_one_on_a_fold():
    class Priced(GaussianNB):
        def cost(self, n_samples, n_variables):
            return n_samples * n_variables

    there = fitter(Priced(), cv=4)
    n_train = [len(train) for train, _ in there.problem.folds]
    assert rank_costs(there, 2, "learner") == [178 * 2]
    for by in ("folds", "permutation"):
        assert rank_costs(there, 2, by) == [2 * n for n in n_train]
        assert rank_costs(there, 0, by) == []
    assert rank_costs(there, 0, "learner") == []


def test_the_evaluator_answers_each_kind():
    problem = Problem(LogisticRegression(), WINE, LABELS, 3)
    evaluator = CrossValidation(problem)
    for by in ("learner", "folds", "permutation"):
        expected = importances(Fitter(problem), SOME, by)
        assert evaluator.importances(SOME, by).tolist() == expected.tolist()
        assert len(evaluator.rank_costs(3, by)) == (1 if by == "learner" else 3)


@pytest.mark.parametrize("seed", range(20))
def test_a_sparse_table_is_shuffled_as_a_dense_one_and_stays_in_order(seed):
    rng = np.random.default_rng(seed)
    dense = rng.integers(0, 3, (12, 5)) * rng.integers(0, 2, (12, 5))
    order, places = rng.permutation(12), [0, 3]
    found = shuffled(csc_matrix(dense), places, order)
    assert found.toarray().tolist() == shuffled(dense, places, order).tolist()
    for start, end in pairwise(found.indptr):
        assert (np.diff(found.indices[start:end]) > 0).all()


@pytest.mark.parametrize("n_values", [2, 4])
def test_coefficients_of_other_columns_are_refused(n_values):
    class Own(BaseEstimator):
        predict = Ranked.predict

        def fit(self, X, y):
            self.coef_ = np.ones(n_values)
            return self

    text = rf"must be 3 finite numbers, got shape \({n_values},\)"
    with pytest.raises(LearnerError, match=text):
        importances(fitter(Own()), SOME, "learner")
