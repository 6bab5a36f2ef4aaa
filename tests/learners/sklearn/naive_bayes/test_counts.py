"""The fast paths of naive Bayes of counts give what fits and predictions give."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_matrix, csr_array, csr_matrix, hstack
from sklearn.naive_bayes import ComplementNB, MultinomialNB

from learners.sklearn.naive_bayes.count_paths import complement, multinomial
from learners.sklearn.naive_bayes.count_scorer import CountScorer
from wrapsel import Problem, Subset, select
from wrapsel.search import Forward, RVErS

N_ROWS, N_COLUMNS = 60, 8
FACTORIES = {MultinomialNB: multinomial, ComplementNB: complement}
KINDS = [csc_matrix, csr_matrix, csr_array, np.asarray, pd.DataFrame]


def counts_and_codes(rng):
    """Return counts, or now and then weights of words, and codes of 2 to 4 classes."""
    n_classes = rng.integers(2, 5)
    rest = rng.integers(0, n_classes, N_ROWS - 4 * n_classes)
    y = rng.permutation(np.append(np.repeat(np.arange(n_classes), 4), rest))
    X = rng.poisson(0.6, (N_ROWS, N_COLUMNS)) * (rng.random((N_ROWS, N_COLUMNS)) < 0.6)
    X[:, 1], X[:, 2] = X[:, 0], X[:, 2] * (y == 1)
    return (X * rng.random(X.shape) if rng.random() < 0.3 else X), y


def two_folds(rng, y):
    folds = []
    while len(folds) < 2:
        train, test = np.split(rng.permutation(N_ROWS), [rng.integers(30, 55)])
        if len(np.unique(y[train])) == y.max() + 1:
            folds.append((train, test))
    return folds


def case(cls, seed):
    rng = np.random.default_rng(seed)
    X, y = counts_and_codes(rng)
    options = {"alpha": [1.0, 0.3, 2][seed % 3], "fit_prior": bool(seed % 2)}
    if seed % 5 == 4:
        options["class_prior"] = rng.dirichlet(np.ones(y.max() + 1))
    X = KINDS[seed % len(KINDS)](X.astype(float) if seed % 2 else X)
    return cls(**options), X, y, two_folds(rng, y), rng


def some_masks(rng, n_columns=N_COLUMNS):
    masks = rng.random((rng.integers(1, 6), n_columns)) < rng.random()
    masks[~masks.any(axis=1), 3] = True
    return masks


def fitted(learner, X, y, folds, mask):
    """Return the class scores and codes of fits, the ordinary way."""
    columns, scores, codes = np.flatnonzero(mask), [], []
    X = X.iloc[:, columns] if hasattr(X, "iloc") else X[:, columns]
    rows = X.iloc if hasattr(X, "iloc") else X
    for train, test in folds:
        fit = learner.fit(rows[train], y[train])
        scores.append(fit.predict_joint_log_proba(rows[test]))
        codes.append(fit.predict(rows[test]))
    return np.concatenate(scores), np.concatenate(codes)


@pytest.mark.parametrize("cls", FACTORIES)
def test_every_prediction_is_that_of_a_fit(cls, monkeypatch):
    n_asked, n_fits, fit_alone = 0, [0], CountScorer._fitted

    def counted(*args):
        n_fits[0] += 1
        return fit_alone(*args)

    monkeypatch.setattr(CountScorer, "_fitted", counted)
    for seed in range(60):  # all of the kinds, smoothings and priors, twice
        learner, X, y, folds, rng = case(cls, seed)
        scorer = FACTORIES[cls](learner, X, y, folds)
        for _ in range(4):
            masks = some_masks(rng)
            labels = scorer.predict(masks, range(2))
            scores = scorer.joint_log_likelihood(masks, range(2))
            n_asked += 2 * len(masks)
            for row, mask in enumerate(masks):
                expected, codes = fitted(learner, X, y, folds, mask)
                np.testing.assert_allclose(scores[row], expected, 1e-10, 1e-10)
                np.testing.assert_array_equal(labels[row], codes)

    assert 0 < n_fits[0] < 0.05 * n_asked


@pytest.mark.parametrize("cls", FACTORIES)
def test_probabilities_are_those_of_a_fit(cls):
    for seed in range(30):
        learner, X, y, folds, rng = case(cls, seed)
        [train, test], mask = folds[1], some_masks(rng)[0]
        found = FACTORIES[cls](learner, X, y, folds).predict_proba(mask[None], [1])[0]
        part = X.iloc[:, mask.nonzero()[0]] if hasattr(X, "iloc") else X[:, mask]
        rows = part.iloc if hasattr(part, "iloc") else part
        expected = learner.fit(rows[train], y[train]).predict_proba(rows[test])
        np.testing.assert_allclose(found, expected, 1e-8, 1e-10)


@pytest.mark.parametrize("cls", FACTORIES)
@pytest.mark.parametrize("most", [1, 200, 2**20])
def test_neither_companions_nor_what_was_asked_before_change_a_bit(
    cls, most, monkeypatch
):
    monkeypatch.setattr("learners.sklearn.naive_bayes.count_scorer.MOST_SCORES", most)
    for seed in range(30):  # all of the kinds, smoothings and priors
        learner, X, y, folds, rng = case(cls, seed)
        old = FACTORIES[cls](learner, X, y, folds)
        for _ in range(4):
            masks = some_masks(rng)
            which = range(*sorted(rng.choice(3, 2, replace=False)))
            labels, scores = (
                old.predict(masks, which),
                old.joint_log_likelihood(masks, which),
            )
            for row, mask in enumerate(masks):
                fresh = FACTORIES[cls](learner, X, y, folds)
                alone = fresh.joint_log_likelihood(mask[None], which)[0]
                np.testing.assert_array_equal(scores[row], alone)
                alone = fresh.predict(mask[None], which)[0]
                np.testing.assert_array_equal(labels[row], alone)


@pytest.mark.parametrize("cls", FACTORIES)
def test_subsets_that_tell_what_changes_are_predicted_as_masks(cls):
    rng = np.random.default_rng(0)
    X = csc_matrix(rng.poisson(0.02, (N_ROWS, 1100)))
    y = np.arange(N_ROWS) % 3
    folds = two_folds(rng, y)
    old = FACTORIES[cls](cls(), X, y, folds)
    origin = Subset.full(1100)
    for step in range(40):
        out = rng.choice(origin.indices(), 20, replace=False)
        wave = [origin.removing(tuple(some)) for some in (out[:1], out[1:4], out[4:])]
        if step % 4 == 3:  # made from others
            wave.append(wave[0].adding((int(out[0]),)))
        which = range(step % 2, 2)
        masks = np.array([subset.mask() for subset in wave])
        fresh = FACTORIES[cls](cls(), X, y, folds)
        found = old.predict_subsets(wave, which)
        np.testing.assert_array_equal(found, fresh.predict(masks, which))
        origin = wave[step % 3]


def test_a_variable_alone_says_nothing_and_none_leaves_the_priors():
    X, y = np.array([[1], [2], [0], [5], [3]]), np.array([0, 1, 1, 1, 0])
    scorer = multinomial(MultinomialNB(), X, y, [(np.arange(5), np.arange(5))])
    assert (
        scorer.predict(np.array([[True], [False]]), range(1)).tolist() == [[1] * 5] * 2
    )


GOOD = np.random.default_rng(0).poisson(0.7, (20, 3)).astype(float)
CODES = np.arange(20) % 2


@pytest.mark.parametrize(
    ("learner", "X", "train"),
    [
        (MultinomialNB(alpha=[1.0, 2.0, 1.0]), GOOD, np.arange(10)),
        (MultinomialNB(alpha=0), GOOD, np.arange(10)),
        (ComplementNB(norm=True), GOOD, np.arange(10)),
        (MultinomialNB(), GOOD - 1, np.arange(10)),
        (MultinomialNB(), csr_matrix(GOOD - 1), np.arange(10)),
        (MultinomialNB(), GOOD.astype(np.float32), np.arange(10)),
        (MultinomialNB(), csr_matrix(GOOD, dtype=np.float32), np.arange(10)),
        (MultinomialNB(), np.where(GOOD == 1, np.nan, GOOD), np.arange(10)),
        (MultinomialNB(), GOOD * 1e17, np.arange(10)),
        (MultinomialNB(class_prior=[1.0, 0.0]), GOOD, np.arange(10)),
        (MultinomialNB(), GOOD, np.arange(0, 10, 2)),
    ],
)
def test_the_rest_is_fitted(learner, X, train):
    factory = FACTORIES[type(learner)]
    assert factory(learner, X, CODES, [(train, np.arange(10, 20))]) is None


class Slow(MultinomialNB):
    """Has no fast path."""


@pytest.mark.parametrize("strategy", [RVErS(), Forward(max_features=5)])
@pytest.mark.parametrize("scoring", ["accuracy", "neg_log_loss"])
def test_searches_end_as_without_it(strategy, scoring):
    rng = np.random.default_rng(1)
    y = np.arange(200) % 2
    words = csc_matrix(rng.poisson(0.1, (200, 30)))
    words = hstack([words, csc_matrix(rng.poisson(0.1 + 0.4 * y[:, None], (200, 3)))])
    found = [
        select(Problem(cls(), words, y, scoring=scoring), strategy)
        for cls in (MultinomialNB, Slow)
    ]
    assert [v.subset for v in found[0].path] == [v.subset for v in found[1].path]
    errors = [[v.error for v in one.path] for one in found]
    assert errors[0] == pytest.approx(errors[1], rel=1e-9)
