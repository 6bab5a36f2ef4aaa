"""Naive Bayes agrees with a plain version and with scikit-learn."""

import json
import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import NaiveBayes
from tests.learners.naive_bayes import oracles as oracle
from tests.learners.scorers import scorer_of

DATA = Path(__file__).parents[4] / "shared" / "data"
LETTERS = np.array(["a", "b", "c", "d"], dtype=object)


@parametrize_with_checks([NaiveBayes()])
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def mixed_table(rng, n_rows, p_missing=0.2):
    """Return rows of three numbers and two letters, with Nones."""
    numbers = rng.normal(scale=10.0 ** rng.integers(-3, 4, 3), size=(n_rows, 3))
    letters = LETTERS[rng.integers(0, 4, (n_rows, 2))]
    table = np.hstack([numbers.astype(object), letters])
    table[rng.random(table.shape) < p_missing] = None
    return table


def frame_of(table, nominal):
    """Return a table as a frame with numbers and text."""
    frame = pd.DataFrame(table, columns=[f"v{j}" for j in range(table.shape[1])])
    numbers = [c for j, c in enumerate(frame) if j not in nominal]
    return frame.astype(dict.fromkeys(numbers, np.float64))


def best_by_oracle(scores, classes):
    """Return the oracle's labels and where they are clear."""
    scores = np.array(scores)
    clear = np.diff(np.sort(scores, axis=1)[:, -2:], axis=1)[:, 0] > 1e-5
    return classes[scores.argmax(axis=1)], clear


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("p_missing", [0.2, 0.85])
def test_mixed_tables_with_missing_values_agree_with_the_plain_oracle(seed, p_missing):
    rng = np.random.default_rng(seed)
    table, test = mixed_table(rng, 25, p_missing), mixed_table(rng, 30)
    y = rng.choice(np.array(["x", "y", "z"]), 25)
    expected = oracle.scores(table, y, test, nominal={3, 4})
    labels, clear = best_by_oracle(expected, np.unique(y))

    by_array = NaiveBayes(nominal=[3, 4]).fit(table, y)
    frame, frame_test = frame_of(table, {3, 4}), frame_of(test, {3, 4})
    by_frame = NaiveBayes().fit(frame, y)

    np.testing.assert_array_equal(by_array.predict(test)[clear], labels[clear])
    scores = by_array.predict_log_proba(test)
    np.testing.assert_array_equal(by_frame.predict_log_proba(frame_test), scores)
    relative = np.array(expected) - np.array(expected)[:, :1]
    np.testing.assert_allclose(scores - scores[:, :1], relative, atol=5e-6)


@pytest.mark.parametrize("seed", range(10))
def test_declared_but_unseen_levels_are_smoothed_zeros(seed):
    rng = np.random.default_rng(seed)
    table = LETTERS[rng.integers(0, 2, (12, 2))]
    test = LETTERS[rng.integers(0, 4, (20, 2))]
    y = rng.integers(0, 2, 12)
    declared = {j: {"a", "b", "c"} for j in range(2)}
    expected = np.array(oracle.scores(table, y, test, {0, 1}, declared, alpha=0.5))
    kind = pd.CategoricalDtype(["c", "b", "a"])

    learner = NaiveBayes(alpha=0.5).fit(pd.DataFrame(table).astype(kind), y)
    scores = learner.decision_function(pd.DataFrame(test))  # "d" is unknown

    np.testing.assert_allclose(scores, expected[:, 1] - expected[:, 0], atol=3e-6)


def test_a_case_worked_by_hand():
    X = pd.DataFrame(
        {"sky": ["sun", "sun", "rain", None], "wind": [1.0, 3.0, 7.0, 9.0]}
    )
    learner = NaiveBayes(var_smoothing=0.0).fit(X, [True, True, False, False])
    rows = pd.DataFrame({"sky": ["sun", "rain", None], "wind": [np.nan, np.nan, 4.0]})

    # sun: 3/4 against 1/3; rain: 1/4 against 2/3; wind 4: (2, 1) against (8, 1).
    odds = [9 / 4, 3 / 8, np.exp(-2 + 8)]
    np.testing.assert_allclose(learner.decision_function(rows), np.log(odds), atol=2e-6)
    assert learner.predict(rows).tolist() == [True, False, True]


@pytest.mark.parametrize("n_classes", [2, 5])
def test_continuous_data_give_what_gaussian_nb_gives(n_classes):
    rng = np.random.default_rng(n_classes)
    y = rng.integers(0, n_classes, 200)
    X = rng.normal(size=(200, 8)) + 0.5 * rng.normal(size=(n_classes, 8))[y]
    ours, theirs = NaiveBayes(var_smoothing=0).fit(X, y), GaussianNB(var_smoothing=0)
    theirs.fit(X, y)

    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    probabilities = theirs.predict_proba(X)
    np.testing.assert_allclose(ours.predict_proba(X), probabilities, atol=1e-5)


@pytest.mark.parametrize("factor", [1, -0.5, 100_000])
def test_nominal_data_give_what_categorical_nb_gives(factor):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 300)
    X = (rng.integers(0, 3, (300, 6)) + y[:, np.newaxis]) % 4
    theirs = CategoricalNB(alpha=0.7).fit(X, y)
    ours = NaiveBayes(nominal="all", alpha=0.7).fit(X * factor, y)

    np.testing.assert_array_equal(ours.predict(X * factor), theirs.predict(X))
    probabilities = theirs.predict_proba(X)
    np.testing.assert_allclose(ours.predict_proba(X * factor), probabilities, atol=1e-5)


@pytest.mark.parametrize(
    "y", [[0, 1, 0, 1], [3, 5, 3, 5], ["p", "q"] * 2, [False, True] * 2]
)
def test_labels_come_back_as_they_were(y):
    X = np.array([[0.0], [1.0], [0.1], [1.1]])
    learner = NaiveBayes().fit(X, y)
    scorer = scorer_of(NaiveBayes(), X, y)

    assert learner.predict(X).dtype == np.asarray(y).dtype
    assert learner.predict(X).tolist() == y
    assert scorer.predict(np.array([[True]])).tolist() == [y]
    assert scorer.classes_.tolist() == sorted(set(y))


@pytest.mark.parametrize("scale", [1e-305, 1e-160, 1e160, 1e307])
def test_units_change_nothing(scale):
    rng = np.random.default_rng(5)
    X, y = rng.uniform(-1, 1, size=(30, 2)), rng.integers(0, 2, 30)
    expected = NaiveBayes().fit(X, y).decision_function(X)

    scores = NaiveBayes().fit(X * scale, y).decision_function(X * scale)

    np.testing.assert_allclose(scores, expected, atol=2e-6)


def test_values_far_away_give_finite_scores():
    X, y = np.array([[0.0], [1.0], [5.0], [9.0]]), [0, 0, 1, 1]
    scores = NaiveBayes().fit(X, y).decision_function([[1e3], [1e100], [-1e308]])

    assert np.isfinite(scores).all()
    assert scores[0] == scores[1] == pytest.approx(1024)


def test_constant_and_wholly_missing_columns_say_nothing():
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(20, 3)), rng.integers(0, 2, 20)
    X[:, 1] = 0.1
    X[:, 2] = np.nan
    test = np.column_stack([X[:, 0], rng.normal(size=(20, 2))])

    scores = NaiveBayes().fit(X, y).decision_function(test)

    alone = NaiveBayes().fit(X[:, :1], y).decision_function(X[:, :1])
    np.testing.assert_array_equal(scores, alone)


@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, -0.7, 1e-300, 1e300])
@pytest.mark.parametrize("n_rows", [2, 3, 7, 50])
def test_no_rounding_of_a_mean_makes_a_constant_say_something(value, n_rows):
    y = np.sort(np.arange(n_rows) % 2 * (np.arange(n_rows) % 3 > 0))
    learner = NaiveBayes(var_smoothing=0.0).fit(np.full((n_rows, 1), value), y)
    scores = learner.decision_function([[value], [value * 1.5], [-1.0], [np.nan]])
    prior = np.log(y.mean() / (1 - y.mean()))
    np.testing.assert_allclose(scores, prior, atol=1e-6)


def test_without_smoothing_a_class_of_equal_values_claims_just_them():
    X, y = np.array([[1.0], [1], [0], [2], [4]]), [0, 0, 1, 1, 1]
    learner = NaiveBayes(var_smoothing=0.0).fit(X, y)
    assert learner.predict([[1.0], [1 + 1e-9], [1 - 1e-9], [3]]).tolist() == [
        0,
        1,
        1,
        1,
    ]


@pytest.mark.parametrize("value", [-1, -0.5, 0.5, 1.5, 2.5, 3, 7, 1e9, 1e300, -1e300])
@pytest.mark.parametrize("levels", [[0, 1, 2], [1, 2], [-1.25, 2]])
def test_a_level_that_was_not_seen_counts_as_missing(levels, value):
    rng = np.random.default_rng(0)
    X, y = rng.choice(levels, (40, 2)) * 1.0, rng.integers(0, 3, 40)
    learner = NaiveBayes(nominal="all").fit(X, y)
    scores = learner.decision_function([[value, 2], [np.nan, 2], [0, 2]])
    np.testing.assert_array_equal(scores[0], scores[1])
    last = learner.decision_function([[2, value], [2, np.nan]])
    np.testing.assert_array_equal(last[0], last[1])
    assert np.array_equal(scores[2], scores[1]) == (0 not in levels)


@pytest.mark.parametrize("n_classes", [2, 127, 128, 129, 300])
def test_there_may_be_many_classes(n_classes):
    y = np.tile(np.arange(n_classes), 2)
    X = y[:, np.newaxis] % 200 + 0.0
    predicted = NaiveBayes(nominal="all").fit(X, y).predict(X)
    assert predicted.tolist() == (y % 200).tolist()
    scorer = scorer_of(NaiveBayes(nominal="all"), X, y)
    assert scorer.predict(np.ones((1, 1), bool)).tolist() == [(y % 200).tolist()]


@pytest.mark.parametrize("n_terms", [1, 12, 25, 100])
def test_large_tables_are_predicted_in_blocks(monkeypatch, n_terms):
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(50, 4)), rng.integers(0, 3, 50)
    learner = NaiveBayes().fit(X, y)
    expected = learner.predict(X), learner.predict_proba(X)

    monkeypatch.setattr("learners.naive_bayes.classifier.BLOCK_TERMS", n_terms)

    np.testing.assert_array_equal(learner.predict(X), expected[0])
    np.testing.assert_array_equal(learner.predict_proba(X), expected[1])


def test_columns_of_a_frame_are_nominal_by_dtype_and_by_name():
    X = pd.DataFrame(
        {
            "code": [1.0, 2.0, 1.0, 3.0],
            "flag": [True, False, True, True],
            "size": [0.5, 1.5, 2.5, 3.5],
        }
    )
    y = [0, 1, 0, 1]
    learner = NaiveBayes(nominal=["code", "absent"]).fit(X, y)
    same = NaiveBayes().fit(X.astype({"code": object}), y)

    np.testing.assert_array_equal(
        learner.decision_function(X), same.decision_function(X.astype({"code": object}))
    )


def test_other_categories_at_prediction_are_matched_by_value():
    X = pd.DataFrame({"v": pd.Categorical(["a", "b", "a", "b"])})
    learner = NaiveBayes().fit(X, [0, 1, 0, 1])
    test = pd.DataFrame({"v": pd.Categorical(["b", "z", "a"], categories=list("zba"))})

    assert learner.predict(test).tolist() == [1, 0, 0]


def test_a_fitted_learner_and_a_scorer_survive_pickling():
    X = pd.DataFrame({"v": pd.Categorical(["a", "b", "a", "b"])})
    learner = NaiveBayes().fit(X, [0, 1, 0, 1])
    scorer = scorer_of(NaiveBayes(), X, [0, 1, 0, 1])
    every = np.array([[True]])

    assert pickle.loads(pickle.dumps(learner)).predict(X).tolist() == [0, 1, 0, 1]
    assert pickle.loads(pickle.dumps(scorer)).predict(every).tolist() == [[0, 1, 0, 1]]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"alpha": -1}, "alpha must be at least 0"),
        ({"var_smoothing": np.nan}, "var_smoothing must be at least 0"),
        ({"nominal": "some"}, "nominal must be None, 'all' or a list"),
        ({"nominal": 2}, "nominal must be None, 'all' or a list of columns, got 2"),
        ({"nominal": True}, "nominal must be None, 'all' or a list .* got True"),
        ({"nominal": 2.5}, "nominal must be None, 'all' or a list .* got 2.5"),
        ({"nominal": [2]}, r"nominal must be in 0\.\.1, got 2"),
        ({"nominal": ["v"]}, "nominal must be numbers unless X is a frame"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        NaiveBayes(**params).fit(np.eye(2), [0, 1])


def test_infinity_is_refused():
    with pytest.raises(ValueError, match="infinity"):
        NaiveBayes().fit([[np.inf], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="infinity"):
        NaiveBayes().fit(pd.DataFrame({"v": [np.inf, 1.0], "t": ["a", "b"]}), [0, 1])


def test_cost_is_linear_in_the_variables():
    assert NaiveBayes().cost(10, 6) == 2 * NaiveBayes().cost(10, 3)


def published(name):
    """Return variables and target of a data set, nominal ones as categories."""
    path = DATA / f"{name}.csv.gz"
    if not path.exists():
        pytest.skip(f"{path.name} is not in ../shared/data")
    kinds = json.loads((DATA / "index.json").read_text())[name]["kinds"]
    columns = pd.read_csv(path, nrows=0).columns.drop("target")
    if isinstance(kinds, str):
        kinds = dict.fromkeys(columns, kinds)
    nominal = {c: "category" for c in columns if kinds[c] == "nominal"}
    table = pd.read_csv(path, dtype=nominal)
    return table[columns], table["target"].to_numpy(str)


def cells(frame):
    """Return the rows of a frame, None for what is missing."""
    table = frame.astype(object).to_numpy()
    return np.where(pd.isna(table), None, table).tolist()


@pytest.mark.parametrize("name", ["sick-euthyroid", "soybean"])
def test_published_tables_with_missing_values_agree_with_the_plain_oracle(name):
    X, y = published(name)
    train, test = slice(0, None, 4), slice(1, None, 60)
    levels = {
        j: c.cat.categories
        for j, (_, c) in enumerate(X.items())
        if c.dtype == "category"
    }
    expected = oracle.scores(
        cells(X[train]),
        y[train].tolist(),
        cells(X[test]),
        set(levels),
        {j: set(of_column) for j, of_column in levels.items()},
    )
    labels, clear = best_by_oracle(expected, np.unique(y[train]))

    predicted = NaiveBayes().fit(X[train], y[train]).predict(X[test])

    assert clear.mean() > 0.9
    np.testing.assert_array_equal(predicted[clear], labels[clear])


def test_without_alpha_a_level_that_a_class_lacks_rules_it_out():
    X, y = np.array([[0], [0], [1], [1], [2]]), [0, 0, 1, 1, 1]
    learner = NaiveBayes(nominal="all", alpha=0.0).fit(X, y)
    proba = learner.predict_proba([[0], [1], [2], [3]])
    np.testing.assert_allclose(proba[:, 0], [1, 0, 0, 0.4], atol=1e-6)
    scores = learner.decision_function([[0], [1], [2]])
    np.testing.assert_allclose(scores, [-1024, 1024, 1024], atol=1)
