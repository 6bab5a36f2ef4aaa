"""Plug-ins give other people's learners a fast path, which changes no answer."""

import pickle
from importlib.metadata import EntryPoint

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from tests.evaluation.test_shared import Means, Scorer
from wrapsel import Problem, Subset, select
from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, SqliteStore
from wrapsel.evaluation.shared import Shared
from wrapsel.evaluation.stores.fingerprint import problem_id
from wrapsel.learner import scorer_factories
from wrapsel.search import Backward, Forward, RVErS

X, Y = load_breast_cancer(return_X_y=True)
X, Y = X[:200, :12], Y[:200]
OURS = {
    f"sklearn.naive_bayes.{name}": f"learners.sklearn.naive_bayes.fast_paths:{factory}"
    for name, factory in [
        ("GaussianNB", "gaussian"),
        ("CategoricalNB", "categorical"),
        ("BernoulliNB", "bernoulli"),
    ]
}


class OwnGaussianNB(GaussianNB):
    """A subclass, which may do anything."""


class Impostor(ClassifierMixin, BaseEstimator):
    """Named like another class."""

    def fit(self, X, y):
        return self

    def predict(self, X):
        return np.zeros(len(X))


Impostor.__name__ = "GaussianNB"


def slow_but_right(learner, X, y, folds):
    """Return a third party's scorer, for arrays only."""
    return Scorer(learner, X, y, folds) if isinstance(X, np.ndarray) else None


def fails(learner, X, y, folds):
    raise RuntimeError("no luck")


def ends(learner, X, y, folds):
    raise SystemExit("no luck")


@pytest.fixture
def plug(monkeypatch):
    """Return what declares entry points, in place of those installed."""

    def declare(points):
        group = "wrapsel.scorers"
        found = [EntryPoint(name, value, group) for name, value in points.items()]
        monkeypatch.setattr("wrapsel.learner._scorer_points", lambda: found)

    return declare


def plugged(learner, X=X, y=Y, **options):
    return Shared.of(Problem(learner, X, y, 3, **options)) is not None


def test_a_class_is_found_where_users_import_it(plug):
    plug({"sklearn.neighbors.KNeighborsClassifier": f"{__name__}:slow_but_right"})

    assert KNeighborsClassifier.__module__ != "sklearn.neighbors"
    assert plugged(KNeighborsClassifier(3))
    assert not plugged(GaussianNB())


def test_only_the_very_class_is_meant(plug):
    plug(OURS)
    assert plugged(GaussianNB())
    assert not plugged(OwnGaussianNB())
    assert not plugged(Impostor())


@pytest.mark.parametrize(
    "path", ["GaussianNB", "no.such.module.GaussianNB", "sklearn.svm.GaussianNB"]
)
def test_a_path_that_leads_nowhere_is_not_this_class(plug, path):
    plug({path: "no.such:factory"})
    assert not plugged(GaussianNB())


def test_a_third_party_is_asked_with_a_seeded_learner_and_codes(plug, monkeypatch):
    asked = []

    def remembers(*arguments):
        asked.append(arguments)

    monkeypatch.setattr(f"{__name__}.slow_but_right", remembers)
    plug({"sklearn.naive_bayes.GaussianNB": f"{__name__}:slow_but_right"})
    learner = GaussianNB(var_smoothing=0.1)
    problem = Problem(learner, X, np.array(["no", "yes"])[Y], 3)

    assert Shared.of(problem) is None
    [(given, table, codes, folds)] = asked
    assert given is not learner
    assert given.var_smoothing == 0.1
    assert table is problem.X
    assert folds is problem.folds
    np.testing.assert_array_equal(codes, Y)


def test_a_third_party_s_scorer_is_used(plug):
    plug({"sklearn.neighbors.KNeighborsClassifier": f"{__name__}:slow_but_right"})
    subsets = [Subset.of([0, 3], 12), Subset.empty(12), Subset.full(12)]
    fast = CrossValidation(Problem(KNeighborsClassifier(), X, Y, 3))
    plug({})
    plain = CrossValidation(Problem(KNeighborsClassifier(), X, Y, 3))

    assert fast.shared is not None
    assert plain.shared is None
    blocks = [way.measure(subsets, range(3)) for way in (fast, plain)]
    np.testing.assert_array_equal(blocks[0].errors, blocks[1].errors)


def declines(learner, X, y, folds):
    return None


def test_a_plug_in_that_declines_leaves_a_fit(plug):
    plug({"sklearn.naive_bayes.GaussianNB": f"{__name__}:declines"})
    evaluator = CrossValidation(Problem(GaussianNB(), X, Y, 3))

    assert evaluator.shared is None
    assert evaluator.measure([Subset.full(12)], range(3)).errors.max() > 0


def test_a_learner_s_own_scorer_goes_first(plug):
    class Own(Means):
        def subset_scorer(self, X, y, folds):
            return Scorer(Means(), X, y, folds)

    plug({f"{__name__}.Own": f"{__name__}:fails"})
    problem = Problem(Own(), X, Y, 3)

    assert Shared.of(problem) is not None
    CrossValidation(problem).measure([Subset.full(12)], range(3))


def test_a_plug_in_that_cannot_be_imported_says_why(plug):
    plug({"sklearn.naive_bayes.GaussianNB": "no.such:factory"})

    assert plugged(KNeighborsClassifier()) is False
    with pytest.raises(LearnerError, match=r"GaussianNB' is broken.*No module") as e:
        plugged(GaussianNB())
    assert isinstance(e.value.__cause__, ImportError)


@pytest.mark.parametrize("factory", [fails, ends], ids=["fails", "ends"])
def test_a_plug_in_that_raises_says_why(plug, factory):
    plug({"sklearn.naive_bayes.GaussianNB": f"{__name__}:{factory.__name__}"})

    with pytest.raises(LearnerError, match=r"GaussianNB' failed.*no luck") as e:
        plugged(GaussianNB())
    assert isinstance(e.value.__cause__, RuntimeError | SystemExit)


def test_a_metric_that_may_ask_anything_gets_a_fit(plug):
    plug(OURS)
    scorer = make_scorer(accuracy_score)

    assert plugged(GaussianNB(), scoring=scorer)
    assert not plugged(GaussianNB(), scoring=lambda fit, X, y: fit.var_.sum())


DIGITS, NUMBERS = load_digits(return_X_y=True)
DIGITS, NUMBERS = DIGITS[:300, 18:34], NUMBERS[:300] % 3
PROBLEMS = {
    "gaussian": (GaussianNB(), X, np.array(["no", "yes"])[Y]),
    "categorical": (CategoricalNB(min_categories=17), DIGITS.astype(int), NUMBERS),
    "bernoulli": (BernoulliNB(binarize=7.0), DIGITS, NUMBERS),
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("metric", ["accuracy", "neg_log_loss", "f1_macro"])
def test_errors_are_those_of_fits(plug, name, metric):
    problem = Problem(*PROBLEMS[name], 3, metric)
    masks = np.random.default_rng(0).random((30, problem.n_variables)) < 0.3
    subsets = [Subset.from_mask(mask) for mask in masks]
    plug(OURS)
    fast = CrossValidation(problem)
    plug({})
    plain = CrossValidation(problem)

    assert (fast.shared is None, plain.shared is None) == (False, True)
    errors = [way.measure(subsets, range(3)).errors for way in (fast, plain)]
    np.testing.assert_allclose(*errors, rtol=0, atol=1e-10)
    assert len(np.unique(errors[0])) > 5


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize(
    "strategy", [Forward(), Backward(n_features_to_select=8), RVErS(3)]
)
def test_a_search_finds_the_same(plug, name, strategy):
    results = []
    for points in (OURS, {}):
        plug(points)
        results.append(select(Problem(*PROBLEMS[name], 3), strategy, random_state=1))

    assert results[0].path == results[1].path
    assert len(results[0].path) > 1


def test_a_store_serves_both_ways(plug, tmp_path):
    problem = Problem(*PROBLEMS["gaussian"], 3)
    plug({})
    name = problem_id(problem)
    plain = select(problem, Forward(), store=tmp_path / "store")
    plug(OURS)
    fast = select(problem, Forward(), store=tmp_path / "store")

    assert problem_id(problem) == name
    assert fast.path == plain.path
    with SqliteStore(tmp_path / "store") as store:
        [prefix] = store.get(name, [fast.subset])
    assert prefix is not None


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (np.where(np.arange(200) == 0, 9, X.T > 1).T.astype(int), "IndexError"),
        (-(X > 1).astype(int), "Negative values"),
    ],
    ids=["a level unknown in training", "a negative level"],
)
def test_what_a_fit_refuses_is_still_refused(plug, table, says):
    plug(OURS)
    evaluator = CrossValidation(Problem(CategoricalNB(), table, Y, 3))
    with pytest.raises(LearnerError, match=rf"CategoricalNB failed on fold .*{says}"):
        evaluator.measure([Subset.full(12)], range(3))


def test_workers_can_be_handed_the_fast_path(plug):
    plug(OURS)
    evaluator = CrossValidation(Problem(GaussianNB(), X, Y, 3))
    copy = pickle.loads(pickle.dumps(evaluator))
    block = [way.measure([Subset.full(12)], range(3)) for way in (evaluator, copy)]

    np.testing.assert_array_equal(block[0].errors, block[1].errors)


def test_nothing_is_found_for_what_is_no_class_of_a_plug_in(plug):
    plug(OURS)
    assert list(scorer_factories(BernoulliNB())) == ["sklearn.naive_bayes.BernoulliNB"]
    assert scorer_factories(object()) == {}


def test_a_learner_of_several_variants_is_fitted(plug):
    plug(OURS)
    learner = GaussianNB()
    learner.variants = ({"var_smoothing": 1e-9}, {"var_smoothing": 0.1})
    assert not plugged(learner)
    learner.variants = learner.variants[:1]
    assert plugged(learner)
