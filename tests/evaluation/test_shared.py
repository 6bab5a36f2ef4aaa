"""The shared scorers give the errors of the plain path."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.datasets import load_diabetes, load_wine
from sklearn.metrics import accuracy_score
from sklearn.utils.validation import check_is_fitted

from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, Problem
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.shared import Shared
from wrapsel.subset import WIDE, Subset

X, Y = load_wine(return_X_y=True)
X = (X - X.mean(axis=0)) / X.std(axis=0)
MASKS = np.random.default_rng(0).random((20, 13)) < 0.4


class Means(ClassifierMixin, BaseEstimator):
    """The class of the nearest mean, with probabilities by distance."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([X[y == label].mean(axis=0) for label in self.classes_])
        return self

    def predict_proba(self, X):
        gaps = ((X[:, None] - self.means_) ** 2).sum(axis=2)
        weights = np.exp(gaps.min(axis=1, keepdims=True) - gaps)
        return weights / weights.sum(axis=1, keepdims=True)

    def decision_function(self, X):
        p = self.predict_proba(X)
        return p[:, 1] - p[:, 0] if len(self.classes_) == 2 else p

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]


class Line(RegressorMixin, BaseEstimator):
    """The mean of the targets plus the mean of the variables."""

    def fit(self, X, y):
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return self.mean_ + 100 * X.mean(axis=1)


class Scorer:
    """Fits once a subset and fold, whatever the metric asks."""

    def __init__(self, learner, X, y, folds):
        self.learner, self.X, self.y, self.folds = learner, X, y, folds

    def _answers(self, method, masks, folds):
        parts = [self._fold(method, masks, *self.folds[fold]) for fold in folds]
        return np.concatenate(parts, axis=1)

    def _fold(self, method, masks, train, test):
        masks = np.where(masks.any(axis=1, keepdims=True), masks, True)
        fit, X = self.learner.fit, self.X
        return np.array(
            [
                getattr(fit(X[train][:, m], self.y[train]), method)(X[test][:, m])
                for m in masks
            ]
        )

    def predict(self, masks, folds):
        return self._answers("predict", masks, folds)


class ProbabilityScorer(Scorer):
    """Gives probabilities too."""

    def predict_proba(self, masks, folds):
        return self._answers("predict_proba", masks, folds)


class DecisionScorer(Scorer):
    """Gives decisions too, and no probabilities."""

    def decision_function(self, masks, folds):
        return self._answers("decision_function", masks, folds)


def sharing(cls, scorer):
    """Return a learner of a class with the scorer."""

    class Sharing(cls):
        def subset_scorer(self, X, y, folds):
            return scorer(cls(), X, y, folds)

    return Sharing()


TWO = Y < 2
CASES = [
    (Means, ProbabilityScorer, Y, "accuracy"),
    (Means, Scorer, Y, "f1_macro"),
    (Means, ProbabilityScorer, Y, "neg_log_loss"),
    (Means, ProbabilityScorer, Y, "roc_auc_ovr"),
    (Means, ProbabilityScorer, Y[TWO], "roc_auc"),
    (Means, DecisionScorer, Y[TWO], "roc_auc"),
    (Means, DecisionScorer, Y[TWO], "average_precision"),
]


def both(cls, scorer, X, y, metric, **options):
    """Measure all masks by the shared and by the plain path."""
    subsets = [Subset.from_mask(mask) for mask in MASKS]
    blocks = []
    for learner in (sharing(cls, scorer), cls()):
        evaluator = CrossValidation(Problem(learner, X, y, 3, metric, **options))
        blocks.append(evaluator.measure([*subsets, Subset.empty(13)], range(1, 3)))
        assert (evaluator.shared is None) == (type(learner) is cls)
    return blocks


@pytest.mark.parametrize(("cls", "scorer", "y", "metric"), CASES)
@pytest.mark.parametrize("labels", [None, ["red", "green", "blue"]])
def test_the_shared_path_equals_the_plain_one(cls, scorer, y, metric, labels):
    # The plain path may prefer decisions to probabilities: they order alike.
    rows = TWO if len(y) < len(Y) else np.ones(len(Y), bool)
    if metric == "average_precision" and labels:
        pytest.skip("scikit-learn needs to know which text is positive")
    y = y if labels is None else np.array(labels)[y]

    fast, plain = both(cls, scorer, X[rows], y, metric)

    assert np.allclose(fast.errors, plain.errors, rtol=0, atol=1e-12)
    assert np.array_equal(fast.cost, plain.cost)
    assert len(np.unique(fast.errors)) > 5


@pytest.mark.parametrize(
    "metric", ["mean_absolute_error", "neg_mean_squared_error", "r2"]
)
def test_the_shared_path_equals_the_plain_one_for_numbers(metric):
    numbers, targets = load_diabetes(return_X_y=True)
    numbers = np.hstack([numbers, numbers[:, :3]])

    fast, plain = both(Line, Scorer, numbers, targets, metric)

    assert np.allclose(fast.errors, plain.errors, rtol=1e-12)


def test_a_scorer_may_sum_squared_errors_itself():
    class Summing(Scorer):
        def squared_errors(self, masks, folds):
            return masks.sum(axis=1, keepdims=True) + 0.25 * np.array([*folds])

    X, y = load_diabetes(return_X_y=True)
    subsets = [Subset.of([0], 10), Subset.of([1, 2], 10)]

    def errors(metric):
        problem = Problem(sharing(Line, Summing), X, y, scoring=metric, cv=3)
        return Shared.of(problem).errors(subsets, range(1, 3))[:, :, 0]

    assert errors("mean_squared_error").tolist() == [[1.25, 1.5], [2.25, 2.5]]
    assert errors("mean_absolute_error").min() > 100


def test_groups_of_columns_are_whole_in_the_masks():
    variables = [[i, 12 - i] for i in range(6)] + [[6]]
    subsets = [Subset.of([0, 3], 7), Subset.of([6], 7), Subset.full(7)]
    errors = [
        CrossValidation(Problem(learner, X, Y, 3, variables=variables))
        .measure(subsets, range(3))
        .errors
        for learner in (sharing(Means, Scorer), Means())
    ]
    assert np.array_equal(*errors)


def test_a_scorer_is_made_once():
    made = []

    class Counting(Scorer):
        def __init__(self, *args):
            made.append(self)
            super().__init__(*args)

    evaluator = CrossValidation(Problem(sharing(Means, Counting), X, Y, 3))
    for _ in range(4):
        evaluator.measure([Subset.full(13)], range(3))

    assert len(made) == 1


def test_learners_without_a_scorer_share_nothing():
    assert Shared.of(Problem(Means(), X, Y)) is None


@pytest.mark.parametrize("error", [RuntimeError, SystemExit])
def test_a_scorer_that_raises_names_fold_and_cause(error):
    class Broken(Scorer):
        def predict(self, masks, folds):
            raise error("no luck")

    evaluator = CrossValidation(Problem(sharing(Means, Broken), X, Y, 3))
    with pytest.raises(
        LearnerError, match=r"Sharing failed on folds \[2\] .*no luck"
    ) as e:
        evaluator.measure([Subset.full(13)], range(2, 3))
    assert isinstance(e.value.__cause__, error)


@pytest.mark.parametrize(
    ("bad", "says"), [(np.nan, "NaN"), (np.inf, "not finite"), (1e200, "not finite")]
)
@pytest.mark.filterwarnings("ignore:overflow encountered in square")
def test_a_prediction_that_is_no_number_names_the_subset(bad, says):
    class Bad(Scorer):
        def predict(self, masks, folds):
            return np.where(masks[:, [3]], bad, super().predict(masks, folds))

    numbers, targets = load_diabetes(return_X_y=True)
    problem = Problem(sharing(Line, Bad), numbers, targets, 3, "mean_squared_error")
    good, wrong = Subset.of([1, 2], 10), Subset.of([1, 3], 10)

    evaluator = CrossValidation(problem)
    evaluator.measure([good], range(3))
    with pytest.raises(LearnerError, match=rf"fold 0 with x1, x3: .*{says}"):
        evaluator.measure([good, wrong], range(3))


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro"])
@pytest.mark.parametrize("bad", [np.nan, -1, 3, 0.5])
def test_a_code_of_no_class_is_an_error(bad, metric):
    class Bad(Scorer):
        def predict(self, masks, folds):
            return np.where(masks[:, [3]], bad, super().predict(masks, folds))

    evaluator = CrossValidation(Problem(sharing(Means, Bad), X, Y, 3, metric))
    evaluator.measure([Subset.of([1], 13)], range(3))
    with pytest.raises(LearnerError, match=rf"codes in 0\.\.2, got {bad}"):
        evaluator.measure([Subset.of([1], 13), Subset.of([3], 13)], range(3))


def test_of_no_variable_a_scorer_may_say_anything():
    class Careless(Scorer):
        def predict(self, masks, folds):
            some = masks.any(axis=1, keepdims=True)
            return np.where(some, super().predict(masks, folds), -1)

    subsets = [Subset.empty(13), Subset.full(13)]
    found, plain = (
        CrossValidation(Problem(learner, X, Y, 3)).measure(subsets, range(3)).errors
        for learner in (sharing(Means, Careless), Means())
    )
    assert np.array_equal(found, plain)


def test_the_learner_of_a_scorer_is_seeded():
    seeds = []

    class Seeded(Means):
        def __init__(self, random_state=None):
            self.random_state = random_state

        def subset_scorer(self, X, y, folds):
            seeds.append(self.random_state)
            return Scorer(Means(), X, y, folds)

    problem = Problem(Seeded(), X, Y, 3, random_state=20)
    CrossValidation(problem).measure([Subset.full(13)], range(3))

    assert seeds == [20]  # on fold f, it is to add f
    assert Fitter(problem).learner(1).random_state == 21


@pytest.mark.parametrize("random_state", [None, 7])
def test_both_paths_seed_a_fold_alike(random_state):
    class Noisy(Means):
        def __init__(self, random_state=None):
            self.random_state = random_state

        def fit(self, X, y):
            self.flip_ = np.random.default_rng(self.random_state).random() < 0.5
            return super().fit(X, y)

        def predict(self, X):
            labels = super().predict(X)
            return labels[::-1] if self.flip_ else labels

    class Sharing(Noisy):
        def subset_scorer(self, X, y, folds):
            scorer = Scorer(self, X, y, folds)
            plain, first = scorer._fold, self.random_state

            def fold(method, masks, train, test):
                place = next(i for i, f in enumerate(folds) if f[1] is test)
                scorer.learner = Noisy(first + place)
                return plain(method, masks, train, test)

            scorer._fold = fold
            return scorer

    problem = Problem(Sharing(random_state), X, Y, 5)
    factors, _ = problem.scale
    shared = CrossValidation(problem).measure([Subset.full(13)], range(5)).errors
    fitted = [Fitter(problem).errors(Subset.full(13), fold)[0] for fold in range(5)]

    assert np.array_equal(shared[0], np.array(fitted) * factors[:, None])


def test_a_metric_may_ask_whether_a_learner_is_fitted():
    def asks(estimator, X, y):
        check_is_fitted(estimator)
        return accuracy_score(y, estimator.predict(X))

    fast, plain = both(Means, Scorer, X, Y, asks)
    assert np.allclose(fast.errors, plain.errors, rtol=0, atol=1e-12)


def test_what_knows_one_variant_is_not_asked_for_several():
    class Sure(Scorer):
        def squared_errors(self, masks, folds):
            raise AssertionError

        predict_subsets = squared_errors

    class Twice(type(sharing(Line, Sure))):
        variants = ({}, {})

    X = np.random.default_rng(0).normal(size=(12, WIDE + 1))
    base = Subset.of(range(9), WIDE + 1)
    assert base.removing((2,)).origin is base
    for metric in ("mean_squared_error", "mean_absolute_error"):
        shared = Shared.of(Problem(Twice(), X, X[:, 0], 3, metric))
        errors = shared.errors([base.removing((2,)), base.removing((5,))], range(3))
        assert errors.shape == (2, 3, 2)
        assert (errors[:, :, 0] == errors[:, :, 1]).all()
        assert not shared.takes_threads


class Extra(Means):
    """Takes more at `fit`."""

    def fit(self, X, y, more=None):
        return super().fit(X, y)


@pytest.mark.parametrize(
    ("y", "options", "is_shared"),
    [
        (Y, {}, True),
        (Y, {"fit_params": {"more": 1}}, False),
        (Y, {"adapt": lambda n: {}}, False),
        (np.column_stack([Y, Y[::-1]]), {}, False),
    ],
)
def test_what_a_scorer_does_not_know_is_fitted(y, options, is_shared):
    shared = Shared.of(Problem(sharing(Extra, Scorer), X, y, 3, **options))
    assert (shared is not None) == is_shared
    assert shared is None or not shared.takes_threads


def test_without_targets_nothing_is_shared():
    def scorer(estimator, X, y=None):
        return 0.0

    class Own:
        def fit(self, X, y=None):
            return self

        subset_scorer = None

        def predict(self, X):
            return X

    learner = Own()
    learner.subset_scorer = lambda X, y, folds: None
    assert Shared.of(Problem(learner, X, Y)) is not None
    assert Shared.of(Problem(learner, X, None, scoring=scorer)) is None
