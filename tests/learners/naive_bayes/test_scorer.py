"""The scorer gives the same bits as fit and predict, by every way."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from learners import NaiveBayes
from learners.naive_bayes import classifier
from tests.learners.scorers import scorer_of
from wrapsel import Problem, Subset
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.fitting import Fitter


def same_rows_by_hand(learner, X, y, X_test, columns):
    """Return labels and scores of an ordinary fit on some columns."""
    fitted = learner.fit(X[:, columns], y)
    return fitted.predict(X_test[:, columns]), fitted.decision_function(
        X_test[:, columns]
    )


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("nominal", [None, "all"])
def test_the_scorer_gives_the_bits_of_fit_and_predict(seed, nominal):
    rng = np.random.default_rng(seed)
    n_classes = 2 + seed % 3
    y = rng.integers(0, n_classes, 100)
    X = np.round(rng.normal(size=(100, 9)) * 2) + 0.3 * (seed % 2)
    X[rng.random(X.shape) < 0.1] = np.nan
    folds = [np.split(rng.permutation(100), [60]) for _ in range(2)]
    scorer = NaiveBayes(nominal=nominal).subset_scorer(X, y, folds)

    for size in (1, 2, 7, 30):
        masks = rng.random((size, 9)) < rng.random()
        masks[:, 0] |= ~masks.any(axis=1)
        for fold, (train, test) in enumerate(folds):
            folds_ = range(fold, fold + 1)
            labels = scorer.predict(masks, folds_)
            scores = scorer.decision_function(masks, folds_)
            for mask, of_mask, score in zip(masks, labels, scores, strict=True):
                columns = rng.permutation(np.flatnonzero(mask))
                by_hand = same_rows_by_hand(
                    NaiveBayes(nominal=nominal), X[train], y[train], X[test], columns
                )
                np.testing.assert_array_equal(of_mask, by_hand[0])
                np.testing.assert_array_equal(score, by_hand[1])


@pytest.mark.parametrize("absent", [0, 1, 2])
@pytest.mark.parametrize("nominal", [None, "all"])
def test_a_fold_may_lack_a_class(absent, nominal):
    rng = np.random.default_rng(absent)
    X, y = np.round(rng.normal(size=(90, 5)) * 2), rng.integers(0, 3, 90)
    train, test = np.flatnonzero(y != absent)[:40], np.arange(90)
    scorer = NaiveBayes(nominal=nominal).subset_scorer(X, y, [(train, test)])
    masks = rng.random((20, 5)) < 0.6
    masks[:, 0] |= ~masks.any(axis=1)

    for mask, labels in zip(masks, scorer.predict(masks), strict=True):
        plain = NaiveBayes(nominal=nominal).fit(X[train][:, mask], y[train])
        np.testing.assert_array_equal(labels, plain.predict(X[test][:, mask]))


def test_folds_are_answered_one_after_the_other():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 3, 60)
    folds = [np.split(rng.permutation(60), [40 + 3 * fold]) for fold in range(4)]
    scorer = NaiveBayes().subset_scorer(X, y, folds)
    masks = rng.random((9, 4)) < 0.5

    parts = [scorer.predict(masks, range(fold, fold + 1)) for fold in range(4)]
    np.testing.assert_array_equal(scorer.predict(masks), np.hstack(parts))
    np.testing.assert_array_equal(
        scorer.predict(masks, range(1, 3)), np.hstack(parts[1:3])
    )


@pytest.mark.parametrize("seed", range(10))
def test_companions_and_predecessors_change_nothing(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(50, 12)), rng.integers(0, 3, 50)
    scorer = scorer_of(NaiveBayes(), X, y)
    parent = rng.random(12) < 0.5
    masks = np.vstack([parent ^ np.eye(12, dtype=bool), rng.random((9, 12)) < 0.3])
    masks = rng.permutation(masks)

    labels, scores = scorer.predict(masks), scorer.decision(masks)
    for row in rng.permutation(len(masks)):
        fresh = scorer_of(NaiveBayes(), X, y)
        one = masks[row : row + 1]
        np.testing.assert_array_equal(scorer.predict(one)[0], labels[row])
        np.testing.assert_array_equal(fresh.predict(one)[0], labels[row])
        np.testing.assert_array_equal(scorer.decision(one)[0], scores[row])


def test_the_scorer_counts_nominal_columns_in_all_of_x():
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(40, 3)).astype(object)
    letters = np.array(["a", "b", None], dtype=object)[rng.integers(0, 3, (40, 2))]
    table, y = np.hstack([numbers, letters]), rng.integers(0, 2, 40)
    scorer = scorer_of(NaiveBayes(nominal=[3, 4]), table, y)
    expected = NaiveBayes(nominal=[1]).fit(table[:, [0, 4]], y)

    [labels] = scorer.predict(np.array([[True, False, False, False, True]]))

    np.testing.assert_array_equal(labels, expected.predict(table[:, [0, 4]]))


def test_no_variable_leaves_the_class_frequencies():
    y = ["b", "a", "b", "c", "b"]
    scorer = scorer_of(NaiveBayes(), np.zeros((5, 2)), y)
    nothing = np.zeros((1, 2), dtype=bool)

    assert scorer.predict(nothing).tolist() == [["b"] * 5]
    odds = np.exp(scorer.decision(nothing)[0, 0])
    np.testing.assert_allclose(odds, [1, 3, 1], atol=1e-5)


def test_softmax_of_decisions_are_the_probabilities():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, 4, 40)
    scores = scorer_of(NaiveBayes(), X, y).decision(np.ones((1, 3), dtype=bool))
    odds = np.exp(scores[0])

    proba = NaiveBayes().fit(X, y).predict_proba(X)
    np.testing.assert_allclose(proba, odds / odds.sum(axis=1, keepdims=True))


def test_threads_may_share_a_scorer():
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(80, 30)), rng.integers(0, 3, 80)
    batches = [rng.random((5, 30)) < 0.5 for _ in range(60)]
    scorer = scorer_of(NaiveBayes(), X, y)
    expected = [scorer.predict(masks) for masks in batches]

    with ThreadPoolExecutor(4) as pool:
        for labels, alone in zip(
            pool.map(scorer.predict, batches), expected, strict=True
        ):
            np.testing.assert_array_equal(labels, alone)


@pytest.mark.parametrize("metric", ["roc_auc", "neg_log_loss", "f1_macro"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_scorers_give_the_errors_of_fitting(metric, n_classes):
    rng = np.random.default_rng(0)
    y = np.array(["a", "b", "c"])[np.arange(120) % n_classes]
    X = rng.normal(size=(120, 6)) + (np.arange(120) % n_classes)[:, None] * 0.5
    metric = "roc_auc_ovr" if metric == "roc_auc" and n_classes > 2 else metric
    problem = Problem(NaiveBayes(), X, y, cv=3, scoring=metric)
    subsets = [Subset.of([0], 6), Subset.of([1, 4], 6), Subset.full(6)]

    shared = CrossValidation(problem).measure(subsets, range(3)).errors
    fitted = [[Fitter(problem).errors(s, f)[0] for f in range(3)] for s in subsets]

    np.testing.assert_allclose(shared, fitted, rtol=1e-12)


def a_wide_walk(rng, n, n_steps=25):
    """Yield waves of subsets that were made from the one before, or from none."""
    subset = Subset.full(n)
    for _ in range(n_steps):
        members = subset.indices()
        absent = (Subset.full(n) - subset).indices()
        wave = []
        for _ in range(int(rng.choice([1, 2, 9]))):
            pool = members if rng.random() < 0.7 or not len(absent) else absent
            k = min(len(pool) - 1, int(rng.choice([0, 1, 2, 40, 300])))
            drawn = rng.choice(pool, max(k, 0), replace=False)
            enters = pool is absent
            wave.append(subset.adding(drawn) if enters else subset.removing(drawn))
        yield wave
        subset = wave[int(rng.integers(len(wave)))]
        if len(subset) < 2 or rng.random() < 0.1:
            subset = Subset.of(rng.choice(n, 500, replace=False), n)


@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_subsets_by_what_changes_are_predicted_as_by_masks(n_classes):
    rng = np.random.default_rng(n_classes)
    n = 1200
    X, y = rng.normal(size=(40, n)), np.arange(40) % n_classes
    folds = [np.split(rng.permutation(40), [25 + f]) for f in range(3)]
    scorer = NaiveBayes().subset_scorer(X, y, folds)
    plain = NaiveBayes().subset_scorer(X, y, folds)
    for wave in a_wide_walk(rng, n):
        masks = np.array([subset.mask() for subset in wave])
        for which in (range(3), range(1, 3)):
            labels = scorer.predict_subsets(wave, which)
            np.testing.assert_array_equal(labels, plain.predict(masks, which))


@pytest.mark.parametrize("n_cells", [1, 60, 300, 23 * 60 - 1])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
def test_parts_of_the_columns_give_the_bits_of_all_at_once(dtype, n_cells, monkeypatch):
    rng = np.random.default_rng(0)
    X = (rng.normal(size=(60, 23)) * 9).astype(dtype)
    y = rng.integers(0, 3, 60)
    without_one = np.flatnonzero(y != 1)[:30], np.arange(20)
    folds = [without_one, (np.arange(40), np.arange(60))]
    whole = NaiveBayes().subset_scorer(X, y, folds)
    monkeypatch.setattr(classifier, "BLOCK_CELLS", n_cells)
    parts = NaiveBayes().subset_scorer(X, y, folds)
    np.testing.assert_array_equal(parts._terms, whole._terms)
    np.testing.assert_array_equal(parts._prior_sums, whole._prior_sums)


@pytest.mark.parametrize("apart", [1, 5, 20, 30, 36, 42, 45, 100, 1e6])
def test_long_sums_are_the_same_in_many_masks_and_in_one(apart):
    rng = np.random.default_rng(int(apart))
    y = np.arange(60) % 3
    X = rng.normal(size=(60, 7)) + apart * rng.choice([-1, 0, 1], (7, 3)).T[y]
    masks = rng.random((30, 7)) < 0.6
    scorer = scorer_of(NaiveBayes(), X, rng.permutation(y))
    other = scorer_of(NaiveBayes(), X, y)
    for every in (scorer, other):
        alone = np.concatenate([every.predict(mask[np.newaxis]) for mask in masks])
        np.testing.assert_array_equal(every.predict(masks), alone)
        decided = every.decision(masks).argmax(axis=2)
        np.testing.assert_array_equal(alone, decided)


@pytest.mark.parametrize("n_parts", [1, 2, 5])
def test_moves_of_any_number_of_variables_are_told_together(n_parts):
    rng = np.random.default_rng(n_parts)
    n = 1200  # so many that subsets tell what changes
    X, y = rng.normal(size=(40, n)), np.arange(40) % 3
    scorer, origin = scorer_of(NaiveBayes(), X, y), Subset.of(range(0, n, 2), n)
    for sizes in ([0], [1], [2], [0, 1], [1, 1, 1], [1, 3, 2, 0]):
        wave = [origin.adding(np.array([1, 5, 7])[:k]) for k in sizes[::-1]]
        wave += [origin.removing(np.array([0, 2, 4])[:k]) for k in sizes * n_parts]
        masks = np.array([subset.mask() for subset in wave])
        found = scorer.predict_subsets(wave)
        np.testing.assert_array_equal(found, scorer.predict(masks))


@pytest.mark.parametrize("n_classes", [1, 2, 3, 5])
def test_of_classes_as_good_the_first_is_predicted(n_classes):
    y = np.tile(np.arange(n_classes), 4)
    X = np.repeat(np.arange(4.0), n_classes)[:, np.newaxis]  # the same in each class
    scorer = scorer_of(NaiveBayes(), X, y)
    for n_masks in (1, 20):
        masks = np.arange(n_masks)[:, np.newaxis] % 2 > 0
        assert not scorer.predict(masks).any()
    assert not NaiveBayes().fit(X, y).predict(X).any()
