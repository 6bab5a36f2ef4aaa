"""The fast paths of scikit-learn's naive Bayes give what fits and predictions give."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB

from learners.sklearn.naive_bayes.fast_paths import bernoulli, categorical, gaussian

N_ROWS = 60
FACTORIES = {"gaussian": gaussian, "categorical": categorical, "bernoulli": bernoulli}


def labels_and_folds(rng):
    """Return codes of 2 to 4 classes, and two folds that train on all of them."""
    n_classes = rng.integers(2, 5)
    y = rng.permutation(
        np.append(
            np.repeat(np.arange(n_classes), 4),
            rng.integers(0, n_classes, N_ROWS - 4 * n_classes),
        )
    )
    folds = []
    while len(folds) < 2:
        train, test = np.split(rng.permutation(N_ROWS), [rng.integers(30, 55)])
        if len(np.unique(y[train])) == n_classes:
            folds.append((train, test))
    return y, folds


def gaussian_case(rng, y):
    X = rng.normal(size=(N_ROWS, 8)) + 0.7 * y[:, np.newaxis] * (rng.random(8) < 0.5)
    X = X * 10.0 ** rng.uniform(-3, 3, 8) + rng.normal(size=8)
    X[:, 1], X[:, 2] = X[:, 0], np.round(X[:, 2] + 2)  # twice; whole numbers
    X[:, 3], X[:, 4] = rng.integers(3), (y == 1) * rng.normal(size=N_ROWS)
    n_classes = y.max() + 1
    priors = [None, rng.dirichlet(np.ones(n_classes))][rng.integers(2)]
    smoothing = [1e-9, 1e-9, 1e-2, 1][rng.integers(4)]
    return GaussianNB(priors=priors, var_smoothing=smoothing), X


def discrete_options(rng, y):
    n_classes = y.max() + 1
    return {
        "alpha": [1.0, 0.3, 2, 1e-8][rng.integers(4)],
        "fit_prior": bool(rng.integers(2)),
        "class_prior": [None, rng.dirichlet(np.ones(n_classes))][rng.integers(2)],
    }


def categorical_case(rng, y):
    X = rng.integers(0, 1 + rng.integers(1, 5, 8), (N_ROWS, 8))
    X = np.where(rng.random((N_ROWS, 8)) < 0.3, np.minimum(y, 1)[:, np.newaxis], X)
    X[:, 1], X[:, 3] = X[:, 0], 1
    # More categories than were seen, so that no test row has an unknown one.
    return CategoricalNB(**discrete_options(rng, y), min_categories=6), X


def bernoulli_case(rng, y):
    X = rng.normal(size=(N_ROWS, 8)) + 0.5 * y[:, np.newaxis]
    X[:, 1], X[:, 3] = X[:, 0], rng.integers(2)
    threshold = [0.0, 0.5, None][rng.integers(3)]
    X = X if threshold is not None else (X > 0.2).astype(float)
    return BernoulliNB(**discrete_options(rng, y), binarize=threshold), X


CASES = {
    "gaussian": gaussian_case,
    "categorical": categorical_case,
    "bernoulli": bernoulli_case,
}


def random_masks(rng, n_columns=8):
    """Return a parent, all its neighbours, and subsets of any size."""
    parent = rng.random(n_columns) < 0.5
    others = rng.random((4, n_columns)) < rng.random((4, 1))
    masks = np.vstack([parent ^ np.eye(n_columns, dtype=bool), others, parent])
    masks[~masks.any(axis=1), 3] = True
    return rng.permutation(masks)


def case(kind, seed):
    rng = np.random.default_rng(seed)
    y, folds = labels_and_folds(rng)
    learner, X = CASES[kind](rng, y)
    X = pd.DataFrame(X, columns=list("abcdefgh")) if seed % 3 == 2 else X
    return learner, X, y, folds, random_masks(rng)


def fitted(learner, X, y, fold, mask):
    """Return the class scores and codes of a fit, the ordinary way."""
    train, test = fold
    columns = np.flatnonzero(mask)
    X = X.iloc[:, columns] if hasattr(X, "iloc") else X[:, columns]
    rows = X.iloc if hasattr(X, "iloc") else X
    with np.errstate(all="ignore"):  # a subset of constant columns
        fit = learner.fit(rows[train], y[train])
        scores = fit.predict_joint_log_proba(rows[test])
        return scores, fit.predict(rows[test]), fit.predict_proba(rows[test])


def are_apart(scores):
    """Whether the two largest scores of each row differ by more than rounding."""
    ordered = np.sort(scores, axis=1)
    gaps = ordered[:, -1] - ordered[:, -2]
    return ~(gaps <= 1e-10 * np.maximum(1, np.abs(ordered[:, -1])))


@pytest.mark.parametrize("kind", CASES)
def test_every_prediction_is_that_of_a_fit(kind):
    n_rows = n_close = 0
    for seed in range(50):
        learner, X, y, folds, masks = case(kind, seed)
        scorer = FACTORIES[kind](learner, X, y, folds)
        for f, fold in list(enumerate(folds))[seed % 2 :: 2]:
            one = range(f, f + 1)
            labels, p = scorer.predict(masks, one), scorer.predict_proba(masks, one)
            scores = scorer.joint_log_likelihood(masks, one)
            for row, mask in enumerate(masks):
                expected, codes, probabilities = fitted(learner, X, y, fold, mask)
                np.testing.assert_allclose(scores[row], expected, 1e-10, 1e-10)
                np.testing.assert_allclose(p[row], probabilities, 1e-8, 1e-10)
                # Categories are added up in scikit-learn's own order.
                apart = are_apart(expected) | (kind == "categorical")
                np.testing.assert_array_equal(labels[row][apart], codes[apart])
                n_rows, n_close = n_rows + len(apart), n_close + np.sum(~apart)

    assert n_close <= 0.01 * n_rows


@pytest.mark.parametrize("kind", CASES)
def test_companions_and_other_folds_change_no_bit(kind):
    for seed in range(40):
        learner, X, y, folds, masks = case(kind, seed)
        scorer = FACTORIES[kind](learner, X, y, folds)
        labels, p = (f(masks, range(2)) for f in (scorer.predict, scorer.predict_proba))
        for row, mask in enumerate(masks):
            alone = [scorer.predict(mask[None], range(f, f + 1))[0] for f in range(2)]
            np.testing.assert_array_equal(labels[row], np.concatenate(alone))
            np.testing.assert_array_equal(
                p[row], scorer.predict_proba(mask[None], range(2))[0]
            )


@pytest.mark.parametrize("kind", CASES)
def test_what_was_asked_before_changes_no_bit(kind):
    for seed in range(25):
        learner, X, y, folds, masks = case(kind, seed)
        rng = np.random.default_rng(seed)
        old = FACTORIES[kind](learner, X, y, folds)
        for _ in range(8):
            some = masks[rng.choice(len(masks), rng.integers(1, 5))]
            some = some[:, rng.permutation(8)] if rng.random() < 0.2 else some
            which = range(*sorted(rng.choice(3, 2, replace=False)))
            fresh = FACTORIES[kind](learner, X, y, folds)
            np.testing.assert_array_equal(
                old.joint_log_likelihood(some, which),
                fresh.joint_log_likelihood(some, which),
            )


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("n_scores", [1, 100, 250])
def test_batches_are_split_where_memory_is_short(monkeypatch, n_scores, kind):
    learner, X, y, folds, masks = case(kind, 1)
    scorer = FACTORIES[kind](learner, X, y, folds)
    whole = scorer.predict(masks, range(2))

    monkeypatch.setattr("learners.sklearn.naive_bayes.scorer.MOST_SCORES", n_scores)
    sizes, scores_of = [], scorer._scores

    def spied(*args):
        scores = scores_of(*args)
        sizes.append((scores.size, len(scores)))
        return scores

    monkeypatch.setattr(scorer, "_scores", spied)
    np.testing.assert_array_equal(scorer.predict(masks, range(2)), whole)
    assert all(size <= n_scores or n_masks == 1 for size, n_masks in sizes)


def test_the_largest_variance_of_the_subset_smooths():
    X, y = np.array([[0.0, 0], [1, 100], [3, 0], [4, 100]]), np.array([0, 0, 1, 1])
    folds = [(np.arange(4), np.arange(4))]
    scorer = gaussian(GaussianNB(var_smoothing=0.1), X, y, folds)

    [alone, both] = scorer.joint_log_likelihood(
        np.array([[True, False], [True, True]]), range(1)
    )

    # Variances 2.5 and 2500 of all rows; those within classes are 0.25 and 2500.
    for scores, smoothing, other in [(alone, 0.25, 0.0), (both, 250.0, 2750.0)]:
        ratio = ((1.5 - 0.5) ** 2 * 0 + (3.5**2 - 0.5**2)) / (2 * (0.25 + smoothing))
        assert np.isclose(scores[0, 0] - scores[0, 1], ratio)
        assert np.isclose(
            scores[0, 0],
            np.log(0.5)
            - np.log(2 * np.pi * (0.25 + smoothing)) / 2
            - 0.125 / (0.25 + smoothing)
            - (np.log(2 * np.pi * other) / 2 + 1250 / other if other else 0),
        )


def test_a_subset_of_constant_columns_gets_the_first_class():
    X, y = np.array([[1.0, 0], [1, 1], [1, 5], [1, 6]]), np.array([0, 0, 1, 1])
    scorer = gaussian(GaussianNB(), X, y, [(np.arange(4), np.arange(4))])
    masks = np.array([[False, True], [True, True], [True, False]])

    labels = scorer.predict(masks, range(1))

    assert labels.tolist() == [[0, 0, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0]]
    assert np.isnan(scorer.predict_proba(masks[2:], range(1))).all()


def test_no_variable_leaves_the_class_frequencies():
    y = np.array([0, 1, 1, 2, 1])
    folds = [(np.arange(5), np.arange(2))]
    for kind, learner in [
        ("gaussian", GaussianNB()),
        ("bernoulli", BernoulliNB()),
        ("categorical", CategoricalNB()),
    ]:
        scorer = FACTORIES[kind](learner, np.arange(10).reshape(5, 2) % 3, y, folds)
        p = scorer.predict_proba(np.zeros((1, 2), bool), range(1))
        np.testing.assert_allclose(p[0], [[0.2, 0.6, 0.2]] * 2)


@pytest.mark.parametrize("n_classes", [1, 127, 128, 129, 200])
def test_there_may_be_few_or_many_classes(n_classes):
    y = np.tile(np.arange(n_classes), 3)
    X, rows = np.array([y % 2, y // 2 % 2, y * 1.0]).T, np.arange(len(y))
    every = np.array([[True, True, True], [True, True, False], [False, False, True]])
    for kind, learner in [
        ("gaussian", GaussianNB()),
        ("bernoulli", BernoulliNB()),
        ("categorical", CategoricalNB()),
    ]:
        found = FACTORIES[kind](learner, X, y, [(rows, rows)]).predict(every, range(1))
        with np.errstate(all="ignore"):  # of one class, all columns are constant
            fits = [learner.fit(X[:, mask], y).predict(X[:, mask]) for mask in every]
        np.testing.assert_array_equal(found, fits)


X = np.random.default_rng(0).integers(0, 2, (20, 3)).astype(float)
Y = np.arange(20) % 2
FOLDS = [(np.arange(14), np.arange(14, 20))]
ROWS = np.arange(20)


def with_cell(value):
    table = X.copy()
    table[0, 0] = value
    return table


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize(
    ("table", "y", "train"),
    [
        (csr_array(X), Y, ROWS),
        (with_cell(np.nan), Y, ROWS),
        (X.astype(np.float32), Y, ROWS),
        (X.astype(object), Y, ROWS),
        (pd.DataFrame({"a": X[:, 0], "b": ["text"] * 20}), Y, ROWS),
        (pd.DataFrame(X, columns=list("abc")).astype({"a": "category"}), Y, ROWS),
        (X, Y, np.flatnonzero(Y == 0)),
        (pd.DataFrame(X, columns=["a", "b", 3]), Y, ROWS),
    ],
    ids=[
        "sparse",
        "missing",
        "single precision",
        "objects",
        "text",
        "category",
        "absent class",
        "mixed names",
    ],
)
def test_other_tables_are_fitted(kind, table, y, train):
    learner = {"gaussian": GaussianNB(), "bernoulli": BernoulliNB()}.get(
        kind, CategoricalNB()
    )
    assert FACTORIES[kind](learner, X, Y, FOLDS) is not None
    assert FACTORIES[kind](learner, table, y, [(train, ROWS)]) is None


@pytest.mark.parametrize(
    ("kind", "learner", "table"),
    [
        ("gaussian", GaussianNB(priors=[0.5, 0.6]), X),
        ("gaussian", GaussianNB(priors=[1.0, 0.0]), X),
        ("gaussian", GaussianNB(priors=[0.2, 0.3, 0.5]), X),
        ("gaussian", GaussianNB(var_smoothing=-1.0), X),
        ("gaussian", GaussianNB(var_smoothing="much"), X),
        ("gaussian", GaussianNB(var_smoothing=0.0), np.where(ROWS == 2, 1, X.T * 0).T),
        ("gaussian", GaussianNB(var_smoothing=0.0), X * Y[:, None]),
        ("gaussian", GaussianNB(), X + 1e7),
        ("gaussian", GaussianNB(), with_cell(1e300)),
        ("gaussian", GaussianNB(), np.where(np.arange(3) == 1, 0.1, X)),
        ("categorical", CategoricalNB(alpha=0.0), X),
        ("categorical", CategoricalNB(alpha=-1.0), X),
        ("categorical", CategoricalNB(alpha=[1.0, 1.0, 1.0]), X),
        ("categorical", CategoricalNB(min_categories=[2, 2, 2]), X),
        ("categorical", CategoricalNB(min_categories=0), X),
        ("categorical", CategoricalNB(class_prior=[1.0, 0.0]), X),
        ("categorical", CategoricalNB(class_prior=[1.0]), X),
        ("categorical", CategoricalNB(), -X),
        ("categorical", CategoricalNB(), X + np.where(ROWS == 19, 2, 0)[:, None]),
        ("categorical", CategoricalNB(), X - np.where(ROWS == 19, 2, 0)[:, None]),
        ("categorical", CategoricalNB(), X - np.where(ROWS == 19, 4, 0)[:, None]),
        ("categorical", CategoricalNB(alpha=np.inf), X),
        ("gaussian", GaussianNB(var_smoothing=np.inf), X),
        ("bernoulli", BernoulliNB(alpha=0.99e-10), X),
        ("bernoulli", BernoulliNB(binarize=None), X * 0.5),
        ("bernoulli", BernoulliNB(alpha=1e-12, force_alpha=False), X),
        ("bernoulli", BernoulliNB(alpha=0), X),
        ("bernoulli", BernoulliNB(alpha=[1.0, 1.0, 1.0]), X),
        ("bernoulli", BernoulliNB(binarize=None), X + 1),
        ("bernoulli", BernoulliNB(binarize=-1.0), X),
        ("bernoulli", BernoulliNB(class_prior=[-0.5, 1.5]), X),
    ],
)
def test_what_fits_differently_or_fails_is_fitted(kind, learner, table):
    assert FACTORIES[kind](learner, table, Y, FOLDS) is None


@pytest.mark.parametrize(
    ("kind", "learner", "table"),
    [
        ("gaussian", GaussianNB(var_smoothing=0.0), X + Y[:, None]),
        ("gaussian", GaussianNB(var_smoothing=1), X),
        ("gaussian", GaussianNB(), X + 1e4),
        ("gaussian", GaussianNB(), np.where(np.arange(3) == 1, 7.0, X)),
        ("categorical", CategoricalNB(alpha=1e-10), X),
        ("categorical", CategoricalNB(min_categories=3), X),
        ("categorical", CategoricalNB(), X + 0.5),
        ("bernoulli", BernoulliNB(alpha=1e-10), X),
        ("bernoulli", BernoulliNB(alpha=1), X - 0.5),
        ("bernoulli", BernoulliNB(binarize=None), X),
        ("bernoulli", BernoulliNB(binarize=1.0), X),
        ("bernoulli", BernoulliNB(binarize=0), X),
    ],
)
def test_settings_at_their_limits_need_no_fit(kind, learner, table):
    scorer, masks = FACTORIES[kind](learner, table, Y, FOLDS), np.eye(3, dtype=bool)
    found = scorer.predict_proba(masks | (np.arange(3) == 0), range(1))
    for mask, p in zip(masks | (np.arange(3) == 0), found, strict=True):
        np.testing.assert_allclose(p, fitted(learner, table, Y, FOLDS[0], mask)[2])
