"""Errors of a whole batch are those of scikit-learn's scorers, one by one."""

import warnings

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import get_scorer
from sklearn.naive_bayes import GaussianNB

from tests.evaluation.test_shared import (
    DecisionScorer,
    Line,
    Means,
    ProbabilityScorer,
    Scorer,
    sharing,
)
from wrapsel import Problem, Subset
from wrapsel.errors import LearnerError
from wrapsel.evaluation import CrossValidation, holdout_error, metric, metric_names
from wrapsel.evaluation.metrics.stub import stub
from wrapsel.evaluation.metrics.vectorised import codes_of

N_SUBSETS = 7
NAMES = [name for name in metric_names() if metric(name).vectorised]
OF = {name: metric(name).vectorised.of for name in NAMES}
NUMBERS = [name for name in NAMES if OF[name] == "numbers"]
LABELS = [name for name in NAMES if OF[name] != "numbers"]
CLASSES = [
    np.array([0, 1]),
    np.array([-1, 1]),
    np.array([1, 2]),
    np.array([False, True]),
    np.array([0.0, 1.0]),
    np.array(["no", "yes"]),
    np.arange(4),
    np.array(["a", "b", "c", "d"]),
    np.arange(11),
]


def by_scorer(name, y, answers, classes):
    """Return what scikit-learn says of each row; NaN where it warns or refuses."""
    errors = []
    for answer in answers:
        known = {_method(name): answer}
        if OF[name] == "labels":
            known["predict"] = classes[answer]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                truth = y if classes is None else classes[y]
                errors.append(metric(name).gap(stub(known, classes), truth, truth))
        except (ValueError, Warning):
            errors.append(np.nan)
    return np.array(errors)


def _method(name):
    by = {"scores": "decision_function", "probabilities": "predict_proba"}
    return by.get(OF[name], "predict")


def answers_of(name, rng, y, n_classes):
    """Draw answers, with ties, some of them constant or perfect."""
    shape = (N_SUBSETS, len(y))
    right = rng.random(shape) < rng.random((N_SUBSETS, 1))
    if OF[name] == "numbers":
        numbers = np.where(right, y, y + rng.normal(size=shape))
        return np.abs(numbers) + 0.01 if "log" in name or "dev" in name else numbers
    if OF[name] == "labels":
        codes = np.where(right, y, rng.integers(n_classes, size=shape))
        codes[0], codes[1] = 0, y
        return codes
    if OF[name] == "scores":
        return np.where(right, y, 0) + rng.integers(-3, 4, shape) / rng.choice([4, 1e9])
    p = rng.dirichlet(np.full(n_classes, 0.3), size=shape)
    p[0] = np.eye(n_classes)[y]
    return p


def agree(ours, theirs):
    # Where they give no number, neither do we; we may ask them more often.
    assert np.isnan(ours[np.isnan(theirs)]).all()
    found = ~np.isnan(ours)
    assert (ours[found] >= 0).all()
    np.testing.assert_allclose(ours[found], theirs[found], rtol=1e-12, atol=1e-12)
    return found


@pytest.mark.parametrize("name", NUMBERS)
def test_scores_of_numbers_are_scikit_learn_s(name):
    n_found = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        y = rng.gamma(2, size=rng.integers(1, 60)) + (10.0 if seed % 3 else 0)
        y[: seed % 2 * 3] = 0.0
        predicted = answers_of(name, rng, y, 0)
        if seed % 5 == 0:
            predicted[:3, 0] = [np.nan, np.inf, -5]
        ours = metric(name).vectorised.errors(y, predicted, None)
        n_found += agree(ours, by_scorer(name, y, predicted, None)).sum()
    assert n_found > 50


@pytest.mark.parametrize("classes", CLASSES, ids=str)
@pytest.mark.parametrize("name", LABELS)
def test_scores_of_classes_are_scikit_learn_s(name, classes):
    score, n_found = metric(name).vectorised, 0
    if not score.suits(classes):
        pytest.skip("is left to the scorer")
    for seed in range(7):
        rng = np.random.default_rng(seed)
        n_rows = rng.integers(1, 9) if seed % 4 == 0 else rng.integers(9, 90)
        y = rng.integers(len(classes), size=n_rows)
        if seed % 5 == 0:
            y[:] = seed // 5 % 2  # one class only
        answers = answers_of(name, rng, y, len(classes))
        ours = score.errors(y, answers, classes)
        n_found += agree(ours, by_scorer(name, y, answers, classes)).sum()
    assert n_found > 20


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n_rows", [2, 7, 100, 1000])
def test_a_row_has_the_same_bits_alone(name, n_rows):
    rng = np.random.default_rng(n_rows)
    n_classes = 2 if metric(name).vectorised.two else 11
    classes = None if name in NUMBERS else np.arange(n_classes)
    y = rng.permutation(np.arange(n_rows) % n_classes)
    y = rng.gamma(2, size=n_rows) if classes is None else y
    answers = answers_of(name, rng, y, n_classes)
    score = metric(name).vectorised

    batch = score.errors(y, answers, classes)
    part = np.asfortranarray(np.repeat(answers, 2, axis=1))[:, ::2]

    np.testing.assert_array_equal(score.errors(y, part, classes), batch)
    for row in range(N_SUBSETS):
        alone = score.errors(y, answers[row : row + 1], classes)
        np.testing.assert_array_equal(alone, batch[row : row + 1])


@pytest.mark.parametrize(
    ("name", "classes", "suits"),
    [
        ("r2", None, True),
        ("r2", [0, 1], False),
        ("f1", None, False),
        ("f1", [1, 2], True),
        ("f1", [2, 3], False),
        ("f1", ["no", "yes"], False),
        ("f1", [0, 1, 2], False),
        ("f1_macro", [0.5, 1], False),
        ("average_precision", [1, 2], False),
        ("neg_brier_score", ["no", "yes"], False),
        ("roc_auc", ["no", "yes"], True),
        ("roc_auc", [0, 1, 2], False),
        ("neg_log_loss", [0, 1, 2], True),
    ],
)
def test_what_scikit_learn_may_refuse_is_left_to_it(name, classes, suits):
    known = None if classes is None else np.array(classes)
    assert metric(name).vectorised.suits(known) == suits


def problems(name, seed, n_classes):
    """Return a problem with and one without a fast path."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 6)).round(seed % 3)
    signal = X[:, 0] + rng.normal(size=60) / 2
    if name in NUMBERS:
        slow, fast, y = Line(), sharing(Line, Scorer), np.exp(signal) + 1e3
    else:
        scorer = DecisionScorer if OF[name] == "scores" else ProbabilityScorer
        slow, fast = Means(), sharing(Means, scorer)
        y = np.argsort(np.argsort(signal)) * n_classes // 60
    return [Problem(learner, X, y, 3, name) for learner in (fast, slow)]


def measured(problem):
    rng = np.random.default_rng(0)
    subsets = [Subset.from_mask(mask) for mask in rng.random((8, 6)) < 0.5]
    evaluator = CrossValidation(problem)
    return evaluator, evaluator.measure([*subsets, Subset.empty(6)], range(3)).errors


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_both_ways_of_measuring_give_the_same_bits(name):
    for seed in range(6):
        n_classes = 2 if metric(name).vectorised.two or seed % 2 else 4
        ways = [measured(problem) for problem in problems(name, seed, n_classes)]

        assert [way.shared is None for way, _ in ways] == [False, True]
        np.testing.assert_array_equal(ways[0][1], ways[1][1])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
def test_a_fit_has_the_error_of_scikit_learn_s_scorer(name):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(80, 3))
    y = X[:, 0] + rng.normal(size=80)
    learner = Ridge() if name in NUMBERS else GaussianNB()
    y = y - y.min() + 5 if name in NUMBERS else (y > 0).astype(int)
    problem = Problem(learner, X[:50], y[:50], 3, name)
    fitted = learner.fit(X[:50], y[:50])

    score = get_scorer(name)(fitted, X[50:], y[50:])
    error = holdout_error(problem, Subset.full(3), X[50:], y[50:])

    assert error == pytest.approx(metric(name).best - score, rel=1e-12, abs=1e-12)


def test_a_fold_of_one_class_is_refused_as_by_scikit_learn():
    X, y = np.random.default_rng(0).normal(size=(30, 3)), np.arange(30) % 2
    folds = [(np.arange(20), np.arange(20, 30)), (np.arange(20), np.arange(20, 30, 2))]
    for learner in (sharing(Means, ProbabilityScorer), Means()):
        evaluator = CrossValidation(Problem(learner, X, y, folds, "neg_log_loss"))
        evaluator.measure([Subset.full(3)], range(1))
        with pytest.raises(LearnerError, match="only one label"):
            evaluator.measure([Subset.full(3)], range(1, 2))


def test_a_class_that_is_never_predicted_warns_as_in_scikit_learn():
    y = np.arange(30) % 2
    X = np.c_[y, np.zeros(30)].astype(float)
    for learner in (sharing(Means, Scorer), Means()):
        evaluator = CrossValidation(Problem(learner, X, y, 3, "precision_macro"))
        evaluator.measure([Subset.of([0], 2)], range(3))
        with pytest.raises(LearnerError, match="Precision is ill-defined"):
            evaluator.measure([Subset.of([1], 2)], range(3))


def test_a_learner_that_did_not_see_a_class_is_left_to_the_scorer():
    X = np.random.default_rng(0).normal(size=(30, 2))
    y = np.arange(30) % 2
    y[20:24] = 2
    folds = [(np.arange(20), np.arange(20, 30))]
    evaluator = CrossValidation(Problem(Means(), X, y, folds, "f1_micro"))
    errors = evaluator.measure([Subset.full(2)], range(1)).errors
    fitted = Means().fit(X[:20], y[:20])

    score = get_scorer("f1_micro")(fitted, X[20:], y[20:])
    assert errors.item() == pytest.approx(1 - score, abs=1e-12)
    with pytest.raises(LearnerError, match="different number of classes"):
        CrossValidation(Problem(Means(), X, y, folds, "neg_log_loss")).measure(
            [Subset.full(2)], range(1)
        )


def test_a_label_that_is_predicted_once_and_nowhere_there_is_a_second_one():
    y, answers, classes = np.array([0, 0, 0]), np.array([[0, 0, 1]]), CLASSES[0]
    errors = metric("matthews_corrcoef").vectorised.errors(y, answers, classes)
    assert errors.tolist() == [1.0]  # not left to scikit-learn


@pytest.mark.parametrize("name", ["neg_log_loss", "neg_brier_score"])
def test_a_probability_of_0_is_one(name):
    y, answers = np.array([0, 1]), np.array([[[1.0, 0.0], [0.5, 0.5]]])
    [error] = metric(name).vectorised.errors(y, answers, np.array([0, 1]))
    assert error == pytest.approx(by_scorer(name, y, answers, np.array([0, 1]))[0])


@pytest.mark.parametrize("label", [3, 5])
def test_a_label_of_no_class_has_no_code(label):
    assert codes_of(np.array([2, label]), np.array([2, 4])) is None


@pytest.mark.parametrize("scale", [1.0, 1e9])
@pytest.mark.parametrize(
    "name", ["neg_mean_poisson_deviance", "neg_mean_gamma_deviance"]
)
def test_what_is_perfect_but_for_rounding_has_no_error_below_0(name, scale):
    rng = np.random.default_rng(0)
    y = scale * rng.gamma(2, size=3)
    predicted = y * (1 + 1e-12 * rng.normal(size=(200, 3)))
    errors = metric(name).vectorised.errors(y, predicted, None)
    assert errors.min() == 0
    assert errors.max() < 1e-7 * scale


def test_the_bits_of_a_log_loss_are_scikit_learn_s():
    classes, sure = np.array([0, 1]), np.array([[[1.0, 0.0]], [[0.3, 0.7]]])
    for y in (0, 1):
        for p in sure:
            truth, rows = np.array([y, 1 - y]), np.vstack([p, p[:, ::-1]])
            [ours] = metric("neg_log_loss").vectorised.errors(
                truth, rows[None], classes
            )
            assert ours == by_scorer("neg_log_loss", truth, rows[None], classes)[0]


@pytest.mark.parametrize("name", ["neg_log_loss", "neg_brier_score"])
@pytest.mark.parametrize(
    ("first", "fine"),
    [
        ([0.4, 0.6], True),
        ([0.0, 1.0], True),
        ([-0.5, 1.5], False),
        ([1.5, -0.5], False),
        ([0.5, 0.6], False),
        ([0.5, 0.4], False),
        ([0.5, 0.5 + 1e-7], False),
        ([1 + 5e-9, 0.0], False),
        ([1.0, -5e-9], False),
    ],
)
def test_what_are_no_probabilities_is_left_to_scikit_learn(name, first, fine):
    n_more = 1 if name == "neg_log_loss" else 0  # of two, it takes one from the other
    rows = [[*first, *[0.0] * n_more], *np.eye(2 + n_more)]
    y = np.array([1, *range(2 + n_more)])
    [error] = metric(name).vectorised.errors(y, np.array([rows]), np.arange(2 + n_more))
    assert np.isfinite(error) == fine


@pytest.mark.parametrize("name", ["roc_auc", "average_precision"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_left_to_scikit_learn(name, bad):
    y, scores = np.array([0, 1, 1]), np.array([[0.0, 1, 2], [0.0, 1, bad]])
    errors = metric(name).vectorised.errors(y, scores, np.array([0, 1]))
    assert np.isnan(errors).tolist() == [False, True]


@pytest.mark.parametrize("name", ["neg_log_loss", "roc_auc", "f1_macro", "r2"])
def test_answers_of_another_shape_or_precision_are_left_to_scikit_learn(name):
    classes = None if name == "r2" else np.arange(3 if name == "neg_log_loss" else 2)
    y, shape = np.array([0, 1, 2]) % 2, (1, 3) + (3,) * (name == "neg_log_loss")
    score = metric(name).vectorised
    if name == "neg_log_loss":
        y = np.arange(3)
        right = np.eye(3)[np.newaxis]
        assert np.isnan(score.errors(y, right.astype(np.float32), classes)).all()
    else:
        right = np.array([[0.0, 1, 0]])
    assert right.shape == shape
    assert np.isfinite(score.errors(y, right, classes)).all()
    for wrong in (right[:, :-1], right.repeat(2, axis=1)):
        assert np.isnan(score.errors(y, wrong, classes)).all()
    if name == "r2":
        y = y.astype(np.float32)
        assert np.isnan(score.errors(y, right.astype(np.float32), classes)).all()
