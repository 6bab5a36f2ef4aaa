"""A problem is checked once, before anything is fitted."""

import pickle
from inspect import signature
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import accuracy_score
from sklearn.model_selection import KFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority
from wrapsel.engine import select
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Problem, problem_id
from wrapsel.search import Backward, Forward
from wrapsel.subset import Subset

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(30, 4)), np.tile([0, 1, 2], 10)


def test_folds_from_a_generator_are_kept():
    problem = Problem(GaussianNB(), X, Y, KFold(3).split(X))

    assert len(problem.folds) == len(problem.cv) == 3
    assert len(pickle.loads(pickle.dumps(problem)).folds) == 3


@pytest.mark.parametrize(
    ("learner", "y", "usual"),
    [
        (Ridge(), Y, "mean_squared_error"),  # whole numbers are numbers to a regressor
        (Ridge(), Y + 0.5, "mean_squared_error"),
        (GaussianNB(), Y, "accuracy"),
        (GaussianNB(), Y.astype(str), "accuracy"),
        (Majority(), Y, "accuracy"),
    ],
)
def test_the_usual_metric_suits_the_targets(learner, y, usual):
    problem = Problem(learner, X, y)
    assert problem.scoring == problem.criterion.name == usual


def test_a_random_splitter_draws_once():
    cv = KFold(3, shuffle=True, random_state=np.random.RandomState(0))
    problem = Problem(GaussianNB(), X, Y, cv)

    drawn = [test.tolist() for _, test in problem.folds]

    assert [test.tolist() for _, test in problem.folds] == drawn
    again = Problem(GaussianNB(), X, Y, cv)  # an equal call draws equal folds
    assert [test.tolist() for _, test in again.folds] == drawn


@pytest.mark.parametrize(
    ("learner", "says"),
    [(object(), "must have fit"), (GaussianNB, "must be an instance, got class")],
)
def test_what_is_no_learner_is_refused(learner, says):
    with pytest.raises(TypeError, match=says):
        Problem(learner, X, Y)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"cv": 11}, "got 11 folds and 10 rows of class 0"),
        ({"cv": 31}, r"cv must be in 2\.\.30"),
        ({"scoring": "acuracy"}, "no metric named 'acuracy'; did you mean 'accuracy'"),
        ({"scoring": "mean_absolute_error"}, "must suit classes, got 'mean_absolute"),
        (
            {"scoring": "roc_auc"},
            "more than two classes, got 'roc_auc'; try 'roc_auc_o",
        ),
        ({"aggregate": "median"}, "aggregate must be 'mean' or 'pooled', got 'median'"),
        ({"random_state": -1}, "random_state must be at least 0, got -1"),
        ({"variables": [[0, 1], [2]]}, "every column of X exactly once"),
        ({"variables": [[0, 1], [1, 2, 3]]}, "every column of X exactly once"),
        ({"variables": [[0, 1], [], [2, 3]]}, "every column of X exactly once"),
        ({"groups": np.arange(9)}, r"groups must have shape \(30,\), got \(9,\)"),
    ],
)
def test_what_cannot_work_is_refused_at_once(options, says):
    with pytest.raises(ValueError, match=says):
        Problem(GaussianNB(), X, Y, **options)


@pytest.mark.parametrize("metric", ["accuracy", "error_rate"])
def test_a_metric_of_classes_does_not_suit_numbers(metric):
    with pytest.raises(ValueError, match=r"must suit numbers, got .*mean_absolute_err"):
        Problem(Ridge(), X, X[:, 0], scoring=metric)


@pytest.mark.parametrize("learner", [LinearSVC(), Majority()])
def test_a_learner_that_cannot_give_probabilities_says_so_at_the_first_fit(learner):
    problem = Problem(learner, X, Y, 2, "neg_log_loss")
    with pytest.raises(LearnerError, match=r"fold 0 with x0.*predict_proba"):
        select(problem, Backward(n_features_to_select=3))


@pytest.mark.parametrize(
    "column", [["a", 1, ("x", 2), "y"], [0, 1, 2, 3], list("abcd")]
)
def test_names_of_any_kind_are_given_back(column):
    frame = pd.DataFrame(X, columns=pd.Index(column, tupleize_cols=False))
    problem = Problem(Majority(), frame, Y)

    result = select(problem, Backward(n_features_to_select=2))

    assert problem.names == tuple(column)
    assert result.selected == tuple(column[i] for i in result.subset)


@pytest.mark.parametrize(
    "learner",
    [GaussianNB(), DecisionTreeClassifier(random_state=0), KNeighborsClassifier()],
)
@pytest.mark.parametrize("metric", ["accuracy", "roc_auc_ovr"])
@pytest.mark.parametrize("column", [["a", 1, ("x", 2), "y"], ["1", 1, None, 2.5]])
def test_names_of_mixed_types_suit_every_learner(learner, metric, column):
    frame = pd.DataFrame(X, columns=pd.Index(column, tupleize_cols=False))
    plain, odd = (
        select(
            Problem(learner, table, Y, scoring=metric), Forward(n_features_to_select=2)
        )
        for table in (X, frame)
    )

    assert odd.subset == plain.subset
    assert odd.error == plain.error
    assert set(odd.selected) < set(column)


def test_a_group_of_columns_has_the_name_of_its_first():
    variables = [[3, 0], [1], [2]]
    problem = Problem(GaussianNB(), X, Y, variables=variables)

    assert problem.names == ("x3", "x1", "x2")
    assert problem.columns(Subset.of([0, 2], 3)).tolist() == [3, 0, 2]
    masks = problem.column_masks(np.array([[True, False, True]]))
    assert masks.tolist() == [[True, False, True, True]]


def test_labels_have_codes_in_sorted_order():
    labels = np.array(["c", "a", "b"])[Y]
    problem = Problem(GaussianNB(), X, labels)

    assert problem.classes.tolist() == ["a", "b", "c"]
    assert np.array_equal(problem.classes[problem.codes], labels)


@pytest.mark.parametrize("sizes", [[3, 3, 4], [5, 5], [1, 2, 3, 4, 5]])
@pytest.mark.parametrize("aggregate", ["mean", "pooled"])
def test_the_scale_makes_means_of_counts_exact(sizes, aggregate):
    ends = np.cumsum([0, *sizes])
    folds = [(np.arange(30), np.arange(a, b)) for a, b in pairwise(ends)]
    factors, weights = Problem(GaussianNB(), X, Y, folds, aggregate=aggregate).scale
    mistakes = np.arange(1, len(sizes) + 1)

    error = (mistakes * factors).sum() / weights.sum()

    mean = np.mean(mistakes / sizes)
    pooled = mistakes.sum() / sum(sizes)
    assert error == pytest.approx(mean if aggregate == "mean" else pooled)
    assert (factors * mistakes % 1 == 0).all()


def test_folds_without_a_small_common_size_still_count_alike():
    sizes = [97, 89, 83, 79, 73, 71, 67, 61, 59]
    y = np.tile([0, 1], 500)
    ends = np.cumsum([0, *sizes])
    folds = [(np.arange(10), np.arange(a, b)) for a, b in pairwise(ends)]

    factors, weights = Problem(GaussianNB(), np.eye(1000, 2), y, folds).scale

    assert (factors * sizes).sum() / weights.sum() == pytest.approx(1)


def test_a_bare_scorer_is_used_without_early_rejection_and_the_result_says_so():
    def scorer(fitted, X, y):
        return accuracy_score(y, fitted.predict(X))

    for metric, early in [(scorer, False), ("accuracy", True)]:
        for lookahead in (1, 4):
            problem = Problem(GaussianNB(), X, Y, 3, metric)
            result = select(
                problem, Backward(n_features_to_select=1), lookahead=lookahead
            )
            assert result.early_rejection is early
            columns = result.subset.indices()
            learner, cv = GaussianNB(), problem.folds
            score = cross_val_score(learner, X[:, columns], Y, cv=cv).mean()
            assert problem.criterion.score(result.error) == pytest.approx(score)
            if not early:
                assert all(v.n_folds == 3 for v in result.path)


@pytest.mark.parametrize(
    ("y", "says"),
    [
        (["a", "b", "c"] * 10, "y must be numbers for Ridge, got text such as 'a'"),
        (["0,5", "1,25", "2"] * 10, "'0,5'; decimal=\",\" or --decimal , reads such n"),
        ([b"1", b"2", b"3"] * 10, "got text such as b'1'"),
        (np.array(["1", "2", "3"] * 10, dtype=object), "got text such as '1'"),
    ],
)
def test_text_is_no_target_of_a_regressor(y, says):
    with pytest.raises(ValueError, match=says):
        Problem(Ridge(), X, y, scoring="mean_squared_error")


def test_other_folds_are_those_of_a_problem_made_anew():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(30, 3)), np.arange(30) % 2
    problem = Problem(GaussianNB(), X, y, cv=3, random_state=4)
    assert problem.scale
    for draw in (1, 2):
        other = problem.redrawn(draw)
        anew = Problem(GaussianNB(), X, y, cv=3, random_state=other.random_state)
        for fold, expected in zip(other.folds, anew.folds, strict=True):
            assert all(map(np.array_equal, fold, expected))
        assert other.redrawn(1).random_state != other.random_state
        [word] = np.random.SeedSequence([4, draw]).generate_state(1)
        assert other.random_state == word // 4  # by which stores know the folds
    folds = [*problem.folds, *other.folds]
    given = problem.on_folds(folds)
    assert (len(given.folds), len(given.scale[1]), given.n_drawn) == (6, 6, None)
    assert len(problem.folds) == 3


def test_what_is_not_said_is_as_documented():
    said = {"cv": 5, "aggregate": "mean", "random_state": 0, "weigh_errors": False}
    problem = Problem(GaussianNB(), X, Y)
    for other in (
        Problem(GaussianNB(), X, Y, **said),
        Problem(GaussianNB(), X, Y, None),
    ):
        assert problem_id(other) == problem_id(problem)
    assert len(problem.folds) == problem.n_drawn == 5
    assert {problem: 1}[problem] == 1
    assert not {"_drawn", "is_misaligned"} & {*signature(Problem).parameters}


@pytest.mark.parametrize("n_classes", [127, 128, 129, 300])
def test_many_classes_have_a_code_each(n_classes):
    y = np.repeat(np.arange(n_classes), 2)
    problem = Problem(GaussianNB(), np.zeros((len(y), 1)), y, 2)
    assert np.array_equal(problem.codes, y)


def test_a_wrong_row_adds_as_much_as_any_if_classes_are_counted():
    weighing = {"sample_weight": np.ones(30), "weigh_errors": True}
    assert Problem(GaussianNB(), X, Y).resolution == 1 / 30
    assert Problem(GaussianNB(), X, Y, **weighing).resolution == 0
    assert Problem(Ridge(), X, Y).resolution == 0


def test_a_cost_is_that_of_the_first_fold():
    class Priced(GaussianNB):
        def cost(self, n_samples, n_variables):
            return n_samples + 100 * n_variables

    folds = [(np.arange(n), np.arange(20, 30)) for n in (12, 15, 18)]
    assert Problem(Priced(), X, Y, folds).cost(3) == 312


def test_what_fit_is_given_is_cut_to_rows_or_whole():
    weights = np.arange(30.0)
    problem = Problem(GaussianNB(), X, Y, sample_weight=weights)
    assert problem.fitting()["sample_weight"].tolist() == weights.tolist()
    assert problem.fitting(np.array([3, 1]))["sample_weight"].tolist() == [3, 1]
    assert Problem(GaussianNB(), X, Y).fitting(np.array([1])) == {}
