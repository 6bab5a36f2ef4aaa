"""Recursive elimination removes what its oracle removes, and chooses as it does."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_wine,
    make_regression,
)
from sklearn.feature_selection import RFE
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from tests.search.steps.oracles_recursive_elimination import (
    best_by_hand,
    one_se_by_hand,
    path_by_hand,
)
from wrapsel import Budget, Problem, select
from wrapsel.checks import RandomErrors, check_strategy
from wrapsel.engine import Run, SearchResult, Waves
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Stored
from wrapsel.protocol import Evaluation, Keep, Measure, Rank, SearchSpace
from wrapsel.search.steps.recursive_elimination import RecursiveElimination
from wrapsel.subset import Subset

STEPS = [1, 2, 3, 50, 0.2, 0.5, 0.9]
CANCER = load_breast_cancer(return_X_y=True)


class Unequal(RandomErrors):
    """Folds that weigh unequally, and whose errors are close."""

    def __init__(self, n_folds, seed):
        super().__init__(n_folds, seed)
        self.weights = np.arange(10.0, 10.0 + n_folds)

    def _error(self, subset, fold):
        return 5 + super()._error(subset, fold) / 3


def run_on(evaluator, strategy, space, budget=None):
    stored = Stored(evaluator)
    run = Run(Waves(stored), stored, budget or Budget(), space.variables)
    search = strategy.search(space, np.random.default_rng(0))
    return run.search(
        search,
        run.begin(search),
        lambda path, spent, by, _: SearchResult(
            path, Evaluation(space.variables, 0.0, 0), spent, by, ()
        ),
    )


def space_of(n_variables, start=None):
    return SearchSpace(Subset.full(n_variables), float, start=start)


def by_hand(evaluator, strategy, variables, n_variables):
    """Return the subset that the oracle selects, and its path."""
    folds = range(len(evaluator.weights))

    def of(subset):
        return Subset.of(subset, n_variables)

    def fold_errors(subset):
        sums = evaluator.measure([of(subset)], folds).errors[0, :, 0]
        return [
            float(s) / float(w) for s, w in zip(sums, evaluator.weights, strict=True)
        ]

    def error(subset):
        sums = evaluator.measure([of(subset)], folds).errors[0, :, 0]
        return sum(sums.tolist()) / evaluator.weights.sum()

    path = path_by_hand(
        variables,
        strategy.step,
        strategy.n_features_to_select or 1,
        lambda left: evaluator.importances(of(left), strategy.criterion).tolist(),
    )
    if strategy.n_features_to_select:
        return path[-1], path
    if strategy.choose == "best":
        return best_by_hand(path, error), path
    return one_se_by_hand(path, error, fold_errors), path


@pytest.mark.parametrize("choose", ["best", "one_se"])
@pytest.mark.parametrize("step", STEPS)
def test_it_selects_what_the_oracle_selects(step, choose):
    for seed in range(60):
        n_variables, n_folds = 1 + seed % 12, 1 + seed % 6
        criterion = ["learner", "folds", "permutation"][seed % 3]
        strategy = RecursiveElimination(step, criterion, choose=choose)
        evaluator = Unequal(n_folds, seed)

        result = run_on(evaluator, strategy, space_of(n_variables))

        expected, _ = by_hand(evaluator, strategy, range(n_variables), n_variables)
        assert tuple(result.subset) == expected
        assert result.stopped_by == "strategy"


def test_the_two_choices_differ_on_many_tables():
    n_different = 0
    for seed in range(60):
        chosen = [
            run_on(Unequal(5, seed), RecursiveElimination(choose=c), space_of(8)).subset
            for c in ("best", "one_se")
        ]
        assert len(chosen[1]) <= len(chosen[0])
        n_different += chosen[0] != chosen[1]
    assert n_different >= 20


@pytest.mark.parametrize("step", STEPS)
def test_a_fixed_size_is_what_the_oracle_comes_to(step):
    for seed in range(60):
        n_variables = 2 + seed % 11
        strategy = RecursiveElimination(
            step, n_features_to_select=1 + seed % (n_variables - 1)
        )
        evaluator = RandomErrors(random_state=seed)

        result = run_on(evaluator, strategy, space_of(n_variables))

        expected, path = by_hand(evaluator, strategy, range(n_variables), n_variables)
        assert tuple(result.subset) == expected
        assert len(expected) == strategy.n_features_to_select
        # The sizes between are not measured: there is nothing to choose.
        assert result.spending.evaluations == 2
        assert result.spending.fits == 10 + len(path) - 1


def test_every_size_on_the_path_is_measured_to_choose_one():
    for seed in range(50):
        for choose in ("best", "one_se"):
            strategy = RecursiveElimination(0.3, choose=choose)
            result = run_on(RandomErrors(random_state=seed), strategy, space_of(9))
            _, path = by_hand(RandomErrors(random_state=seed), strategy, range(9), 9)
            assert result.spending.evaluations == len(path)
            sizes = [len(kept.subset) for kept in result.path]
            assert sizes == sorted(set(sizes), reverse=True)


def test_the_search_begins_where_the_space_does():
    for seed in range(50):
        start = Subset.of([0, 2, 3, 6], 7)
        strategy = RecursiveElimination(n_features_to_select=2)
        result = run_on(RandomErrors(random_state=seed), strategy, space_of(7, start))
        expected, _ = by_hand(
            RandomErrors(random_state=seed), strategy, [0, 2, 3, 6], 7
        )
        assert result.path[0].subset == start
        assert tuple(result.subset) == expected


def test_a_start_that_is_small_enough_is_the_result():
    start = Subset.of([1, 4], 6)
    result = run_on(
        RandomErrors(), RecursiveElimination(n_features_to_select=3), space_of(6, start)
    )
    assert [kept.subset for kept in result.path] == [start]


def drive(strategy, n_variables, importances, error, n_folds=4):
    """Answer by hand; return what was ranked and what was kept."""
    search = strategy.search(space_of(n_variables), np.random.default_rng(0))
    ranked, kept, reply = [], [], None
    while True:
        try:
            request = search.send(reply)
        except StopIteration:
            return ranked, kept
        if isinstance(request, Rank):
            ranked.append(list(request.subset))
            reply = np.array([importances[i] for i in request.subset])
        elif isinstance(request, Measure):
            reply = np.array([error(len(s))[1] for s in request.candidates])
        elif isinstance(request, Keep):
            kept.append(list(request.evaluation.subset))
        else:
            reply = [
                Evaluation(s, error(len(s))[0], n_folds) for s in request.candidates
            ]


def test_of_equal_importances_the_last_variable_leaves_first():
    ranked, _ = drive(RecursiveElimination(), 4, [1, 0, 0, 1], lambda n: (0.5, [0.5]))
    assert ranked == [[0, 1, 2, 3], [0, 1, 3], [0, 3]]


class Silent(GaussianNB):
    """Tells its variables apart by no importance."""

    feature_importances_ = property(lambda self: np.full(self.n_features_in_, 0.0))


class Even(Silent):
    """Holds all variables equal."""

    feature_importances_ = property(lambda self: np.full(self.n_features_in_, 0.25))


@pytest.mark.parametrize("choose", ["best", "one_se"])
@pytest.mark.parametrize("criterion", ["learner", "folds", "coefficients"])
@pytest.mark.parametrize(
    ("learner", "told"), [(Silent(), "all importances are 0"), (Even(), "are equal")]
)
def test_importances_without_a_signal_are_no_order(learner, told, criterion, choose):
    problem = Problem(learner, *load_wine(return_X_y=True), cv=3)
    strategy = RecursiveElimination(criterion=criterion, choose=choose)
    with pytest.warns(UserWarning, match=f"no signal: .*{told}"):
        result = select(problem, strategy)
    assert result.stopped_by.startswith("no signal: all importances are")
    assert len(result.subset) == 13


@pytest.mark.parametrize("n_select", [1, 5, 12])
def test_a_size_is_not_reached_without_a_signal(n_select):
    X, y = load_wine(return_X_y=True)
    problem = Problem(LogisticRegression(C=1e-9, tol=1e9), X * 0 + y[:, None], y, cv=3)
    problem = replace(problem, X=np.zeros_like(X))
    with pytest.warns(UserWarning, match="all importances are 0"):
        result = select(problem, RecursiveElimination(n_features_to_select=n_select))
    assert (len(result.subset), "no signal" in str(result)) == (13, True)


def test_it_goes_as_far_as_there_is_a_signal():
    said = [0, 0, 0, 0, 0, 3, 2]
    ranked, kept = drive(RecursiveElimination(2), 7, said, lambda n: (0.5, [0.5]))
    assert ranked == [list(range(7)), [0, 1, 2, 5, 6], [0, 5, 6]]
    assert kept[-1] == [5]


@pytest.mark.parametrize(
    ("step", "sizes"),
    [
        (0.29, [100, 71, 51, 37, 27, 20]),
        (0.07, [100, 93, 87, 81, 76, 71]),
        (0.57, [100, 43, 19, 9, 4, 2]),
        (np.float32(0.5), [100, 50, 25, 13, 7, 4]),
    ],
)
def test_a_part_is_rounded_down_as_a_decimal(step, sizes):
    ranked, _ = drive(
        RecursiveElimination(step), 100, list(range(100)), lambda n: (0.5, [0.5])
    )
    assert [len(left) for left in ranked[:6]] == sizes
    last = [len(left) for left in ranked if len(left) < 2 / step]
    assert last == list(range(last[0], 1, -1))


@pytest.mark.parametrize("units", [1e-6, 1e-3, 1e3])
@pytest.mark.parametrize("criterion", ["learner", "folds"])
def test_the_units_of_columns_change_no_elimination(units, criterion):
    X, y = load_diabetes(return_X_y=True)
    strategy = RecursiveElimination(criterion=criterion, n_features_to_select=4)
    scale = np.where(np.arange(10) % 3 == 0, units, 1.0)
    options = {"cv": 3, "scoring": "mean_squared_error"}
    plain = select(Problem(LinearRegression(), X, y, **options), strategy)
    other = select(Problem(LinearRegression(), X * scale, y, **options), strategy)
    assert other.selected == plain.selected


def test_of_equal_errors_the_smallest_subset_is_kept_last():
    _, kept = drive(RecursiveElimination(), 3, [3, 2, 1], lambda n: (0.5, [0.5]))
    assert kept == [[0, 1, 2], [0, 1], [0]]


# Errors of 4, 3, 2 and 1 variables; the folds of the best, 0.1 and 0.3, have a mean of
# 0.2 and a standard error of 0.1.
@pytest.mark.parametrize(
    ("errors", "size"),
    [
        ([0.4, 0.2, 0.25, 0.29], 1),
        ([0.4, 0.2, 0.25, 0.31], 2),
        ([0.4, 0.2, 0.31, 0.25], 1),
        ([0.4, 0.2, 0.31, 0.32], 3),
        ([0.2, 0.31, 0.32, 0.33], 4),
    ],
)
def test_one_standard_error_takes_the_smallest_that_is_as_good(errors, size):
    _, kept = drive(
        RecursiveElimination(choose="one_se"),
        4,
        [3, 2, 1, 0],
        lambda n: (errors[4 - n], [0.1, 0.3]),
    )
    assert len(kept[-1]) == size


def test_a_single_fold_has_no_standard_error():
    _, kept = drive(
        RecursiveElimination(choose="one_se"),
        2,
        [1, 0],
        lambda n: (0.3 - n / 10, [0.1]),
    )
    assert kept == [[0, 1]]


@pytest.mark.parametrize("choose", ["best", "one_se"])
def test_a_single_variable_is_kept(choose):
    ranked, kept = drive(
        RecursiveElimination(choose=choose), 1, [1], lambda n: (0.5, [0.4, 0.6])
    )
    assert ranked == []
    assert kept == [[0]]


def test_a_part_is_one_of_those_left_but_in_scikit_learn_of_all():
    X, y = make_regression(60, 10, random_state=0)
    ranked, _ = drive(
        RecursiveElimination(0.3), 10, list(range(10)), lambda n: (0.5, [0.5])
    )
    theirs = RFE(Ridge(), n_features_to_select=1, step=0.3).fit(X, y).ranking_
    assert [len(left) for left in ranked] == [10, 7, 5, 4, 3, 2]
    assert [int((theirs <= rank).sum()) for rank in (4, 3, 2, 1)] == [10, 7, 4, 1]


LEARNERS = [
    (LogisticRegression(max_iter=5_000), CANCER),
    (DecisionTreeClassifier(random_state=0), CANCER),
    (Ridge(alpha=0.01), load_diabetes(return_X_y=True)),
]


def standard(X, y):
    return StandardScaler().fit_transform(X), y


@pytest.mark.parametrize(("learner", "data"), LEARNERS)
def test_steps_of_some_variables_are_those_of_scikit_learn(learner, data):
    X, y = standard(*data)
    X = X[:, :10]
    problem = Problem(learner, X, y, cv=2, scoring=metric_of(learner))
    for step in (1, 3):
        for n_select in (1, 2, 5, 10):
            strategy = RecursiveElimination(step, n_features_to_select=n_select)
            theirs = RFE(clone(learner), n_features_to_select=n_select, step=step)
            expected = np.flatnonzero(theirs.fit(X, y).support_)
            assert list(select(problem, strategy).subset) == expected.tolist()


@pytest.mark.parametrize(("learner", "data"), LEARNERS)
def test_steps_of_a_part_are_those_of_scikit_learn_round_by_round(learner, data):
    X, y = standard(*data)
    problem = Problem(learner, X[:, :10], y, cv=2, scoring=metric_of(learner))
    left = np.arange(10)
    for size in (6, 4, 3, 2, 1):  # 0.4 of those left
        step = len(left) - size
        rfe = RFE(clone(learner), n_features_to_select=size, step=step)
        left = left[rfe.fit(X[:, left], y).support_]
        strategy = RecursiveElimination(0.4, n_features_to_select=size)
        assert list(select(problem, strategy).subset) == left.tolist()


def metric_of(learner):
    return "mean_squared_error" if isinstance(learner, Ridge) else "accuracy"


@pytest.mark.parametrize("choose", ["best", "one_se"])
@pytest.mark.parametrize("scoring", ["accuracy", "roc_auc"])
def test_sizes_are_chosen_as_by_hand_with_scikit_learn(choose, scoring):
    X, y = standard(*CANCER)
    X, learner = X[:, ::3], LogisticRegression()
    folds = list(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
    left, path = np.arange(10), []
    while True:
        errors = 1 - cross_val_score(learner, X[:, left], y, cv=folds, scoring=scoring)
        path.append((errors.mean(), errors.std(ddof=1) / 5**0.5, left))
        if len(left) == 1:
            break
        least = np.square(clone(learner).fit(X[:, left], y).coef_[0]).argmin()
        left = np.delete(left, least)
    error, se, expected = min(path[::-1], key=lambda kept: round(kept[0], 12))
    if choose == "one_se":
        *_, expected = [kept for kept in path if kept[0] <= error + se][-1]

    problem = Problem(learner, X, y, cv=folds, scoring=scoring)
    result = select(problem, RecursiveElimination(choose=choose))

    assert list(result.subset) == expected.tolist()


@pytest.mark.parametrize(
    "learner", [KNeighborsClassifier(), make_pipeline(StandardScaler(), SVC())]
)
def test_permutation_takes_learners_without_importances(learner):
    X, y = load_wine(return_X_y=True)
    X, y = StandardScaler().fit_transform(X[::2]), y[::2]
    noise = np.random.default_rng(0).normal(size=(len(X), 4))
    problem = Problem(learner, np.hstack([noise, X[:, [0, 6, 9]]]), y, cv=3)
    result = select(
        problem, RecursiveElimination(2, "permutation", n_features_to_select=3)
    )
    assert list(result.subset) == [4, 5, 6]
    with pytest.raises(LearnerError, match="criterion='permutation'"):
        select(problem, RecursiveElimination())


def test_required_variables_are_never_removed():
    X, y = standard(*CANCER)
    problem = Problem(LogisticRegression(), X[:, :6], y, cv=3)
    for n_select in (3, 5):
        strategy = RecursiveElimination(n_features_to_select=n_select)
        result = select(problem, strategy, required=[5, 1])
        assert {1, 5} < set(result.subset)
        assert len(result.subset) == n_select


@pytest.mark.parametrize(
    ("criterion", "n_fits"), [("learner", 1), ("folds", 3), ("permutation", 3)]
)
def test_a_ranking_is_charged_its_fits(criterion, n_fits):
    X, y = standard(*CANCER)
    problem = Problem(LogisticRegression(), X[:, :4], y, cv=3)
    spent = select(problem, RecursiveElimination(criterion=criterion)).spending
    # Sizes 4, 3, 2, 1 are measured, all but the last ranked; a fit costs its size.
    assert spent.cost == 3 * (4 + 3 + 2 + 1) + n_fits * (4 + 3 + 2)
    assert spent.fits == 3 * 4 + n_fits * 3
    assert spent.evaluations == 4


def test_a_ranking_that_is_asked_again_is_not_charged_again():
    class Twice:
        def search(self, space, rng):
            yield from RecursiveElimination(n_features_to_select=2).search(space, rng)
            yield from RecursiveElimination(n_features_to_select=1).search(space, rng)

    result = run_on(RandomErrors(4), Twice(), space_of(3))
    assert result.spending.fits == 4 * 3 + 2
    assert result.spending.cost == 4 * (3 + 2 + 1) + 3 + 2


@pytest.mark.parametrize("criterion", ["learner", "permutation"])
def test_a_resumed_run_is_charged_the_same_but_fits_nothing(tmp_path, criterion):
    X, y = standard(*CANCER)
    problem = Problem(LogisticRegression(), X[:, :4], y, cv=3)
    strategy = RecursiveElimination(criterion=criterion)
    runs = [select(problem, strategy, store=tmp_path / "s.db") for _ in range(2)]
    assert runs[0].path == runs[1].path
    assert runs[0].spending.cost == runs[1].spending.cost
    assert runs[1].spending.fits == 0


def test_criteria_share_a_store_but_no_importances(tmp_path):
    problem = Problem(DecisionTreeClassifier(), *CANCER, cv=3)
    found = {}
    for criterion in ("learner", "folds", "permutation"):
        strategy = RecursiveElimination(0.5, criterion, n_features_to_select=2)
        stored = select(problem, strategy, store=tmp_path / "s.db")
        found[criterion] = list(stored.subset)
        assert found[criterion] == list(select(problem, strategy).subset)
    assert found["learner"] != found["permutation"]


def test_a_budget_ends_the_search_before_a_ranking():
    whole = run_on(RandomErrors(4), RecursiveElimination(), space_of(5))
    for cost in range(1, 80):
        part = run_on(
            RandomErrors(4), RecursiveElimination(), space_of(5), Budget(cost=cost)
        )
        assert part.path == whole.path[: len(part.path)]
        if part.stopped_by == "budget":
            assert part.spending.cost < cost + 4 * 5
    assert (
        run_on(
            RandomErrors(4), RecursiveElimination(), space_of(5), Budget(cost=20)
        ).spending.fits
        == 4
    )


def test_a_ranking_outside_the_space_is_refused():
    class Outside:
        def search(self, space, rng):
            yield Rank(Subset.full(3))

    inside = SearchSpace(Subset.of([0, 1], 3), float)
    with pytest.raises(Exception, match="variables of its space only"):
        run_on(RandomErrors(), Outside(), inside)


@pytest.mark.parametrize("criterion", ["learner", "folds", "permutation"])
def test_workers_and_look_ahead_change_nothing(criterion):
    X, y = standard(*CANCER)
    problem = Problem(LogisticRegression(), X[:, :5], y, cv=3)
    strategy = RecursiveElimination(criterion=criterion)
    plain = select(problem, strategy)
    assert select(problem, strategy, n_jobs=2, lookahead=16).path == plain.path


@pytest.mark.parametrize(
    "params",
    [
        {"step": 3},
        {"step": 0.4},
        {"criterion": "folds"},
        {"criterion": "permutation"},
        {"n_features_to_select": 3},
        {"choose": "one_se"},
        {"choose": "one_se", "step": 0.5},
    ],
    ids=repr,
)
def test_it_holds_the_invariants(params):
    check_strategy(RecursiveElimination(**params))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"step": 0}, "step must be an integer from 1, or a part in .0, 1., got 0"),
        ({"step": 1.5}, "step must be"),
        ({"step": 1.0}, "step must be"),
        ({"step": -0.5}, "step must be"),
        ({"step": float("nan")}, "step must be"),
        ({"criterion": "rm"}, "criterion must be one of 'learner', 'folds', 'permuta"),
        ({"choose": "worst"}, "choose must be one of 'best', 'one_se', got 'worst'"),
        ({"n_features_to_select": 0}, "n_features_to_select must be at least 1, got 0"),
        (
            {"n_features_to_select": 2, "choose": "one_se"},
            "choose must be 'best' when n_features_to_select",
        ),
    ],
)
def test_bad_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        RecursiveElimination(**params)


def test_more_than_there_are_cannot_be_selected():
    with pytest.raises(
        ValueError, match="n_features_to_select must be at most the 3 variables"
    ):
        run_on(
            RandomErrors(), RecursiveElimination(n_features_to_select=4), space_of(3)
        )
