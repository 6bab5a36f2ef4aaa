"""The search behind scikit-learn's selector interface."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    StratifiedKFold,
    cross_val_predict,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_limits

from tests.fakes import Majority
from wrapsel import (
    Budget,
    LearnerError,
    Problem,
    RankSelector,
    WrapperSelector,
    select,
)
from wrapsel.filters import Correlation
from wrapsel.search import Auto, Backward, Forward, RVErS

X, Y = load_wine(return_X_y=True)
FRAME, _ = load_wine(return_X_y=True, as_frame=True)
FOLDS_DIFFER = {
    "check_sample_weight_equivalence_on_dense_data": "folds of copied rows differ"
}
ONE = Forward(n_features_to_select=1)
FEW = Backward(n_features_to_select=1, block=5)
FOUR = Backward(n_features_to_select=4)


@pytest.fixture(autouse=True, scope="module")
def _calm():
    with threadpool_limits(1):
        yield


def two(**options):
    return WrapperSelector(
        GaussianNB(), Forward(n_features_to_select=2), cv=3, **options
    )


@parametrize_with_checks(
    [
        WrapperSelector(GaussianNB()),
        WrapperSelector(LogisticRegression(), ONE, cv=3, honest=False),
        WrapperSelector(DecisionTreeClassifier(), FEW, cv=3, honest=False),
    ],
    expected_failed_checks=lambda selector: {} if selector.strategy else FOLDS_DIFFER,
)
def test_scikit_learn_agrees(estimator, check):
    check(estimator)


def test_the_selector_finds_what_the_search_finds():
    selector = two(random_state=5).fit(X, Y)
    problem = Problem(GaussianNB(), X, Y, cv=3, random_state=5)
    result = select(problem, Forward(n_features_to_select=2), random_state=5)

    assert selector.result_.path == result.path
    assert selector.support_.tolist() == result.subset.mask().tolist()
    assert selector.transform(X).tolist() == X[:, list(result.subset)].tolist()
    assert selector.n_features_in_ == 13


def test_the_default_strategy_is_auto():
    default = WrapperSelector(GaussianNB(), cv=3).fit(X, Y)
    named = WrapperSelector(GaussianNB(), Auto(min_features=1), cv=3).fit(X, Y)
    assert default.result_.path == named.result_.path


def test_a_regressor_needs_no_metric():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 6))
    y = X[:, 1] - 2 * X[:, 4] + 0.1 * rng.normal(size=90)
    assert WrapperSelector(Ridge()).fit(X, y).get_support().nonzero()[0].tolist() == [
        1,
        4,
    ]


def test_names_of_a_frame_are_kept():
    selector = two().fit(FRAME, Y)
    chosen = list(FRAME.columns[selector.get_support()])

    assert selector.feature_names_in_.tolist() == list(FRAME.columns)
    assert selector.get_feature_names_out().tolist() == chosen
    assert selector.result_.selected == tuple(chosen)
    with pytest.raises(ValueError, match="feature names should match"):
        selector.transform(FRAME[FRAME.columns[::-1]])


def test_names_without_a_frame_are_numbered():
    selector = two().fit(X, Y)
    indices = selector.get_support(indices=True)
    assert selector.get_feature_names_out().tolist() == [f"x{i}" for i in indices]


def test_a_frame_comes_out_if_asked_for():
    frame = FRAME.assign(kind=pd.Categorical(np.array(["a", "b", "c"])[Y]))

    class Counting(Majority):
        def fit(self, X, y):
            return super().fit(X.astype(str), y)

        def predict(self, X):
            return super().predict(X.astype(str))

    selector = WrapperSelector(Counting(), Forward(n_features_to_select=1), cv=3)
    selected = selector.set_output(transform="pandas").fit_transform(frame, Y)

    assert list(selected.columns) == ["kind"]
    assert selected.dtypes["kind"] == frame.dtypes["kind"]
    assert selected.index.equals(frame.index)


ODD_NAMES = [
    ["a", 1, ("x", 2), "y"],
    ["1", 1, 2.5, None],
    [10, 11, 12, 13],
    [("a", 1), ("a", 2), ("b", 1), ("b", 2)],
    [np.int64(3), np.int64(2), np.int64(1), np.int64(0)],
    [pd.Timestamp(2020, 1, day) for day in (1, 2, 3, 4)],
]


@pytest.mark.parametrize("names", ODD_NAMES)
@pytest.mark.parametrize(
    "selector",
    [
        WrapperSelector(GaussianNB(), Forward(n_features_to_select=2), cv=3),
        WrapperSelector(
            LogisticRegression(max_iter=9999), Forward(n_features_to_select=2), cv=3
        ),
        RankSelector(Correlation(), n_features_to_select=2),
    ],
)
def test_names_of_any_kind_come_back_as_they_were(selector, names):
    table = StandardScaler().fit_transform(X[:, :4])
    odd = pd.DataFrame(table, columns=pd.Index(names, tupleize_cols=False))
    plain = pd.DataFrame(table, columns=list("abcd"))

    found = clone(selector).set_output(transform="pandas").fit(odd, Y)
    support = clone(selector).fit(plain, Y).get_support()

    chosen = [name for name, kept in zip(names, support, strict=True) if kept]
    assert found.get_support().tolist() == support.tolist()
    assert found.get_feature_names_out().tolist() == chosen
    assert list(found.transform(odd)) == chosen
    assert np.array_equal(found.transform(odd), table[:, support])
    assert np.array_equal(clone(selector).fit_transform(odd, Y), table[:, support])
    with pytest.raises(ValueError, match="feature names should match"):
        found.transform(odd.iloc[:, ::-1])


@pytest.mark.parametrize("names", ["aabc", [1, 1, 2, 3], [("a", 1), ("a", 1), "b", 1]])
@pytest.mark.parametrize(
    "selector", [WrapperSelector(GaussianNB()), RankSelector(Correlation())]
)
def test_repeated_names_are_one_clear_error(selector, names):
    frame = pd.DataFrame(X[:, :4])
    frame.columns = pd.Index(list(names), tupleize_cols=False)
    with pytest.raises(ValueError, match="column names must differ, got twice"):
        selector.fit(frame, Y)


def test_it_works_in_a_pipeline_and_in_nested_cross_validation():
    pipeline = make_pipeline(StandardScaler(), two(), GaussianNB())

    scores = cross_validate(pipeline, X, Y, cv=3, return_estimator=True)

    assert scores["test_score"].mean() > 0.8
    for fitted in scores["estimator"]:
        assert fitted[-2].get_support().sum() == 2
    assert cross_val_predict(pipeline, FRAME, Y, cv=2).shape == (178,)


def test_parameters_of_learner_and_strategy_can_be_searched():
    pipeline = make_pipeline(two(), GaussianNB())
    grid = {
        "wrapperselector__learner__var_smoothing": [1e-9, 1e-1],
        "wrapperselector__strategy": [
            Forward(n_features_to_select=1),
            Forward(n_features_to_select=3),
        ],
    }
    search = GridSearchCV(pipeline, grid, cv=2).fit(X, Y)

    assert search.best_params_["wrapperselector__strategy"] == Forward(
        n_features_to_select=3
    )
    assert len(search.best_estimator_[0].result_.subset) == 3
    learner = search.best_estimator_[0].learner
    best = search.best_params_["wrapperselector__learner__var_smoothing"]
    assert learner.var_smoothing == best


def test_it_can_be_cloned_and_pickled():
    selector = two(scoring="f1_macro", budget=Budget(evaluations=20)).fit(X, Y)

    copy, restored = clone(selector), pickle.loads(pickle.dumps(selector))

    assert not hasattr(copy, "result_")
    assert copy.budget == selector.budget
    assert copy.fit(X, Y).result_.path == selector.result_.path
    assert restored.transform(X).tolist() == selector.transform(X).tolist()
    assert restored.result_.path == selector.result_.path


def test_groups_reach_the_folds():
    groups = np.arange(178) % 10
    options = {"cv": GroupKFold(3), "random_state": 1}
    selector = WrapperSelector(GaussianNB(), FOUR, **options).fit(X, Y, groups=groups)

    problem = Problem(GaussianNB(), X, Y, GroupKFold(3), groups=groups, random_state=1)
    assert selector.result_.path == select(problem, FOUR, random_state=1).path
    assert two().fit(X, Y, groups=groups).result_.honest.method == "redrawn"


def test_weights_reach_the_learner_by_fit_by_a_pipeline_and_by_routing():
    weights = np.random.default_rng(0).integers(0, 5, 178) + 0.1
    problem = Problem(GaussianNB(), X, Y, 3, sample_weight=weights)
    expected = select(problem, Forward(n_features_to_select=2)).path
    assert two().fit(X, Y, sample_weight=weights).result_.path == expected

    pipeline = make_pipeline(two(), GaussianNB())
    pipeline.fit(X, Y, wrapperselector__sample_weight=weights)
    assert pipeline[0].result_.path == expected
    with config_context(enable_metadata_routing=True):
        selector = two().set_fit_request(sample_weight=True)
        learner = GaussianNB().set_fit_request(sample_weight=True)
        routed = make_pipeline(selector, learner).fit(X, Y, sample_weight=weights)
    assert routed[0].result_.path == expected
    fitted = GaussianNB().fit(routed[0].transform(X), Y, weights)
    assert (routed.predict(X) == fitted.predict(routed[0].transform(X))).all()


def test_errors_weigh_if_asked_and_any_parameter_reaches_fit():
    weights = np.random.default_rng(0).random(178)
    options = {"sample_weight": weights, "weigh_errors": True}
    problem = Problem(GaussianNB(), X, Y, 3, **options)
    expected = select(problem, Forward(n_features_to_select=2)).path
    selector = two(weigh_errors=True, refit=True).fit(X, Y, sample_weight=weights)
    assert selector.result_.path == expected
    by_name = two().fit(X, Y, **{"sample_weight": weights})
    assert by_name.result_.path != expected
    with pytest.raises(
        TypeError, match="of the fit of GaussianNB named 'sample_wei'; did"
    ):
        two().fit(X, Y, sample_wei=weights)


def test_a_sparse_table_stays_sparse():
    rng = np.random.default_rng(0)
    table = sparse.random_array((60, 300), density=0.05, format="csr", rng=rng)
    y = rng.integers(0, 2, 60)
    selector = WrapperSelector(LogisticRegression(), RVErS(), cv=3)

    selected = selector.set_params(budget=Budget(evaluations=30)).fit_transform(
        table, y
    )

    assert sparse.issparse(selected)
    mask = selector.get_support()
    assert np.array_equal(selected.toarray(), table.toarray()[:, mask])


@pytest.mark.parametrize("frame", [False, True])
def test_missing_values_pass_if_the_learner_takes_them(frame):
    table = X[:, :5].copy()
    table[::7, 2] = np.nan
    table = pd.DataFrame(table) if frame else table
    learner = make_pipeline(SimpleImputer(), GaussianNB())
    for each in (learner, DecisionTreeClassifier(random_state=0)):
        selector = WrapperSelector(each, Backward(n_features_to_select=4), cv=3).fit(
            table, Y
        )
        assert selector.transform(table).shape == (178, 4)

    with pytest.raises(ValueError, match=r"GaussianNB failed on fold 0 .* NaN"):
        WrapperSelector(GaussianNB(), cv=3).fit(table, Y)


def test_errors_that_are_not_about_values_stay_errors_of_the_learner():
    class Broken(GaussianNB):
        def fit(self, X, y):
            raise RuntimeError("no luck")

    with pytest.raises(LearnerError, match=r"Broken failed on fold 0 .*no luck"):
        WrapperSelector(Broken(), cv=3).fit(X, Y)


def test_fitting_twice_gives_the_same():
    selector = WrapperSelector(
        DecisionTreeClassifier(max_features=2, splitter="random"), RVErS(), cv=3
    )
    first = selector.fit(X, Y).result_
    assert selector.fit(X, Y).result_.path == first.path


def test_what_the_user_gave_is_not_touched():
    learner = DecisionTreeClassifier(random_state=np.random.RandomState(3))
    cv = StratifiedKFold(3, shuffle=True, random_state=1)
    strategy = Forward(n_features_to_select=1)
    selector = WrapperSelector(learner, strategy, cv=cv)
    table, before = X.copy(), [str(p) for p in selector.get_params().values()]
    state = learner.random_state.get_state()[1].copy()

    selector.fit(table, Y)

    assert [str(p) for p in selector.get_params().values()] == before
    assert (selector.learner, selector.cv, selector.strategy) == (learner, cv, strategy)
    assert np.array_equal(learner.random_state.get_state()[1], state)
    assert not hasattr(learner, "tree_")
    assert np.array_equal(table, X)


@pytest.mark.parametrize("state", [None, 3, np.int64(3), np.random.RandomState(0)])
def test_any_random_state_of_scikit_learn_will_do(state):
    assert two(random_state=state).fit(X, Y).get_support().sum() == 2


def test_a_store_goes_on_where_a_fit_stopped(tmp_path):
    store = tmp_path / "s.db"
    whole = two().fit(X, Y).result_
    two(store=store, budget=Budget(evaluations=9)).fit(X, Y)

    resumed = two(store=store).fit(X, Y).result_
    again = two(store=store).fit(X, Y).result_

    assert resumed.path == again.path == whole.path
    assert 0 < resumed.spending.fits < whole.spending.fits
    assert again.spending.fits == 0


def test_two_processes_find_the_same():
    one, both = (two(n_jobs=n).fit(X, Y).result_ for n in (1, 2))
    assert one.path == both.path
    assert one.spending.evaluations == both.spending.evaluations


def test_numbers_are_selected_for_with_a_metric_of_numbers():
    y = X[:, 0] + 2 * X[:, 3]
    selector = WrapperSelector(
        Ridge(), Forward(n_features_to_select=2), scoring="mean_absolute_error"
    )
    assert selector.fit(X, y).get_support(indices=True).tolist() == [0, 3]
    with pytest.raises(ValueError, match="must suit numbers, got 'accuracy'"):
        WrapperSelector(Ridge(), scoring="accuracy").fit(X, y)


def test_a_learner_needs_only_fit_and_predict():
    table = np.column_stack([np.arange(178) % 2, Y])
    selector = WrapperSelector(Majority(), Forward(n_features_to_select=1), cv=KFold(3))
    assert selector.fit(table, Y).transform(table)[:, 0].tolist() == Y.tolist()


def test_one_column_is_enough():
    selector = WrapperSelector(GaussianNB(), cv=3).fit(X[:, [6]], Y)
    assert selector.get_support().tolist() == [True]


class Stopping(GaussianNB):
    """Is interrupted at some fit, as by Ctrl-C."""

    left = 0

    def fit(self, X, y):
        type(self).left -= 1
        if not type(self).left:
            raise KeyboardInterrupt
        return super().fit(X, y)


@pytest.mark.parametrize("strategy", [Forward(), Backward(), Auto(), RVErS(), None])
@pytest.mark.parametrize("n_fits", [8, 17, 60])
def test_an_interrupted_fit_leaves_the_best_so_far(monkeypatch, strategy, n_fits):
    monkeypatch.setattr(Stopping, "left", n_fits)
    selector = WrapperSelector(Stopping(), strategy, cv=3)
    with pytest.raises(KeyboardInterrupt):
        selector.fit(X, Y)
    assert selector.result_.stopped_by == "interrupt"
    n_selected = selector.transform(X).shape[1]
    assert n_selected == len(selector.result_.subset) == selector.get_support().sum()


@pytest.mark.parametrize("n_fits", [1, 2, 3])
@pytest.mark.parametrize("method", ["transform", "inverse_transform"])
def test_an_interrupt_before_the_search_leaves_it_unfitted(monkeypatch, n_fits, method):
    selector = WrapperSelector(Stopping(), Forward(), cv=3)
    monkeypatch.setattr(Stopping, "left", 0)
    selector.fit(X, Y)
    monkeypatch.setattr(Stopping, "left", n_fits)
    with pytest.raises(KeyboardInterrupt):
        selector.fit(X, Y)
    with pytest.raises(NotFittedError):
        getattr(selector, method)(X)
    with pytest.raises(NotFittedError):
        selector.get_support()


def test_a_fit_that_fails_leaves_it_unfitted():
    selector = two().fit(X, Y)
    with pytest.raises(ValueError, match="y must have"):
        selector.fit(X, np.zeros(len(Y)))
    with pytest.raises(NotFittedError):
        selector.transform(X)


def test_a_notebook_shows_the_learner_inside():
    shown = WrapperSelector(GaussianNB())._repr_html_()

    assert "WrapperSelector" in shown
    assert shown.count("GaussianNB") > 1
