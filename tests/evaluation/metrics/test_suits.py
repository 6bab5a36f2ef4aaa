"""A metric that cannot work with the classes is refused before any work."""

import warnings

import numpy as np
import pytest
import sklearn.metrics
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    brier_score_loss,
    f1_score,
    fbeta_score,
    get_scorer,
    get_scorer_names,
    make_scorer,
)
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, Subset
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.metrics.metric import metric
from wrapsel.evaluation.metrics.suits import check_metric, unsuited

RNG = np.random.default_rng(0)
X, HALF = RNG.normal(size=(40, 3)), np.tile([0, 1], 20)
TEXT = np.array(["no", "yes"])[HALF]
LABELS = {
    "0 and 1": HALF,
    "-1 and 1": 2 * HALF - 1,
    "bools": HALF == 1,
    "text": TEXT,
    "2 and 3": HALF + 2,
    "1 and 2": HALF + 1,
    "three": np.tile([0, 1, 2, 1], 10),
    "three of text": np.array(["a", "b", "c"])[np.tile([0, 1, 2, 1], 10)],
}
OF_POSITIVE = [
    *("f1", "precision", "recall", "jaccard", "average_precision", "neg_brier_score"),
    make_scorer(f1_score),
    make_scorer(fbeta_score, beta=2),
    make_scorer(brier_score_loss, response_method="predict_proba"),
]


OF_ONE = [spec for spec in OF_POSITIVE if "brier" not in str(spec)]
NAMED = [spec for spec in OF_POSITIVE if isinstance(spec, str)]
MADE = [spec for spec in OF_POSITIVE if not isinstance(spec, str)]
NAMELESS = [*((spec, "text") for spec in MADE)]
NAMELESS += [(spec, "2 and 3") for spec in MADE if spec in OF_ONE]


@pytest.mark.parametrize(("spec", "labels"), NAMELESS, ids=str)
def test_a_metric_of_a_positive_class_must_know_it(spec, labels):
    with pytest.raises(ValueError, match=r"must know which class is pos.*make_scorer"):
        Problem(GaussianNB(), X, LABELS[labels], scoring=spec)


@pytest.mark.parametrize("spec", NAMED)
@pytest.mark.parametrize("labels", ["text", "2 and 3", "bools", "1 and 2", "-1 and 1"])
def test_a_metric_that_is_named_finds_the_larger_label_unless_one_is_1(spec, labels):
    y = LABELS[labels]
    known = 1 in y.tolist() and not spec.startswith("neg_brier")
    positive = 1 if known else np.unique(y)[1]
    coded = Fitter(Problem(GaussianNB(), X, y == positive, 2, spec))
    fitter = Fitter(Problem(GaussianNB(), X, y, coded.problem.cv, spec))
    subset = Subset.of([0, 2], 3)
    for fold in range(2):
        error = fitter.errors(subset, fold)[0]
        assert error == pytest.approx(coded.errors(subset, fold)[0], abs=1e-12)


@pytest.mark.parametrize("spec", ["f1", "precision", "recall", "jaccard"])
@pytest.mark.parametrize("labels", ["three", "three of text"])
def test_a_metric_of_two_classes_is_told_what_suits_more(spec, labels):
    with pytest.raises(ValueError, match=f"suit 3 classes.*try '{spec}_macro'"):
        Problem(GaussianNB(), X, LABELS[labels], scoring=spec)


@pytest.mark.parametrize("spec", ["f1_samples", "recall_samples"])
def test_a_metric_of_several_labels_a_row_is_refused(spec):
    with pytest.raises(ValueError, match="one label a row, got"):
        Problem(GaussianNB(), X, TEXT, scoring=spec)


def test_the_scorer_that_is_named_as_the_remedy_works():
    for spec in ("f1", "average_precision", "neg_brier_score"):
        told = unsuited(metric(spec), np.unique(TEXT))
        call = told[told.index("make_scorer") :]
        scorer = eval(call, vars(sklearn.metrics))
        Problem(GaussianNB(), X, TEXT, scoring=scorer)
        fitted = GaussianNB().fit(X, TEXT)
        coded = GaussianNB().fit(X, HALF)
        assert scorer(fitted, X, TEXT) == get_scorer(spec)(coded, X, HALF)


@pytest.mark.parametrize("labels", LABELS)
def test_what_scikit_learn_can_score_is_not_refused(labels):
    y = LABELS[labels]
    fitted = LogisticRegression().fit(X, y)
    for name in get_scorer_names():
        with warnings.catch_warnings(action="ignore"):
            try:
                can = np.isfinite(get_scorer(name)(fitted, X, y))
            except (ValueError, TypeError, AttributeError):
                can = False
        if can:
            assert unsuited(metric(name), np.unique(y)) is None, name


def test_a_metric_that_takes_no_weights_suits_rows_that_weigh_alike():
    check_metric(metric("rand_score"), np.arange(2))
    check_metric(metric("f1"), np.arange(2))
    with pytest.raises(ValueError, match="takes weights, got 'rand_score'"):
        check_metric(metric("rand_score"), np.arange(2), weighs=True)
