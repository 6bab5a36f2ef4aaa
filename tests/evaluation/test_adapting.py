"""Parameters that follow the number of columns."""

import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority
from wrapsel import Problem, Subset, WrapperSelector, select
from wrapsel.evaluation import CrossValidation, problem_id
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.importances import importances
from wrapsel.search import Forward

X, Y = load_iris(return_X_y=True)
PAIRS = [[0, 1], [2], [3]]


def neighbours(n):
    return {"n_neighbors": 30 * n}


def error(problem, subset):
    block = CrossValidation(problem).measure([subset], range(len(problem.folds)))
    return block.errors.sum() / block.weights.sum()


@pytest.mark.parametrize("chosen", [[0], [0, 3], [0, 1, 2]])
def test_each_subset_is_measured_with_its_own_parameters(chosen):
    subset = Subset.of(chosen, 4)
    problem = Problem(KNeighborsClassifier(), X, Y, 3, adapt=neighbours)
    fixed = KNeighborsClassifier(30 * len(chosen))
    assert error(problem, subset) == error(Problem(fixed, X, Y, 3), subset)
    assert Fitter(problem).fit_all(subset).n_neighbors == 30 * len(chosen)


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [("sqrt", [1, 1, 1, 2]), ("log2", [1, 1, 1, 2]), (0.75, [1, 1, 2, 3])],
)
def test_a_rule_has_a_name(rule, sizes, tmp_path):
    named = Problem(DecisionTreeClassifier(), X, Y, 3, adapt={"max_features": rule})
    found = [Fitter(named).learner(0, n_columns=n).max_features for n in (1, 2, 3, 4)]
    assert found == sizes
    selector = WrapperSelector(
        DecisionTreeClassifier(), Forward(1), adapt={"max_features": rule}, refit=True
    ).set_params(store=tmp_path / "kept.db")
    assert selector.fit(X, Y).learner_.max_features == 1


def test_of_a_group_all_columns_count():
    problem = Problem(
        KNeighborsClassifier(), X, Y, 3, adapt=neighbours, variables=PAIRS
    )
    assert Fitter(problem).fit_all(Subset.of([0], 3)).n_neighbors == 60
    depths = {"adapt": lambda n: {"max_depth": n}, "variables": PAIRS}
    adapted = Problem(DecisionTreeClassifier(random_state=0), X, Y, 3, **depths)
    fixed = DecisionTreeClassifier(random_state=0, max_depth=3)
    fixed = Problem(fixed, X, Y, adapted.folds, variables=PAIRS)
    for by in ("learner", "folds", "permutation"):
        found = [
            importances(Fitter(p), Subset.of([0, 2], 3), by) for p in (adapted, fixed)
        ]
        assert found[0].tolist() == found[1].tolist()


def test_it_reaches_a_pipeline_workers_stores_and_a_selector(tmp_path):
    pipeline = make_pipeline(DecisionTreeClassifier(random_state=0))
    options = {"cv": 3, "adapt": _depth}
    problem = Problem(pipeline, X, Y, **options)
    search = Forward(n_features_to_select=2)
    path = tmp_path / "store.db"
    one = select(problem, search, honest=False, store=path)
    assert select(problem, search, honest=False, n_jobs=2).path == one.path
    assert select(problem, search, honest=False, store=path).spending.fits == 0
    selector = WrapperSelector(pipeline, search, **options).fit(X, Y)
    assert selector.result_.path == one.path
    plain = Problem(pipeline, X, Y, 3)
    assert problem_id(plain) != problem_id(problem)


def _depth(n):
    return {"decisiontreeclassifier__max_depth": n}


@pytest.mark.parametrize(
    ("learner", "adapt", "says"),
    [
        (GaussianNB(), "sqrt", "a function of a size or a dict of rules, got 'sqrt'"),
        (GaussianNB(), {"k": "sqrt"}, r"parameters of the learner, got {'k': 1}"),
        *(
            (
                DecisionTreeClassifier(),
                {"max_features": rule},
                f"'max_features' must .*{rule}",
            )
            for rule in ("sqr", 0, 1.5, -0.5, True, None)
        ),
        (GaussianNB(), lambda n: n, "adapt must return a dict, got 1"),
        (GaussianNB(), lambda n: {"k": n}, r"parameters of the learner, got {'k': 1}"),
        (GaussianNB(), lambda n: {1: n}, r"parameters of the learner, got {1: 1}"),
        (GaussianNB(), lambda n: {"k": n} if n > 1 else {}, r"learner, got {'k': 4}"),
        (Majority(), neighbours, "adapt needs a learner with set_params"),
    ],
)
def test_what_cannot_adapt_is_refused_at_once(learner, adapt, says):
    with pytest.raises((TypeError, ValueError), match=says):
        Problem(learner, X, Y, adapt=adapt)
