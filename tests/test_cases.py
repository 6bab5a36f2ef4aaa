"""Problems that users of other tools reported, as small inputs: what is good here."""

import json
import os
import subprocess
import sys
import time

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.compose import ColumnTransformer, make_column_selector
from sklearn.datasets import load_wine, make_blobs, make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import get_scorer, silhouette_score
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier

from tests.cli_learners import Interrupted
from tests.fakes import Majority, OrdinaryNB
from wrapsel import (
    Budget,
    DataWarning,
    History,
    Keep,
    LearnerError,
    Metric,
    Problem,
    ProgressBar,
    RankSelector,
    StoreError,
    Subset,
    WrapperSelector,
    honest_error,
    load_learner,
    select,
)
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.part import outer_folds, part
from wrapsel.filters import CFS, FCBF, AnovaF, MutualInformation
from wrapsel.protocol import evaluate
from wrapsel.search import (
    Backward,
    BestFirst,
    Floating,
    Forward,
    RecursiveElimination,
    RVErS,
)

X, Y = make_classification(120, 8, n_informative=3, n_redundant=0, random_state=0)
NAMES = [f"f{i}" for i in range(8)]
D = pd.DataFrame(X, columns=NAMES)
RNG = np.random.default_rng(0)
Z = RNG.normal(size=(200, 4))
T = Z.sum(axis=1)
TWO = Forward(n_features_to_select=2)


def quick(learner, X=D, y=Y, strategy=TWO, options=None, **given):
    """Search without an honest error."""
    problem = Problem(learner, X, y, **{"cv": 3, **given})
    return select(problem, strategy, honest=False, **(options or {}))


# A. Stopping and sizes


def test_c01_backward_keeps_all_where_all_are_needed():
    result = quick(LinearRegression(), Z, T, Backward(), scoring="r2", cv=5)
    assert len(result.subset) == 4


def test_c02_forward_ends_with_all_where_all_are_needed():
    strategy = Forward(tolerance=1e-3)
    assert len(quick(LinearRegression(), Z, T, strategy, scoring="r2").subset) == 4


def test_c04_a_negative_score_and_its_loss_give_the_same():
    target = D["f1"] - D["f2"] + RNG.normal(size=120)
    for strategy in (Backward(tolerance=-0.01), RecursiveElimination(step=3)):
        sizes = [
            len(quick(Ridge(), D, target, strategy, scoring=name).subset)
            for name in ("neg_mean_squared_error", "mean_squared_error")
        ]
        assert sizes[0] == sizes[1]
    docs = [" ".join(cls.__doc__.split()) for cls in (Forward, Backward)]
    assert all("so much less than ``-tolerance`` may be lost" in doc for doc in docs)


def test_c05_the_lowest_loss_wins_whatever_the_sign():
    found = [
        quick(LogisticRegression(), strategy=RecursiveElimination(), scoring=name)
        for name in ("accuracy", "error_rate")
    ]
    assert found[0].subset == found[1].subset
    assert found[0].error == found[1].error == min(v.error for v in found[0].measured)


def test_c06_a_tolerance_beside_a_size_is_an_error():
    for strategy in (Forward, Backward):
        with pytest.raises(ValueError, match="tolerance"):
            strategy(n_features_to_select=7, tolerance=0.5)


def test_c07_a_part_of_the_variables_is_no_number_of_them():
    with pytest.raises((TypeError, ValueError), match="n_features_to_select"):
        Forward(n_features_to_select=0.05)
    with pytest.raises((TypeError, ValueError), match="n_features_to_select"):
        Forward(n_features_to_select=0)


def test_c08_all_are_a_size_more_are_not_and_one_column_is_enough():
    for strategy in (Forward, Backward):
        assert len(quick(GaussianNB(), strategy=strategy(8)).subset) == 8
        with pytest.raises(ValueError, match="n_features_to_select"):
            quick(GaussianNB(), strategy=strategy(9))
        one = quick(GaussianNB(), D[["f1"]], strategy=strategy())
        assert one.selected in ((), ("f1",))


def test_c10_a_range_of_sizes_measures_nothing_above_it():
    history = History()
    strategy = Forward(min_features=2, max_features=3)
    result = quick(GaussianNB(), strategy=strategy, options={"on_event": history})
    sizes = {len(v.evaluation.subset) for v in history.verdicts}
    assert len(result.subset) in (2, 3)
    assert sizes - {8} <= {0, 1, 2, 3}  # 8 is the reference


# B. Scores that fail


def test_c13_a_score_that_is_no_number_ends_the_search_by_name():
    def nothing(estimator, X, y):
        return float("nan")

    with pytest.raises(LearnerError, match=r"fold 0 .* metric 'nothing' is not a numb"):
        quick(GaussianNB(), scoring=nothing)


def test_c14_a_learner_that_cannot_predict_is_shown_with_its_subset():
    with pytest.raises(LearnerError, match=r"fold 0 with f0, f1, .* n_neighbors"):
        quick(KNeighborsClassifier(200))


def test_c16_failures_are_raised_or_counted_and_never_averaged():
    class Fifth:
        """Raises with the variables that a test names."""

        def __call__(self, estimator, X, y):
            if "f3" in getattr(X, "columns", ()) and X.shape[1] < 8:
                raise ArithmeticError("every so often")
            return get_scorer("accuracy")(estimator, X, y)

    with pytest.raises(LearnerError, match="every so often"):
        quick(OrdinaryNB(), scoring=Metric("mine", 1.0, Fifth()))
    result = quick(
        OrdinaryNB(),
        scoring=Metric("mine", 1.0, Fifth()),
        options={"on_failure": "reject"},
    )
    assert len(result.failures) > 0
    assert "f3" not in result.selected
    assert all("every so often" in failure.why for failure in result.failures)


def test_c18_a_class_rarer_than_the_folds_is_named_before_the_search():
    rare = np.where(np.arange(120) == 0, 2, Y)
    with pytest.raises(ValueError, match=r"5 folds and 1 rows of class 2"):
        Problem(GaussianNB(), D, rare)
    splits = KFold(5)
    with pytest.warns(DataWarning, match=r"fewer rows than folds \(5\): 2"):
        quick(GaussianNB(), y=rare, cv=splits)
    with (
        pytest.warns(DataWarning, match="fewer rows"),
        pytest.raises(LearnerError, match="fold"),
    ):
        quick(OrdinaryNB(), y=rare, cv=splits, scoring="roc_auc_ovr")


@pytest.mark.parametrize(
    ("table", "y", "cv", "says"),
    [
        (D, np.zeros(120), 3, "y must have at least two values"),
        (D[:0], Y[:0], 3, "X must have at least 2 rows, got 0"),
        (D, Y, 61, "61 folds and .* rows of class"),
        (D, Y, 121, "121"),
    ],
)
def test_c19_what_cannot_be_learned_is_one_line_before_a_fit(table, y, cv, says):
    with pytest.raises(ValueError, match=says):
        Problem(Never(), table, y, cv=cv)


class Never(GaussianNB):
    """Is not to be fitted."""

    def fit(self, X, y):
        raise AssertionError


def test_c20_plain_auc_of_five_classes_says_what_to_take():
    with pytest.raises(ValueError, match="try 'roc_auc_ovr' or 'roc_auc_ovo'"):
        Problem(GaussianNB(), D, np.arange(120) % 5, scoring="roc_auc")


def test_c21_auc_takes_what_a_learner_has():
    assert quick(LinearSVC(), scoring="roc_auc").error < 0.3
    assert quick(SVC(), scoring="roc_auc").error < 0.3
    with pytest.raises(
        LearnerError, match=r"fold 0 .*(decision_function|predict_proba)"
    ):
        quick(Majority(), scoring="roc_auc")


# C. Splits, groups, weights


def test_c22_splits_may_be_a_generator():
    splits = list(KFold(3).split(X))
    tree = DecisionTreeClassifier(random_state=0)
    given = [quick(tree, cv=s) for s in (iter(splits), splits)]
    assert given[0].path == given[1].path
    more = quick(tree, cv=iter(splits), options={"n_jobs": 2})
    assert more.path == given[0].path


def test_c23_splits_are_drawn_once_and_two_searches_agree():
    cv = KFold(3, shuffle=True, random_state=np.random.RandomState(0))
    paths = [quick(GaussianNB(), cv=cv).path for _ in range(2)]
    assert paths[0] == paths[1]


def test_c24_groups_reach_every_split():
    groups = np.arange(120) % 10
    problem = Problem(GaussianNB(), D, Y, GroupKFold(3), groups=groups)
    inner = part(problem, np.flatnonzero(groups < 7))
    for each in (problem, inner):
        for train, test in [*each.folds, *outer_folds(each, 3)]:
            told = np.asarray(each.groups)
            assert not set(told[train]) & set(told[test])
    selector = WrapperSelector(GaussianNB(), TWO, cv=GroupKFold(3), honest=False)
    found = selector.fit(D, Y, groups=groups).result_
    assert found.path == select(problem, TWO, honest=False).path


def test_c26_learner_and_splitter_stay_as_they_are():
    learner = DecisionTreeClassifier(random_state=np.random.RandomState(3))
    cv = KFold(3, shuffle=True, random_state=np.random.RandomState(0))
    states = [
        learner.random_state.get_state()[1].sum(),
        cv.random_state.get_state()[1].sum(),
    ]
    first, second = quick(learner, cv=cv), quick(learner, cv=cv)
    assert first.path == second.path
    assert states == [
        learner.random_state.get_state()[1].sum(),
        cv.random_state.get_state()[1].sum(),
    ]
    assert not hasattr(learner, "tree_")


def test_c27_parameters_reach_a_pipeline_inside_and_nothing_is_fitted_outside():
    seen = []

    class Scaler(StandardScaler):
        def fit(self, X, y=None):
            seen.append(len(X))
            return super().fit(X, y)

    inside = make_pipeline(Scaler(), LogisticRegression())
    selector = WrapperSelector(inside, TWO, cv=3, honest=False)
    quick(inside)
    assert set(seen) == {80}  # two of three folds of 120 rows
    grid = {"learner__logisticregression__C": [1e-4, 1.0]}
    pipeline = make_pipeline(selector, GaussianNB())
    grid = {f"wrapperselector__{name}": values for name, values in grid.items()}
    search = GridSearchCV(pipeline, grid, cv=2).fit(D[NAMES[:4]], Y)
    assert search.best_estimator_[0].learner["logisticregression"].C in (1e-4, 1.0)


# D. Tables


class Named(GaussianNB):
    """Takes only a DataFrame with the names of a table."""

    def fit(self, X, y):
        assert set(X.columns) <= set(D.columns)
        return super().fit(X, y)


def test_c28_names_reach_the_learner():
    assert len(quick(Named()).subset) == 2


def test_c29_a_transformer_of_columns_works_on_subsets():
    table = D.assign(c=np.where(Y ^ (RNG.random(120) < 0.1), "a", "b"))
    encoder = OneHotEncoder(handle_unknown="ignore")
    text = make_column_selector(dtype_include=[object, "string", "category"])
    steps = ColumnTransformer([("c", encoder, text)], remainder="passthrough")
    result = quick(make_pipeline(steps, LogisticRegression(max_iter=500)), table)
    assert "c" in result.selected


def test_c29_a_name_that_a_subset_lacks_is_explained():
    named = ColumnTransformer([("f", StandardScaler(), ["f0", "f1"])])
    with pytest.raises(LearnerError, match=r"make_column_selector\(pattern="):
        quick(make_pipeline(named, LogisticRegression()), options={"start": ["f2"]})
    columns = make_column_selector(pattern="^f[01]$")
    found = ColumnTransformer(
        [("f", StandardScaler(), columns)], remainder="passthrough"
    )
    assert quick(make_pipeline(found, LogisticRegression())).selected


def test_c30_categories_pass_through_or_the_column_is_named():
    table = D.assign(c=pd.Categorical(np.where(Y == 1, "a", "b")))
    assert "c" in quick(load_learner("naive-bayes"), table).selected
    with pytest.raises(LearnerError, match="column 'c' holds text"):
        quick(LogisticRegression(), D.assign(c=np.where(Y == 1, "a", "b")))


def test_c31_names_that_are_twice_are_listed():
    with pytest.raises(ValueError, match=r"twice: \['a'\]"):
        Problem(GaussianNB(), D.iloc[:, :4].set_axis(list("aabc"), axis=1), Y)


def test_c32_names_of_any_kind_come_back():
    names = ["a", 1, ("x", 2), "y", "target", "a b", "[c]", "<d>"]
    table = D.set_axis(pd.Index(names, tupleize_cols=False), axis=1)
    result = quick(GaussianNB(), table)
    places = quick(GaussianNB()).subset
    assert result.selected == tuple(names[i] for i in places)
    selector = WrapperSelector(GaussianNB(), TWO, cv=3, honest=False).fit(table, Y)
    assert selector.get_feature_names_out().tolist() == list(result.selected)


def test_c34_other_columns_at_transform_are_an_error():
    selector = WrapperSelector(GaussianNB(), TWO, cv=3, honest=False).fit(D, Y)
    for other in (D[NAMES[::-1]], D.assign(more=1), D.drop(columns="f0")):
        with pytest.raises(ValueError, match="feature"):
            selector.transform(other)


def test_c36_a_sparse_table_is_never_made_dense():
    class Sparse(LogisticRegression):
        def fit(self, X, y):
            assert sparse.issparse(X)
            assert X.shape[1] == 2
            return super().fit(X, y)

    table = sparse.random_array((200, 20_000), density=0.001, format="csr", rng=RNG)
    y = (table[:, [7]].toarray()[:, 0] + 0.01 * RNG.random(200) > 0.005).astype(int)
    problem = Problem(Sparse(), table, y, cv=3)
    block = CrossValidation(problem).measure([Subset.of([3, 7], 20_000)], range(3))
    assert block.errors.shape == (1, 3, 1)


def test_c37_missing_values_pass_and_infinite_ones_are_named():
    holes = D.mask(RNG.random(D.shape) < 0.1)
    assert len(quick(DecisionTreeClassifier(random_state=0), holes).subset) == 2
    endless = D.copy()
    endless.loc[[3, 5], "f2"] = np.inf
    with pytest.raises(ValueError, match="2 infinite values in column 'f2'"):
        Problem(GaussianNB(), endless, Y)
    with pytest.raises(ValueError, match="y must not have missing"):
        Problem(Ridge(), D, np.where(np.arange(120) == 4, np.nan, Y))


def test_c38_columns_without_information_are_told_and_score_nothing():
    table = D.assign(one=1.0, copy=D["f0"], gone=np.nan)
    with pytest.warns(DataWarning) as told:
        quick(DecisionTreeClassifier(random_state=0), table)
    said = " ".join(str(each.message) for each in told)
    assert "one value only: 'one', 'gone'" in said
    assert "'copy' (of 'f0')" in said
    constant = D.assign(one=1.0)
    for ranker in (AnovaF(), MutualInformation()):
        assert ranker(constant, Y).scores[-1] == 0


# E. Learners and importances


@pytest.mark.parametrize(
    "learner",
    [make_pipeline(StandardScaler(), SVC()), SVC(), KNeighborsClassifier()],
    ids=["pipeline", "svc", "neighbours"],
)
def test_c40_any_learner_is_eliminated_by_permutation(learner):
    strategy = RecursiveElimination(
        criterion="permutation", step=3, n_features_to_select=2
    )
    assert len(quick(learner, strategy=strategy).subset) == 2


def test_c43_fit_and_predict_are_enough():
    assert len(quick(Majority(), D.round()).subset) == 2


def test_c44_what_helps_only_together_is_found_by_some():
    bits = RNG.integers(0, 2, (300, 10)).astype(float)
    y = (bits[:, 2] != bits[:, 5]).astype(int)
    tree = DecisionTreeClassifier(random_state=0)
    assert not {"x2", "x5"} <= set(quick(tree, bits, y, Forward()).selected)
    assert "blind to variables that help only together" in Forward.__doc__
    for strategy in (RVErS(), Backward(), BestFirst(direction="backward")):
        assert {"x2", "x5"} <= set(quick(tree, bits, y, strategy).selected)


def test_c45_several_targets_are_one_problem():
    targets = np.column_stack([X[:, 1], X[:, 2] + X[:, 3]])
    assert set(quick(Ridge(), D, targets, Forward()).selected) >= {"f1", "f2", "f3"}


def test_c45_clusters_are_selected_for_by_a_score():
    def silhouette(estimator, X, y=None):
        assert y is None
        return silhouette_score(X, estimator.predict(X))

    blobs, _ = make_blobs(90, 2, centers=3, cluster_std=0.5, random_state=0)
    noise = np.random.default_rng(0).normal(size=(90, 3))
    X, learner = np.hstack([blobs, noise]), KMeans(3, n_init=1)
    problem = Problem(learner, X, None, scoring=silhouette)
    assert quick(learner, X, None, Forward(), scoring=silhouette).error < 0
    found = select(problem, Forward(), honest=False)
    assert found.selected == ("x0", "x1")
    assert found.constant is None
    selector = WrapperSelector(learner, Backward(), scoring=silhouette, honest=False)
    assert selector.fit(X).get_support().tolist() == [True, True, *[False] * 3]


def test_c47_filters_of_subsets_differ_with_the_data():
    chosen = {}
    for ranker in (FCBF(), CFS()):
        for seed in (0, 3):
            table, y = make_classification(120, 8, shuffle=True, random_state=seed)
            kept = RankSelector(ranker).fit(table, y).get_support(indices=True)
            chosen[type(ranker), seed] = kept.tolist()
        assert chosen[type(ranker), 0] != chosen[type(ranker), 3]


# F. Time, stop, save


def test_c48_ctrl_c_leaves_the_best_so_far(tmp_path, monkeypatch):
    monkeypatch.setattr(Interrupted, "stop_at", Interrupted.fits + 60)
    options = {"cv": 3, "honest": False, "store": tmp_path / "store.db"}
    selector = WrapperSelector(Interrupted(), Forward(4), **options)
    with pytest.raises(KeyboardInterrupt):
        selector.fit(D, Y)
    assert selector.result_.stopped_by == "interrupt"
    assert selector.transform(D).shape[1] == len(selector.result_.subset) > 0
    again = WrapperSelector(Interrupted(), Forward(4), **options).fit(D, Y)
    fresh = WrapperSelector(OrdinaryNB(), Forward(4), cv=3, honest=False).fit(D, Y)
    assert again.result_.path == fresh.result_.path


KILLED = """
import os, sys
from sklearn.datasets import load_wine
from sklearn.tree import DecisionTreeClassifier
from wrapsel import Problem, select
from wrapsel.search import Forward
class Tree(DecisionTreeClassifier):
    n_fits = 0
    def fit(self, X, y):
        Tree.n_fits += 1
        if Tree.n_fits == int(sys.argv[2]):
            os._exit(9)
        return super().fit(X, y)
if __name__ == "__main__":
    problem = Problem(Tree(random_state=0), *load_wine(return_X_y=True), cv=3)
    result = select(problem, Forward(2), honest=False, store=sys.argv[1])
    print(Tree.n_fits, *result.subset)
"""


def test_c49_a_killed_search_goes_on_and_fits_nothing_twice(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED)

    def run(n):
        command = [sys.executable, str(script), str(tmp_path / "a.db"), str(n)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run(30).returncode == 9
    n_left, *found = map(int, run(-1).stdout.split())
    tree = DecisionTreeClassifier(random_state=0)
    whole = quick(tree, *load_wine(return_X_y=True))
    assert found == list(whole.subset)
    assert n_left < whole.spending.fits


def test_c50_a_store_that_was_damaged_gives_no_wrong_answer(tmp_path):
    path = tmp_path / "store.db"
    fresh = quick(DecisionTreeClassifier(random_state=0), options={"store": path})
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    try:
        again = quick(DecisionTreeClassifier(random_state=0), options={"store": path})
    except StoreError:
        return
    assert again.path == fresh.path


def test_c51_other_targets_of_the_same_shape_are_measured_anew(tmp_path):
    tree, path = DecisionTreeClassifier(random_state=0), tmp_path / "store.db"
    quick(tree, options={"store": path})
    other = RNG.permutation(Y)
    again = quick(tree, y=other, options={"store": path})
    assert again.spending.fits > 0
    assert again.path == quick(tree, y=other).path


def test_c52_a_budget_ends_in_time_with_the_best_so_far():
    class Slow(OrdinaryNB):
        def fit(self, X, y):
            time.sleep(0.05)
            return super().fit(X, y)

    start = time.perf_counter()
    result = quick(Slow(), strategy=Forward(), options={"budget": Budget(seconds=0.8)})
    assert time.perf_counter() - start < 2.5
    assert result.stopped_by == "budget"
    assert len(result.subset) >= 1
    few = quick(GaussianNB(), strategy=Backward(), options={"budget": Budget(5)})
    assert (few.spending.evaluations, few.stopped_by) == (5, "budget")
    patient = quick(GaussianNB(), strategy=BestFirst(patience=2))
    assert patient.stopped_by == "patience"


def test_c53_no_subset_is_fitted_twice_on_a_fold():
    seen = []

    class Counting(OrdinaryNB):
        def fit(self, X, y):
            seen.append((*X.columns, *X.index))
            return super().fit(X, y)

    quick(Counting(), strategy=Floating(n_features_to_select=5))
    assert len(seen) == len(set(seen)) > 50


def test_c54_functions_without_a_name_reach_workers_or_are_named():
    class Local(DecisionTreeClassifier):
        pass

    tree = Local(random_state=0)
    scored = Metric("mine", 1.0, lambda e, X, y: get_scorer("accuracy")(e, X, y))
    one = quick(tree, scoring=scored)
    assert quick(tree, scoring=scored, options={"n_jobs": 2}).path == one.path
    tree.never = (i for i in "ab")
    with pytest.raises(TypeError, match="pickled to reach 2 workers"):
        quick(Held(iter("ab")), options={"n_jobs": 2})


class Held(Majority):
    """Holds what cannot travel."""

    def __init__(self, held):
        self.held = (each for each in held)

    def __deepcopy__(self, memo):
        return Majority()


def test_c55_two_workers_are_not_slower_with_a_cheap_learner():
    seconds = []
    for n_jobs in (1, 2):
        start = time.perf_counter()
        quick(OrdinaryNB(), strategy=Backward(2), options={"n_jobs": n_jobs})
        seconds.append(time.perf_counter() - start)
    assert seconds[1] < 2 * seconds[0] + 0.5


def test_c56_threads_inside_workers_are_limited(monkeypatch):
    from wrapsel.evaluation.processes.pooled import Pooled
    from wrapsel.evaluation.processes.workers import Workers

    for limit in ("START_SECONDS", "SHARE_SECONDS"):
        monkeypatch.setattr(f"wrapsel.evaluation.processes.pooled.{limit}", 0.0)
    problem = Problem(Threads(), D, Y, cv=3, scoring=Metric("n", None, _threads))
    with Pooled(CrossValidation(problem), Workers(2)) as pooled:
        subsets = [Subset.of([i], 8) for i in range(8)]
        pooled.measure(subsets[:1], range(3))
        pooled._begin().join()
        block = pooled.measure(subsets, range(3))
    assert np.unique(block.errors / block.weights[None, :, None]).tolist() == [1.0]


class Threads(OrdinaryNB):
    """Says how many threads a forest with n_jobs=8 would have."""

    def fit(self, X, y):
        self.n_ = joblib.effective_n_jobs(8)
        return super().fit(X, y)


def _threads(estimator, X, y):
    return -float(estimator.n_)


def test_c57_a_fit_that_does_not_end_is_a_failure_and_the_search_goes_on():
    result = quick(
        Stuck(),
        strategy=Forward(1),
        options={"fit_seconds": 2.0, "on_failure": "reject"},
        X=D[["f0", "f1"]],
        cv=2,
    )
    assert result.selected == ("f0",)
    assert [failure.subset for failure in result.failures] == [Subset.of([1], 2)]


class Stuck(GaussianNB):
    """Does not end with f1 alone."""

    def fit(self, X, y):
        if list(X.columns) == ["f1"]:
            time.sleep(60)
        return super().fit(X, y)


def test_c58_progress_is_shown_if_asked_for_and_else_nothing(capsys):
    quick(GaussianNB())
    assert capsys.readouterr() == ("", "")
    quick(GaussianNB(), options={"verbose": True, "budget": Budget(evaluations=9)})
    shown = capsys.readouterr().err
    assert "%" in shown
    assert "error" in shown
    assert callable(ProgressBar())


# G. Honest results, repeatable results


def test_c59_on_noise_the_honest_error_is_that_of_guessing():
    rng = np.random.default_rng(4)
    noise, y = rng.normal(size=(60, 200)), np.arange(60) % 2
    problem = Problem(KNeighborsClassifier(), noise, y)
    result = select(problem, Forward(3), honest="nested")
    assert result.error < 0.3
    assert 0.38 < result.honest.error < 0.75
    assert result.is_lucky
    assert not result.beats_constant
    assert "lucky" in str(result)


SEEDED = """
import sys
from sklearn.datasets import load_iris
from wrapsel import Problem, load_learner, select
from wrapsel.search import RVErS
if __name__ == "__main__":
    X, y = load_iris(return_X_y=True)
    learner = load_learner("thermal-perceptron", cooling=0.9)
    problem = Problem(learner, X[:100, :3], y[:100], cv=3)
    options = {"honest": False, "n_jobs": int(sys.argv[1]), "random_state": 3}
    print(repr(select(problem, RVErS(), **options).path))
"""


def test_c61_workers_processes_and_hash_seeds_change_nothing(tmp_path):
    script = tmp_path / "seeded.py"
    script.write_text(SEEDED)
    runs = [
        subprocess.Popen(
            [sys.executable, str(script), n_jobs],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for n_jobs, seed in (("1", "0"), ("2", "1"))
    ]
    found = [run.communicate()[0] for run in runs]
    assert found[0] == found[1] != ""


def test_c63_a_forest_without_a_seed_gets_one():
    forest = RandomForestClassifier(3)
    assert (
        quick(forest, strategy=Forward(1)).path
        == quick(forest, strategy=Forward(1)).path
    )
    assert clone(forest).random_state is None


def test_c64_outer_folds_say_what_they_chose_and_how_alike():
    told = honest_error(Problem(GaussianNB(), D, Y), TWO, how="nested", n_outer=3)
    assert len(told.subsets) == 3 * told.n_repeats
    assert set(told.sizes) == {2}
    assert told.frequency.shape == (8,)
    assert told.stability is not None
    assert told.stability.estimate <= 1


# H. Column groups, must-haves, prices


def test_c65_a_group_is_in_or_out():
    groups = [["f0", "f1"], ["f2"], ["f3", "f4", "f5"], ["f6"], ["f7"]]
    result = quick(GaussianNB(), variables=groups, strategy=Forward(2))
    assert len(result.subset) == 2  # counted in groups
    named = {"first": ["f0", "f1"]}
    assert "first" in Problem(GaussianNB(), D, Y, variables=named).names
    for wrong in (groups[:-1], [*groups, ["f0"]]):
        with pytest.raises(ValueError, match="exactly once, not so"):
            Problem(GaussianNB(), D, Y, variables=wrong)


@pytest.mark.parametrize(
    "strategy", [Forward(3), Backward(3), RecursiveElimination(n_features_to_select=3)]
)
def test_c66_what_is_required_is_never_removed_and_counts(strategy):
    learner = LogisticRegression()
    result = quick(learner, strategy=strategy, options={"required": ["f6"]})
    assert "f6" in result.selected
    assert len(result.subset) == 3
    more = quick(learner, strategy=strategy, options={"required": ["f6"], "n_jobs": 2})
    assert more.path == result.path
    every = quick(learner, strategy=Forward(), options={"required": NAMES})
    assert len(every.subset) == 8
    with pytest.raises(ValueError, match="required: no variable named 'f9'"):
        quick(learner, options={"required": ["f9"]})
    assert quick(learner, strategy=Forward(), options={"start": ["f6"]}).path


def test_c67_an_interaction_comes_only_with_its_main_effects():
    table = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "ab": X[:, 0] * X[:, 1]})
    history = History()
    result = quick(
        LinearRegression(),
        table,
        table["ab"] + table["a"] + table["b"],
        Forward(),
        {"needs": {"ab": ["a", "b"]}, "on_event": history},
    )
    assert result.selected == ("a", "b", "ab")
    assert [len(kept.subset) for kept in result.path] == [0, 1, 2, 3]


def test_c68_a_selection_can_be_paid():
    prices = {**dict.fromkeys(NAMES, 1), "f0": 10}
    result = quick(
        GaussianNB(), strategy=Forward(), options={"prices": prices, "max_price": 3}
    )
    assert result.price <= 3
    assert "price" in str(result)
    shared = {("f1", "f2", "f3", "f4"): 3, "f5": 1}
    test = quick(
        GaussianNB(), strategy=Floating(), options={"prices": shared, "max_price": 3}
    )
    assert test.price in (0, 1, 3)
    weighed = quick(
        GaussianNB(),
        strategy=Forward(),
        options={"prices": prices, "price_weight": 9.0},
    )
    assert weighed.price == 0
    assert weighed.frontier("price")["error"].is_monotonic_decreasing
    table = pd.DataFrame({"dear": D["f1"], "cheap": D["f1"]})
    tie = {"prices": {"dear": 2, "cheap": 1}}
    assert quick(GaussianNB(), table, strategy=Forward(1), options=tie).selected == (
        "cheap",
    )


def test_c69_parameters_follow_the_size():
    seen = set()

    class Watched(DecisionTreeClassifier):
        def fit(self, X, y):
            seen.add((X.shape[1], self.max_features))
            return super().fit(X, y)

    quick(Watched(random_state=0), adapt=lambda n: {"max_features": (n + 1) // 2})
    assert {(1, 1), (2, 1), (8, 4)} <= seen
    assert all(asked == (n + 1) // 2 for n, asked in seen)


class RandomWalk:
    """Go to a random neighbour that is no worse, 30 times."""

    def search(self, space, rng):
        n, walked = space.variables.n_variables, list(space.variables)
        [best] = yield from evaluate([space.variables])
        yield Keep(best)
        for _ in range(30):
            step = Subset.of([rng.choice(walked)], n)
            other = best.subset - step if step <= best.subset else best.subset | step
            [found] = yield from evaluate([other])
            if found.error <= best.error:
                best = found
                yield Keep(best)


def test_c70_a_strategy_of_fifteen_lines_has_all_the_rest(tmp_path):
    tree = DecisionTreeClassifier(random_state=0)
    store = {"store": tmp_path / "walk.db"}
    one = quick(tree, strategy=RandomWalk(), options=store)
    assert quick(tree, strategy=RandomWalk(), options={"n_jobs": 2}).path == one.path
    again = quick(tree, strategy=RandomWalk(), options=store)
    assert (again.path, again.spending.fits) == (one.path, 0)
    few = quick(tree, strategy=RandomWalk(), options={"budget": Budget(evaluations=4)})
    assert few.stopped_by == "budget"
    assert json.dumps(one.to_frame()["error"].tolist())
    assert len(one.subset) < 8
