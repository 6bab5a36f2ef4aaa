"""Several metrics: the first one decides, the others judge what it found."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, load_wine, make_classification, make_regression
from sklearn.linear_model import Ridge
from sklearn.metrics import silhouette_score
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from wrapsel import Budget, LearnerError, Problem, SearchResult, honest_error, select
from wrapsel.search import Backward, Forward
from wrapsel.subset import Subset

CLASSES = ["accuracy", "f1_macro", "roc_auc", "neg_log_loss"]
NUMBERS = {"mse": "neg_mean_squared_error", "r2": "r2", "mae": "mean_absolute_error"}
THEIRS = NUMBERS | {"mae": "neg_mean_absolute_error"}
SQUARED = "mean_squared_error"


def problem_of(kind, seed, scoring):
    if kind == "classes":
        X, y = make_classification(90, 6, n_informative=3, random_state=seed)
        return Problem(GaussianNB(), X, y, scoring=scoring, random_state=seed)
    X, y = make_regression(80, 6, n_informative=3, noise=9.0, random_state=seed)
    return Problem(Ridge(), X, y, cv=4, scoring=scoring, random_state=seed)


def by_scikit_learn(problem, subset, scoring):
    """Return the mean score of each metric, as scikit-learn itself has it."""
    X = problem.X[:, problem.columns(subset)]
    scored = cross_validate(
        problem.learner, X, problem.y, cv=problem.folds, scoring=scoring
    )
    return {name: scored[f"test_{name}"].mean() for name in scoring}


@pytest.mark.parametrize("strategy", [Forward(), Backward()], ids=["forward", "back"])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_each_metric_scores_as_scikit_learn_does_on_the_same_folds(
    kind, seed, strategy
):
    scoring = CLASSES if kind == "classes" else NUMBERS
    theirs = (
        CLASSES if kind == "classes" else {**NUMBERS, "mae": "neg_" + NUMBERS["mae"]}
    )
    problem = problem_of(kind, seed, scoring)

    result = select(problem, strategy, honest=False)

    assert list(result.metrics) == list(scoring)
    everything = by_scikit_learn(problem, Subset.full(6), theirs)
    for name, score in by_scikit_learn(problem, result.subset, theirs).items():
        said, sign = result.metrics[name], -1 if name == "mae" else 1
        assert said.score == pytest.approx(sign * score)
        assert said.reference_score == pytest.approx(sign * everything[name])
        for verdict in said.measured:
            if verdict.subset:
                again = by_scikit_learn(problem, verdict.subset, theirs)[name]
                found = said.optimum + said.sign * verdict.error
                assert found == pytest.approx(sign * again)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", ["classes", "numbers"])
def test_the_first_metric_alone_decides(kind, seed):
    scoring = CLASSES if kind == "classes" else list(NUMBERS.values())
    alone = select(problem_of(kind, seed, scoring[0]), Forward(), honest="nested")

    result = select(problem_of(kind, seed, scoring), Forward(), honest="nested")

    bare = replace(result, by_metric=())
    spent = replace(bare.spending, seconds=alone.spending.seconds)
    assert replace(bare, spending=spent) == alone
    assert result.frontier().equals(alone.frontier())


def test_a_single_metric_is_as_before():
    result = select(problem_of("classes", 0, ["f1_macro"]), Forward(), honest=False)

    assert result.metrics == {}
    assert str(result) == str(
        select(problem_of("classes", 0, "f1_macro"), Forward(), honest=False)
    )


def test_the_constant_is_scored_too():
    result = select(problem_of("classes", 0, CLASSES), Forward(), honest=False)

    assert result.metrics["accuracy"].constant == result.constant
    assert result.metrics["roc_auc"].constant_score == 0.5


@pytest.mark.parametrize("seed", range(4))
def test_a_frontier_by_another_metric_has_what_none_measured_beats(seed):
    result = select(problem_of("classes", seed, CLASSES), Backward(), honest=False)
    said = result.metrics["roc_auc"]

    frame = result.frontier(by="roc_auc")

    better = [
        v
        for v in said.measured
        if not any(
            (o.error <= v.error and len(o.subset) <= len(v.subset))
            and (o.error, len(o.subset)) != (v.error, len(v.subset))
            for o in said.measured
        )
    ]
    points = sorted({(len(v.subset), v.error) for v in better})
    assert list(zip(frame["size"], frame["error"], strict=True)) == points
    assert {*result.frontier()["size"]} <= {len(v.subset) for v in said.measured}


def test_with_prices_a_frontier_by_another_metric_goes_with_the_price():
    problem = problem_of("classes", 1, CLASSES)

    result = select(problem, Forward(), honest=False, prices=[5, 1, 4, 2, 3, 1])

    frame = result.frontier(by="f1_macro")
    assert frame["price"].is_monotonic_increasing
    assert frame["error"].is_monotonic_decreasing
    assert frame["price"].is_unique


def test_what_a_frontier_can_go_by_is_said():
    result = select(problem_of("classes", 0, CLASSES[:2]), Forward(), honest=False)

    with pytest.raises(ValueError, match="'size' or 'price' or 'accuracy' or 'f1_m"):
        result.frontier(by="f1")


@pytest.mark.parametrize("seed", range(6))
def test_the_choice_by_a_metric_has_its_smallest_error_then_the_fewest(seed):
    scoring = ["accuracy", "roc_auc"]
    problem = problem_of("classes", seed, scoring)
    result = select(problem, Forward(), honest=False)
    said = result.metrics["roc_auc"]
    kept = {verdict.subset for verdict in result.path}

    some = [v for v in said.measured if v.subset]
    some = [v for v in some if len(v.subset) < 6 or v.subset in kept]
    lowest = min(v.error for v in some)

    assert said.choice.error == lowest
    assert len(said.choice.subset) == min(
        len(v.subset) for v in some if v.error == lowest
    )
    assert result.metrics["accuracy"].choice == result.best


def test_the_choice_by_a_metric_keeps_to_the_limits():
    prices, problem = [5, 1, 4, 2, 3, 1], problem_of("classes", 2, CLASSES)

    result = select(
        problem, Backward(), honest=False, prices=prices, max_price=4, required=["x1"]
    )

    for said in result.metrics.values():
        assert sum(prices[i] for i in said.choice.subset) <= 4
        assert 1 in said.choice.subset


def test_other_metrics_are_no_part_of_the_budget():
    alone = select(
        problem_of("classes", 0, "accuracy"), Forward(), budget=Budget(5), honest=False
    )

    result = select(
        problem_of("classes", 0, CLASSES), Forward(), budget=Budget(5), honest=False
    )

    assert result.path == alone.path
    assert result.spending.fits == alone.spending.fits
    assert result.metrics["roc_auc"].best.subset == alone.subset


def test_workers_change_nothing():
    X, y = load_wine(return_X_y=True)
    tree = DecisionTreeClassifier(max_depth=2)
    problem = Problem(tree, X[:, :4], y, cv=3, scoring=["accuracy", "f1_macro"])

    one, two = (
        select(problem, Forward(), n_jobs=n, honest=False).by_metric for n in (1, 2)
    )

    assert one == two


def test_a_store_remembers_what_the_other_metrics_measured(tmp_path, monkeypatch):
    X, y = load_iris(return_X_y=True)
    tree, scoring = DecisionTreeClassifier(max_depth=2), ["accuracy", "f1_macro"]
    problem = Problem(tree, X, y, scoring=scoring)
    options = {"store": tmp_path / "s.db", "honest": False}
    first = select(problem, Forward(), **options)

    def fit(self, X, y):
        raise AssertionError("fitted again")

    monkeypatch.setattr(DecisionTreeClassifier, "fit", fit)
    again = select(problem, Forward(), **options)

    assert again.by_metric == first.by_metric


def test_the_honest_error_is_of_the_first_metric():
    several, alone = (
        problem_of("classes", 3, scoring) for scoring in (CLASSES, "accuracy")
    )

    told = honest_error(several, Forward(), how="redrawn")

    assert told == honest_error(alone, Forward(), how="redrawn")


def test_variants_are_judged_as_the_answer_was():
    class Tuned(KNeighborsClassifier):
        variants = ({"n_neighbors": 1}, {"n_neighbors": 30})

    X, y = load_iris(return_X_y=True)
    problem = Problem(Tuned(), X, y, scoring=["accuracy", "neg_log_loss"])

    result = select(problem, Forward(), honest=False)

    plain = KNeighborsClassifier(**Tuned.variants[result.best.variant])
    shown = X[:, problem.columns(result.subset)]
    scores = cross_validate(plain, shown, y, cv=problem.folds, scoring="neg_log_loss")
    said = result.metrics["neg_log_loss"].score
    assert said == pytest.approx(scores["test_score"].mean())


def silhouette(estimator, X, y=None):
    labels = estimator.predict(X)
    return silhouette_score(X, labels) if len(set(labels)) > 1 else -1.0


def n_found(estimator, X, y=None):
    return float(len(set(estimator.predict(X))))


def test_without_targets_scorers_do():
    X, _ = load_iris(return_X_y=True)
    learner = KMeans(3, n_init=1, random_state=0)
    scoring = {"silhouette": silhouette, "found": n_found}
    problem = Problem(learner, X, None, cv=3, scoring=scoring)

    result = select(problem, Backward(min_features=1), honest=False)

    assert result.metrics["found"].score == 3
    assert result.metrics["silhouette"].error == result.error
    with pytest.raises(ValueError, match=r"'accuracy'.*without y"):
        Problem(learner, X, None, scoring=[silhouette, "accuracy"])


class NeverFitted:
    def fit(self, X, y):
        raise AssertionError("fitted")

    def predict(self, X):
        raise AssertionError("fitted")


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        ([], r"at least one metric, got \[\]"),
        ({}, r"at least one metric, got \{\}"),
        (["accuracy", "accuracy"], "twice, got 'accuracy' again as entry 1"),
        (["accuracy", "acuracy"], r"scoring\[1\]: no metric.*did you mean 'accuracy'"),
        ({"a": "accuracy", "b": "f1_micr"}, r"scoring\['b'\]: no metric"),
        (["accuracy", "roc_auc"], r"scoring\['roc_auc'\]: .*more than two classes"),
        ({"one": "f1"}, r"scoring\['one'\]: .*3 classes, got 'f1'"),
        (
            ["accuracy", "mean_squared_error"],
            r"\['mean_squared_error'\]: .*suit classes",
        ),
        (
            ["mean_squared_error", "accuracy"],
            r"\['mean_squared_error'\]: .*suit classes",
        ),
        (["accuracy", ["f1_macro"]], r"scoring\[1\]: scoring must be a name"),
        (["accuracy", None], r"scoring\[1\]: scoring must be a name"),
        # A set has no lasting order, so neither had its name among the tests.
        pytest.param({"accuracy", "f1_macro"}, "must have a first metric", id="a set"),
        ({"size": "accuracy"}, "text other than size and price"),
        ({1: "accuracy"}, "text other than size and price"),
    ],
    ids=str,
)
def test_what_cannot_be_measured_is_said_before_any_fit(scoring, said):
    X, y = load_iris(return_X_y=True)

    with pytest.raises(ValueError, match=said):
        Problem(NeverFitted(), X, y, scoring=scoring)


def test_a_learner_that_a_metric_cannot_judge_is_known_before_the_search():
    X, y = load_iris(return_X_y=True)
    scoring = ["accuracy", "neg_log_loss"]
    seen = []

    with pytest.raises(LearnerError, match="predict_proba"):
        select(
            Problem(LinearSVC(), X, y, scoring=scoring), Forward(), on_event=seen.append
        )

    assert not seen


def test_what_a_search_refuses_is_refused_before_the_other_metrics_measure():
    problem = Problem(
        NeverFitted(), *load_iris(return_X_y=True), scoring=["accuracy", "f1_macro"]
    )

    for wrong in ({"required": ["none"]}, {"prices": [1]}, {"start": ["none"]}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            select(problem, Forward(), **wrong)


def test_a_result_shows_and_saves_all_its_metrics(tmp_path):
    result = select(problem_of("classes", 0, CLASSES), Forward(), honest=False)
    result.save(tmp_path / "r.json")

    assert SearchResult.load(tmp_path / "r.json") == result
    said = result.metrics["roc_auc"]
    shown = f"roc_auc {said.score:.4g} (all: {said.reference_score:.4g})"
    assert shown in str(result)
    assert "roc_auc" in result._repr_html_()
    assert said.to_dict()["score_all"] == said.reference_score


def test_no_variable_that_a_metric_cannot_score_is_not_a_number():
    def needs_means(estimator, X, y):
        return float(np.mean(estimator.theta_ > -np.inf))

    X, y = np.random.default_rng(1).normal(size=(60, 5)), np.arange(60) % 2
    problem = Problem(GaussianNB(), X, y, scoring=["accuracy", needs_means])

    result = select(problem, honest=False)

    assert not result.subset
    said = result.metrics["needs_means"]
    assert np.isnan(said.score)
    assert said.constant is None
