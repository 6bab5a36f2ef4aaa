"""C4.5 trees agree with a plain version, and their scorer with them."""

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom
from sklearn.datasets import load_iris
from sklearn.utils.estimator_checks import parametrize_with_checks

from learners import C45Tree
from learners.c45 import logs as terms
from learners.c45 import nodes as fields
from learners.c45 import table as tables
from learners.c45.counts import heir_of
from learners.c45.logs import ONE
from learners.c45.pruning import estimated_errors
from tests.learners.c45 import oracles as oracle
from wrapsel import Problem, select
from wrapsel.checks import check_learner
from wrapsel.search import RVE

DATA = Path(__file__).parents[4] / "shared" / "data"
LETTERS = np.array(["a", "b", "c", "d"], dtype=object)


@parametrize_with_checks([C45Tree(), C45Tree(prune=True)])
def test_it_is_a_scikit_learn_estimator(estimator, check):
    check(estimator)


def random_table(rng, p_missing):
    """Return rows of numbers of few and many levels, codes, and the places of those."""
    n_rows, n_columns = rng.integers(3, 70), rng.integers(1, 7)
    X = np.floor(rng.random((n_rows, n_columns)) * rng.integers(1, 12, n_columns))
    continuous = rng.random(n_columns) < 0.3
    X[:, continuous] = rng.normal(size=(n_rows, continuous.sum()))
    nominal = np.flatnonzero(~continuous & (rng.random(n_columns) < 0.5))
    X[rng.random(X.shape) < p_missing] = np.nan
    y = rng.integers(0, rng.integers(2, 5), n_rows)
    y[0] = 1 - min(1, y[1])
    return X, y, nominal.tolist()


def sparse_table(rng, p_missing):
    """Return rows of columns of few levels, most of them rare, some columns equal."""
    n_rows, n_columns = rng.integers(80, 160), rng.integers(8, 14)
    X = 1.0 * (rng.random((n_rows, n_columns)) < rng.choice([0.03, 0.9], n_columns))
    few = rng.random(n_columns) < 0.3
    X[:, few] = np.floor(rng.random((n_rows, few.sum())) ** 3 * 6)
    y = (X[:, 0] + X[:, 1] + rng.integers(0, 2, n_rows)) % 3
    X[:, -2] = X[:, 2]
    X[rng.random(X.shape) < p_missing * (rng.random(n_columns) < 0.4)] = np.nan
    return X, y.astype(int), np.flatnonzero(rng.random(n_columns) < 0.3).tolist()


def with_none(X):
    return [[None if v != v else v for v in row] for row in X.tolist()]


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("p_missing", [0.0, 0.05, 0.3])
def test_trees_equal_those_of_the_plain_oracle(seed, p_missing, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(tables, "MANY_LEVELS", rng.choice([1, 4, 64]))
    table = random_table if seed < 40 else sparse_table
    X, y, nominal = table(rng, p_missing)
    tests = rng.permuted(np.vstack([X, X + 0.5, X]), axis=0)
    tests[rng.random(tests.shape) < p_missing] = np.nan
    options = int(rng.choice([1, 2, 5])), bool(seed % 2)
    root, calls = oracle.grow(with_none(X), y.tolist(), set(nominal), *options)

    tree = C45Tree(*options, nominal=nominal).fit(X, y)

    expected = np.array([oracle.shares(root, row) for row in with_none(tests)])
    expected = expected / expected.sum(axis=1, keepdims=True)
    np.testing.assert_array_equal(tree.predict_proba(tests), expected)
    assert [tree.n_gain_ratio_calls_, tree.n_gain_ratios_] == calls
    importances = oracle.importances(root, X.shape[1])
    assert tree.feature_importances_.tolist() == importances


@pytest.mark.parametrize("seed", range(10))
def test_numbering_of_levels_and_order_of_rows_change_nothing(seed):
    rng = np.random.default_rng(seed)
    X, y, _ = random_table(rng, 0.2)
    X = np.floor(X)
    codes = rng.permutation(40)
    renamed = np.where(np.isnan(X), np.nan, codes[np.nan_to_num(X).astype(int)])
    order = rng.permutation(len(y))

    plain = C45Tree(nominal="all").fit(X, y)
    other = C45Tree(nominal="all").fit(renamed[order], y[order])

    np.testing.assert_array_equal(plain.predict_proba(X), other.predict_proba(renamed))


@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize("p_missing", [0.0, 0.1])
def test_the_scorer_predicts_what_fits_do(prune, p_missing):
    rng = np.random.default_rng(0)
    X = pd.DataFrame(np.floor(rng.random((60, 3)) * 6)).add_prefix("few")
    many = pd.DataFrame(rng.normal(size=(60, 2))).add_prefix("many")
    text = pd.DataFrame(LETTERS[rng.integers(0, 4, (60, 2))]).add_prefix("text")
    X = pd.concat([X, many, text], axis=1)
    X = X.mask(rng.random(X.shape) < p_missing)
    check_learner(C45Tree(prune=prune), X, rng.integers(0, 3, 60))


def test_many_levels_give_the_same_scorer_either_way(monkeypatch):
    rng = np.random.default_rng(1)
    X, y = np.round(rng.normal(size=(90, 6)), 1), rng.integers(0, 3, 90)
    masks, folds = rng.random((9, 6)) < 0.7, [np.split(rng.permutation(90), [60])]
    counted = C45Tree().subset_scorer(X, y, folds).predict_proba(masks)
    monkeypatch.setattr(tables, "MANY_LEVELS", 2)
    by_order = C45Tree().subset_scorer(X, y, folds).predict_proba(masks)

    np.testing.assert_array_equal(counted, by_order)


def test_a_fold_may_lack_a_class():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 4)), np.arange(60) % 3
    train, test = np.flatnonzero(y != 1), np.arange(60)
    scorer = C45Tree().subset_scorer(X, y, [(train, test)])
    fitted = C45Tree().fit(X[train], y[train])
    labels = scorer.predict(np.ones((1, 4), dtype=bool))[0]
    np.testing.assert_array_equal(labels, fitted.predict(X))


def test_terms_that_are_looked_up_are_those_computed():
    rng = np.random.default_rng(0)
    logs = terms.new_logs(terms.log_tables(40), True)
    weights = rng.integers(0, 40 * ONE, 3000) >> rng.integers(0, 25, 3000)
    weights[::3] = rng.integers(0, 41, 1000) * ONE
    for weight in [*weights, *weights]:  # more weights than are remembered
        assert terms.term(weight, logs.terms) == terms.weighted_log(weight)
    assert len(np.unique(weights)) > terms.MEMORY


@pytest.mark.parametrize(
    ("starts", "sizes", "n_free", "heir"),
    [
        ([0, 5], [5, 4], 1, 0),
        ([0, 5], [5, 4], 0, -1),  # the second is grown first and needs the room
        ([0, 4], [4, 5], 0, 1),
        ([0, -1], [4, 5], 0, 0),
        ([-1, -1], [4, 5], 9, -1),
    ],
)
def test_the_largest_child_inherits_counts_if_others_find_room(
    starts, sizes, n_free, heir
):
    children = np.zeros((2, fields.N_FIELDS), dtype=int)
    children[:, fields.START], children[:, fields.SIZE] = starts, sizes
    assert heir_of(children, n_free) == heir


def test_a_missing_value_goes_down_both_branches():
    X = [[1.0], [1.0], [1.0], [2.0], [np.nan]]
    tree = C45Tree().fit(X, [0, 0, 0, 1, 1])
    # The fifth row goes left by 3/4 and right by 1/4.
    left, right = [3 / 3.75, 0.75 / 3.75], [0.0, 1.0]
    np.testing.assert_allclose(tree.predict_proba([[1.0], [2.0]]), [left, right])
    mixed = 0.75 * np.array(left) + 0.25 * np.array(right)
    np.testing.assert_allclose(tree.predict_proba([[np.nan]])[0], mixed)


def test_equal_variables_are_told_apart_by_their_place():
    rng = np.random.default_rng(0)
    column, y = rng.normal(size=(50, 1)), rng.integers(0, 2, 50)
    tree = C45Tree().fit(np.hstack([column, column]), y)
    assert tree.feature_importances_.tolist() == [1.0, 0.0]


def test_a_split_without_gain_is_tried_too():
    X = [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert C45Tree().fit(X, [0, 1, 1, 0]).score(X, [0, 1, 1, 0]) == 1.0


def test_pruning_estimates_are_upper_binomial_limits():
    weights = np.array([[5, 2], [9, 0]])
    others = np.zeros((2, fields.N_FIELDS), dtype=int)
    estimates = estimated_errors(np.hstack([others, weights * ONE]), 0.25)
    rates = estimates / 2.0**32 / weights.sum(axis=1)
    # At its upper limit, as few errors as were seen have a probability of 0.25.
    np.testing.assert_allclose(binom.cdf([2, 0], [7, 9], rates), 0.25, atol=1e-6)


def test_pruning_makes_trees_smaller():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 5))
    y = X[:, 0] + rng.normal(size=200) > 0
    trees = [C45Tree(mdl_penalty=False, prune=p).fit(X, y) for p in (False, True)]
    n_lines = [tree.export_text().count("\n") for tree in trees]
    assert 1 <= n_lines[1] < n_lines[0]


def test_the_text_of_a_tree_names_variables_levels_and_errors():
    X = pd.DataFrame(
        {"sky": ["sun", "sun", "rain", "rain", "rain"], "wind": [1, 1, 2, 9, 9]}
    )
    text = C45Tree().fit(X, ["go", "go", "go", "stay", "go"]).export_text()
    assert text.splitlines() == [
        "sky = sun: go (2)",
        "sky = rain:",
        "|   wind <= 5.5: go (1)",
        "|   wind > 5.5: go (2/1)",
    ]


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"min_leaf": 0}, "min_leaf must be 1 or more, got 0"),
        ({"min_leaf": 0.5}, "min_leaf must be an integer, got 0.5"),
        ({"confidence": 0.6}, r"confidence must be in \(0, 0.5\], got 0.6"),
        ({"nominal": 9}, "nominal must be None, 'all' or a list of columns, got 9"),
        ({"nominal": [9]}, r"nominal must be in 0\.\.1, got 9"),
    ],
)
def test_wrong_parameters_are_named(params, message):
    with pytest.raises(ValueError, match=message):
        C45Tree(**params).fit([[0.0, 1.0], [1.0, 0.0]], [0, 1])


def test_pickling_keeps_predictions():
    X, y = load_iris(return_X_y=True)
    tree = C45Tree().fit(X, y)
    again = pickle.loads(pickle.dumps(tree))
    np.testing.assert_array_equal(again.predict_proba(X), tree.predict_proba(X))


def test_constant_columns_give_a_leaf():
    tree = C45Tree().fit(np.ones((5, 2)), [0, 0, 1, 1, 1])
    assert tree.export_text() == "1 (5/2)"
    assert tree.feature_importances_.tolist() == [0.0, 0.0]


def test_monks_2_runs_through_a_search():
    path = DATA / "monks-2.csv.gz"
    if not path.exists():
        pytest.skip("shared data are absent")
    rows = pd.read_csv(path)
    X, y = rows.drop(columns=["split", "target"]).astype("category"), rows["target"]
    result = select(
        Problem(C45Tree(), X, y.to_numpy(), cv=3, random_state=0), RVE(n_relevant=3)
    )
    assert 1 <= len(result.subset) <= 6


@pytest.mark.parametrize("value", [-1, -0.5, 0.5, 1.5, 3, 7, 1e9, 1e300, -1e300])
@pytest.mark.parametrize("levels", [[0, 1, 2], [1, 2], [-1.25, 2]])
def test_a_level_that_was_not_seen_goes_down_all_branches(levels, value):
    rng = np.random.default_rng(0)
    X, y = rng.choice(levels, (40, 2)) * 1.0, rng.integers(0, 3, 40)
    learner, rows = C45Tree(nominal="all").fit(X, y), np.array([[value, 2], [0, 2]])
    missing = learner.predict_proba([[np.nan, 2]])[0].tolist()
    shares = learner.predict_proba(rows).tolist()
    assert shares[0] == missing
    assert (shares[1] == missing) == (0 not in levels)
    folds = [(np.arange(40), np.arange(40, 42))]
    both = np.vstack([X, rows]), np.append(y, [0, 0]), folds
    every = np.ones((1, 2), bool)
    scores = C45Tree(nominal="all").subset_scorer(*both)
    assert scores.predict_proba(every)[0, 0].tolist() == missing
    assert scores.predict(every)[0].tolist() == learner.predict(rows).tolist()


def test_the_text_of_a_tree_names_codes_as_they_are():
    X = np.array([[0, 0.0], [0, 1], [1, 0], [1, 2], [2, 5]])
    tree = C45Tree(nominal=[0]).fit(X, [0, 0, 1, 1, 0])
    expected = ["x0 = 0: 0 (2)", "x0 = 1: 1 (2)", "x0 = 2: 0 (1)"]
    assert tree.export_text().splitlines() == expected
    other = C45Tree(nominal=[0]).fit(X - [0.5, 0], [0, 0, 1, 1, 0])
    expected = ["x0 = -0.5: 0 (2)", "x0 = 0.5: 1 (2)", "x0 = 1.5: 0 (1)"]
    assert other.export_text().splitlines() == expected


@pytest.mark.parametrize("n_levels", [63, 64, 65, 66])
@pytest.mark.parametrize("spare", [0, 1])
def test_columns_of_about_as_many_levels_as_are_counted(n_levels, spare):
    rng = np.random.default_rng(n_levels)
    values = np.append(np.arange(n_levels), rng.integers(0, n_levels, 20))
    X = np.array([rng.permutation(values), rng.permutation(values)]).T * 1.0
    X[:spare, 1], y = np.nan, rng.integers(0, 3, len(values))
    root, _ = oracle.grow(with_none(X), y.tolist(), set())
    expected = np.array([oracle.shares(root, row) for row in with_none(X)])
    found = C45Tree().fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(found, expected / expected.sum(axis=1)[:, None])


@pytest.mark.parametrize("n_rows", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("min_leaf", [1, 2, 3])
def test_few_rows_are_split_if_both_sides_have_enough(n_rows, min_leaf):
    X = np.arange(n_rows * 1.0)[:, np.newaxis]
    y = np.arange(n_rows) >= min(min_leaf, n_rows - 1)
    root, _ = oracle.grow(with_none(X), y.tolist(), set(), min_leaf)
    tree = C45Tree(min_leaf=min_leaf).fit(X, y)
    assert ("\n" in tree.export_text()) == ("variable" in root)
    shares = np.array([oracle.shares(root, row) for row in with_none(X)])
    expected = shares / shares.sum(axis=1)[:, None]
    np.testing.assert_array_equal(tree.predict_proba(X), expected)


@pytest.mark.parametrize("gap", [1.0, 2.0**-52, 1e-300, 2.0**-1074])
def test_a_threshold_lies_between_the_nearest_of_numbers(gap):
    low = 0.0 if gap < 1e-100 else 1.0
    X = np.array([[low], [low], [low + gap], [low + gap]])
    for sign in (1, -1):
        tree = C45Tree(mdl_penalty=False).fit(sign * X, [0, 0, 1, 1])
        assert tree.predict(sign * X).tolist() == [0, 0, 1, 1]
    far = C45Tree(mdl_penalty=False).fit([[-1.7e308], [1.7e308]], [0, 1])
    assert far.predict([[-1.0], [1.0]]).tolist() == [0, 1]


def test_the_cost_grows_with_the_square_of_the_variables():
    assert C45Tree().cost(10, 3) == 90


def test_confidence_at_its_limits_is_taken_and_a_smaller_one_prunes_more():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = X[:, 0] + rng.normal(size=200) > 0
    trees = [C45Tree(prune=True, confidence=c).fit(X, y) for c in (1e-9, 0.25, 0.5)]
    n_lines = [tree.export_text().count("\n") for tree in [*trees, C45Tree().fit(X, y)]]
    assert n_lines == sorted(n_lines)
    assert n_lines[0] < n_lines[2]
