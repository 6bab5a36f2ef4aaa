"""Cross-validated errors are those of scikit-learn."""

import random
import time

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import make_scorer, roc_auc_score
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from threadpoolctl import threadpool_limits

from tests.fakes import Majority
from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, Metric, Problem, holdout_error
from wrapsel.evaluation.evaluator import Portion
from wrapsel.subset import Subset

UNEQUAL = list(ShuffleSplit(3, test_size=31, random_state=1).split(range(120)))
UNEQUAL[1] = (UNEQUAL[1][0], UNEQUAL[1][1][:23])
SOME = np.random.default_rng(0).permutation(178)[:120]

BINARY = tuple(a[::4] for a in load_breast_cancer(return_X_y=True))
BINARY = (BINARY[0][:120, :8], BINARY[1][:120])
CLASSES = tuple(a[SOME] for a in load_wine(return_X_y=True))
NUMBERS = tuple(a[:120] for a in load_diabetes(return_X_y=True))
LOGISTIC = make_pipeline(StandardScaler(), LogisticRegression())

CASES = [
    (GaussianNB(), CLASSES, "accuracy"),
    (LOGISTIC, CLASSES, "accuracy"),
    (DecisionTreeClassifier(random_state=3), CLASSES, "f1_macro"),
    (LOGISTIC, CLASSES, "neg_log_loss"),
    (GaussianNB(), CLASSES, "roc_auc_ovr"),
    (GaussianNB(), BINARY, "roc_auc"),
    (make_pipeline(StandardScaler(), LinearSVC(random_state=0)), BINARY, "roc_auc"),
    (LinearSVC(random_state=0, max_iter=10_000), CLASSES, "balanced_accuracy"),
    (Ridge(), NUMBERS, "r2"),
    (Ridge(), NUMBERS, "neg_mean_absolute_error"),
    (Ridge(), NUMBERS, "neg_mean_squared_error"),
    (DecisionTreeRegressor(random_state=3), NUMBERS, "neg_root_mean_squared_error"),
]


@pytest.fixture(autouse=True, scope="module")
def _calm():
    with threadpool_limits(1):  # of OpenMP too
        yield


def error_of(problem, subset=None):
    """Measure one subset on all folds."""
    subset = Subset.full(problem.n_variables) if subset is None else subset
    evaluator = CrossValidation(problem)
    block = evaluator.measure([subset], range(len(problem.folds)))
    return float(block.errors[0, :, 0].sum() / evaluator.weights.sum())


def frame():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "a": rng.normal(size=60),
            "b": rng.integers(0, 5, 60),
            "c": rng.choice(["u", "v", "w"], 60),
            ("d", 1): pd.Categorical(rng.choice(["x", "y"], 60)),
        }
    )
    return table, (table["c"] == "u").to_numpy() ^ (rng.random(60) < 0.2)


@pytest.mark.parametrize(("learner", "data", "name"), CASES)
@pytest.mark.parametrize("cv", [KFold(4, shuffle=True, random_state=0), UNEQUAL])
def test_the_error_is_that_of_scikit_learn(learner, data, name, cv):
    X, y = data
    problem = Problem(learner, X, y, cv, name)
    columns = [1, 4, 6, 7]

    scores = cross_val_score(clone(learner), X[:, columns], y, cv=cv, scoring=name)

    error = error_of(problem, Subset.of(columns, X.shape[1]))
    # Sums of squared errors may be rounded to 31 bits.
    expected = pytest.approx(scores.mean(), rel=1e-9, abs=1e-12)
    assert problem.criterion.score(error) == expected


@pytest.mark.parametrize(
    ("name", "best"), [("error_rate", "accuracy"), ("accuracy", "accuracy")]
)
def test_error_rate_and_accuracy_have_one_error(name, best):
    scores = cross_val_score(GaussianNB(), *CLASSES, cv=UNEQUAL, scoring=best)
    error = error_of(Problem(GaussianNB(), *CLASSES, UNEQUAL, name))
    assert error == pytest.approx(1 - scores.mean(), abs=1e-12)


@pytest.mark.parametrize(
    ("learner", "data", "name"), [CASES[0], CASES[8], CASES[9], CASES[3]]
)
def test_pooled_errors_count_every_test_row_alike(learner, data, name):
    problem = Problem(learner, *data, UNEQUAL, name, aggregate="pooled")

    scores = cross_val_score(learner, *data, cv=UNEQUAL, scoring=name)
    mean = np.average(scores, weights=[len(test) for _, test in UNEQUAL])

    assert problem.criterion.score(error_of(problem)) == pytest.approx(mean)


def test_as_many_mistakes_in_other_folds_tie_exactly():
    # Fold means of 1/3 + 2/3 and 2/3 + 1/3 differ in floats, by the order of the sum.
    y = np.tile([0, 1, 0], 21)
    folds = [(np.arange(63), np.arange(7 * i, 7 * i + 7)) for i in range(9)]
    X = np.tile(y[:, None], 12)
    for column, rows in enumerate(
        np.random.default_rng(0).permuted([range(63)] * 12, axis=1)
    ):
        X[rows[:10], column] = 1 - X[rows[:10], column]

    class Echo(Majority):
        def predict(self, X):
            return X[:, 0]

    problem = Problem(Echo(), X, y, folds)
    errors = {error_of(problem, Subset.of([i], 12)) for i in range(12)}

    assert errors == {10 / 63}


def test_unequal_folds_tie_exactly_in_mean_mode():
    y = np.zeros(12, int)
    y[:6] = 1
    sizes = np.split(np.arange(12), [3, 6])  # of 3, 3 and 6 rows
    folds = [(np.arange(12), rows) for rows in sizes]
    X = np.tile(y[:, None], 3)
    X[0, 0] ^= 1  # one of three
    X[3, 1] ^= 1  # one of three, in another fold
    X[[6, 7], 2] ^= 1  # two of six

    class Echo(Majority):
        def predict(self, X):
            return X[:, 0]

    problem = Problem(Echo(), X, y, folds)
    errors = {error_of(problem, Subset.of([i], 3)) for i in range(3)}

    assert len(errors) == 1
    assert errors.pop() == pytest.approx(1 / 9)


@pytest.mark.parametrize("learner", [DecisionTreeClassifier(max_features=2), LOGISTIC])
def test_a_learner_without_a_seed_gets_one_a_fold(learner):
    X, y = CLASSES
    problem = Problem(learner, X, y, 3, random_state=11)

    expected = []
    for fold, (train, test) in enumerate(problem.folds):
        seeded = clone(learner)
        name = "random_state"
        name = name if name in seeded.get_params() else f"logisticregression__{name}"
        seeded.set_params(**{name: 11 + fold}).fit(X[train], y[train])
        expected.append((seeded.predict(X[test]) != y[test]).mean())

    assert error_of(problem) == pytest.approx(np.mean(expected), abs=1e-12)
    assert error_of(problem) == error_of(problem)


def test_empty_blocks_of_folds_and_repeated_subsets_are_measured_alike():
    evaluator = CrossValidation(Problem(GaussianNB(), *CLASSES, 4))
    subsets = [Subset.of([0, 3], 13), Subset.full(13), Subset.of([0, 3], 13)]

    whole = evaluator.measure(subsets, range(4))
    part = evaluator.measure(subsets[1:2], range(2, 4))

    assert np.array_equal(whole.errors[0], whole.errors[2])
    assert np.array_equal(whole.errors[1:2, 2:], part.errors)
    assert part.weights.tolist() == whole.weights[2:].tolist()
    assert whole.cost.tolist() == [[2.0] * 4, [13.0] * 4, [2.0] * 4]


def test_names_and_dtypes_of_a_frame_reach_the_learner():
    X, y = frame()
    X = X.rename(columns={("d", 1): "d"})
    seen = []

    class Watching(Majority):
        def fit(self, X, y):
            seen.append(X.dtypes)
            return super().fit(X, y)

    error_of(Problem(Watching(), X, y, 2), Subset.of([1, 3], 4))

    assert len(seen) == 2
    assert all(s.equals(X.dtypes[["b", "d"]]) for s in seen)


def test_columns_can_be_chosen_by_dtype_inside_the_learner():
    X, y = frame()
    X = X.rename(columns={("d", 1): "d"})
    encode = make_column_transformer(
        (OneHotEncoder(), make_column_selector(dtype_exclude="number")),
        (StandardScaler(), make_column_selector(dtype_include="number")),
    )
    learner = make_pipeline(encode, LogisticRegression())

    for columns in [[0, 2], [2, 3], [0, 1], [2]]:
        names = list(X.columns[columns])
        expected = 1 - cross_val_score(learner, X[names], y, cv=KFold(3)).mean()
        problem = Problem(learner, X, y, KFold(3))
        assert error_of(problem, Subset.of(columns, 4)) == pytest.approx(expected)


def test_category_columns_reach_a_learner_that_takes_them():
    X, y = frame()
    X = pd.DataFrame({"c": X["c"].astype("category"), "d": X[("d", 1)], "a": X["a"]})
    learner = HistGradientBoostingClassifier(
        max_iter=3, min_samples_leaf=5, categorical_features="from_dtype"
    )

    expected = 1 - cross_val_score(learner, X[["c", "a"]], y, cv=KFold(3)).mean()
    error = error_of(Problem(learner, X, y, KFold(3)), Subset.of([0, 2], 3))

    assert error == pytest.approx(expected)
    assert error < 0.35  # the codes of "c" tell


def test_missing_values_reach_a_learner_that_takes_them():
    X, y = CLASSES[0].copy(), CLASSES[1]
    X[::3, 6] = np.nan
    tree = DecisionTreeClassifier(random_state=0)

    expected = 1 - cross_val_score(tree, X, y, cv=KFold(3)).mean()

    assert error_of(Problem(tree, X, y, KFold(3))) == pytest.approx(expected)


@pytest.mark.parametrize("make", [sparse.csr_array, sparse.csr_matrix])
def test_a_sparse_table_is_never_made_dense(make, monkeypatch):
    rng = np.random.default_rng(0)
    X = make(sparse.random(60, 5_000, 0.002, "csr", rng=rng))
    y = rng.integers(0, 2, 60)
    columns = [3, 17, 4_000, 4_999]
    dense = 1 - cross_val_score(
        LogisticRegression(), X[:, columns].toarray(), y, cv=KFold(3)
    )

    for cls in (sparse.csr_array, sparse.csc_array, sparse.csr_matrix):
        monkeypatch.setattr(cls, "toarray", lambda *a, **k: pytest.fail("made dense"))
    problem = Problem(LogisticRegression(), X, y, KFold(3))

    error = error_of(problem, Subset.of(columns, 5_000))
    assert error == pytest.approx(dense.mean())


@pytest.mark.parametrize("labels", [["no", "yes"], [-1, 5], [True, False]])
def test_labels_may_be_anything(labels):
    y = np.array(labels, dtype=object)[BINARY[1]]
    expected = 1 - cross_val_score(GaussianNB(), *BINARY, cv=KFold(3)).mean()

    error = error_of(Problem(GaussianNB(), BINARY[0], y, KFold(3)))
    assert error == pytest.approx(expected)


def test_a_learner_needs_only_fit_and_predict():
    X = np.array([[0], [0], [1], [1]] * 10)
    y = np.array(["a", "a", "b", "a"] * 10)
    assert error_of(Problem(Majority(), X, y, KFold(2))) == 0.25


def test_groups_stay_together():
    X, y = CLASSES
    groups = np.arange(120) % 10
    problem = Problem(GaussianNB(), X, y, GroupKFold(3), groups=groups)

    scores = cross_val_score(GaussianNB(), X, y, groups=groups, cv=GroupKFold(3))

    assert error_of(problem) == pytest.approx(1 - scores.mean(), abs=1e-12)


def test_a_variable_may_be_several_columns():
    X, y = CLASSES
    groups = [[0, 5], [2], [1, 3, 4], list(range(6, 13))]
    problem = Problem(GaussianNB(), X, y, KFold(3, shuffle=True, random_state=0))
    grouped = Problem(GaussianNB(), X, y, problem.cv, variables=groups)

    assert grouped.n_variables == 4
    for chosen, columns in [([0, 2], [0, 1, 3, 4, 5]), ([1], [2])]:
        assert error_of(grouped, Subset.of(chosen, 4)) == pytest.approx(
            error_of(problem, Subset.of(columns, 13)), abs=1e-12
        )


@pytest.mark.parametrize(
    ("learner", "data", "name", "constant"),
    [
        (GaussianNB(), CLASSES, "accuracy", lambda y: np.bincount(y).argmax()),
        (Ridge(), NUMBERS, "mean_absolute_error", np.median),
        (Ridge(), NUMBERS, "mean_squared_error", np.mean),
    ],
)
def test_no_variable_is_the_best_constant_prediction(learner, data, name, constant):
    X, y = data
    problem = Problem(learner, X, y, UNEQUAL, name)
    loss = problem.criterion.loss

    expected = [
        loss(y[test], np.full(len(test), constant(y[train]))).mean()
        for train, test in UNEQUAL
    ]

    error = error_of(problem, Subset.empty(problem.n_variables))
    assert error == pytest.approx(np.mean(expected), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "data", "learner", "low", "high"),
    [
        ("roc_auc", BINARY, GaussianNB(), 0.5, 0.5),
        ("neg_log_loss", BINARY, GaussianNB(), 0.55, 0.72),
        ("r2", NUMBERS, Ridge(), 1.0, 1.2),
    ],
)
def test_scorers_judge_the_prior_where_there_is_no_variable(
    name, data, learner, low, high
):
    problem = Problem(learner, *data, UNEQUAL, name)
    assert low <= error_of(problem, Subset.empty(problem.n_variables)) <= high


class Fussy(Majority):
    """Refuses to learn from an odd first value."""

    def fit(self, X, y):
        if X[0, 0] % 2:
            raise RuntimeError(f"no odd rows, please, such as {X[0, 0]}")
        return super().fit(X, y)


def test_a_learner_that_raises_names_variables_fold_and_cause():
    X = np.arange(12).reshape(6, 2)
    X[0] = 1
    folds = [([1, 2, 3, 4, 5], [0]), ([0, 1, 2, 3, 4], [5])]
    problem = Problem(Fussy(), X, [0, 1, 0, 1, 0, 1], folds)

    with pytest.raises(LearnerError) as caught:
        error_of(problem, Subset.of([0], 2))

    said = str(caught.value)
    assert said.startswith("Fussy failed on fold 1 with x0: RuntimeError: no odd rows")
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_many_names_are_cut_short():
    X = np.ones((6, 30))
    problem = Problem(Fussy(), X, [0, 1, 0, 1, 0, 1], 2)
    with pytest.raises(LearnerError, match="x8, x9 and 20 more: RuntimeError"):
        error_of(problem)


def test_predictions_of_another_shape_are_refused():
    class Wide(Majority):
        def predict(self, X):
            return np.zeros((len(X), 2))

    with pytest.raises(LearnerError, match=r"must have shape \(3,\), got \(3, 2\)"):
        error_of(Problem(Wide(), np.zeros((6, 1)), [0, 1, 0, 1, 0, 1], 2))
    with pytest.raises(LearnerError, match="multilabel"):
        error_of(Problem(Wide(), np.zeros((6, 1)), [0, 1, 0, 1, 0, 1], 2, "f1_micro"))


def saying(labels, y, **options):
    """Return a problem whose learner gives these predictions again and again."""

    class Parrot(Majority):
        def predict(self, X):
            return np.resize(labels, len(X))

    return Problem(Parrot(), np.zeros((6, 1)), y, 2, **options)


STRANGE = [
    (np.array([0.0, np.nan]), [0, 1, 0, 1, 0, 1], "NaN"),
    (np.array([0, 7]), [0, 1, 0, 1, 0, 1], "got 7"),
    (np.array([0.5]), [0, 1, 0, 1, 0, 1], r"got 0\.5"),
    (np.array(["0"]), [0, 1, 0, 1, 0, 1], r"(got '0'|such as '0')"),
    (np.array(["a", "c"]), list("ababab"), "got 'c'"),
    (np.array(["a", np.nan], dtype=object), list("ababab"), "(?i)nan"),
    (np.array([1.0]), list("ababab"), r"(got|as) 1\.0"),
]


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro", "matthews_corrcoef"])
@pytest.mark.parametrize(("labels", "y", "says"), STRANGE)
def test_labels_that_do_not_exist_are_an_error(labels, y, says, metric):
    with pytest.raises(LearnerError, match=says) as told:
        error_of(saying(labels, y, scoring=metric))
    assert "fold 0 with x0: " in str(told.value)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_number_that_is_none_is_an_error_on_other_rows_too(bad):
    class Bad(Ridge):
        def predict(self, X):
            return np.full(len(X), bad)

    X, y = np.arange(12.0).reshape(6, 2), np.arange(6) / 7
    problem = Problem(Bad(), X, y, 2, scoring="mean_squared_error")
    with pytest.raises(ValueError, match="predictions must"):
        holdout_error(problem, Subset.full(2), X, y)


@pytest.mark.parametrize(
    ("labels", "y"),
    [
        (np.array([0.0, 1.0]), [0, 1, 0, 1, 0, 1]),
        (np.array([False, True]), [0, 1, 0, 1, 0, 1]),
        (np.array(["a", "b"], dtype=object), list("ababab")),
        (np.array([1], dtype=object), [0, 1, 0, 1, 0, 1]),
    ],
)
def test_labels_of_another_type_that_are_equal_count(labels, y):
    assert error_of(saying(labels, y)) < 1


def test_text_for_a_learner_of_numbers_names_the_column():
    X, y = frame()
    with pytest.raises(LearnerError, match=r"column 'c' holds text .* --nominal"):
        error_of(Problem(GaussianNB(), X[["a", "c"]], y, 2))


class Value:
    """A scorer that gives one value on the second fold."""

    def __init__(self, value):
        self.value, self.__name__ = value, "my_scorer"

    def __call__(self, estimator, X, y):
        return self.value if X[0, 0] >= 3 else 0.5


def bad_score(value, best, constant=False):
    X = np.arange(12).reshape(6, 2) // 2
    folds = [([3, 4, 5], [0, 1, 2]), ([0, 1, 2], [3, 4, 5])]
    scorer = (lambda e, X, y: value if y[0] else 0.5) if constant else Value(value)
    metric = Metric("my_scorer", best, scorer)
    return Problem(Majority(), X, [0, 1, 0, 1, 0, 1], folds, metric)


@pytest.mark.parametrize("best", [1.0, None])
@pytest.mark.parametrize(
    ("value", "says"),
    [(np.nan, "NaN"), (np.inf, "not finite"), (-np.inf, "not finite")],
)
def test_a_score_that_is_no_finite_number_names_metric_and_fold(value, best, says):
    with pytest.raises(LearnerError, match=rf"fold 1 with x0: .*'my_scorer'.*{says}"):
        error_of(bad_score(value, best), Subset.of([0], 2))


def test_a_scorer_that_raises_without_variables_says_so():
    def scorer(fitted, X, y):
        raise RuntimeError("no luck")

    problem = Problem(GaussianNB(), *CLASSES, 3, scorer)
    with pytest.raises(LearnerError, match="fold 0 with no variable: RuntimeError: no"):
        error_of(problem, Subset.empty(13))


def test_a_score_above_its_best_value_is_an_error():
    with pytest.raises(LearnerError, match=r"'my_scorer' is above its best value 1\.0"):
        error_of(bad_score(1.5, 1.0))
    assert error_of(bad_score(1.5, None)) == -1.0


def test_a_bad_score_of_no_variable_is_an_error_too():
    with pytest.raises(LearnerError, match=r"fold 1 with no variable: .*NaN"):
        error_of(bad_score(np.nan, 1.0, constant=True), Subset.empty(2))


def test_a_bare_scorer_function_is_a_metric():
    def auc(estimator, X, y):
        return roc_auc_score(y, estimator.predict_proba(X)[:, 1])

    named = Problem(GaussianNB(), *BINARY, 3, "roc_auc")
    made = Problem(
        GaussianNB(),
        *BINARY,
        3,
        make_scorer(roc_auc_score, response_method="predict_proba"),
    )

    own = Problem(GaussianNB(), *BINARY, 3, auc)
    assert own.criterion.name == "auc"
    assert 1 + error_of(own) == pytest.approx(error_of(named))
    assert error_of(made) == pytest.approx(error_of(named))


class Shaken(Majority):
    """Predicts by the global generator, while it fits or later."""

    def __init__(self, draw=random.random, late=False):
        self.draw, self.late = draw, late

    def fit(self, X, y):
        self.coef_ = np.array([self.draw() for _ in range(X.shape[1])])
        return super().fit(X, y)

    def predict(self, X):
        number = self.draw() if self.late else self.coef_[0]
        return (np.sin(np.arange(len(X)) * number * 1e3) > 0).astype(int)


def shaken(seed=0, **params):
    return Problem(Shaken(**params), *BINARY, 3, random_state=seed)


DRAWS = [
    lambda: np.random.rand(),  # noqa: NPY002
    np.random.rand,
    np.random.standard_normal,
    random.random,
]


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("late", [False, True])
def test_equal_calls_give_a_learner_of_a_global_generator_equal_errors(draw, late):
    subsets = [Subset.of([i, i + 1], 8) for i in range(3)]
    problem = shaken(draw=draw, late=late)
    together = CrossValidation(problem).measure(subsets, range(3)).errors
    draw()
    for place in (2, 0, 1):  # as other workers might, in another order
        evaluator = CrossValidation(problem)
        for fold in (1, 0, 2):
            found = evaluator.measure([subsets[place]], range(fold, fold + 1))
            assert found.errors[0, 0] == together[place, fold]
    others = CrossValidation(shaken(1, draw=draw, late=late))
    assert (others.measure(subsets, range(3)).errors != together).any()


@pytest.mark.parametrize("by", ["learner", "folds", "permutation"])
def test_importances_and_other_rows_are_as_repeatable(by):
    def numbers():
        problem, subset = shaken(late=True), Subset.of([0, 2, 5], 8)
        np.random.rand()  # noqa: NPY002
        said = CrossValidation(problem).importances(subset, by)
        return [*said, holdout_error(problem, subset, *BINARY)]

    assert numbers() == numbers()


def test_fits_leave_the_global_generators_as_they_were():
    np.random.seed(3)  # noqa: NPY002
    np.random.standard_normal()  # noqa: NPY002  # so that one number is kept back
    before = np.random.get_state(), random.getstate()  # noqa: NPY002
    error_of(shaken())
    after = np.random.get_state(), random.getstate()  # noqa: NPY002
    assert str(after) == str(before)


def test_a_block_says_how_long_it_took():
    evaluator = CrossValidation(Problem(GaussianNB(), *CLASSES, 3))
    start = time.perf_counter()
    block = evaluator.measure([Subset.full(13)], range(3))
    assert 0 < block.seconds <= time.perf_counter() - start


class Exacting(GaussianNB):
    """Costs more by rows and variables, and can share fits."""

    def cost(self, n_samples, n_variables):
        return n_samples + 1000 * n_variables

    def subset_scorer(self, X, y, folds):
        return Predicted(folds)


class Predicted:
    def __init__(self, folds):
        self.folds = folds

    def predict(self, masks, folds):
        return np.zeros((len(masks), sum(len(self.folds[f][1]) for f in folds)), int)


@pytest.mark.parametrize("members", [[[0, 1]], [[]], [[2], [0, 1], [2]]], ids=str)
def test_shared_fits_cost_what_they_would_alone(members):
    folds = [(rows[:n], rows[n:]) for n in (70, 90, 70) for rows in [np.arange(120)]]
    subsets = [Subset.of(each, 13) for each in members]
    block = CrossValidation(Problem(Exacting(), *CLASSES, folds)).measure(
        subsets, range(1, 3)
    )
    fixed = [n * bool(subset) for subset in subsets for n in (90, 70)]
    sizes = np.array([[1000 * len(subset)] for subset in subsets])
    assert (block.cost == np.reshape(fixed, (-1, 2)) + sizes).all()


class Summed(Ridge):
    """Shares fits, and sums squared errors itself."""

    def subset_scorer(self, X, y, folds):
        scorer = Predicted(folds)
        scorer.squared_errors = None
        return scorer


@pytest.mark.parametrize(
    ("learner", "n_columns", "first", "most_moves"),
    [
        (Majority(), 9, 1, 0),
        (Exacting(), 9, 2, 0),
        (Exacting(), 2000, 1, 0),
        (Summed(), 9, 2, 4096),
        (Summed(), 5000, 1, 3355),  # 2**24 places
    ],
)
def test_what_is_shared_is_asked_in_larger_portions(
    learner, n_columns, first, most_moves
):
    problem = Problem(learner, np.zeros((6, n_columns)), [0, 1, 0, 1, 0, 1], 2)
    portion = CrossValidation(problem).portion
    assert (portion.first, portion.moves) == (first, most_moves)
    assert portion.call == (1 + 8 * 2 if most_moves else 1)  # 8 on 2 folds
    assert (portion == Portion()) == isinstance(learner, Majority)
    assert Portion() == (1, 1, 1, 0, 1, 1)
