"""Clones are seeded, fitted and measured one at a time."""

import pickle
import random

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_wine
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier
from sklearn.linear_model import Ridge
from sklearn.metrics import get_scorer
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority
from wrapsel.errors import LearnerError
from wrapsel.evaluation import Problem, holdout_error
from wrapsel.evaluation.fitting import Fitter
from wrapsel.subset import Subset

X, Y = load_wine(return_X_y=True)


def fitter(learner, seed=10, **options):
    return Fitter(Problem(learner, X, Y, 3, random_state=seed, **options))


@pytest.mark.parametrize("seed", [None, np.random.RandomState(5)])
def test_every_open_seed_of_a_learner_is_set_by_fold(seed):
    bagged = BaggingClassifier(DecisionTreeClassifier(), random_state=seed)
    learner = fitter(make_pipeline(StandardScaler(), bagged)).learner(fold=2)

    params = learner.get_params()
    assert params["baggingclassifier__random_state"] == 12
    assert params["baggingclassifier__estimator__random_state"] == 12


@pytest.mark.parametrize("seed", [0, 7, np.int64(7)])
def test_a_seed_of_the_user_is_kept(seed):
    bagged = BaggingClassifier(LinearSVC(random_state=seed))
    params = fitter(bagged).learner(fold=2).get_params()

    assert params["estimator__random_state"] == seed
    assert params["random_state"] == 12


def test_the_users_learner_stays_untouched():
    state = np.random.RandomState(5)
    learner = make_pipeline(StandardScaler(), RandomForestClassifier(2, random_state=3))
    random = DecisionTreeClassifier(max_features=2, random_state=state)
    before = (str(learner.get_params()), str(state.get_state()))

    for each in (learner, random):
        fitter(each).errors(Subset.full(13), 0)

    assert (str(learner.get_params()), str(state.get_state())) == before
    assert not hasattr(learner[-1], "classes_")


def test_a_learner_without_parameters_is_copied():
    learner = Majority()
    fitter(learner).errors(Subset.full(13), 0)
    assert vars(learner) == {}


class Shrinking(Ridge):
    """Declares three settings."""

    variants = ({"alpha": 0.0}, {"alpha": 10.0}, {"alpha": 1e9})


def test_each_variant_gives_an_error():
    numbers, targets = load_diabetes(return_X_y=True)
    problem = Problem(Shrinking(), numbers, targets, 3, "mean_squared_error")

    errors, _ = Fitter(problem).errors(Subset.full(10), 1)

    train, test = problem.folds[1]
    for error, alpha in zip(errors, [0.0, 10.0, 1e9], strict=True):
        predicted = Ridge(alpha).fit(numbers[train], targets[train])
        gaps = predicted.predict(numbers[test]) - targets[test]
        assert error == pytest.approx((gaps**2).sum())
    assert len(set(errors)) == 3


class Priced(GaussianNB):
    """Knows its cost."""

    def cost(self, n_samples, n_variables):
        return n_samples * n_variables**2


def test_the_cost_is_the_learners_own_for_the_rows_it_is_trained_on():
    priced = fitter(Priced())
    n_train = len(priced.problem.folds[1][0])

    assert priced.errors(Subset.of([1, 2, 3], 13), 1)[1] == 9 * n_train
    assert priced.cost(0, 1) == 0
    assert fitter(GaussianNB()).cost(7, 1) == 7


@pytest.mark.parametrize("variables", [[0, 6, 9], []])
def test_the_holdout_error_is_that_of_a_fit_on_all_rows(variables):
    problem = Problem(GaussianNB(), X[::2], Y[::2])
    error = holdout_error(problem, Subset.of(variables, 13), X[1::2], Y[1::2])

    predicted = np.full(89, np.bincount(Y[::2]).argmax())
    if variables:
        fitted = GaussianNB().fit(X[::2][:, variables], Y[::2])
        predicted = fitted.predict(X[1::2][:, variables])
    assert error == pytest.approx((predicted != Y[1::2]).mean())


def test_the_holdout_error_of_a_scorer_is_its_gap():
    frame = pd.DataFrame(X, columns=[f"v{i}" for i in range(13)])
    problem = Problem(GaussianNB(), frame[::2], Y[::2], scoring="neg_log_loss")
    fitted = GaussianNB().fit(frame[::2][["v0", "v6"]], Y[::2])
    p = fitted.predict_proba(frame[1::2][["v0", "v6"]])

    error = holdout_error(problem, Subset.of([0, 6], 13), frame[1::2], Y[1::2])

    assert error == pytest.approx(-np.log(p[np.arange(89), Y[1::2]]).mean())


class Plain:
    """A learner that knows nothing of scikit-learn."""

    def fit(self, X, y):
        self.fitted = GaussianNB().fit(X, y)
        return self

    def predict(self, X):
        return self.fitted.predict(X)


class PlainWithScores(Plain):
    """Gives probabilities too."""

    def predict_proba(self, X):
        return self.fitted.predict_proba(X)


@pytest.mark.parametrize(
    ("learner", "metric"),
    [(Plain(), "f1_macro"), (Plain(), "r2"), (PlainWithScores(), "roc_auc_ovr")],
)
def test_scorers_of_scikit_learn_take_a_plain_learner(learner, metric):
    subset = Subset.of([0, 6], 13)
    expected = fitter(GaussianNB(), scoring=metric).errors(subset, 0)
    assert fitter(learner, scoring=metric).errors(subset, 0) == expected


def test_a_plain_regressor_may_be_scored_too():
    class PlainRidge(Plain):
        def fit(self, X, y):
            self.fitted = Ridge().fit(X, y)
            return self

    numbers, targets = load_diabetes(return_X_y=True)
    both = [
        Fitter(Problem(learner, numbers, targets / 3, 3, "r2")).errors(
            Subset.full(10), 0
        )
        for learner in (PlainRidge(), Ridge())
    ]
    assert both[0] == both[1]


class Mute(PlainWithScores):
    """Its `fit` returns nothing."""

    def fit(self, X, y):
        super().fit(X, y)


class MuteNB(GaussianNB):
    """The same, of scikit-learn's kind."""

    def fit(self, X, y):
        super().fit(X, y)


class Boastful(PlainWithScores):
    """Its `fit` returns what is no learner."""

    def fit(self, X, y):
        super().fit(X, y)
        return "done"


@pytest.mark.parametrize("learner", [Mute(), MuteNB(), Boastful()])
@pytest.mark.parametrize("metric", ["accuracy", "neg_log_loss"])
def test_what_a_fit_returns_does_not_matter(learner, metric):
    subset, rows = Subset.of([0, 6], 13), (X[1::2], Y[1::2])
    expected = Problem(GaussianNB(), X[::2], Y[::2], scoring=metric)
    problem = Problem(learner, X[::2], Y[::2], scoring=metric)

    error = holdout_error(problem, subset, *rows)

    assert error == pytest.approx(holdout_error(expected, subset, *rows))


@pytest.mark.parametrize(
    ("n", "listed"),
    [
        (0, "no variable"),
        (2, "x0, x1"),
        (10, "x0, x1, x2, x3, x4, x5, x6, x7, x8, x9"),
        (11, "x0, x1, x2, x3, x4, x5, x6, x7, x8, x9 and 1 more"),
        (13, "x0, x1, x2, x3, x4, x5, x6, x7, x8, x9 and 3 more"),
    ],
)
def test_ten_variables_are_named(n, listed):
    subset = Subset.of(range(n), 13)
    said = fitter(GaussianNB()).where(subset, 1, "it broke")
    assert said == f"GaussianNB failed on fold 1 with {listed}: it broke"
    said = fitter(GaussianNB()).where(subset, None, "it\nbroke")
    assert said == f"GaussianNB failed on all rows with {listed}: it broke"


@pytest.mark.parametrize("failure", [RuntimeError("no"), SystemExit(3), KeyError("k")])
def test_whatever_a_learner_raises_is_the_learners_error(failure):
    class Failing(Plain):
        def fit(self, X, y):
            raise failure

    with pytest.raises(LearnerError, match=f"{type(failure).__name__}: ") as caught:
        fitter(Failing()).errors(Subset.of([1], 13), 0)
    assert list(caught.value.subset) == [1]


def test_an_interrupt_is_no_error_of_the_learner():
    class Interrupted(Plain):
        def fit(self, X, y):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fitter(Interrupted()).errors(Subset.of([1], 13), 0)


class Drawing(Plain):
    """Draws its answers from numpy's global generator."""

    def predict(self, X):
        return np.random.choice([0, 1, 2], len(X))  # noqa: NPY002


def test_what_draws_from_a_global_generator_is_seeded_by_subset_and_fold():
    first, second = (fitter(Drawing(), seed=s) for s in (10, 11))
    subsets = [Subset.of([v], 13) for v in range(6)]
    errors = [first.errors(s, fold)[0][0] for s in subsets for fold in range(3)]
    again = [first.errors(s, fold)[0][0] for s in subsets for fold in range(3)]
    others = [second.errors(s, fold)[0][0] for s in subsets for fold in range(3)]
    assert errors == again != others
    assert len(set(errors)) > 5


def test_a_metric_of_ones_own_is_shown_the_learner_itself():
    def spread(learner, X, y):
        return 1.0 + learner.fitted.theta_.std()

    found = fitter(Plain(), scoring=spread).errors(Subset.of([1], 13), 0)[0][0]
    train = fitter(Plain()).problem.folds[0][0]
    assert found == -1.0 - GaussianNB().fit(X[train][:, [1]], Y[train]).theta_.std()


def test_a_fitter_travels_without_what_it_asks_and_has_counted():
    original = fitter(GaussianNB())
    original.ask = lambda: None
    assert original.cost(2, 0) > 0
    copy = pickle.loads(pickle.dumps(original))
    subset = Subset.of([0, 3], 13)
    assert copy.errors(subset, 1) == original.errors(subset, 1)
    assert copy.cost(3, 1) == original.cost(3, 1)


def test_a_column_of_dates_is_named_where_a_learner_takes_none():
    table = pd.DataFrame({"n": X[:, 0], "day": pd.Timestamp("2020-02-01")})
    table["day"] += pd.to_timedelta(np.arange(178), "D")
    dated = Fitter(Problem(GaussianNB(), table, Y, 3))
    with pytest.raises(LearnerError, match="column 'day' holds dates: make numbers"):
        dated.errors(Subset.full(2), 0)
    mixed = Fitter(Problem(Ridge(), table.assign(t="a"), Y * 1.0, 3))
    with pytest.raises(LearnerError, match="column 't' holds text"):
        mixed.errors(Subset.of([0, 2], 3), 0)


@pytest.mark.parametrize("fold", [None, 0, 1])
def test_global_generators_draw_by_seed_fold_and_subset(fold):
    key = (10, 0 if fold is None else fold + 1, 6)
    words = np.random.SeedSequence(key).generate_state(4)
    expected = np.random.RandomState(words).rand(), random.Random(words.tobytes())
    with fitter(Drawing()).seeded(Subset.of([1, 2], 13), fold):
        drawn = np.random.rand(), random.random()  # noqa: NPY002
    assert drawn == (expected[0], expected[1].random())


def test_a_fit_on_all_rows_is_seeded_as_the_first_fold():
    tree = fitter(DecisionTreeClassifier(max_features=1))
    assert tree.fit_all(Subset.full(13)).random_state == 10


NUMBERS, TARGETS = load_diabetes(return_X_y=True)
TWO = np.column_stack([TARGETS, TARGETS**2])
WEIGHTS = np.random.default_rng(0).random(442)


@pytest.mark.parametrize("y", [TARGETS, TWO], ids=["one target", "two"])
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["plain", "weighted"])
@pytest.mark.parametrize(
    ("scoring", "kind"),
    [
        ("mean_absolute_error", "median"),
        ("neg_median_absolute_error", "median"),
        ("mean_squared_error", "mean"),
        ("r2", "mean"),
    ],
)
def test_the_constant_is_that_of_scikit_learn_s_dummy(y, weights, scoring, kind):
    options = {"sample_weight": weights, "weigh_errors": weights is not None}
    problem = Problem(Ridge(), NUMBERS, y, 3, scoring, **options)
    train, test = problem.folds[1]
    weighing = [None if weights is None else weights[rows] for rows in (train, test)]
    dummy = DummyRegressor(strategy=kind).fit(NUMBERS[train], y[train], weighing[0])
    scorer = get_scorer("neg_" * scoring.startswith("mean") + scoring)
    said = scorer(dummy, NUMBERS[test], y[test], sample_weight=weighing[1])
    size = len(test) if weights is None else weights[test].sum()
    expected = -said * size if scoring.startswith("mean") else (scoring == "r2") - said
    assert Fitter(problem).constant_error(1) == pytest.approx(expected)


def test_a_holdout_error_by_another_word_is_told_the_word():
    problem = Problem(GaussianNB(), X, Y)
    with pytest.raises(TypeError, match="did you mean 'sample_weight'"):
        holdout_error(problem, Subset.full(13), X, Y, weights=np.ones(178))
